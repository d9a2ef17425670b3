#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/console.sh ALULA: the console on a terminal. The program runs in tmux; the test sends
# keys and reads the screen. Skipped without tmux.

if ! command -v tmux >/dev/null || ! command -v pgrep >/dev/null; then
    echo "skipped: tmux or pgrep is not installed"
    exit 77
fi
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
alula=$(full "$1")
# A new server for each screen, without the user's settings.
screens=0
screen() { tmux -S "$work/socket$screens" -f /dev/null "$@"; }
leave() { screen kill-server 2>/dev/null; }

# start ENVIRONMENT...: the program on a new screen; the shell prints its exit status. Ctrl-C does not end the shell.
start() {
    screen kill-server 2>/dev/null
    screens=$((screens + 1))
    screen new-session -d -x "${wide:-80}" -y 50 "trap : INT; cd '$work' && env XDG_STATE_HOME='$work/state' \
        LC_ALL=C.UTF-8 $* '$alula'; echo \"ended \$?\"; stty -a | grep -c -w -e '-icanon'; exec sleep 1000"
    shows 'it starts' '^White (1): $'
}

keys() { screen send-keys "$@"; }

# shows NAME TEXT: wait until the screen has this text. tmux cuts the blank after a prompt: add it.
shows() {
    if soon on_screen "$2"; then
        pass
    else
        fail "$1: \"$2\" is not on the screen: $(screen capture-pane -p | grep . | tail -n 8)"
    fi
}
on_screen() { screen capture-pane -p | sed 's/^\(White.*:\)$/\1 /' | grep -q -e "$1"; }
off_screen() { ! on_screen "$1"; }

# lacks NAME TEXT: wait until the screen no longer has this text.
lacks() {
    if soon off_screen "$2"; then pass; else fail "$1: \"$2\" is on the screen"; fi
}

# leaves NAME: Ctrl-C again, within two seconds of the one before; on a machine that took longer it counts as the first.
leaves() {
    for _ in $(seq 60); do
        keys C-c
        for _ in $(seq 12); do
            ! screen capture-pane -p | grep -q '^ended 0' || { pass; return; }
            sleep 0.1
        done
    done
    fail "$1: $(screen capture-pane -p | grep . | tail -n 8)"
}

# wipe NAME: clear the screen but for the prompt, so that nothing on it is taken for a later answer.
wipe() {
    keys C-l
    soon is_clear || fail "$1: the screen is not cleared"
}
is_clear() { [ "$(screen capture-pane -p | grep -c .)" = 1 ]; }

# has_lines NUMBER TEXT: the screen soon has this number of lines with the text; it may be drawn at this moment.
are_lines() { [ "$(screen capture-pane -p | grep -c "$2")" = "$1" ]; }
has_lines() { soon are_lines "$@"; }

# The usual key strokes.
start
keys 'xyz' C-u 'fenx' BSpace Enter
shows 'ctrl-u and backspace' 'KQkq - 0 1'
keys 'orce' Home f Enter
shows 'home' 'You move for both sides'
keys 'e55' Left BSpace Left Left Right Right BSpace 4 Enter # e5, e, e4
shows 'arrows' '^Black (1):'
keys 'e5 e6' C-w Enter
shows 'ctrl-w takes a word' '^White (2):'
keys 'Nx3' Home Escape f BSpace BSpace 'f3 xx' Escape b C-k Enter
shows 'ctrl-k' '^Black (2):'
keys 'c6N' C-a DC DC DC 'Nc6' Enter
shows 'delete' '^White (3):'
keys Up Up Up Enter
shows 'history: e5 again' '^e5: '
keys 'histo' Tab Enter
shows 'completion' '^1. e4 e5 2. Nf3 Nc6'
printf '1. c4 *\n' >"$work/an old game.pgn"
keys C-u 'save an o' Tab
shows 'files' '^White (3): save "an old game.pgn"$'
keys C-u C-l
lacks 'ctrl-l clears' '1. e4 e5'
keys 'gamx' C-r 'f' 'en'
shows 'ctrl-r finds a line' '^search "fen": fen$'
keys 'q' BSpace C-r C-r C-g BSpace 'e' Enter
shows 'ctrl-g leaves' '^1. e4 e5'
wipe 'no line'
keys C-r 'e55' Escape
shows 'nothing is found' '^White (3): $'
keys C-r 'orc' Enter
shows 'enter takes it' '^You move for both sides'
wipe 'an arrow'
keys C-r 'Nc' Up C-e Enter
shows 'an arrow goes on from it' '^Nf3: no knight'
keys 'äöü€' BSpace BSpace BSpace BSpace 'game' Enter
shows 'UTF-8' '^1. e4 e5'
keys C-e C-a Escape '[99~' 'key' Enter
shows 'an unknown key' '^Key: '

# Long output comes in pages.
wipe 'pages'
keys 'help all' Enter
shows 'the first page' '^-- more: Enter, q to stop --'
keys Space
shows 'the second page' '^  flip  '
keys q
shows 'q ends it' '^White (3):'
lacks 'the last page was not shown' '^  uci  '

long=$(head -c 5000 /dev/zero | tr '\0' x)
keys "$long" Enter
shows 'a line that is too long' 'line too long'
keys 'game' Enter
shows 'and the next one' '^1. e4 e5 2. Nf3 Nc6$'
wipe 'a sequence'
keys Escape '[' C-c
shows 'ctrl-c in a sequence' 'Press Ctrl-C again to quit'

# Output does not disturb the line being typed.
keys 'analyze' Enter
shows 'analysis' '^ *[1-9][0-9]  '
shows 'under a heading' '^depth  *score  *time  *nodes  *line$'
holds 'one line of them' has_lines 1 '^ *[0-9][0-9]*  *[-+]'
keys 'fla' Left 'i' Right BSpace
shows 'a line under the analysis' '^analysis, .*: fli$'
keys 'p' Enter
shows 'flip' 'h  *g  *f  *e'
keys C-c
shows 'ctrl-c ends it' '^The analysis has ended'
wipe 'before several lines'
keys 'analyze 3' Enter
shows 'several lines' '^  3\. *[1-9][0-9]  .* 3\. '
holds 'three lines of them' has_lines 3 '^  [1-3]\. *[0-9]'
keys C-c
shows 'and ctrl-c ends them' '^The analysis has ended'
wipe 'before a search'
keys 'post' Enter 'st 60' Enter 'go' Enter
shows 'thinking' '^ *12  '
keys C-c
shows 'ctrl-c: move now' '^My move: 3. '
keys 'key' Enter C-c # after other keys it counts as the first time
shows 'ctrl-c with nothing to end' 'Press Ctrl-C again to quit'
leaves 'twice leaves'
shows 'the terminal is restored' '^0$'

# One ctrl-c ends a long command, and the position is unchanged.
start
keys 'bench 17' Enter
shows 'bench' '^ 1  '
keys C-c
shows 'ctrl-c ends bench' '^Ended after [1-9][0-9]* of 28 positions, at '
shows 'there is a prompt again' '^White (1): $'
wipe 'before bench'
keys 'bench 17' Enter
shows 'bench again' '^ 1  '
keys 'stop' Enter
shows 'stop ends bench' '^Ended after [1-9][0-9]* of 28 positions, at '
shows 'and the prompt is back' '^White (1): $'
lacks 'it is not heard twice' 'nothing to stop'
wipe 'before the next bench'
keys 'bench 17' Enter
shows 'and once more' '^ 1  '
keys 'quit' Enter
shows 'quit ends bench' '^Ended after [1-9][0-9]* of 28 positions, at '
shows 'and leaves' '^ended 0'

# Killed during a game: game and history are restored.
start
shows 'there is a game' 'type "resume" to continue'
keys 'resume' Enter
shows 'the same game' 'The game goes on; you play Black'
keys 'game' Enter
shows 'with its moves' '^1. e4 e5 2. Nf3 Nc6 3. '
pid=$(screen list-panes -F '#{pane_pid}')
kill -9 "$(pgrep -P "$pid" | head -n 1)"
shows 'killed' '^ended 137'
start
keys Up Enter
shows 'history of the last session' 'No move has been made'
keys 'resume' Enter 'game' Enter
shows 'the game is complete' '^1. e4 e5 2. Nf3 Nc6 3. '
keys C-d
shows 'ctrl-d leaves' '^ended 0'
shows 'the terminal is restored' '^0$'

# Signals restore the terminal.
for signal in TERM INT HUP SEGV; do
    start
    pid=$(screen list-panes -F '#{pane_pid}')
    kill -s "$signal" "$(pgrep -P "$pid" | head -n 1)"
    shows "$signal ends it" '^ended '
    shows "$signal: the terminal is restored" '^0$'
done

# With and without colors.
start TERM=xterm-256color
if screen capture-pane -p -e | grep -q '48;5;'; then pass; else fail 'no colors'; fi
keys 'force' Enter 'f2f3' Enter 'e5' Enter 'g4' Enter 'Qh4' Enter
shows 'the end' 'Checkmate: Black wins'
shows 'the prompt says so' '^Game over:'
start NO_COLOR=1
if screen capture-pane -p -e | grep -q '48;5;'; then fail 'colors in spite of NO_COLOR'; else pass; fi
shows 'letters' '^  8  r n b q k b n r'
start TERM=dumb
keys 'fen' Enter
shows 'a terminal without capabilities' 'KQkq - 0 1'
keys C-c
shows 'ctrl-c there with nothing to end' 'Press Ctrl-C again to quit'
leaves 'twice leaves there, too'

# After a change of width the line is drawn again.
wide=40
start
keys -l 'one two three four five six seven eight nine'
shows 'a part of the line' '^White (1): .* seven eight nine$'
lacks 'not all of it' 'one two'
screen resize-window -x 100 2>/dev/null
shows 'all of the line' '^White (1): one two .* eight nine$'
screen resize-window -x 30 2>/dev/null
shows 'a part again' '^White (1): .\{0,10\}eight nine$'
keys C-u 'fen' Enter
shows 'it is still a line' '^rnbqkbnr'
keys C-d
shows 'it ends' '^ended 0'
wide=80

# Without a shell to continue it, ctrl-z does not stop the program.
screen kill-server 2>/dev/null
screens=$((screens + 1))
screen new-session -d -x 80 -y 50 "exec env XDG_STATE_HOME='$work/state' '$alula'"
shows 'alone' '^White (1): '
keys C-z 'fenx' BSpace Enter
shows 'ctrl-z alone' 'KQkq - 0 1'
keys C-d
for _ in $(seq 600); do screen has-session 2>/dev/null || break; sleep 0.1; done

# A long history is cut to its last 500 lines; one that is a pipe is left alone.
mkdir -p "$work/state/alula"
seq -f 'line %g' 1200 >"$work/state/alula/history"
start
keys Up
shows 'the last line' 'line 1200$'
keys C-u 'fen' Enter
shows 'a long history' 'KQkq - 0 1'
holds 'its last 500 lines, and one' [ "$(sed -n '1p;$p' "$work/state/alula/history" | tr '\n' ' ')" = 'line 701 fen ' ]
keys C-d
shows 'it ends' '^ended 0'
rm "$work/state/alula/history"
mkfifo "$work/state/alula/history"
start
keys 'fen' Enter
shows 'a history that is a pipe' 'KQkq - 0 1'
keys Up Enter C-d
shows 'it ends' '^ended 0'
rm "$work/state/alula/history"

# Files, through a pipe: no unfinished game is lost.
talk() {
    printf '%b' "$1" >"$work/input"
    (cd "$work" && XDG_STATE_HOME=$work/kept "$alula" <"$work/input" 2>&1)
}
patience=
printf '1. d4 d5 1/2-1/2' >"$work/games.pgn"
ln -s games.pgn "$work/link.pgn"
says 'a game from a file' 0 ', 1 move[.]' talk 'autosave on\nforce\nc3\nload games.pgn\nc4\n'
says 'the game before it is kept' 0 '^1. c3' cat "$work/kept/alula/game.pgn"
# Two consoles at once, and one is killed.
kept=$work/two/alula
mkfifo "$work/lines"
(cd "$work" && exec env XDG_STATE_HOME="$work/two" "$alula") <"$work/lines" >"$work/first" 2>&1 &
job=$!
exec 3>"$work/lines"
printf 'autosave on\nforce\ne4\ne5\n' >&3
soon grep -q '^1. e4 e5 ' "$kept/game.pgn"
has_b3() { grep -q '^1. b3 ' "$kept"/game*.pgn; }
two() {
    printf '%b' "$1" >"$work/input"
    (cd "$work" && XDG_STATE_HOME=$work/two "$alula" <"$work/input" 2>&1)
}
says 'another console' 0 'The game was saved to ' two 'autosave on\nforce\nd4\nresign\nnew\nforce\nc4\n'
says 'takes no game that is played' 0 'you play both sides. It is move 1' two 'autosave on\nresume\n'
says 'its finished game' 0 '^1. d4 .Black resigns. 1-0' cat "$kept/games.pgn"
says 'the game of the first' 0 '^1. e4 e5 ' cat "$kept/game.pgn"
printf 'Nf3\nresign\nnew\nforce\nb3\n' >&3
soon has_b3
ends_by KILL
exec 3>&-
says 'both finished games' 0 '^2$' grep -c '^\[Result' "$kept/games.pgn"
says 'the game of the killed one' 0 '^1. b3$' two 'autosave on\nresume\ngame\n'
says 'the one before it' 0 '^1. c4$' two 'autosave on\nresume 2\ngame\n'
says 'saved through a link' 0 'The game was saved to' talk 'force\ne4\nsave link.pgn\n'
says 'what was there comes first' 0 '^1. d4 d5 1/2-1/2$' head -n 1 "$work/games.pgn"
if [ -L "$work/link.pgn" ] && grep -q '^1. e4' "$work/games.pgn"; then pass; else fail 'the link is gone'; fi
printf '6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8+;\n' >"$work/a suite.epd"
cp "$work/a suite.epd" "$work/suite.epd"
says 'a name in quotes' 0 '1 of 1 solved' talk 'sd 2\ntest "a suite.epd"\n'
# annotate: ending it early loses no finished game, and other programs can read the result.
printf '[FEN "8/8/8/4k3/8/8/8/4K3 w - - 0 1"]\n\n1. Kd1 *\n\n[White "C"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n' \
    >"$work/two.pgn"
cp "$work/two.pgn" "$work/same.pgn"
start
keys 'annotate two.pgn 60' Enter
shows 'notes' '^Game 2: C'
shows 'their progress' '^(game 2 of 2, move [12] of 2, about [0-9]* [a-z]* left)'
keys 'ke'
shows 'a line after it' '^(game 2 .* left) ke$'
keys C-c
shows 'ctrl-c ends them' '^Ended early: 1 game with notes'
shows 'and the prompt is back' '^White (1): $'
screen clear-history
wipe 'before notes'
keys 'annotate same.pgn same.pgn 60' Enter
shows 'notes in the same file' '^Game 2: C'
keys C-d
shows 'leaving ends them' '^ended 0'
says 'both are the same' 0 '' cmp "$work/two-annotated.pgn" "$work/same.pgn"
says 'and resumed' 0 '1 game with notes: 1 ??' talk 'annotate same.pgn same.pgn depth 3\n'
# Signals, from a shell and in a script, save finished games too; the exit status is the signal's.
# cut_short SIGNAL COMMAND...: when the command has said "Game 2", gone/ is removed and it gets the signal;
# its output and status.
cut_short() {
    : >"$work/said"
    (
        soon grep -q '^Game 2' "$work/said"
        rm -rf "$work/gone"
        kill "-$1" "$(cat "$work/pid")"
    ) &
    shift
    # shellcheck disable=SC2016 # the words of the inner shell
    timeout -k 5 60 sh -c 'echo $$ >"$0"; exec "$@"' "$work/pid" "$@" >"$work/said" 2>&1 <"$input"
    code=$?
    cat "$work/said"
    return $code
}
numbers="1 2 15"
# under nohup SIGHUP is ignored
! sh -c 'kill -s HUP $$' 2>/dev/null || numbers="2 15"
for number in $numbers; do
    says "signal $number ends notes" $((128 + number)) "1 game with notes.*$number.pgn" cut_short $number \
        "$alula" annotate "$work/two.pgn" "$work/$number.pgn" 60
    says "signal $number loses none" 0 'eval 0.00' cat "$work/$number.pgn"
done
printf 'annotate %s/two.pgn %s/script.pgn 60\nfen\n' "$work" "$work" >"$work/input"
input=$work/input
says 'SIGTERM ends a script' 143 'Ended early: 1 game' cut_short 15 "$alula"
input=/dev/null
says 'and loses none' 0 'eval 0.00' cat "$work/script.pgn"
# The output folder is removed meanwhile.
for name in annotated annotated-2; do
    mkdir "$work/gone"
    says 'notes that cannot be written' 143 "alula/$name.pgn; the other" cut_short 15 env "XDG_STATE_HOME=$work/kept" \
        "$alula" annotate "$work/two.pgn" "$work/gone/x.pgn" 60
    says 'are in our own folder' 0 'eval 0.00' cat "$work/kept/alula/$name.pgn"
done
PATH=$PATH:/usr/games
if command -v pgn-extract >/dev/null; then
    says 'pgn-extract reads them' 0 '^2 games matched' sh -c "pgn-extract -o '$work/read.pgn' '$work/same.pgn' 2>&1 |
        grep -v '^Processing'"
    says 'without complaint' 0 '^$' pgn-extract -s -o "$work/read.pgn" "$work/same.pgn"
else
    skip 'pgn-extract is not installed'
fi

# Leaving an unfinished game is announced.
start
keys 'force' Enter 'e4' Enter 'exit' Enter
shows 'the game is kept' '^The game is saved: type "resume" next time to continue'
shows 'exit leaves' '^ended 0'

# Commands on the command line.
says 'perft' 0 '^Nodes searched: 8902$' "$alula" perft 3
says 'a suite' 0 '1 of 1 solved' "$alula" test "$work/a suite.epd"
if [ -c /dev/full ]; then
    # shellcheck disable=SC2016 # the words of the inner shell
    for words in 'perft 3' 'divide 2' board 'test suite.epd' 'bench 1' 'genfens 1 seed 1 book None' --help --version \
        'annotate two.pgn full.pgn depth 1'; do
        says "a full disk for: $words" 1 '^alula: the output cannot be written' \
            sh -c 'cd "$0" && "$1" $2 2>&1 >/dev/full' "$work" "$alula" "$words"
    done
    says 'no output at all' 1 '^alula: the output cannot be written' sh -c "'$alula' perft 3 2>&1 >&-"
fi
cp "$work/a suite.epd" "$work/#1.epd"
says 'no remark' 0 '1 of 1 solved' sh -c "cd '$work' && '$alula' test '#1.epd'"
finish
