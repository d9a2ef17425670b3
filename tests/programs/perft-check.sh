#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/perft-check.sh ALULA_PERFT FAULTY_ENGINE: alula-perft --check finds each of the forty-three
# wrong rules of tests/programs/faulty-engine.c, shows a position and a move that are wrong, and names
# the rule; and engines that fail are told in one sentence.
# shellcheck source=tests/programs/says.sh disable=SC2030,SC2031 # asides are subshells
. "${0%/*}/says.sh"
tool=$1
engine=$2
grammar=-F

# aside CHECK...: a check that mostly waits, beside the others; gather adds it up.
asides=0 place=0
aside() {
    asides=$((asides + 1))
    (
        passed=0 failed=0 place=$asides # its files are its own
        "$@"
        echo "$passed $failed" > "$work/aside$asides"
    ) &
}
gather() {
    wait
    for i in $(seq $asides); do
        read -r p f < "$work/aside$i" || p=0 f=1
        passed=$((passed + p)) failed=$((failed + f))
    done
}

# located FILE: the extra moves of a report are illegal in its position, and the missing ones legal.
located() {
    fen=$(sed -n 's/^position: *//p' "$1")
    [ "$fen" ] || return 1
    "$tool" 1 --divide --fen "$fen" > "$1.legal" || return 1
    wrong=0
    # shellcheck disable=SC2013 # words, not lines
    for move in $(sed -n 's/^extra: *//p' "$1"); do
        wrong=1
        ! grep -q "^$move: " "$1.legal" || return 1
    done
    # shellcheck disable=SC2013
    for move in $(sed -n 's/^missing: *//p' "$1"); do
        wrong=1
        grep -q "^$move: " "$1.legal" || return 1
    done
    [ $wrong -eq 1 ]
}

# found RULE CAUSE OPTION...: the rule is found, located and named.
found() {
    rule=$1 cause=$2
    shift 2
    report=$work/report$place
    timeout 60 "$tool" --check "$@" --max-nodes 30000 --max-depth 4 > "$report" 2>&1
    status=$?
    if [ $status -ne 1 ]; then
        fail "rule $rule: status $status: $(tail -n 3 "$report")"
    elif ! located "$report"; then
        fail "rule $rule is not located: $(grep -v '^ok' "$report")"
    elif ! grep -qF "cause:     $cause" "$report"; then
        fail "rule $rule is not named: $(grep -v '^ok' "$report")"
    else
        pass
    fi
}

# fails WAY SENTENCE: this engine fails with one sentence.
fails() {
    says "$1: $2" 1 "alula-perft: $2" "$tool" --check "$engine $1" --timeout 4
    [ "$(printf '%s\n' "$output" | grep -c '^alula-perft: ')" -eq 1 ] || fail "$1: $output"
}

# --- engines that wait, or for which the tool waits
head -n 1 perft-suites/classic.epd > "$work/start.epd"
head -n 16 perft-suites/castling.epd > "$work/some.epd"
aside fails mute "the engine does not answer: depth 1 of rnbqkbnr/"
aside says "a program that prints a line and hangs" 1 "alula-perft: the engine does not answer \"divide N\" or \"perft N\": depth 1 of rnbqkbnr/" "$tool" --check "sh -c 'echo hello; cat >&2; true'" --protocol cecp --timeout 6
aside says "a program that is no engine" 1 "alula-perft: the engine " "$tool" --check "cat" --timeout 2
aside fails noise "the engine supports neither"
aside fails negative "the engine supports neither"
for way in refuses refuses20 echo; do aside fails $way "the engine supports neither"; done
aside fails hang "the engine gave no count within --timeout: depth 1 of rnbqkbnr/"
aside fails search 'the engine searches on "go perft N" instead of counting: depth 1 of rnbqkbnr/'
aside fails wraps "the engine gave a count larger than 64 bits can hold"
twice="ok   $work/start.epd:1 to depth 2, 400 nodes"
aside says "an engine that is ready before it has counted" 0 "$twice" "$tool" --check "$engine 0 early" --suite "$work/start.epd" --max-nodes 500
aside says "the same without totals" 0 "$twice" "$tool" --check "$engine 0 earlybare" --suite "$work/start.epd" --max-nodes 500
aside says "an engine whose first count is slow" 0 "$twice" "$tool" --check "$engine 0 lazy" --suite "$work/start.epd" --max-nodes 500
aside says "an engine without totals, which is slow" 0 'note: without a line "Nodes searched: N" after the moves each answer needs a wait: ' "$tool" --check "$engine 0 earlybare" --suite "$work/some.epd" --max-depth 1
aside says "an engine without totals" 0 "78 positions agree" "$tool" --check "$engine 0 bare" --max-nodes 3000
aside found 13 "en passant is not generated: e5d6" "$engine 13 bare"

says "a sound engine" 0 "78 positions agree" "$tool" --check "$engine 0" --max-nodes 3000
says "a sound CECP engine" 0 "78 positions agree" "$tool" --check "$engine 0 cecp" --max-nodes 3000
says "an engine without a list of moves" 0 "78 positions agree" "$tool" --check "$engine 0 totals" --max-nodes 3000
says "a UCI engine" 0 "78 positions agree" "$tool" --check "uci:$engine 0" --max-nodes 100
says "a template" 0 "78 positions agree" "$tool" --check "$engine 0 count {fen} {depth} {moves}" --max-nodes 100

# The rules by number: the cause that must be named.
cat > "$work/causes" << 'END'
1 castling out of check: e1g1 e1c1
2 castling through check (f1 is attacked): e1g1
3 castling into check: e1c1
4 castling with a piece in the way of the rook (b1): e1c1
5 castling through a piece: e8g8 e8c8
6 castling is not generated when the rook is attacked, which is legal: e1g1
7 castling is not generated when b1 is attacked, where only the rook passes: legal: e1c1
8 the castling right is not lost when the rook is captured (d4h8): e8g8
9 the castling right is not lost when the rook moves (a1a2): e1c1
10 the castling rights are not lost when the king moves (e1d1): e1g1
11 the castling right is lost when the other rook moves (a1b1)
12 castling does not move the rook (e1g1)
13 en passant is not generated: e5d6
14 en passant opens the rank: both pawns leave it (en-passant pin): e5d6
15 en passant opens the diagonal on which the captured pawn stood (en-passant pin): e5d6
16 the pawn captured en passant stays on the board (e5d6)
17 the en-passant square is not cleared by the next move: e5d6
18 a double step does not allow en passant to the pawn on its east (a2a4)
19 en passant is not generated as an answer to check: h5g6
20 en passant by a pawn that does not stand beside the other: b5d6
21 under-promotion is not generated: only a queen: d7c8r d7c8b d7c8n
22 promotion by a capture is not generated: d7c8q d7c8r d7c8b d7c8n
23 promotion to a knight is not generated: d7c8n
24 a pawn reaches the last rank without promotion: d7c8
25 promotion to a king: d7c8k
26 the promotion to a bishop puts a queen on the board (d7c8b)
27 a double step jumps over a piece: c2c4 f2f4 h2h4
28 a double step from a rank that is not the pawn's first: a3a5 d3d5
29 a double step is not generated: g7g5
30 a pawn captures straight ahead: h2h3
31 a pawn captures round the edge of the board: a7h5
32 a knight moves round the edge of the board: g1a3
33 a bishop jumps over a piece: c1e3
34 a rook stops short: a1a7 a1a8 h1h7 h1h8
35 a knight captures a piece of its own side: b1d2 g1e2
36 a pinned pawn leaves the diagonal (pinned by the bishop): e5e6
37 the king steps back along the line of the checking rook: e8d8
38 the king captures a piece that is protected by a bishop: h4g4
39 in double check a piece other than the king moves: d8f6
40 the king steps beside the other king: e1f2
41 differs here, cause unknown: c3d1 e5d3 e5d7
END

while read -r rule cause; do
    found "$rule" "$cause" "$engine $rule"
done < "$work/causes"

# Deeper: a rook comes to the corner where another was.
says "a right kept for another rook" 1 "cause:     the castling right is not lost when the rook is captured (g2h1): e1g1" "$tool" --check "$engine 42" --max-nodes 100000
grep '"the rook leaves' perft-suites/castling.epd > "$work/leaves.epd"
says "a right kept for another rook, after a move" 1 "cause:     the castling right is not lost when the rook moves (h1h2): e1g1" "$tool" --check "$engine 43" --suite "$work/leaves.epd"

# By the other ways to ask.
found 14 "en passant opens the rank" "$engine 14 cecp"
found 8 "the castling right is not lost when the rook is captured (d4h8)" "$engine 8 cecp"
found 14 "en passant opens the rank" "$engine 14 count {fen} {depth}" --protocol template
found 8 "the castling right is not lost when the rook is captured (d4h8): e8g8" "$engine 8 count '{fen}' {depth} {moves}"

# Totals alone: the position is found, the cause is guessed, or follows from the count.
says "totals, a guess" 1 "cause:     perhaps en passant opens the rank: both pawns leave it" "$tool" --check "$engine 14 totals" --max-nodes 3000
says "totals, from the count" 1 "cause:     a double step does not allow en passant to the pawn on its east (a2a4)" "$tool" --check "$engine 18 totals" --max-nodes 3000
says "totals, nothing to guess" 1 "cause:     differs here, cause unknown" "$tool" --check "$engine 21 totals" --max-nodes 3000

# An engine that ignores moves is asked by FEN.
says "an engine that ignores moves" 1 "cause:     a double step is not generated: a7a5 b7b5" "$tool" --check "$engine 29 deaf" --suite "$work/start.epd"
case $output in *'the engine ignores the moves in "position fen FEN moves ..."'*) pass ;; *) fail "moves are ignored: $output" ;; esac
says "the same without lists" 1 'the engine ignores the moves in "position fen FEN moves ..."' "$tool" --check "$engine 9 deaftotals" --max-nodes 30000

# Right totals of wrong lists.
says "an illegal move for a legal one" 1 "extra:     e1e1" "$tool" --check "$engine other" --max-nodes 100
says "the same where moves are not made" 1 "the total is right, the list of moves is not" "$tool" --check "$engine other count {fen} {depth}" --max-nodes 100
says "counts that even out" 1 " instead of 1 at depth 1" "$tool" --check "$engine shifted" --max-nodes 100
says "a move listed twice" 1 "cause:     a move is listed twice: b1c3" "$tool" --check "$engine twice" --max-nodes 500
says "the same at depth 2" 1 "D2: the total is right, the list of moves is not" "$tool" --check "$engine uneven" --max-nodes 500

# --- engines that fail: what agreed is shown
fails die "the engine ended by itself, exit status 1: depth 1 of rnbqkbnr/"
fails crash 'the engine ended by itself, signal 6 (Aborted), stderr: no net was found: depth 1 of rnbqkbnr/'
fails late "the engine ended by itself, exit status 1: depth 1 of 8/2p5/"
case $output in *"ok   built-in:2 to depth 1, 48 nodes"*) pass ;; *) fail "what agreed is lost: $output" ;; esac
fails huge "the engine gave a count larger than 64 bits can hold"
fails flood "the engine "
fails many "the engine "
says "a program that is not there" 1 "the engine cannot be started: ./no-such-engine: No such file" "$tool" --check ./no-such-engine
says "a program that ends at once" 1 "it ended, exit status 0" "$tool" --check "true"
says "a UCI engine that ends at once" 1 'the engine ended before "uciok", exit status 2, stderr: ' "$tool" --check "uci:sort --no-such-option"
says "a template that fails" 1 'the engine ended without a count, exit status 3, last line "no net"' "$tool" --check "sh -c 'echo no net; exit 3' {fen} {depth}"
says "a template with a number beyond 64 bits" 1 "the engine ended without a count, after a number beyond 64 bits, exit status 0" "$tool" --check "printf '%s %s %.0s' 99999999999999999999 {fen} {depth}"
printf '8/8/8/8/8/6k1/5q2/7K w - - 0 1\n' > "$work/mate.epd" # one move at depth 1
says "a template that prints nothing" 1 "the engine ended without a count" "$tool" --check "true {fen} {depth}"
says "this program as a template" 0 "1 position agrees" "$tool" --check "$tool {depth} --fen {fen}" --suite "$work/mate.epd" --max-depth 2
says "a template whose last line has no end" 0 "1 position agrees" "$tool" --check "printf '%s %.0s%.0s20' perft {fen} {depth}" --suite "$work/start.epd" --max-nodes 50
says "a template without a program" 1 "the engine cannot be started: ./no-such-program: No such file" "$tool" --check "./no-such-program {fen} {depth}"
says "no position within the limits" 1 "nothing was compared: every count is beyond the limits" "$tool" --check "$engine 0" --suite "$work/start.epd" --max-nodes 5
says "some beyond the limits" 0 "9 positions agree; the others are beyond the limits" "$tool" --check "$engine 0" --max-nodes 4
says "no position" 1 "there are no positions to check" "$tool" --check "$engine 0" --suite /dev/null
says "a suite" 0 "6 positions agree" "$tool" --check "$engine 0" --suite perft-suites/classic.epd --max-nodes 500
says "Chess960 without its positions" 0 "note: these positions are not Chess960; for some that are, use --suite" "$tool" --check "$tool {depth} --fen {fen} --chess960" --chess960 --max-nodes 4
says "Chess960 that the engine has not" 1 "no option UCI_Chess960" "$tool" --check "$engine 0" --chess960
printf 'garbage\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n' > "$work/half.epd"
says "a bad line of a suite" 1 "half.epd:1: an unknown letter" "$tool" --check "$engine 0" --suite "$work/half.epd" --max-nodes 500

says "the number of bad lines" 1 "1 line was refused" "$tool" --check "$engine 0" --suite "$work/half.epd" --max-nodes 500
says "a bad file" 1 "1 file was refused" "$tool" --check "$engine 0" --suite "$work/start.epd" "$work/none.epd" --max-nodes 500
printf '7k/8/8/8/p7/P7/8/K7 w - - 0 1\n' > "$work/deep.epd"
says "deeper than by default" 0 "to depth 9, " "$tool" --check "$tool {depth} --fen {fen}" --suite "$work/deep.epd" --max-depth 9 --max-nodes 10000000
printf '4k3/5p2/8/4r3/8/8/P6P/R3K2R w KQ - ;D1 4\n' > "$work/short.epd"
says "a position without counters gets them" 1 "D1: 6 instead of 4: 4k3/5p2/8/4r3/8/8/P6P/R3K2R w KQ - 0 1" "$tool" --check "$engine 1" --suite "$work/short.epd"

# --- progress, on a terminal only
if command -v script > /dev/null; then
    script -qec "$tool --check '$engine 14' --max-nodes 3000" /dev/null < /dev/null > "$work/screen" 2>&1
    for words in "depth 1, position 30 of 78" "looking for the difference, depth 1" "en passant opens the rank"; do
        if grep -qF "$words" "$work/screen"; then pass; else fail "no \"$words\" on a terminal: $(cat "$work/screen")"; fi
    done
else
    skip "script is not installed"
fi
"$tool" --check "$engine 14" --max-nodes 3000 > "$work/screen" 2>&1
case $(cat "$work/screen") in ok*"en passant opens the rank"*) pass ;; *) fail "to a file: $(cat "$work/screen")" ;; esac
if grep -q " of 78\|looking" "$work/screen"; then fail "progress in a file: $(cat "$work/screen")"; else pass; fi

# --- wrong arguments
says "a template without {fen}" 2 "the command of --check has no {fen}" "$tool" --check "count {depth}"
says "a template without {depth}" 2 "the command of --check has no {depth}" "$tool" --check "count {fen}"
says "a quote that is not closed" 2 "a quote is not closed in the command of --check" "$tool" --check "count '{fen} {depth}"
says "no command" 2 "the command of --check is empty" "$tool" --check " "
says "uci: and another protocol" 2 "uci: cannot be combined with --protocol cecp" "$tool" --check "uci:$engine" --protocol cecp
says "a command without quotes" 2 "quote a command of several words: uci" "$tool" --check "$engine" uci
says "no node" 2 "--max-nodes 0 leaves nothing to check" "$tool" --check "$engine 0" --max-nodes 0
says "no depth" 2 "--max-depth 0 leaves nothing to check" "$tool" --check "$engine 0" --max-depth 0
says "a protocol that is not known" 2 "--protocol is auto, uci, cecp or template, not xml" "$tool" --check "$engine 0" --protocol xml
says "--check and a depth" 2 "--check takes" "$tool" 3 --check "$engine 0"
says "--check and --hash" 2 "--check takes" "$tool" --check "$engine 0" --hash 16
says "--timeout alone" 2 "--timeout needs --check" "$tool" 3 --timeout 5
says "a file without --suite" 2 "give files of positions with --suite" "$tool" --check "$engine 0" file.epd

# --- interrupted: what agreed is shown
"$tool" --check "$engine hang" > "$work/cut" 2>&1 &
job=$!
handles $job 2
kill -INT $job
wait $job
status=$?
job=
if [ $status -eq 130 ]; then pass; else fail "an interrupt: status $status: $(cat "$work/cut")"; fi

"$tool" --check "$tool {depth} --fen {fen}" --max-nodes 100000000000 > "$work/cut" 2>&1 &
job=$!
handles $job 2
kill -INT $job
wait $job
status=$?
job=
if [ $status -eq 130 ]; then pass; else fail "an interrupt while it counts: status $status: $(cat "$work/cut")"; fi

gather
finish
