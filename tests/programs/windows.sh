#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/windows.sh ALULA.exe FAKE_ENGINE.exe ALULA ALULA_MATCH: the Windows programs through wine, in a
# temporary prefix (almost a gigabyte): two CECP conversations with Windows line ends, order.sh and dialogue.sh; then
# the tools, which are beside ALULA.exe. The last two programs are those of this system: games must be the same.
# shellcheck source=tests/programs/says.sh disable=SC2015
. "${0%/*}/says.sh"
[ $# -eq 4 ] && [ -f "$1" ] || {
    echo "usage: tests/programs/windows.sh ALULA.exe FAKE_ENGINE.exe ALULA ALULA_MATCH" >&2
    exit 2
}
if ! command -v wine >/dev/null; then
    echo "skipped: wine is not installed: $1 was not run"
    exit 77
fi
exe=$1 fake_engine=$2 native=$3 native_match=$4 data=${0%/*}/../data dir=$work
export WINEPREFIX="$dir/prefix" WINEDEBUG=-all WINEARCH=win64 WINEDLLOVERRIDES="mscoree,mshtml="
unset DISPLAY
leave() {
    [ -z "$job" ] || kill "$job" 2>/dev/null
    wineserver -k 2>/dev/null
    wineserver -w 2>/dev/null
}

# result STATUS NAME: the last command was the check of this name.
result() {
    if [ "$1" -eq 0 ]; then pass; else fail "$2"; fi
}

# say LINE...: send lines to the engine; hear() then looks at the output after them.
say() {
    heard=$(wc -l <"$dir/out")
    for line in "$@"; do
        printf '%s\r\n' "$line"
    done >&3
}

# hear NAME EXPRESSION: within a minute a whole new line must match.
hear() {
    if soon has_line "$2"; then pass; else fail "$1: $(tail -n +$((heard + 1)) "$dir/out")"; fi
}
has_line() { tail -n +$((heard + 1)) "$dir/out" | tr -d '\r' | grep -Eqx "$1"; }

# The first start creates the prefix.
timeout 600 wine "$exe" --version </dev/null >"$dir/version" 2>/dev/null
result $? "wine starts it: $(tr -d '\r' <"$dir/version")"
timeout 1200 wine "$exe" bench 10 </dev/null 2>/dev/null | tr -d '\r' >"$dir/bench"
nodes=$(sed -n 's/^bench 10 //p' "${0%/*}/../bench.txt")
tail -n 1 "$dir/bench" | grep -q "^$nodes nodes "
result $? "bench 10 visits $nodes nodes: $(tail -n 1 "$dir/bench")"

# Now and then wine itself hangs before the program's first instruction: after a minute of silence once more.
mkfifo "$dir/in"
start() {
    for try in 1 2 3; do
        : >"$dir/out"
        timeout 900 wine "$exe" <"$dir/in" >"$dir/out" 2>/dev/null &
        job=$!
        exec 3>"$dir/in"
        say xboard 'protover 2'
        ! soon [ -s "$dir/out" ] || break
        echo "no output within a minute; try $try"
        exec 3>&-
        kill "$job" 2>/dev/null
        wineserver -k
        wait "$job"
    done
}
start
hear "it names its features" 'feature .*myname="Alula .*'
hear "it is ready" 'feature done=1'
say new 'st 0.1' easy nopost 'usermove e2e4'
hear "it answers a move" 'move [a-h][1-8][a-h][1-8]'
say 'ping 7'
hear "it answers a ping" 'pong 7'
say 'usermove e4e6'
hear "it refuses an illegal move" 'Illegal move( \(.*\))?: e4e6'
say nonsense
hear "it refuses an unknown command" 'Error \(.*\): nonsense'
say 'usermove a2a3'
hear "the game goes on" 'move [a-h][1-8][a-h][1-8]'
say 'usermove h2h3' 'ping 8'
hear "and on" 'move [a-h][1-8][a-h][1-8]'
hear "a ping after a move waits for it" 'pong 8'
say force 'setboard k7/8/1K6/8/8/8/8/7R w - - 0 1' go
hear "it mates" 'move h1h8'
hear "and says so" '1-0 \{White mates\}'
say new post analyze
hear "it analyzes" '[0-9]+ -?[0-9]+ [0-9]+ [0-9]+.*'
say .
hear "it reports its progress" 'stat01: [0-9]+ [0-9]+ [0-9]+ [0-9]+ [0-9]+.*'

# End of input ends it, even during a search.
exec 3>&-
wait "$job"
result $? "it leaves with status 0 where its input ends"
job=
result "$(grep -c "$(printf '.\r')" "$dir/out")" "its lines end in a newline alone"

# What XBoard, from which WinBoard is made, sends when the engine is to play Black: as in test_traces.c.
start
hear "XBoard: features" 'feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 ics=1 name=1'
hear "XBoard: the last feature" 'feature done=1'
for number in 1 3; do
    [ $number -eq 3 ] || say 'accepted ping' 'accepted setboard' 'rejected setscore' 'accepted done'
    say 'memory 68' 'cores 2' new random 'ics -' 'level 40 5 0' 'sd 8' post easy "ping $number"
    hear "XBoard: before a game" "pong $number"
    say force "ping $((number + 1))"
    hear "XBoard: force" "pong $((number + 1))"
done
say computer 'name Fake' 'time 30000' 'otim 30000' 'usermove g1f3' go
hear "XBoard: it thinks aloud" ' *[0-9]+ -?[0-9]+ [0-9]+ [0-9]+.*'
hear "XBoard: it moves" 'move [a-h][1-8][a-h][1-8]'
say 'time 29900' 'otim 30000' 'usermove f3g1'
hear "XBoard: it moves again" 'move [a-h][1-8][a-h][1-8]'
say 'time 29800' 'otim 30000' 'sd 60' 'usermove g1f3' 'result 1/2-1/2 {XBoard adjudication: repetition draw}' force 'ping 5'
hear "XBoard: the result ends its thinking" 'pong 5'
result "$(tail -n +$((heard + 1)) "$dir/out" | grep -c '^move ')" "XBoard: no move after the result"
say 'usermove e7e4'
hear "XBoard: an illegal move" 'Illegal move( \(.*\))?: e7e4'
say quit
wait "$job"
result $? "XBoard: quit"
exec 3>&-
job=

# In folders whose names have blanks and other letters than ASCII.
folder="$dir/a b ä"
mkdir "$folder"
cp "$exe" "$folder/"
cat >"$folder/alula" <<END
#!/bin/sh
exec wine "$folder/${exe##*/}" "\$@"
END
chmod +x "$folder/alula"
"${0%/*}/order.sh" "$folder/alula" 500
result $? "order.sh"
WINDOWS=1 "${0%/*}/dialogue.sh" "$folder/alula"
status=$? # 77: the memory in use cannot be measured
result $((status == 77 ? 0 : status)) "dialogue.sh"

# --- the tools
fake=$dir/fake-$$.exe # a unique name, so that its processes can be found
cp "${exe%/*}"/alula-*.exe "$folder/"
cp "$fake_engine" "$fake"

# crlf FILE: with the line ends of Windows.
crlf() { sed 's/$/\r/' "$1"; }

# tool NAME STATUS TEXT PROGRAM ARGUMENT...: it exits with this status, and a line of its output matches TEXT.
# Wine may hang before it starts, as above, and may end it by a signal when it is done.
tool() {
    name=$1 wanted=$2 text=$3 program=$4
    shift 4
    for try in 1 2 3; do
        timeout 900 wine "$folder/$program.exe" "$@" </dev/null >"$dir/said" 2>"$dir/err"
        got=$?
        grep '^alula' "$dir/err" >>"$dir/said"
        if [ "$got" -ne 124 ] || [ -s "$dir/said" ]; then
            break
        fi
        echo "no output; try $try"
        wineserver -k
    done
    [ "$got" -ne 137 ] || ! grep -q '^wine client error' "$dir/err" || got=$wanted
    if [ "$got" -eq "$wanted" ] && grep -Eq -- "$text" "$dir/said"; then
        pass
    else
        fail "$name: status $got: $(head -n 5 "$dir/said" "$dir/err")"
    fi
}

# gone NAME: within a minute no fake engine is left.
# shellcheck disable=SC2009 # pgrep finds dead ones, too
fakes() { ps -eo stat=,args= | grep -c "^[^Z].*[f]ake-$$\\.exe"; }
no_fakes() { [ "$(fakes)" -eq 0 ]; }
gone() {
    soon no_fakes
    result $? "$1"
}

crlf "$data/perft/edge-cases.epd" >"$folder/süite.epd"
tool "perft: a suite" 0 "^28 passed, 0 failed" alula-perft --suite "$folder/süite.epd" --max-nodes 100000
tool "perft: another engine" 0 "^28 positions agree" alula-perft --check "'$folder/alula.exe'" --suite "$folder/süite.epd" \
    --max-nodes 1000
tool "perft: no engine" 1 "cannot be started: none: there is no such program" alula-perft --check none
echo "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D4 197281" >"$dir/start.epd"
tool "perft: programs compared" 0 "^alula / each +[0-9.]+|too short to compare" alula-perft \
    --compare "same='$folder/alula-perft.exe' {depth} --fen '{fen}'" --suite "$dir/start.epd" --rounds 1

cat >"$dir/solve.epd" <<'END'
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - dm 1; id "back rank";
5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - bm Qc4+; am Qc7; id "both";
END
crlf "$dir/solve.epd" >"$folder/solve.epd"
tool "epd: built-in" 0 "^2 of 2 solved" alula-epd "$folder/solve.epd" --nodes 100000
tool "epd: an engine" 0 "^2 of 2 solved" alula-epd "$folder/solve.epd" --nodes 100000 --engine "cmd='$folder/alula.exe'"
tool "epd: a file that is not there" 1 "none.epd: .*[Nn]o such file" alula-epd "$folder/none.epd" --depth 1

crlf "$data/pgn/games/lichess-30.pgn" >"$folder/games ß.pgn"
tool "book: made" 0 "548 entries from 30 games" alula-book make "$folder/games ß.pgn" "$folder/bück.bin" --min-games 1
tool "book: made again" 0 "548 entries" alula-book make "$data/pgn/games/lichess-30.pgn" "$folder/bück.bin" --min-games 1
tool "book: read" 0 "^e4 +e2e4 +21 " alula-book probe "$folder/bück.bin" "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

tool "openings: made" 0 "^3 openings in " alula-openings --count 3 --nodes 500 --seed 3 --out "$folder/öpen.epd"
tool "openings: more" 0 "^6 openings in " alula-openings --count 6 --nodes 500 --seed 3 --out "$folder/öpen.epd"
result "$(grep -c "$(printf '\r')" "$folder/öpen.epd")" "openings: lines end in a newline alone"
crlf "$folder/öpen.epd" >"$folder/crlf.epd"

printf '[Event "?"]\r\n\r\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\r\n' >"$folder/spiel.pgn"
tool "annotate" 0 "^1 game with notes" alula annotate "$folder/spiel.pgn" nodes 500
grep -q '2... Ke7 [$]4 {' "$folder/spiel-annotated.pgn"
result $? "annotate: the file has its notes"
tool "annotate: the tool" 0 "^1 game with notes" alula-annotate "$folder/spiel.pgn" --nodes 500 --out "$folder/nöten.pgn" \
    --html "$folder/bericht.html"
grep -q '2... Ke7 [$]4 {' "$folder/nöten.pgn" && grep -q '</html>' "$folder/bericht.html"
result $? "annotate: the tool's file has its notes"
tool "annotate: an engine" 0 "^1 game with notes" alula-annotate "$folder/spiel.pgn" --nodes 500 --out "$folder/andere.pgn" \
    --engine "cmd='$folder/alula.exe'"
tool "annotate: in place" 0 "^1 game with notes" alula-annotate "$folder/spiel.pgn" --nodes 500 --out "$folder/spiel.pgn"

tool "datagen" 0 "" alula-datagen run --out "$folder/däta" --games 2 --nodes 100
tool "endings" 0 "" alula-endings --help

# --- matches. Games at fixed nodes are those of this system; times and checksums of files differ.
set -- --openings "$folder/crlf.epd" --games 4 --nodes 500
one=name=one,proto=uci two=name=two,proto=cecp
tool "match: games" 0 "^no crash" alula-match --engine "cmd='$folder/alula.exe',$one" --engine "cmd='$folder/alula.exe',$two" \
    "$@" --concurrency 2 --pgn "$folder/spiele.pgn" --svg "$folder/bild.svg"
"$native_match" --engine "cmd=$native,$one" --engine "cmd=$native,$two" "$@" --pgn "$dir/games.pgn" </dev/null >/dev/null
# The moves of a file, game by game; two at once end in any order.
moves() {
    sed 's/{[^}]*}//g' "$1" | tr -s ' \n' ' ' | sed 's/\[Event /\n/g' | sed 's/.*\[Round/Round/; s/\[[A-Z][^]]*\]//g; s/{[^}]*}//g' | sort
}
moves "$folder/spiele.pgn" >"$dir/there"
moves "$dir/games.pgn" >"$dir/here"
[ "$(grep -c Round "$dir/here")" -eq 4 ]
result $? "match: four games here"
same "match: the same games as here" "$dir/here" "$dir/there"

good="cmd='$folder/alula.exe',name=good"
tool "match: an engine that dies" 0 "^fake +0 +0 +2 +0 +0" alula-match --engine "$good" --engine "cmd=$fake crash 3,name=fake" \
    --games 2 --tc 2+0.1 --margin 1000 --patience 10
tool "match: a silent engine" 1 "fake-$$.exe mute: it answers neither CECP nor UCI within 2 s" alula-match \
    --engine "$good" --engine "cmd=$fake mute" --depth 1 --patience 2
tool "match: no engine" 1 "cannot be used: none: there is no such program" alula-match --engine "$good" --engine "cmd=none" --depth 1
# cmd is the engine; the child that it starts is what hangs
tool "match: an engine that hangs" 0 "^fake +0 +1 +0 +0 +0" alula-match --engine "$good" \
    --engine "cmd=cmd /c $fake stall 2,name=fake" --games 1 --tc 0.5 --margin 500 --patience 2
gone "match: it is ended with its child"

# Killed during a game: its engines end with it; until then its file is locked.
set -- --engine "cmd='$folder/alula.exe',name=good" --engine "cmd=$fake stubborn,name=fake" --games 5000 --tc 300 --pgn "$folder/weiter.pgn"
wine "$folder/alula-match.exe" "$@" </dev/null >/dev/null 2>&1 &
job=$!
# it opens the file when it has asked its engines for their names
is_playing() { [ -e "$folder/weiter.pgn" ] && [ "$(fakes)" -gt 0 ]; }
soon is_playing
result $? "match: it has started its engines"
tool "match: a file that is being written" 1 "weiter.pgn: another process is writing it" alula-match "$@" --resume
ends_by KILL
gone "match: killed, its engines end"

# Ctrl-C at a console: games so far are kept, engines are ended.
if command -v script >/dev/null; then
    executable long <<END
exec wine "$folder/alula-match.exe" --engine "$good" --engine "cmd=$fake ok,name=fake" --games 5000 --tc 60 --depth 1 --pgn "$folder/lang.pgn"
END
    : >"$folder/lang.pgn"
    kept() { [ "$(grep -c '^\[Result' "$folder/lang.pgn")" -ge 2 ]; }
    {
        soon kept
        printf '\003'
    } | timeout 900 script -qec "$dir/long" /dev/null >"$dir/said" 2>&1 &
    wait $!
    got=$?
    [ "$got" -eq 130 ]
    result $? "match: Ctrl-C, status $got"
    gone "match: Ctrl-C, its engines end"
    kept
    result $? "match: Ctrl-C, its games are kept"
fi
finish
