#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/perft-check.sh ALULA_PERFT FAKE_ENGINE: alula-perft --check finds the wrong rules of
# tests/programs/fake-engine.c, shows a position and a move that are wrong, and names the rule, as
# tests/unit/test_explain.c has it for every rule; and engines that fail are told in one sentence.
# shellcheck source=tests/programs/says.sh disable=SC2016,SC2030,SC2031 # words of scripts; asides are subshells
. "${0%/*}/says.sh"
tool=$(full "$1")
engine="$(full "$2") perft"
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

# fails NAME SENTENCE BRANCH...: a UCI engine with these branches fails with one sentence.
fails() {
    way=$1 sentence=$2
    shift 2
    uci_engine "$way" "$@"
    says "$way: $sentence" 1 "alula-perft: $sentence" "$tool" --check "$work/$way" --timeout 4
    [ "$(printf '%s\n' "$output" | grep -c '^alula-perft: ')" -eq 1 ] || fail "$way: $output"
}

# altered NAME SCRIPT: the sound engine, whose lines sed alters by the script.
altered() {
    executable "$1" <<END
exec $engine sound "\$@" | sed -u '$2'
END
}

# --- engines that wait, or for which the tool waits
head -n 1 perft-suites/classic.epd > "$work/start.epd"
head -n 16 perft-suites/castling.epd > "$work/some.epd"
aside says "an engine that never answers" 1 "alula-perft: the engine does not answer: depth 1 of rnbqkbnr/" "$tool" \
    --check "sleep 600" --timeout 4
aside says "a program that prints a line and hangs" 1 \
    "alula-perft: the engine does not answer \"divide N\" or \"perft N\": depth 1 of rnbqkbnr/" "$tool" \
    --check "sh -c 'echo hello; cat >&2; true'" --protocol cecp --timeout 6
aside says "a program that is not an engine" 1 "alula-perft: the engine " "$tool" --check "cat" --timeout 2
neither="the engine supports neither"
aside fails noise "$neither" 'go*) printf "\1\2\3 \377\376 ;;; e9e4: x\n: 7\ne2e4:\nNodes searched: many\n" ;;'
aside fails negative "$neither" 'go*) printf "e2e4: -20\nNodes searched: -20\n" ;;'
aside fails refuses "$neither" 'go*|divide*|perft*) printf "Unknown command: go perft 1\n1\n" ;;' # as Glaurung
aside fails refuses20 "$neither" 'go*|divide*|perft*) printf "Unrecognized command\n20\n" ;;'
aside fails hangs "the engine gave no count within --timeout: depth 1 of rnbqkbnr/" 'go*) exec sleep 600 ;;'
aside fails searches 'the engine searches on "go perft N" instead of counting: depth 1 of rnbqkbnr/'
aside fails wraps "the engine gave a count larger than 64 bits can hold" \
    'go*) printf "e2e4: 18446744073709551605\nd2d4: 29\n" ;;'
twice="ok   $work/start.epd:1 to depth 2, 400 nodes"
for style in early earlybare lazy; do
    aside says "an engine that is slow: $style" 0 "$twice" "$tool" --check "$engine sound $style" \
        --suite "$work/start.epd" --max-nodes 500
done
aside says "an engine without totals, which is slow" 0 \
    'note: without a line "Nodes searched: N" after the moves each answer needs a wait: ' "$tool" \
    --check "$engine sound earlybare" --suite "$work/some.epd" --max-depth 1
aside says "an engine without totals" 0 "78 positions agree" "$tool" --check "$engine sound bare" --max-nodes 3000
aside found no-ep "en passant is not generated: e5d6" "$engine no-ep bare"

for style in uci cecp totals; do
    says "a sound engine, $style" 0 "78 positions agree" "$tool" --check "$engine sound $style" --max-nodes 3000
done
says "a UCI engine" 0 "78 positions agree" "$tool" --check "uci:$engine sound" --max-nodes 100
says "a template" 0 "78 positions agree" "$tool" --check "$engine sound count {fen} {depth} {moves}" --max-nodes 100

# The rules, and the causes that must be named: moves that are missing, that are extra, and that were made wrongly.
while read -r rule cause; do
    found "$rule" "$cause" "$engine $rule"
done << 'END'
castles-in-check castling out of check: e1c1 e1g1
captured-rook the castling right is not lost when the rook is captured (d4h8): e8g8
moved-rook the castling right is not lost when the rook moves (a1a2): e1c1
no-ep en passant is not generated: e5d6
ep-pin en passant opens the rank: both pawns leave it (en-passant pin): e5d6
ep-from-west a double step does not allow en passant to the pawn on its east (a2a4)
only-queens under-promotion is not generated: only a queen: d7c8r d7c8b d7c8n
no-step a double step is not generated: g7g5
moody differs here, cause unknown: c3d1 e5d3 e5d7
END

# Deeper: a rook comes to the corner where another was.
says "a right kept for another rook" 1 \
    "cause:     the castling right is not lost when the rook is captured (g2h1): e1g1" "$tool" \
    --check "$engine another-rook" --max-nodes 100000
grep '"the rook leaves' perft-suites/castling.epd > "$work/leaves.epd"
says "a right kept for another rook, after a move" 1 \
    "cause:     the castling right is not lost when the rook moves (h1h2): e1g1" "$tool" \
    --check "$engine any-rook" --suite "$work/leaves.epd"

# By the other ways to ask.
found ep-pin "en passant opens the rank" "$engine ep-pin cecp"
found ep-pin "en passant opens the rank" "$engine ep-pin count {fen} {depth}" --protocol template
found captured-rook "the castling right is not lost when the rook is captured (d4h8): e8g8" \
    "$engine captured-rook count '{fen}' {depth} {moves}"

# Totals alone: the position is found, the cause is guessed, or follows from the count.
while read -r rule cause; do
    says "totals: $rule" 1 "cause:     $cause" "$tool" --check "$engine $rule totals" --max-nodes 3000
done << 'END'
ep-pin perhaps en passant opens the rank: both pawns leave it
ep-from-west a double step does not allow en passant to the pawn on its east (a2a4)
only-queens differs here, cause unknown
END

# An engine that ignores moves is asked by FEN.
ignores='the engine ignores the moves in "position fen FEN moves ..."'
says "an engine that ignores moves" 1 "cause:     a double step is not generated: a7a5 b7b5" "$tool" \
    --check "$engine no-step deaf" --suite "$work/start.epd"
case $output in *"$ignores"*) pass ;; *) fail "moves are ignored: $output" ;; esac
says "the same without lists" 1 "$ignores" "$tool" --check "$engine moved-rook deaftotals" --max-nodes 30000

# Right totals of wrong lists.
altered other 's/^a2a3: 1$/e1e1: 1/'
altered shifted 's/^a2a3: 1$/a2a3: 2/; s/^b2b3: 1$/b2b3: 0/'
altered twice 's/^b1c3: 20$/&\n&/'
altered uneven 's/^a2a3: 20$/a2a3: 21/; s/^b2b3: 20$/b2b3: 19/'
says "an illegal move for a legal one" 1 "extra:     e1e1" "$tool" --check "$work/other" --max-nodes 100
says "the same where moves are not made" 1 "the total is right, the list of moves is not" "$tool" \
    --check "$work/other count {fen} {depth}" --max-nodes 100
says "counts that even out" 1 " instead of 1 at depth 1" "$tool" --check "$work/shifted" --max-nodes 100
says "a move listed twice" 1 "cause:     a move is listed twice: b1c3" "$tool" --check "$work/twice" --max-nodes 500
says "the same at depth 2" 1 "D2: the total is right, the list of moves is not" "$tool" --check "$work/uneven" \
    --max-nodes 500

# --- engines that fail: what agreed is shown
fails dies "the engine ended by itself, exit status 1: depth 1 of rnbqkbnr/" 'go*) exit 1 ;;'
fails crashes 'the engine ended by itself, signal 6 (Aborted), stderr: no net was found: depth 1 of rnbqkbnr/' \
    'go*) printf "no net was found\n\n" >&2; kill -ABRT $$ ;;'
fails late "the engine ended by itself, exit status 1: depth 1 of 8/2p5/" \
    "go*) n=\$((n + 1)); [ \$n -lt 3 ] || exit 1; '$tool' 1 --divide --fen \"\$fen\" ;;"
case $output in *"ok   built-in:2 to depth 1, 48 nodes"*) pass ;; *) fail "what agreed is lost: $output" ;; esac
fails huge "the engine gave a count larger than 64 bits can hold" \
    'go*) echo "Nodes searched: 99999999999999999999999" ;;'
fails flood "the engine " 'go*) exec yes "all work and no play makes Jack a dull boy" ;;'
fails many "the engine " 'go*) exec yes "e2e4: 20" ;;'
says "a program that is not there" 1 "the engine cannot be started: ./no-such-engine: No such file" "$tool" --check ./no-such-engine
says "a program that ends at once" 1 "it ended, exit status 0" "$tool" --check "true"
says "a UCI engine that ends at once" 1 'the engine ended before "uciok", exit status 2, stderr: ' "$tool" --check "uci:sort --no-such-option"
says "a template that fails" 1 'the engine ended without a count, exit status 3, last line "no net"' "$tool" --check "sh -c 'echo no net; exit 3' {fen} {depth}"
printf '8/8/8/8/8/6k1/5q2/7K w - - 0 1\n' > "$work/mate.epd" # one move at depth 1
says "this program as a template" 0 "1 position agrees" "$tool" --check "$tool {depth} --fen {fen}" --suite "$work/mate.epd" --max-depth 2
says "a template whose last line has no end" 0 "1 position agrees" "$tool" --check "printf '%s %.0s%.0s20' perft {fen} {depth}" --suite "$work/start.epd" --max-nodes 50
says "no position within the limits" 1 "nothing was compared: every count is beyond the limits" "$tool" \
    --check "$engine sound" --suite "$work/start.epd" --max-nodes 5
says "some beyond the limits" 0 "9 positions agree; the others are beyond the limits" "$tool" \
    --check "$engine sound" --max-nodes 4
says "no position" 1 "there are no positions to check" "$tool" --check "$engine sound" --suite /dev/null
says "Chess960 without its positions" 0 "note: these positions are not Chess960; for some that are, use --suite" "$tool" --check "$tool {depth} --fen {fen} --chess960" --chess960 --max-nodes 4
says "Chess960 that the engine has not" 1 "no option UCI_Chess960" "$tool" --check "$engine sound" --chess960
printf 'garbage\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n' > "$work/half.epd"
says "a bad line of a suite" 1 "half.epd:1: an unknown letter" "$tool" \
    --check "$engine sound" --suite "$work/half.epd" --max-nodes 500
says "a bad file" 1 "1 file was refused" "$tool" \
    --check "$engine sound" --suite "$work/start.epd" "$work/none.epd" --max-nodes 500
printf '7k/8/8/8/p7/P7/8/K7 w - - 0 1\n' > "$work/deep.epd"
says "deeper than by default" 0 "to depth 9, " "$tool" --check "$tool {depth} --fen {fen}" --suite "$work/deep.epd" --max-depth 9 --max-nodes 10000000
printf '4k3/5p2/8/4r3/8/8/P6P/R3K2R w KQ - ;D1 4\n' > "$work/short.epd"
says "a position without counters gets them" 1 "D1: 6 instead of 4: 4k3/5p2/8/4r3/8/8/P6P/R3K2R w KQ - 0 1" "$tool" \
    --check "$engine castles-in-check" --suite "$work/short.epd"

# --- progress, on a terminal only
if command -v script > /dev/null; then
    script -qec "$tool --check '$engine ep-pin' --max-nodes 3000" /dev/null < /dev/null > "$work/screen" 2>&1
    for words in "depth 1, position 30 of 78" "looking for the difference, depth 1" "en passant opens the rank"; do
        if grep -qF "$words" "$work/screen"; then pass; else fail "no \"$words\" on a terminal: $(cat "$work/screen")"; fi
    done
else
    skip "script is not installed"
fi
"$tool" --check "$engine ep-pin" --max-nodes 3000 > "$work/screen" 2>&1
case $(cat "$work/screen") in ok*"en passant opens the rank"*) pass ;; *) fail "to a file: $(cat "$work/screen")" ;; esac
if grep -q " of 78\|looking" "$work/screen"; then fail "progress in a file: $(cat "$work/screen")"; else pass; fi

# --- wrong arguments
says "a template without {fen}" 2 "the command of --check has no {fen}" "$tool" --check "count {depth}"
says "no command" 2 "the command of --check is empty" "$tool" --check " "
says "uci: and another protocol" 2 "uci: cannot be combined with --protocol cecp" "$tool" --check "uci:x" --protocol cecp
says "a command without quotes" 2 "quote a command of several words: uci" "$tool" --check x uci
says "no node" 2 "--max-nodes 0 leaves nothing to check" "$tool" --check x --max-nodes 0
says "a protocol that is not known" 2 "--protocol is auto, uci, cecp or template, not xml" "$tool" --check x --protocol xml
says "--check and a depth" 2 "--check takes" "$tool" 3 --check x
says "--timeout alone" 2 "--timeout needs --check" "$tool" 3 --timeout 5
says "a file without --suite" 2 "give files of positions with --suite" "$tool" --check x file.epd

# --- interrupted, while the engine counts, and while the tool does
gather
for command in "$work/hangs" "$tool {depth} --fen {fen}"; do
    interrupted "$command" 2 "" "$tool" --check "$command" --max-nodes 100000000000
done
finish
