#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/dialogue.sh ALULA: the program over real pipes, for what tests/unit/test_cecp.c cannot
# test: start and exit, signals, closed pipes, odd bytes, long lines.
# shellcheck source=tests/programs/says.sh disable=SC2015,SC2217
. "${0%/*}/says.sh"
[ $# -eq 1 ] && [ -x "$1" ] || {
    echo "usage: tests/programs/dialogue.sh ALULA" >&2
    exit 2
}
alula=$1 there=$(full "$1") dir=$work
LC_ALL=C
export LC_ALL

# check NAME CONDITION...: count it; a failure prints the beginning of the last output.
check() {
    name=$1
    shift
    if [ -f "$dir/code" ]; then
        status=$(cat "$dir/code")
        rm "$dir/code"
    fi
    if "$@"; then pass; else fail "$name: $(head -c 600 "$dir/out" | tr -d '\0')"; fi
}

# run WORD...: run the program with these words; leaves its output in $dir/out and $dir/err, and $status.
run() {
    timeout -k 5 60 "$alula" "$@" >"$dir/out" 2>"$dir/err" </dev/null
    status=$?
}

# talk: run the program on standard input; leaves $dir/out, and $status for the next check.
# A minute means that it hangs. In a pipeline this runs in a subshell, so the status is passed in a
# file.
talk() {
    timeout -k 5 60 "$alula" >"$dir/out" 2>"$dir/err"
    echo $? >"$dir/code"
}

# said PATTERN: wait until the program has said a line like this.
said() { soon grep -q -- "$1" "$dir/out"; }

# Milliseconds; for lower bounds only, as the machine may be busy.
now_ms() { date +%s%3N; }

# ended: wait until $pid has ended; leaves $status. It is killed after a minute.
ended() {
    (
        # ends with this script, too
        timeout 60 tail --pid=$$ -f /dev/null
        [ $? -ne 124 ] || kill -9 "$pid"
    ) >/dev/null 2>&1 3>&- &
    killer=$!
    wait "$pid" 2>/dev/null
    status=$?
    # not its children only, which may not be there yet
    kill -9 $killer 2>/dev/null
    wait $killer 2>/dev/null
}

has() { grep -q -- "$1" "$dir/out"; }
hasnt() { ! grep -q -- "$1" "$dir/out"; }
last_is() { [ "$(tail -n 1 "$dir/out")" = "$1" ]; }
count_is() { [ "$(grep -c -- "$2" "$dir/out")" -eq "$1" ]; }
# wine says this of itself while a process with several threads ends, or ends it by SIGKILL, after its exit
quiet() { ! grep -qv '^wine client error:' "$dir/err"; }
reports_failure() { { [ "$status" -eq 1 ] || { [ "${WINDOWS:-}" ] && [ "$status" -eq 137 ]; }; } && quiet; }
ends_well() { { [ "$status" -eq 0 ] || { [ "${WINDOWS:-}" ] && [ "$status" -eq 137 ]; }; } && quiet; }

# ends NAME LINE...: send the lines and end of input at once; it must exit.
ends() {
    what=$1
    shift
    printf '%s\n' "$@" | talk
    check "$what" ends_well
}

# ends_later NAME PATTERN LINE...: the same, but the input stays open until the program has said a
# line like this.
ends_later() {
    what=$1 pattern=$2
    shift 2
    : >"$dir/out"
    { printf '%s\n' "$@"; said "$pattern"; } | talk
    check "$what" ends_well
    check "$what: it had begun" has "$pattern"
}

# --- the command line ------------------------------------------------------------------------

for words in --help 'perft --help' 'test --help' 'annotate --help' 'board --help' 'bench --help'; do
    # shellcheck disable=SC2086 # words
    run $words
    check "$words" ends_well
    check "$words shows the usage" has "alula ${words% *}"
done
run --version
check '--version' ends_well
check '--version names version and revision' has '^Alula [0-9][^ ]* (.*)$'
printf '[White "A"]\n\n1. e4 *\n' >"$dir/game.pgn"
printf '[White "A"]\n\n*\n' >"$dir/no-moves.pgn"
echo 'no moves' >"$dir/text.pgn"
: >"$dir/empty.pgn"
# exits STATUS ARGUMENT...: this is the exit status.
exits() {
    wanted=$1
    shift
    (cd "$dir" && "$there" "$@") >"$dir/out" 2>"$dir/err" </dev/null
    status=$?
    check "'$*' exits with $wanted" [ "$status" -eq "$wanted" ]
}
for bad in --frobnicate play 'bench 0' 'bench 4 5' '--help --version'; do
    # shellcheck disable=SC2086
    exits 2 $bad
    check "'$bad' is reported on stderr" [ -s "$dir/err" ]
done
for bad in perft 'perft x' test annotate 'annotate -x'; do
    # shellcheck disable=SC2086
    exits 2 $bad
done
exits 1 perft 15
exits 1 test none.epd
exits 1 annotate none.pgn
for file in no-moves text empty; do
    exits 1 annotate $file.pgn out.pgn
done
exits 0 annotate game.pgn game.pgn depth 1
exits 0 annotate game.pgn game.pgn depth 1
check 'its notes are there' has '^No game needs notes'

# --- greeting --------------------------------------------------------------------------------

printf 'xboard\nprotover 2\nping 1\nquit\n' | talk
check 'handshake' ends_well
check 'done=0 comes first' [ "$(sed -n 2p "$dir/out")" = 'feature done=0' ]
check 'the first line is empty' [ -z "$(head -n 1 "$dir/out")" ]
check 'no line is long' awk 'length > 400 {exit 1}' "$dir/out"

# --- end of input ----------------------------------------------------------------------------

ends 'nothing at all' ''
check 'no output' hasnt .
ends 'EOF at once' xboard
ends 'EOF while idle' xboard 'protover 2' new force
ends 'EOF while thinking' xboard new 'level 0 60 0' 'usermove e2e4'
check 'no move after EOF' hasnt '^move'
ends_later 'EOF during a search' '^[1-9][0-9]* ' xboard post new 'level 0 60 0' 'usermove e2e4'
check 'no move after EOF' hasnt '^move'
ends_later 'EOF while analyzing' '^[1-9][0-9]* ' xboard post analyze
ends_later 'EOF while pondering' '^Hint: ' xboard new hard 'sd 4' 'usermove e2e4' 'sd 0'
ends 'EOF while editing' xboard edit '#'
ends 'EOF on the console' d
ends 'EOF on the console while a move is due' 'level 0 60 0' e4
check 'the console still moves' has '^My move: '
# bounded searches run to their limits
ends 'EOF, UCI: depth' uci 'go depth 9'
check 'it reaches that depth' has '^info depth 9 '
check 'and answers once' count_is 1 '^bestmove '
ends 'EOF, UCI: nodes' uci 'go nodes 234567'
check 'it searches all of them' has ' nodes 234567 '
from=$(now_ms)
ends 'EOF, UCI: movetime' uci 'go movetime 1500'
check 'it takes that time' [ $(($(now_ms) - from)) -ge 1400 ]
ends 'EOF, UCI: infinite' uci 'go infinite'
ends 'quit, UCI: depth' uci 'position startpos' 'go depth 60' quit
check 'quit: one answer' count_is 1 '^bestmove '
ends 'quit, UCI: infinite' uci 'go infinite' stop quit
check 'quit: one answer' count_is 1 '^bestmove '
ends 'UCI without uci' isready 'position startpos moves e2e4' 'go depth 2'
check 'it is answered' count_is 1 '^bestmove '
ends 'EOF, CECP: depth' xboard post 'sd 9' go 'ping 1'
check 'it reaches that depth, too' has '^9 '
check 'and moves before it answers' [ "$(tail -n 2 "$dir/out" | cut -c1-4 | tr '\n' ' ')" = 'move pong ' ]
ends 'EOF, console: depth' 'st 60' 'sd 9' e4
check 'the console reaches that depth' has '^My move: .* at depth 9)$'
ends 'EOF, console: nodes' 'sn 50000' 'level 0 60 0' post e4
check 'it moves after them' has '^My move: '
from=$(now_ms)
ends 'EOF, console: time' 'st 1.5' e4
check 'it takes that time, too' [ $(($(now_ms) - from)) -ge 1400 ]
ends 'quit while thinking' xboard new 'usermove e2e4' quit
printf 'xboard\nping 1' | talk
check 'a last line without line feed counts' last_is 'pong 1'

# The output is closed: it exits, and is not killed by SIGPIPE. (WINDOWS: wine hands on neither closed pipes nor
# signals, environment and folder are its own.)
rm -f "$dir/status"
if [ ! "${WINDOWS:-}" ]; then
    { printf 'xboard\npost\nanalyze\n'; soon [ -s "$dir/status" ]; } |
        { timeout -k 5 60 "$alula" 2>"$dir/err"; echo $? >"$dir/status"; } | head -n 1 >"$dir/out"
    check 'stdout closed' [ "$(cat "$dir/status")" -eq 0 ]
fi
# Its reader has ended, and it says nothing: a search for a day ends at once, the input closed or open.
# (The program's time limit is a minute, after which its status is 124.)
unread() {
    rm -f "$dir/status"
    { printf '%b' "$1"; [ "$2" = closed ] || soon [ -s "$dir/status" ]; } |
        { timeout -k 5 60 "$alula" 2>"$dir/err"; echo $? >"$dir/status"; } | true
    check "no reader, input $2: $1" [ "$(cat "$dir/status")" -eq 0 ]
}
if [ ! "${WINDOWS:-}" ]; then
    for input in closed open; do
        unread 'xboard\nnopost\nst 86400\nusermove e2e4\n' $input
        unread 'xboard\nnopost\nanalyze\n' $input
        unread 'uci\nposition startpos\ngo movetime 86400000\n' $input
        unread 'st 86400\ne4\n' $input
    done
    unread 'xboard\nnopost\nhard\nsd 1\nusermove e2e4\nsd 0\n' open
    unread 'uci\ngo infinite\n' open
fi
printf 'xboard\nprotover 2\nping 1\n' | timeout 60 "$alula" >&- 2>/dev/null
status=$?
check 'no stdout at all' [ "$status" -eq 0 ]
if [ -c /dev/full ]; then
    printf 'ping 1\nquit\n' | timeout 60 "$alula" >/dev/full 2>"$dir/err"
    status=$?
    check 'a full disk' [ "$status" -eq 1 ]
    check 'a full disk is reported' grep -q 'the output cannot be written: No space' "$dir/err"
fi
timeout 60 "$alula" <&- >"$dir/out" 2>"$dir/err"
status=$?
check 'no stdin at all' ends_well

# --- scripts of the console ------------------------------------------------------------------

printf 'force\ne4\ne5\nfen\n' | talk
check 'a script' ends_well
check 'no prompt' hasnt 'White (1)'
printf 'force\ne5\nfen\n' | talk
check 'a script with a bad line' reports_failure
check 'it goes on' has ' w KQkq - 0 1$'
printf 'fly\nxboard\n' | talk
check 'XBoard never sees a status' ends_well
printf 'hint\n' | talk
check 'a hint comes before the end' has '^I would play 1'
echo 'force' >"$dir/ini"
run --ini "$dir/ini"
check '--ini' ends_well
check 'its commands are run' has '^You move for both sides now'

# --- signals ---------------------------------------------------------------------------------

mkfifo "$dir/pipe"
# signalled SIGNAL LINES PATTERN: once it has said this, the program gets a signal; its input stays open.
signalled() {
    : >"$dir/out"
    "$alula" <"$dir/pipe" >"$dir/out" 2>"$dir/err" &
    pid=$!
    exec 3>"$dir/pipe"
    printf '%b' "$2" >&3
    said "$3"
    kill -s "$1" "$pid"
}
if [ ! "${WINDOWS:-}" ]; then
    signalled TERM 'xboard\npost\nanalyze\n' '^ *[0-9]'
    ended
    exec 3>&-
    check 'SIGTERM ends it' ends_well
fi
signalled INT 'xboard\npost\nforce\nping 0\n' '^pong 0'
printf 'ping 1\n' >&3
exec 3>&-
ended
check 'SIGINT is ignored' last_is 'pong 1'
check 'EOF after SIGINT' ends_well

# --- memory ---------------------------------------------------------------------------------

# Does it start with 400 MB of addresses? Not with a sanitizer, which needs much memory itself.
# shellcheck disable=SC2016,SC3045
is_small() { sh -c 'ulimit -v 400000; "$1" --version; exit $?' - "$alula" >/dev/null 2>&1; }

# The limit of `memory` holds for everything together: program, threads, hash table.
if [ -r "/proc/$$/status" ] && is_small; then
    for share in '10 1' '24 1' '24 2'; do
        : >"$dir/out"
        "$alula" <"$dir/pipe" >"$dir/out" 2>"$dir/err" &
        pid=$!
        exec 3>"$dir/pipe"
        printf 'xboard\npost\nmemory %d\ncores %d\nnew\nanalyze\n' "${share% *}" "${share#* }" >&3
        said '^ *14 '
        most=$(awk '/^VmHWM/ { print $2 }' "/proc/$pid/status")
        printf 'quit\n' >&3
        exec 3>&-
        ended
        check "memory and cores $share: $most kB at most" [ "$most" -le $((${share% *} * 1024)) ]
        check 'memory: the end' ends_well
    done
else
    skip "the memory in use is not measured: no /proc, or a sanitizer"
fi

# --- odd input -------------------------------------------------------------------------------

{ echo xboard; head -c 2000000 /dev/zero | tr '\0' x; echo; echo 'ping 1'; } | talk
check 'a line of 2 MB' ends_well
check 'it is refused' has '^Error (line too long): xxxx'
check 'the next line is read' last_is 'pong 1'
{ echo xboard; printf 'ping 1\0\n\0\0\0\nfoo\0bar\nping 2\n'; } | talk
check 'NUL bytes' ends_well
check 'the line after NUL is read' last_is 'pong 2'
{ echo xboard; head -c 100000 /dev/zero | tr '\0' '\n'; echo 'ping 1'; } | talk
check '100,000 empty lines' ends_well
check 'they are ignored' [ "$(tr -d '\n' <"$dir/out")" = 'pong 1' ]
# The output is never read, and the input ends: it exits all the same.
if [ ! "${WINDOWS:-}" ]; then
    mkfifo "$dir/unread"
    sleep 100 <"$dir/unread" &
    unread=$!
    { echo xboard; awk 'BEGIN {for (i = 0; i < 3000; i++) print "protover 2"}'; } |
        timeout 60 "$alula" >"$dir/unread"
    status=$?
    kill $unread 2>/dev/null
    check 'it exits when its output is not read' [ $status -eq 0 ]
fi

# Random bytes, the same in every run, with line ends among them.
garbage() {
    awk -v seed="$1" 'BEGIN {
        srand(seed)
        for (i = 0; i < 30000; i++) printf "%c", int(rand() * 255) + 1
    }'
}
for seed in 1 2 3; do
    { echo xboard; garbage $seed; printf '\n.\nping 99\n'; } | talk
    check "garbage $seed" ends_well
    check "garbage $seed is survived" last_is 'pong 99'
    garbage $seed | talk
    check "garbage $seed on the console" reports_failure
done

# --- no files remain -------------------------------------------------------------------------

mkdir "$dir/empty"
(cd "$dir/empty" && printf 'xboard\nnew\nsd 2\ngo\n' |
    HOME=$dir/empty timeout 60 "$there" >"$dir/out" 2>&1)
check 'a move without a home' has '^move '
check 'no files are written' [ -z "$(ls -A "$dir/empty")" ]

# --- odd surroundings ------------------------------------------------------------------------

# A conversation with the same answers in every run.
conversation() {
    printf 'xboard\nprotover 2\nname Zo\303\253\nname Zo\353\nst 0.25\nst 0,25\nforce\nusermove e2e4\nundo\n'
    printf 'setboard 8/8/8/8\nfoo 0.5\nping 1\nnew\nlevel 0 2 0.5\nsd 3\npost\nnopost\nusermove e2e4\n'
    printf 'ping 2\nusermove a2a3\nusermove h2h3\nping 3\n'
}
conversation | talk
check 'a conversation' ends_well
check 'it has three moves' count_is 3 '^move '
check 'and ends well' last_is 'pong 3'
cp "$dir/out" "$dir/expected"
# a process for each byte, so that the program reads in between
conversation | sed 's/$/\r/' >"$dir/bytes"
i=$(wc -c <"$dir/bytes")
while [ "$i" -gt 0 ]; do
    dd bs=1 count=1 2>/dev/null
    i=$((i - 1))
done <"$dir/bytes" | talk
check 'the same, byte by byte and with CR LF' cmp -s "$dir/expected" "$dir/out"
conversation | sed 's/$/ \t/; s/^/  /' | talk
check 'the same, with blanks around' cmp -s "$dir/expected" "$dir/out"
conversation | dd bs=64k iflag=fullblock 2>/dev/null | talk
check 'the same, at once' cmp -s "$dir/expected" "$dir/out"

# Other languages write 0,5; and in Turkish the capital of i is not I.
if command -v localedef >/dev/null && localedef -i de_DE -f UTF-8 "$dir/de_DE.UTF-8" 2>/dev/null &&
    localedef -i tr_TR -f UTF-8 "$dir/tr_TR.UTF-8" 2>/dev/null; then
    for language in de_DE tr_TR; do
        export LOCPATH="$dir" LC_ALL=$language.UTF-8 LANG=$language.UTF-8
        conversation | talk
        check "the same, $language" cmp -s "$dir/expected" "$dir/out"
        printf 'st 0,5\nSD 1\nst 0.5\nlevel 0 2 0.5\nFEN\neval\nd\n' | talk
        cp "$dir/out" "$dir/spoken"
        LC_ALL=C
        printf 'st 0,5\nSD 1\nst 0.5\nlevel 0 2 0.5\nFEN\neval\nd\n' | talk
        check "the console, $language" cmp -s "$dir/spoken" "$dir/out"
    done
    unset LOCPATH LANG
else
    skip "other languages: localedef or its files are missing"
fi

# runs_as NAME COMMAND...: this command starts the program, which holds the same conversation.
runs_as() {
    what=$1
    shift
    conversation | timeout 60 "$@" >"$dir/out" 2>"$dir/err"
    status=$?
    check "$what" ends_well
    check "$what: the same" cmp -s "$dir/expected" "$dir/out"
}
if [ ! "${WINDOWS:-}" ]; then
    runs_as 'no environment' env -i "$alula"
    # shellcheck disable=SC2016 # the words of the inner shell
    runs_as 'a folder that is gone' sh -c 'mkdir "$1" && cd "$1" && rmdir "$1" && exec "$2"' - "$dir/gone" "$there"
fi
# shellcheck disable=SC2016
! command -v bash >/dev/null || runs_as 'an empty name' bash -c 'exec -a "" "$0"' "$there"
# shellcheck disable=SC2016
runs_as 'a small stack' sh -c 'ulimit -s 64; exec "$1"' - "$there"
# shellcheck disable=SC3045 # dash and bash have ulimit -s
printf 'uci\nposition fen k1q1q3/8/8/8/8/8/8/K1Q1Q3 w - - 0 1\ngo nodes 100000\n' |
    (ulimit -s 64; timeout 60 "$alula") >"$dir/out" 2>"$dir/err"
check 'a deep search on it' count_is 1 '^bestmove '

# A terminal that goes away, or a session that ends.
: >"$dir/out"
"$alula" <"$dir/pipe" >"$dir/out" 2>"$dir/err" &
pid=$!
exec 3>"$dir/pipe"
printf 'xboard\nanalyze\nping 5\n' >&3
said '^pong 5'
kill -s HUP "$pid"
if sh -c 'kill -s HUP $$' 2>/dev/null; then
    echo quit >&3 # SIGHUP is ignored here, as nohup wants it
    wanted=0
else
    wanted=129
fi
ended
exec 3>&-
check 'SIGHUP ends it, unless it is ignored' [ "$status" -eq $wanted ]

# --- long lines ------------------------------------------------------------------------------

# 100 MB in a line, with little memory. Sanitizers need more.
# shellcheck disable=SC3045
if is_small; then
    { echo xboard; head -c 100000000 /dev/zero | tr '\0' x; printf '\nping 1\n'; } |
        (ulimit -v 400000; timeout 60 "$alula") >"$dir/out" 2>"$dir/err"
    check 'a line of 100 MB is refused' has '^Error (line too long): xxxx'
    check 'in little memory' last_is 'pong 1'
fi

finish
