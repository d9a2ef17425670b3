#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/epd.sh ALULA_EPD ALULA FAKE_ENGINE [DATA]: the built-in engine and other engines solve suites
# with the same output for any number of jobs; EPD is written completely; bad lines, engines that crash,
# hang or claim false mates, signals and full disks get an error message and an exit status.
# shellcheck source=tests/programs/says.sh disable=SC2086 # the words of $signalled
. "${0%/*}/says.sh"
epd=$1 alula=$2 fake=$3 data=${4:-}

# Remove times from the output.
timeless() { sed 's/ *[0-9]*\.[0-9]* s/ s/; s/acs [0-9]*;//'; }

cat > "$work/suite.epd" << 'EOF'
# a mate, three tactical shots, one without goal, one that is over
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - dm 1; id "back rank";

r3r2k/2R3pp/pp1q1p2/8/3P3R/7P/PP3PP1/3Q2K1 w - - bm Rxh7+; id "shot"; acd 3; c0 "a;b \"c\"";
5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1 bm Rg3; id "six fields"
5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - bm Qc4+; am Qc7; id "both";
4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 3; fmvn 40; id "nothing asked";
7k/5Q2/6K1/8/8/8/8/8 b - - id "over";
EOF
suite=$work/suite.epd

# --- the built-in engine
says "a suite" 0 "^4 of 4 solved, [0-9]+\.[0-9]+ s, [0-9]+ nodes$" "$epd" "$suite" --nodes 500000
says "a line" 0 "^   1  back rank +solved  Rd8# +dm 1 .* s  depth +1 +[0-9]+ nodes$" "$epd" "$suite" --nodes 500000
says "both operations" 0 "bm Qc4\+ am Qc7 " "$epd" "$suite" --nodes 500000
says "nothing asked" 0 "^   5  nothing asked +-  " "$epd" "$suite" --nodes 1000
says "not solved" 0 "shot +failed .* bm Rxh7\+ " "$epd" "$suite" --depth 1
says "unsolved positions are no error" 0 "^[0-3] of 4 solved" "$epd" "$suite" --depth 1
says "time" 0 "of 4 solved" "$epd" "$suite" --movetime 20
says "mates are followed" 0 "^mates announced: [1-9][0-9]* shown to the end, 0 cut short, 0 wrong, 0 shorter" \
    "$epd" "$suite" --nodes 100000
says "an empty file" 1 "^alula-epd: /dev/null: there is no position in it" "$epd" /dev/null --depth 1
says "one file of two is empty" 1 "^[0-4] of 4 solved" "$epd" /dev/null "$suite" --depth 1
says "a table row" 0 "^[|] suite [|] 4 [|] [0-4] [|] [0-9.]+ % [|] 0 [|] [0-9]+ [|]" \
    env ALULA="$alula" ALULA_EPD="$epd" "$(dirname "$0")/../../tools/dev/suites" --movetime 20 "$suite"
echo "7k/8/8/8/8/8/8/1R2K3 w B - bm O-O-O Rb2;" > "$work/960.epd"
says "chess960" 0 "^[01] of 1 solved" "$epd" "$work/960.epd" --depth 1 --chess960
says "chess960 has to be asked for" 1 "^$work/960.epd:1: a castling right .*; it is valid with alula-epd --chess960" "$epd" "$work/960.epd" --depth 1
says "stdin" 0 "^4 of 4 solved" sh -c "'$epd' - --nodes 500000 < '$suite'"
# less than a second each: later, results of unfinished iterations count as well
"$epd" "$suite" --nodes 60000 | timeless > "$work/one"
"$epd" "$suite" --nodes 60000 --jobs 4 | timeless > "$work/four"
same "jobs change the output" "$work/one" "$work/four"
early=$("$epd" "$suite" --nodes 500000 | sed -n 's/.* \([0-9]*\) nodes$/\1/p' | tail -n 1)
full=$("$epd" "$suite" --nodes 500000 --full | sed -n 's/.* \([0-9]*\) nodes$/\1/p' | tail -n 1)
long=$("$epd" "$suite" --nodes 500000 --stable 9 | sed -n 's/.* \([0-9]*\) nodes$/\1/p' | tail -n 1)
if [ "$early" -lt "$long" ] && [ "$long" -lt "$full" ]; then pass; else fail "early ends: $early, $long, $full nodes"; fi

# --- parts of a suite
"$epd" "$suite" --nodes 20000 --epd 2> /dev/null | timeless > "$work/one"
for slice in 1 2 3; do "$epd" "$suite" --nodes 20000 --slice $slice/3 > "$work/part$slice" 2> /dev/null; done
parts="$work/part3 $work/part1 $work/part2"
"$epd" --merge "$suite" $parts "$work/part1" 2> /dev/null | timeless > "$work/four"
same "three parts, one of them twice, are not the whole" "$work/one" "$work/four"
says "the sums of the parts" 0 "^[1-4] of 4 solved, " "$epd" --merge "$suite" $parts
says "a part is missing" 1 "suite.epd:4: this position has no result" "$epd" --merge "$suite" "$work/part1" "$work/part3"
cat "$suite" "$suite" > "$work/doubled.epd"
for slice in 1 2; do "$epd" "$work/doubled.epd" --movetime 5 --slice $slice/2 2> /dev/null; done > "$work/timed"
says "a line twice is searched once" 0 " of 8 solved" "$epd" --merge "$work/doubled.epd" "$work/timed"
# killed in the middle of a line: the log goes on, and is then like that of one run
"$epd" "$suite" --nodes 20000 --slice 1/1 --log "$work/log" 2> /dev/null
head -n 2 "$work/log" > "$work/killed"
sed -n '3s/nodes=.*//p' "$work/log" | tr -d '\n' >> "$work/killed"
says "a result cut short" 1 "killed:3: this line is cut short" "$epd" --merge "$suite" "$work/killed"
says "and mended by the same command" 0 "killed:3: this line is cut short" \
    "$epd" --merge "$suite" "$work/killed" $parts
says "a log goes on" 0 "^alula-epd: 2 positions are done already" "$epd" "$suite" --nodes 20000 --slice 1/1 --log "$work/killed"
"$epd" --merge "$suite" "$work/killed" 2> /dev/null | timeless > "$work/four"
same "a log that went on" "$work/one" "$work/four"
cp "$work/log" "$work/before"
says "a log of other settings" 1 "log:1: .* nodes=20000 there, nodes=20001 here; the log is unchanged" \
    "$epd" "$suite" --nodes 20001 --slice 1/1 --log "$work/log"
same "a log of other settings was changed" "$work/before" "$work/log"
"$epd" "$suite" --nodes 20001 --slice 1/3 > "$work/other" 2> /dev/null
says "parts of other settings" 1 "other:1: this result has different settings: nodes=20001 there, nodes=20000 here" \
    "$epd" --merge "$suite" $parts "$work/other"
echo "dear diary" > "$work/diary"
says "a file that is not a log" 1 "diary:1: this is not a result of a unit; the log is unchanged" "$epd" "$suite" --nodes 9 --slice 1/2 --log "$work/diary"
[ "$(cat "$work/diary")" = "dear diary" ] || fail "a file that is not a log was changed"
echo old > "$work/merged"
says "an incomplete merge" 1 "this position has no result" "$epd" --merge "$suite" "$work/part1" --out "$work/merged"
[ "$(cat "$work/merged")" = old ] || fail "an incomplete merge replaced a file"
says "a merge into a file" 0 " of 4 solved" "$epd" --merge "$suite" $parts --out "$work/merged"
timeless < "$work/merged" > "$work/four"
same "a merge into a file is not the whole" "$work/one" "$work/four"
says "an engine without an answer has no result" 1 "no answer" "$epd" "$suite" --depth 1 --slice 1/1 --log "$work/unanswered" --engine "$fake crash"
[ "$(wc -l < "$work/unanswered")" -eq 1 ] || fail "results without an answer: $(cat "$work/unanswered")" # of the position that is over
head -n 3 "$suite" > "$work/less.epd"
echo old > "$work/merged"
says "results of positions that are not there" 1 "part[123]: this result is for a position that is not in the suite: 5rk1/1ppb3p" \
    "$epd" --merge "$work/less.epd" $parts --out "$work/merged"
says "their number" 1 "0 positions have no result, 0 lines were refused, 5 results are for positions outside the suite" \
    "$epd" --merge "$work/less.epd" $parts
[ "$(cat "$work/merged")" = old ] || fail "a merge with results of another suite replaced a file"
says "a slice is not EPD" 2 "excludes --epd" "$epd" "$suite" --nodes 9 --slice 1/2 --epd
says "a merge searches nothing" 2 "it takes only --out" "$epd" --merge "$suite" "$work/part1" --nodes 9

# --- points, as the Strategic Test Suite has them
cat > "$work/points.epd" << 'EOF'
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; c0 "Rd8#=10, Re1=3"; id "by c0";
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Re1; c7 "Re1 Rd8"; c8 "10 4"; c9 "d1e1 d1d8"; id "by c8 and c9";
EOF
says "points" 0 "^14 of 20 points, 70.0 %$" "$epd" "$work/points.epd" --depth 3
says "points of a line" 0 "by c8 and c9 +failed +Rd8# .* 4 of 10 points$" "$epd" "$work/points.epd" --depth 3

# --- EPD in, EPD out
"$epd" "$suite" --nodes 20000 --epd > "$work/out.epd" 2> "$work/sums"
if grep -qE '^[0-4] of 4 solved' "$work/sums"; then pass; else fail "the sums of --epd: $(cat "$work/sums")"; fi
has() { if grep -qE -- "$1" "$work/out.epd"; then pass; else fail "--epd: no \"$1\" in $(cat "$work/out.epd")"; fi; }
has '^6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - dm 1; id "back rank"; acd 1; acn [0-9]+; acs [0-9]+; ce 32766; pv Rd8#;$'
has '^r3r2k/.* w - - bm Rxh7\+; id "shot"; c0 "a;b \\"c\\""; acd [0-9]+; acn [0-9]+; acs [0-9]+; ce -?[0-9]+; pv [A-Za-z]'
has '^5rk1/.* w - - bm Rg3; id "six fields"; hmvc 0; fmvn 1; acd'
has '^4k3/.* w - - hmvc 3; fmvn 40; id "nothing asked"; acd'
has '^7k/5Q2/6K1/8/8/8/8/8 b - - id "over"; acd 0; acn 0; acs 0; ce -32767;$|"over".* ce -?[0-9]+;$'
says "reading its own output" 0 "of 4 solved" "$epd" "$work/out.epd" --nodes 20000
"$epd" "$suite" --nodes 20000 --out "$work/copy.epd" > /dev/null
timeless < "$work/out.epd" > "$work/a"
timeless < "$work/copy.epd" > "$work/b"
same "--out differs from --epd" "$work/a" "$work/b"

# --- bad input
says "a bad line" 1 "^standard input:2: bm: Qh8 is not a legal move$" sh -c "printf '8/8/8/8/8/8/8/K1k5 w - -\n8/8/8/8/8/8/8/K1k5 w - - bm Qh8;\n' | '$epd' - --depth 1"
{ echo "8/8 w - - bm e4;"; cat "$suite"; } > "$work/bad.epd"
says "a bad line and good ones: a sentence" 1 "^$work/bad.epd:1: there are fewer than eight ranks$" "$epd" "$work/bad.epd" --nodes 500000
says "a bad line and good ones: the rest" 1 "^4 of 4 solved" "$epd" "$work/bad.epd" --nodes 500000
other=${0%/*}/says.sh
says "a file that is not EPD" 1 "$other: this does not look like EPD" "$epd" "$other" --depth 1
if [ "$(printf '%s\n' "$output" | grep -c "^$other:[0-9]*: ")" -eq 5 ]; then pass; else fail "a file that is not EPD: $output"; fi
says "a file that is not EPD, and a good one" 1 "^4 of 4 solved" "$epd" "$other" "$suite" --nodes 500000
says "a missing file" 1 "$work/none: No such file" "$epd" "$work/none" --depth 1 --out "$work/same.none"
if [ "$output" = "alula-epd: $work/none: No such file or directory" ] && [ ! -e "$work/same.none" ]; then pass; else fail "a missing file: $output"; fi
says "no file" 2 "a file of positions is missing" "$epd" --depth 1
says "no limit" 2 "a limit is needed" "$epd" "$suite"
[ -c /dev/full ] && says "a full disk" 1 "cannot be written: No space" sh -c "'$epd' '$suite' --depth 1 > /dev/full"
[ -c /dev/full ] && says "a full disk for --out" 1 "cannot be written: No space" "$epd" "$suite" --depth 1 --out /dev/full
says "no place for --out" 1 "$work: cannot be made: Is a directory" "$epd" "$suite" --depth 1 --out "$work"
cp "$suite" "$work/same.epd"
ln -s same.epd "$work/link.epd"
cp "$suite" "$work/other.epd.new"
for files in "same.epd link.epd" "link.epd same.epd" "other.epd.new other.epd"; do
    says "--out over what is read: $files" 2 "--out would replace another file of this run" \
        "$epd" "$suite" "$work/${files% *}" --depth 1 --out "$work/${files#* }"
    same "--out has changed what is read: $files" "$suite" "$work/same.epd"
done
printf '[Event "x"]\n' > "$work/games"
says "--out over games" 2 "--out would replace a file of games" "$epd" "$suite" --depth 1 --out "$work/games"
says "--out over standard input" 2 "--out would replace another file of this run" sh -c "'$epd' - --depth 1 --out '$work/same.epd' < '$work/same.epd'"
if [ -n "$data" ] && [ -r "$data/malformed/epd.tsv" ]; then
    # in E007 two knights can go to g4, in E028 only one can take on d5: these two are judged as they are;
    # E017 and E018 have no position
    grep -vE '^(#|E007|E017|E018|E028)' "$data/malformed/epd.tsv" > "$work/rows"
    while read -r row; do
        id=$(printf '%s\n' "$row" | cut -f 1) verdict=$(printf '%s\n' "$row" | cut -f 2)
        printf '%b\n' "$(printf '%s\n' "$row" | cut -f 3 | sed 's/\\"/\\\\"/g; s/\\x00/\\0000/g; s/\\xc3/\\0303/g; s/\\xa7/\\0247/g')" > "$work/row"
        output=$(timeout 20 "$epd" "$work/row" --depth 1 2>&1)
        got=$?
        sentences=$(printf '%s\n' "$output" | grep -c "^$work/row:1: .")
        case $verdict:$got:$sentences in
        accept:0:0 | report:1:1) pass ;;
        *) fail "$id: $verdict, status $got: $output" ;;
        esac
    done < "$work/rows"
    says "Whittington's destructive file" 1 "of [0-9]+ solved" "$epd" "$data/malformed/whittington-destructive.epd" --depth 1
else
    skip "no TEST_DATA, so no malformed/epd.tsv"
fi

# --- other engines
says "CECP" 0 "^4 of 4 solved" "$epd" "$suite" --nodes 500000 --engine "$alula,proto=cecp" --hash 16 --threads 1
says "CECP finds the same" 0 "^   2  shot +solved  Rxh7\+ .* depth +[0-9]+ +[0-9]{3,} nodes" "$epd" "$suite" --nodes 500000 --engine "cmd=$alula"
says "UCI" 0 "^[0-4] of 4 solved" "$epd" "$suite" --depth 1 --engine "$fake ok,proto=uci"
says "an engine that dies" 1 "^   1  back rank +failed +- .*no answer: the engine died: exit status 3$" "$epd" "$suite" --depth 1 --engine "$fake crash"
head -n 2 "$suite" > "$work/brief.epd"
says "an engine that hangs" 1 "no answer: the engine fell silent" "$epd" "$work/brief.epd" --depth 1 --patience 1 \
    --engine "$fake stall"
says "an illegal move" 1 "makes an illegal move: e1e8" "$epd" "$suite" --depth 1 --engine "$fake illegal"
says "an engine that resigns" 1 "the engine resigns" "$epd" "$suite" --depth 1 --engine "$fake resign"
says "a false mate" 0 "wrong claim: mate in 1" "$epd" "$suite" --depth 1 --engine "$fake boast"
says "false mates are counted" 0 "^mates announced: [01] shown to the end, 0 cut short, [45] wrong" "$epd" "$suite" --depth 1 --engine "$fake boast,proto=uci"
# it crashes at the first position and is restarted for the others
executable mortal << EOF
echo >> "$work/lives"
[ "\$(wc -l < "$work/lives")" -gt 2 ] && exec "$fake" ok
exec "$fake" crash
EOF
says "an engine that is restarted" 1 "^the engine gave no answer 1 time$" "$epd" "$suite" --depth 1 --engine "$work/mortal,proto=cecp"
[ ! -x /usr/games/stockfish ] || says "a program in /usr/games" 0 "of 4 solved" env PATH=/usr/bin:/bin \
    "$epd" "$suite" --depth 1 --engine stockfish,proto=uci

# --- interrupted: results so far are printed
for engine in "" "--engine $alula"; do
    rm -f "$work/cut" # of the one before
    # shellcheck disable=SC2086
    "$epd" "$suite" --depth 100 $engine > "$work/cut" 2>&1 &
    job=$!
    soon grep -q "^   4  both" "$work/cut"
    ends_by TERM
    holds "interrupted $engine: status $status" [ $status -eq 130 ]
    holds "interrupted $engine" sh -c "grep '^4 of 4 solved' '$work/cut' && ! grep 'nothing asked' '$work/cut'"
done
# an old --out file is kept, a new one has the results so far
cp "$suite" "$work/kept.epd"
rm -f "$work/fresh.epd"
for out in kept fresh; do
    "$epd" "$suite" --depth 100 --out "$work/$out.epd" > "$work/cut" 2>&1 &
    job=$!
    soon grep -q "back rank" "$work/$out.epd.new"
    ends_by TERM
    if [ $status -eq 130 ]; then pass; else fail "interrupted with --out $out: status $status: $(cat "$work/cut")"; fi
done
if cmp -s "$suite" "$work/kept.epd" && grep -q "back rank" "$work/kept.epd.new"; then pass; else fail "an interrupted --out: $(cat "$work"/kept.epd*)"; fi
if grep -q "back rank" "$work/fresh.epd" && [ ! -e "$work/fresh.epd.new" ]; then pass; else fail "an interrupted --out that is new"; fi
# background jobs of a shell ignore SIGINT
says "ctrl-C" 130 "^[0-4] of [0-4] solved" $signalled -s INT 5 "$epd" "$suite" --depth 100

finish
