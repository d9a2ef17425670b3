#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/perft-tool.sh ALULA_PERFT [DATA_DIR]: options of alula-perft: hash tables and threads give
# the same counts, bad input is reported, and work is shared by several processes, one of which is
# killed. Uses GNU parallel if installed.
# shellcheck source=tests/programs/says.sh disable=SC2086 # the words of $signalled
. "${0%/*}/says.sh"
tool=$1
data=${2:-}
grammar=-F
patience=
input=$work/input

: > "$work/input"
start="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
kiwi="r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


# --- counts
says "depth 0" 0 "1 node," "$tool" 0
says "one node" 0 "1 node," "$tool" 1 --fen "k7/8/8/8/8/8/1r6/K7 w - - 0 1"
says "depth 5" 0 "4865609 nodes" "$tool" 5
says "two threads" 0 "4865609 nodes" "$tool" 5 --threads 2
says "a table" 0 "119060324 nodes" "$tool" 6 --hash 16
says "a table and threads" 0 "119060324 nodes" "$tool" 6 --hash 1 --threads 3
says "every move made" 0 "197281 nodes" "$tool" 4 --no-bulk
says "divide" 0 "e2e4: 20" "$tool" 2 --divide
says "kinds" 0 "mates             347" "$tool" 5 --kinds
says "kinds of a move" 0 "captures          8" "$tool" 1 --kinds --divide --fen "$kiwi"
head -c 70000 /dev/zero > "$work/long"
says "a line without end" 1 "the line is longer than 65536 bytes" "$tool" --suite "$work/long"
# of Kiwipete, depth 4: the table of the Chess Programming Wiki, "Perft Results"
says "kinds: castlings" 0 "castlings         128013" "$tool" 4 --kinds --fen "$kiwi"
says "kinds: captures" 0 "captures          757163" "$tool" 4 --kinds --fen "$kiwi" --threads 2
says "kinds: en passant" 0 "en_passants       1929" "$tool" 4 --kinds --fen "$kiwi"
says "kinds: promotions" 0 "promotions        15172" "$tool" 4 --kinds --fen "$kiwi"
says "kinds: checks" 0 "checks            25523" "$tool" 4 --kinds --fen "$kiwi"
# of the start position, depth 6
says "kinds: discovered" 0 "discovered_checks 329" "$tool" 6 --kinds --threads 2
says "kinds: double" 0 "double_checks     46" "$tool" 6 --kinds --threads 2
castle="4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
says "divide: castling" 0 "e1g1: " "$tool" 2 --divide --fen "$castle"
says "divide: castling in Chess960" 0 "e1h1: " "$tool" 2 --divide --chess960 --fen "$castle"
says "mated" 0 "0 nodes" "$tool" 3 --fen "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
says "an overflow" 1 "larger than 64 bits" "$tool" 40
# by the known table, before anything is counted
says "an overflow known for a table" 1 "larger than 64 bits" "$tool" 14 --hash 1
says "an overflow known for units" 1 "larger than 64 bits" "$tool" 14 --units 2


# --- impossible material
queens="qqqqkqqq/pppppppp/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1"
says "impossible material" 2 "White has more pieces than its pawns could promote to" "$tool" 3 --fen "$queens"
says "impossible material, unchecked" 0 "256 nodes" "$tool" 2 --unchecked --fen "$queens"
says "unchecked, divided" 0 "h2h4: 288" "$tool" 3 --unchecked --divide --fen "$queens"
says "unchecked, our suites" 0 " passed, 0 failed" sh -c "$tool --unchecked --chess960 --max-nodes 5000 --suite perft-suites/*.epd"
# 263 moves: more than the arrays of the generator hold
many="QQQQQQrk/Q4Qpp/Q5QQ/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1"
says "263 moves" 0 "263 nodes" "$tool" 1 --unchecked --fen "$many"
says "263 moves to be made" 1 "a position in the tree has more than 256 moves" "$tool" 2 --unchecked --fen "$many"
says "two kings, unchecked" 2 "White has more than one king" "$tool" 1 --unchecked --fen "4k3/8/8/8/8/8/8/4K2K w - - 0 1"
says "unchecked, an overflow" 1 "larger than 64 bits" "$tool" 30 --unchecked --fen "$queens"
says "unchecked, with a table" 2 "--unchecked works with" "$tool" 3 --unchecked --hash 16

# --- wrong arguments
says "nothing" 2 "is needed" "$tool"
says "an unknown option" 2 "unknown option: --fast" "$tool" 3 --fast
says "a bad depth" 2 "from 0 to 99: 3x" "$tool" 3x
says "a FEN without quotes" 2 'a FEN of several words needs quotes: --fen "8/8/8/8/8/6k1/5q2/7K w ..."' "$tool" 3 --fen 8/8/8/8/8/6k1/5q2/7K w - - 0 1
says "a FEN without --fen" 2 "a position needs --fen before it, and quotes: 8/8/8/8/8/6k1/5q2/7K" "$tool" 3 8/8/8/8/8/6k1/5q2/7K w - - 0 1
says "json of a suite" 2 "--json needs a DEPTH or --compare" "$tool" --suite "$work/none" --json
says "limits without a suite" 2 "need --suite or --check" "$tool" 3 --max-nodes 5
says "units with a table" 2 "--units does not count moves, and excludes --hash, --threads and --no-bulk" "$tool" 4 --units 2 --hash 16
says "a missing suite" 1 "cannot be read: $work/none: No such file" "$tool" --suite "$work/none"
says "two suites" 0 "12 passed, 0 failed" "$tool" --suite perft-suites/classic.epd perft-suites/classic.epd --max-nodes 1000

# --- suites
printf '# a comment\r\n\r\n%s ;D3 8902 ;D1 20;D2 400 \r\n%% another\n%s ;id "x; D1 7" ;D1 20' "$start" "$start" > "$work/kind.epd"
says "comments, CRLF, order, no last line end" 0 "2 passed, 0 failed" "$tool" --suite "$work/kind.epd"
cp "$work/kind.epd" "$work/input"
says "standard input" 0 "2 passed, 0 failed" "$tool" --suite -
: > "$work/input"
printf 'hello\nworld\n' > "$work/text"
says "a text is no suite" 1 "text:1: this is not a position: the file is not a suite" "$tool" --suite "$work/text"
says "an empty suite" 1 "nothing was compared: there are no positions" "$tool" --suite -
says "limits below all counts" 1 "no count of the suite is within the limits: $work/kind.epd" "$tool" --suite "$work/kind.epd" --max-depth 0
says "lost output" 1 "cannot be written" sh -c "$tool 3 > /dev/full"
says "a hint for Chess960" 2 "add --chess960" "$tool" 2 --fen "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1"
printf '%s ;D1 20 ;D2 401\n%s ;D1 20\n' "$start" "$start" > "$work/wrong.epd"
says "a wrong count" 1 "FAIL $work/wrong.epd:1 D2: 400 instead of 401" "$tool" --suite "$work/wrong.epd"
says "the rest still runs" 1 "1 passed, 1 failed" "$tool" --suite "$work/wrong.epd"
printf '%s ;D1 twenty\n%s ;Dx 3\n8/8 w - - ;D1 1\n%s\n%s ;D1 20\n' "$start" "$start" "$start" "$start" > "$work/bad.epd"
says "a bad count" 1 "bad.epd:1: the count of a field D is not a number" "$tool" --suite "$work/bad.epd"
says "a bad FEN" 1 "bad.epd:3: there are fewer than eight ranks" "$tool" --suite "$work/bad.epd"
says "no field" 1 "bad.epd:4: there is no field like D1 20" "$tool" --suite "$work/bad.epd"
says "the good line still runs" 1 "1 passed, 0 failed" "$tool" --suite "$work/bad.epd"

# --- the same counts with a table, and with threads, on every suite
[ -n "$data" ] || skip "no TEST_DATA, so only our own suites"
for suite in perft-suites/*.epd ${data:+"$data"/*.epd}; do
    [ -f "$suite" ] || continue
    case $suite in *960*) variant=--chess960 ;; *) variant= ;; esac
    says "$suite, hashed" 0 ", 0 failed" "$tool" --suite "$suite" $variant --hash 4 --max-nodes "20000"
    says "$suite, two threads" 0 ", 0 failed" "$tool" --suite "$suite" $variant --threads 2 --max-nodes "20000"
done

# --- interrupted: only complete moves are shown, and nothing looks like a result
for form in "" --json; do
    if [ -z "$form" ]; then wanted='interrupted: '; else wanted='"complete": false, "nodes_so_far": '; fi
    interrupted "divide $form" 2 "$wanted" "$tool" 9 --divide --kinds $form
    if grep -q -e '"nodes"' -e '[1-8]"*: 0' -e 'nodes,' -e mates "$work/cut"; then fail "an interrupt, but: $(cat "$work/cut")"; else pass; fi
done

for form in "" --divide; do
    interrupted "unchecked $form" 2 'interrupted: ' "$tool" 9 --unchecked $form
    holds "unchecked $form: nodes so far" grep '^[0-9]* nodes* so far, ' "$work/cut"
done

# --- work shared among processes
"$tool" 6 --units 2 > "$work/units"
says "units have no results" 1 "no result yet" "$tool" --sum "$work/units"
"$tool" --unit "$work/units" > "$work/results" 2> /dev/null
says "the sum" 0 "119060324 nodes in" "$tool" --sum "$work/results"
head -n 399 "$work/results" > "$work/part1"
tail -n 2 "$work/results" > "$work/part2"
says "one is missing" 1 "is missing" "$tool" --sum "$work/part1"
says "what is there twice counts once" 0 "119060324 nodes in" "$tool" --sum "$work/part1" "$work/part2" "$work/part1"
# the last unit with another count, and the FNV-1a of that line
line=$(tail -n 1 "$work/results" | sed 's/ ;check .*//; s/;nodes 1*/;nodes 4/')
hash=2166136261
for byte in $(printf %s "$line" | od -An -v -tu1); do
    hash=$(((hash ^ byte) * 16777619 & 0xffffffff))
done
printf '%s ;check %08x\n' "$line" $hash > "$work/part2"
says "another result" 1 "part2:1: this unit has a different result than before" "$tool" --sum "$work/results" "$work/part2"
for slice in 1 2 3; do "$tool" --unit "$work/units" --slice $slice/3 2> /dev/null; done > "$work/slices"
says "the sum of three slices" 0 "119060324 nodes in" "$tool" --sum "$work/slices"
sort "$work/results" > "$work/part1"
sort "$work/slices" | cmp -s - "$work/part1" || fail "three slices do not have the results of the whole"
says "a slice without units" 0 "0 units counted, 0 in all" "$tool" --unit "$work/units" --slice 999/1000
says "no results" 1 "no results" "$tool" --sum "$work/input"

printf '%s ;run 0123456789abcdef ;unit 1/2147483647 ;times 1 ;depth 3 ;nodes 8902 ;check 00000000\n' "$start" > "$work/absurd"
says "a log that claims two thousand million units" 1 "absurd:1: this is not a work unit" sh -c "ulimit -v 500000; exec $tool --sum $work/absurd"

# A last line without its end is no result, even if it looks complete.
for cut in 1 40; do
    head -c -$cut "$work/results" > "$work/cut"
    says "a result cut by $cut is named" 1 "cut:$(wc -l < "$work/results"): this line is cut short" "$tool" --sum "$work/cut"
    says "a result cut by $cut is missing" 1 "1 unit is missing, 1 line was refused" "$tool" --sum "$work/cut"
    says "a result cut by $cut is there elsewhere" 0 "119060324 nodes in" "$tool" --sum "$work/cut" "$work/results"
    "$tool" --unit "$work/units" --log "$work/cut" 2> /dev/null
    says "a log cut by $cut is continued" 0 "119060324 nodes in" "$tool" --sum "$work/cut"
    cmp -s "$work/cut" "$work/results" || fail "a log cut by $cut is not as the whole one"
done
head -c -1 "$work/units" > "$work/cut"
says "a unit cut short" 1 "this line is cut short" "$tool" --unit "$work/cut"
sed '$s/;depth 4/;depth 3/' "$work/units" > "$work/cut"
says "a modified unit" 1 "its check word does not match" "$tool" --unit "$work/cut" --log "$work/log0"

mkfifo "$work/log-pipe"
says "a pipe is no log" 1 "alula-perft: the log is a pipe, not a file: " \
    sh -c "'$tool' 2 --units 1 | '$tool' --unit - --log '$work/log-pipe'"
printf 'dear diary' > "$work/diary"
says "a file that is not a log" 1 "diary:1: this is not a result of a unit" "$tool" --unit "$work/units" --log "$work/diary"
[ "$(cat "$work/diary")" = "dear diary" ] || fail "a file that is not a log was changed"

# A full disk: one error message, and the next run continues after the last complete line.
says "a full disk" 1 "the result cannot be written: $work/full" sh -c "ulimit -f 20; exec $tool --unit $work/units --log $work/full"
[ "$(printf '%s\n' "$output" | grep -c 'cannot be written')" -eq 1 ] || fail "a full disk: $output"
[ "$(tail -c 1 "$work/full" | od -An -c | tr -d ' ')" = '\n' ] || fail "a full disk left part of a line"
"$tool" --unit "$work/units" --log "$work/full" 2> /dev/null
says "a log after a full disk" 0 "119060324 nodes in" "$tool" --sum "$work/full"
says "lost results" 1 "the output cannot be written" sh -c "$tool --unit $work/units > /dev/full"

# A summary at the end, and progress on a terminal.
"$tool" 4 --units 2 > "$work/units4"
head -n 3 "$work/units4" | "$tool" --unit - > "$work/log4" 2> /dev/null
units4=$(($(wc -l < "$work/units4")))
says "a summary" 0 "$((units4 - 3)) units counted, 3 in the log already, $units4 in all" "$tool" --unit "$work/units4" --log "$work/log4"
"$tool" 9 --units 2 > "$work/units9"
units9=$(($(wc -l < "$work/units9")))
says "a summary when interrupted" 130 " counted, $units9 in all" $signalled -s INT 5 "$tool" --unit "$work/units9"
printf '%s\n' "$output" | grep -q 'interrupted: ' || fail "a summary does not say that it was interrupted: $output"
if command -v script > /dev/null; then
    "$tool" 8 --units 3 > "$work/units8"
    script -qec "timeout --foreground -s INT 6 $tool --unit $work/units8" /dev/null < /dev/null > "$work/screen" 2>&1
    tr '\r' '\n' < "$work/screen" > "$work/cut"
    holds "progress on a terminal: $(tail -c 500 "$work/cut")" \
        grep "^[1-9][0-9]* of $(($(wc -l < "$work/units8"))) units  [0-9]* nodes .* s left" "$work/cut"
else
    skip "script is not installed, so no test on a terminal"
fi
says "no units" 1 "there are no units: /dev/null" "$tool" --unit /dev/null
says "units are the same as one count" 0 "4085603 nodes in" sh -c "$tool 4 --units 3 --fen '$kiwi' | $tool --unit - 2> /dev/null | $tool --sum -"

# The same error is printed ten times, then counted.
yes garbage | head -n 25 > "$work/garbage"
says "a flood" 1 "garbage: and 15 more lines: " "$tool" --unit "$work/garbage"
[ "$(printf '%s\n' "$output" | wc -l)" -eq 12 ] || fail "a flood: $output"

if command -v parallel > /dev/null; then
    # Four processes. The first is killed after some of its units; the second run counts only what is
    # missing.
    executable worker << EOF
mkdir "$work/victim" 2> /dev/null || exec "$(realpath "$tool")" --unit - --log "$work/shared"
mkfifo "$work/slow"
"$(realpath "$tool")" --unit - --log "$work/shared" < "$work/slow" &
counter=\$!
{ head -n 5; while kill -0 \$counter 2> /dev/null; do sleep 0.05; done; } > "$work/slow" &
until [ -s "$work/shared" ]; do sleep 0.01; done
kill -9 \$counter
wait
EOF
    run() {
        timeout 60 parallel --will-cite -j 4 --pipe -N 20 --halt never "$work/worker" < "$work/units" > "$work/parallel" 2>&1
    }
    run
    says "four processes, one of them killed" 1 "missing" "$tool" --sum "$work/shared"
    run
    says "what was missing is counted" 0 "119060324 nodes in" "$tool" --sum "$work/shared"
else
    skip "GNU parallel is not installed"
fi

# --- our own engine agrees
says "our engine is checked" 0 "6 positions agree" "$tool" --check "${tool%/*}/alula" --suite perft-suites/classic.epd --max-nodes 1000
says "our engine is checked, Chess960" 0 "126 positions agree" \
    sh -c "$tool --check ${tool%/*}/alula --suite perft-suites/*960.epd --chess960 --max-nodes 1000"

for byte in "NUL byte:\\0" "byte order mark:\\357\\273\\277" "carriage return:\\r" "no-break space:\\302\\240"; do
    printf "8/8/8/8/8/8/8/K1k5 w - - 0 1 ;D1 1 ;D2 1${byte#*:} ;id x\n" > "$work/byte.epd"
    says "a ${byte%:*} in a line" 1 "byte.epd:1: a ${byte%:*} stands in column 41 of the line" "$tool" --suite "$work/byte.epd"
    says "and in --check" 1 "column 41" "$tool" --check "cat {fen} {depth}" --suite "$work/byte.epd"
    says "and in --compare" 1 "column 41" "$tool" --compare "x=cat {fen} {depth}" --suite "$work/byte.epd"
done
printf '8/8/8/8/8/8/8/K1k5 w - - 0 1 ;D1 1\0\r\n' > "$work/byte.epd"
says "a NUL before the end of a line" 0 "1 passed" "$tool" --suite "$work/byte.epd"
printf '\302\2408/8/8/8/8/8/8/K1k5 w - - 0 1 ;D1 2\n' > "$work/byte.epd"
says "a byte before a position" 1 "a no-break space stands in column 1 of the line: the file is not a suite" "$tool" --suite "$work/byte.epd"

finish
