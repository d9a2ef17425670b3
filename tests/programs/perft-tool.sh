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

# --- a hang is a failure, also in a function, and ends what it runs
hangs() { (sleep 60; sleep 60); sleep 60; }
watch=1
says "a hang" 137 "" hangs 2>/dev/null
says "a tool that hangs" 137 "" sleep 60 2>/dev/null
watch=600

# --- counts
says "depth 0" 0 "1 node," "$tool" 0
says "depth 0, divided" 0 '"divide": {}' "$tool" 0 --divide --json
says "one move" 0 "1 move" "$tool" 1 --divide --fen "k7/8/8/8/8/8/1r6/K7 w - - 0 1"
says "one node" 0 "1 node," "$tool" 1 --fen "k7/8/8/8/8/8/1r6/K7 w - - 0 1"
says "depth 5" 0 "4865609 nodes" "$tool" 5
says "two threads" 0 "4865609 nodes" "$tool" 5 --threads 2
says "more threads than work" 0 "400 nodes" "$tool" 2 --threads 64
says "a table" 0 "119060324 nodes" "$tool" 6 --hash 16
says "a table and threads" 0 "119060324 nodes" "$tool" 6 --hash 1 --threads 3
says "every move made" 0 "197281 nodes" "$tool" 4 --no-bulk
says "divide" 0 "e2e4: 20" "$tool" 2 --divide
says "divide in parts" 0 "a2a3: 181046" "$tool" 5 --divide --threads 2
says "kinds" 0 "mates             347" "$tool" 5 --kinds
# of Kiwipete, depth 4: the table of the Chess Programming Wiki, "Perft Results"
says "kinds: castlings" 0 "castlings         128013" "$tool" 4 --kinds --fen "$kiwi"
says "kinds: captures" 0 "captures          757163" "$tool" 4 --kinds --fen "$kiwi" --threads 2
says "kinds: en passant" 0 "en_passants       1929" "$tool" 4 --kinds --fen "$kiwi"
says "kinds: promotions" 0 "promotions        15172" "$tool" 4 --kinds --fen "$kiwi"
says "kinds: checks" 0 "checks            25523" "$tool" 4 --kinds --fen "$kiwi"
# of the start position, depth 6
says "kinds: discovered" 0 "discovered_checks 329" "$tool" 6 --kinds --threads 2
says "kinds: double" 0 "double_checks     46" "$tool" 6 --kinds --threads 2
says "json" 0 '"nodes": 400,' "$tool" 2 --json
castle="4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
says "divide: castling" 0 "e1g1: " "$tool" 2 --divide --fen "$castle"
says "divide: castling in Chess960" 0 "e1h1: " "$tool" 2 --divide --chess960 --fen "$castle"
says "divide: castling in Chess960, queen side" 0 "e1a1: " "$tool" 2 --divide --chess960 --fen "$castle"
says "json divide" 0 '"e2e4": 20' "$tool" 2 --json --divide
says "mated" 0 "0 nodes" "$tool" 3 --fen "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
says "mated, divided" 0 "0 moves" "$tool" 3 --divide --fen "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
says "an overflow" 1 "larger than 64 bits" "$tool" 40
says "an overflow with bare kings" 1 "larger than 64 bits" "$tool" 60 --hash 16 --fen "8/8/8/8/8/k7/8/K7 w - - 0 1"

wall="k7/8/8/p7/P7/8/1K6/8 b - - 1 1"
# kings that cannot meet; the numbers are those of test_perft, which counts their walks
locked="4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"
says "a count that just fits" 0 "20646883824408000 nodes" "$tool" 21 --hash 16 --fen "$locked"
says "a count that just fits, in threads" 0 "4363941676946492601 nodes" "$tool" 24 --hash 16 --threads 2 --fen "$locked"
says "a count that just does not fit" 1 "larger than 64 bits" "$tool" 25 --hash 16 --fen "$locked"
printf '%s ;D1 3 ;D25 5\n%s ;D30 5\n%s ;D1 3\n' "$wall" "$wall" "$wall" > "$work/deep.epd"
for line in 1 2; do
    says "an overflow in line $line of a suite" 1 "deep.epd:$line: the count is larger than 64 bits can hold" timeout 20 "$tool" --suite "$work/deep.epd" --hash 16
done
says "the line after an overflow" 1 "1 passed, 0 failed" "$tool" --suite "$work/deep.epd" --hash 16
"$tool" 27 --units 2 --fen "$wall" > "$work/units"
says "an overflow in a unit" 1 "larger than 64 bits" "$tool" --unit "$work/units" --hash 16

# --- wrong arguments
says "nothing" 2 "is needed" "$tool"
says "two ways at once" 2 "different ways" "$tool" 3 --suite x
says "an unknown option" 2 "unknown option: --fast" "$tool" 3 --fast
says "a depth below 0" 2 "unknown option: -1" "$tool" -1
says "no option" 2 "unknown option: -x" "$tool" 3 -x
for option in --fen --unit --log --threads --hash --max-nodes --max-depth --units; do
    says "$option twice" 2 "this option is there twice: $option" "$tool" "$option" 1 "$option" 1
done
for option in --json --kinds --divide "--fen x"; do
    says "a suite with $option" 2 "go with a DEPTH, not with --suite" "$tool" --suite x $option
done
says "--suite alone" 2 "--suite needs a file" "$tool" --suite
for text in "1 to 1024" "1 to 16777216 MB" "1 to 8 plies" "not with --kinds"; do
    says "help: $text" 0 "$text" "$tool" --help
done
says "a bad depth" 2 "from 0 to 99: 3x" "$tool" 3x
says "a missing value" 2 "missing after --fen" "$tool" 3 --fen
says "too many threads" 2 "--threads needs a number from 1 to 1024, not 2000" "$tool" 3 --threads 2000
says "no threads" 2 "--threads needs a number from 1" "$tool" 3 --threads 0
says "a bad position" 2 "bad position: an unknown letter stands on the board" "$tool" 3 --fen "9/8 w - - 0 1"
says "an absurd table" 1 "not enough memory" "$tool" 3 --hash 16777216
says "a table for kinds" 2 "not with --kinds" "$tool" 3 --hash 1 --kinds
says "a missing suite" 1 "cannot be read: $work/none: No such file" "$tool" --suite "$work/none"
says "two suites" 0 "12 passed, 0 failed" "$tool" --suite perft-suites/classic.epd perft-suites/classic.epd --max-nodes 1000
says "two suites, said twice" 0 "12 passed, 0 failed" "$tool" --suite perft-suites/classic.epd --max-nodes 1000 --suite perft-suites/classic.epd
says "a suite missing among others" 1 "6 passed, 0 failed" "$tool" --suite "$work/none" perft-suites/classic.epd --max-nodes 1000
says "a suite missing among others is counted" 1 "1 file was refused" "$tool" --suite "$work/none" perft-suites/classic.epd --max-nodes 1000
says "a suite empty among others" 1 "nothing was compared" "$tool" --suite /dev/null perft-suites/classic.epd --max-nodes 1000
says "a folder" 1 "this is a directory" "$tool" --suite "$work"

# --- suites
printf '# a comment\r\n\r\n%s ;D3 8902 ;D1 20;D2 400 \r\n%% another\n%s ;id "x; D1 7" ;D1 20' "$start" "$start" > "$work/kind.epd"
says "comments, CRLF, order, no last line end" 0 "2 passed, 0 failed" "$tool" --suite "$work/kind.epd"
cp "$work/kind.epd" "$work/input"
says "standard input" 0 "2 passed, 0 failed" "$tool" --suite -
: > "$work/input"
printf 'hello\nworld\n' > "$work/text"
says "a text is no suite" 1 "text:1: this is not a position: the file is not a suite" "$tool" --suite "$work/text"
holds "a text is no suite: one line" [ "$(printf '%s\n' "$output" | wc -l)" = 1 ]
says "a text among suites" 1 "6 passed, 0 failed" "$tool" --suite "$work/text" perft-suites/classic.epd --max-nodes 1000
says "a text is no unit" 1 "text:1: this is not a work unit" "$tool" --unit "$work/text"
says "an empty suite" 1 "nothing was compared" "$tool" --suite -
says "nothing within the limits" 1 "nothing was compared" "$tool" --suite "$work/kind.epd" --max-nodes 1
says "lost output" 1 "cannot be written" sh -c "$tool 3 > /dev/full"
says "a hint for Chess960" 2 "add --chess960" "$tool" 2 --fen "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1"
says "limits without a suite" 2 "go with --suite" "$tool" 3 --max-depth 2
printf '%s ;D1 20 ;D2 401\n%s ;D1 20\n' "$start" "$start" > "$work/wrong.epd"
says "a wrong count" 1 "FAIL $work/wrong.epd:1 D2: 400 instead of 401" "$tool" --suite "$work/wrong.epd"
says "the rest still runs" 1 "1 passed, 1 failed" "$tool" --suite "$work/wrong.epd"
printf '%s ;D1 twenty\n%s ;Dx 3\n8/8 w - - ;D1 1\n%s\n%s ;D1 20\n' "$start" "$start" "$start" "$start" > "$work/bad.epd"
says "a bad count" 1 "bad.epd:1: the count of a field D is not a number" "$tool" --suite "$work/bad.epd"
says "a bad FEN" 1 "bad.epd:3: there are fewer than eight ranks" "$tool" --suite "$work/bad.epd"
says "no field" 1 "bad.epd:4: there is no field like D1 20" "$tool" --suite "$work/bad.epd"
says "the good line still runs" 1 "1 passed, 0 failed" "$tool" --suite "$work/bad.epd"
printf '%s ;D1 21 ;Dx 4\n' "$start" > "$work/both.epd"
says "a wrong count before a bad field" 1 "FAIL $work/both.epd:1 D1" "$tool" --suite "$work/both.epd"
says "a bad field after a wrong count" 1 "both.epd:1: a field D is not followed by a depth" "$tool" --suite "$work/both.epd"
says "both are counted: the line" 1 "1 line was refused" "$tool" --suite "$work/both.epd"
says "both are counted: the failure" 1 "0 passed, 1 failed" "$tool" --suite "$work/both.epd"
printf '%s ;D4 197,281\n%s ;D4 99999999999999999999\n%s ;D4\n%s ;D1 20 ;DTM 5\n' "$start" "$start" "$start" "$start" > "$work/numbers.epd"
says "a comma" 1 "numbers.epd:1: the count of a field D is not a number: it must be digits only" "$tool" --suite "$work/numbers.epd"
says "too large a number" 1 "numbers.epd:2: the count of a field D is too large" "$tool" --suite "$work/numbers.epd"
says "no number" 1 "numbers.epd:3: a field D has no count" "$tool" --suite "$work/numbers.epd"
says "another field" 1 "1 passed, 0 failed" "$tool" --suite "$work/numbers.epd"
head -c 100000 /dev/zero | tr '\0' 'x' > "$work/long.epd"
says "a long line" 1 "long.epd:1:" "$tool" --suite "$work/long.epd"

# --- the same counts with a table, and with threads, on every suite
[ -n "$data" ] || skip "no TEST_DATA, so only our own suites"
for suite in perft-suites/*.epd ${data:+"$data"/*.epd}; do
    [ -f "$suite" ] || continue
    case $suite in *960*) variant=--chess960 ;; *) variant= ;; esac
    says "$suite, hashed" 0 ", 0 failed" "$tool" --suite "$suite" $variant --hash 4 --max-nodes "${PERFT_NODES:-200000}"
    says "$suite, two threads" 0 ", 0 failed" "$tool" --suite "$suite" $variant --threads 2 --max-nodes "${PERFT_NODES:-200000}"
done

# --- interrupted: only complete moves are shown, and nothing looks like a result
for form in "" --json; do
    "$tool" 9 --divide --kinds $form > "$work/cut" 2>&1 &
    pid=$!
    handles $pid 2
    kill -INT $pid
    wait $pid
    status=$?
    if [ -z "$form" ]; then wanted='^interrupted: '; else wanted='"complete": false, "nodes_so_far": '; fi
    if [ $status -eq 130 ] && grep -q "$wanted" "$work/cut"; then pass; else fail "an interrupt: status $status: $(cat "$work/cut")"; fi
    if grep -q -e '"nodes"' -e '[1-8]"*: 0' -e 'nodes,' -e mates "$work/cut"; then fail "an interrupt, but: $(cat "$work/cut")"; else pass; fi
done

# --- work shared among processes
"$tool" 6 --units 2 > "$work/units"
says "units have no results" 1 "no result yet" "$tool" --sum "$work/units"
"$tool" --unit "$work/units" > "$work/results" 2> /dev/null
says "the sum" 0 "119060324 nodes in" "$tool" --sum "$work/results"
head -n 399 "$work/results" > "$work/part1"
tail -n 2 "$work/results" > "$work/part2"
says "one is missing" 1 "is missing" "$tool" --sum "$work/part1"
says "one is there twice" 1 "there twice" "$tool" --sum "$work/part1" "$work/part2"
"$tool" 5 --units 2 | "$tool" --unit - > "$work/other" 2> /dev/null
says "results of another count" 1 "belongs to another count" "$tool" --sum "$work/results" "$work/other"
says "no results" 1 "no results" "$tool" --sum "$work/input"

# A last line without its end is no result, even if it looks complete.
for cut in 1 2 3 40; do
    head -c -$cut "$work/results" > "$work/cut"
    says "a result cut by $cut is named" 1 "cut:$(wc -l < "$work/results"): this line is cut short" "$tool" --sum "$work/cut"
    says "a result cut by $cut is missing" 1 "1 unit is missing, 1 line was refused" "$tool" --sum "$work/cut"
    "$tool" --unit "$work/units" --log "$work/cut" 2> /dev/null
    says "a log cut by $cut is continued" 0 "119060324 nodes in" "$tool" --sum "$work/cut"
    cmp -s "$work/cut" "$work/results" || fail "a log cut by $cut is not as the whole one"
done
head -c -1 "$work/units" > "$work/cut"
says "a unit cut short" 1 "this line is cut short" "$tool" --unit "$work/cut"
sed '$s/;depth 4/;depth 3/' "$work/units" > "$work/cut"
sed '$s,;unit [0-9]*/[0-9]*,;unit 1/2000001,' "$work/units" > "$work/many"
says "too many units" 1 "this is not a work unit" "$tool" --unit "$work/many"
says "a modified unit" 1 "its check word does not fit" "$tool" --unit "$work/cut" --log "$work/log0"

printf 'dear diary' > "$work/diary"
says "a file that is not a log" 1 "diary:1: this is no result of a unit" "$tool" --unit "$work/units" --log "$work/diary"
[ "$(cat "$work/diary")" = "dear diary" ] || fail "a file that is not a log was changed"
cp "$work/results" "$work/cut"
tail -n 1 "$work/results" | head -c -5 >> "$work/cut"
"$tool" --unit "$work/units" --log "$work/cut" 2> /dev/null
says "an extra line, cut short" 0 "119060324 nodes in" "$tool" --sum "$work/cut"

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
says "a summary of a pipe" 0 "$units4 units counted, $units4 in all" sh -c "cat $work/units4 | $tool --unit -"
"$tool" 9 --units 2 > "$work/units9"
units9=$(($(wc -l < "$work/units9")))
says "a summary when interrupted" 130 " counted, $units9 in all" $signalled -s INT 2 "$tool" --unit "$work/units9"
printf '%s\n' "$output" | grep -q 'interrupted: ' || fail "a summary does not say that it was interrupted: $output"
if command -v script > /dev/null; then
    "$tool" 7 --units 2 > "$work/units7"
    script -qec "timeout --foreground -s INT 3 $tool --unit $work/units7" /dev/null < /dev/null > "$work/screen" 2>&1
    if tr '\r' '\n' < "$work/screen" | grep -q "^[1-9][0-9]* of $(($(wc -l < "$work/units7"))) units  [0-9]* nodes .* s left"; then pass; else
        fail "no progress on a terminal: $(tail -c 500 "$work/screen")"
    fi
else
    skip "script is not installed, so no test on a terminal"
fi
says "no units" 1 "there are no units: /dev/null" "$tool" --unit /dev/null
says "units of a mate" 1 "the count is 0, and there are no units" "$tool" 3 --units 2 --fen "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
says "too many units" 1 "more than 2,000,000" timeout 60 "$tool" 8 --units 5 --fen "$kiwi"
says "units are the same as one count" 0 "4085603 nodes in" sh -c "$tool 4 --units 3 --fen '$kiwi' | $tool --unit - 2> /dev/null | $tool --sum -"

# The same error is printed ten times, then counted.
yes garbage | head -n 25 > "$work/garbage"
says "a flood" 1 "garbage: and 15 more lines: " "$tool" --unit "$work/garbage"
[ "$(printf '%s\n' "$output" | wc -l)" -eq 12 ] || fail "a flood: $output"
says "a flood in a suite" 1 "more lines: a castling right has no king and rook in place; for Chess960 add" "$tool" --suite perft-suites/chess960.epd --max-nodes 1000

if command -v parallel > /dev/null; then
    # Four processes. The first is killed after some of its units; the second run counts only what is
    # missing.
    cat > "$work/worker" << EOF
#!/bin/sh
mkdir "$work/victim" 2> /dev/null || exec "$(realpath "$tool")" --unit - --log "$work/shared"
mkfifo "$work/log-pipe"
says "a pipe is no log" 1 "alula-perft: the log is a pipe, not a file: " sh -c "'$tool' 2 --units 1 | '$tool' --unit - --log '$work/log-pipe'"
mkfifo "$work/slow"
"$(realpath "$tool")" --unit - --log "$work/shared" < "$work/slow" &
counter=\$!
{ head -n 5; while kill -0 \$counter 2> /dev/null; do sleep 0.05; done; } > "$work/slow" &
until [ -s "$work/shared" ]; do sleep 0.01; done
kill -9 \$counter
wait
EOF
    chmod +x "$work/worker"
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

# --- the developer scripts, with this tool or fixed counts as other engines
mkdir "$work/bin"
cat > "$work/bin/teller" << EOF
#!/bin/sh
# a UCI engine that knows go perft
while read -r a b c; do
    case \$a in
    uci) echo uciok ;;
    position) fen=\$c ;;
    go) echo "Nodes searched: \$("$(realpath "$tool")" "\$c" --fen "\$fen" | cut -d' ' -f1)" ;;
    quit) exit ;;
    esac
done
EOF
cat > "$work/bin/perft" << 'EOF'
#!/bin/sh
# alula-perft DEPTH --fen FEN: right counts, after $PAUSE seconds, or at once for depth 1
case $1:$3 in
1:*) n=20 ;;
6:*) n=119060324 ;;
7:*) n=3195901860 ;;
5:r3*) n=193690690 ;;
*) n=89941194 ;;
esac
[ "$1" = 1 ] && [ ! "${SLOW-}" ] || sleep "$PAUSE"
echo "$n nodes, 0 ms"
EOF
cat > "$work/bin/stockfish" << 'EOF'
#!/bin/sh
while read -r a b c; do
    case $a in
    position) fen=$c ;;
    go) perft "$c" --fen "$fen" | { read -r n rest; echo "Nodes searched: $n"; } ;;
    esac
done
EOF
cp "$work/bin/stockfish" "$work/bin/fairy-stockfish"
chmod +x "$work"/bin/*
says "crosscheck" 0 "6 passed, 0 failed" tools/dev/perft-crosscheck "$work/bin/teller" perft-suites/classic.epd --max-nodes 1000
printf '%s ;D1 20\ngarbage\n%s ;D1 2O\n%s ;Dx 20\n%s ;D1 20 ;DTM 3\n' "$start" "$start" "$start" "$start" > "$work/input"
for text in "(standard input):2: not a FEN" "(standard input):3: the count of D1 is not a number" "(standard input):4: a field D" "3 lines were refused" "2 passed, 0 failed"; do
    says "crosscheck: $text" 2 "$text" tools/dev/perft-crosscheck "$work/bin/teller" -
done
: > "$work/input"
says "compare: help" 0 "usage:" tools/dev/perft-compare --help
says "compare: a bad number" 2 "must be 1 or more, not 0" tools/dev/perft-compare 0
compare() { PATH="$work/bin:$PATH" ALULA_PERFT="$work/bin/perft" PAUSE=0.3 tools/dev/perft-compare 1; }
says "compare" 0 "round 1 of 1: stockfish position5-5 " compare
slowly() { PATH="$work/bin:$PATH" ALULA_PERFT="$work/bin/perft" PAUSE=0.1 SLOW=yes tools/dev/perft-compare 1; }
says "compare: a start as long as the count" 1 "alula cannot be timed in start-6" slowly
if command -v script > /dev/null; then
    script -qec "tools/dev/perft-mutants --only step-takes perft-suites/classic.epd" /dev/null < /dev/null > "$work/screen" 2>&1
    for text in "1 of 1: step-takes" "1 wrong rule, all noticed"; do
        if grep -q "$text" "$work/screen"; then pass; else fail "mutants: $text: $(cat "$work/screen")"; fi
    done
else
    skip "script is not installed, so no wrong rule is shown on a terminal"
fi

finish
