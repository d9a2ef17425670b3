#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/perft-compare.sh ALULA_PERFT ALULA: alula-perft --compare: right programs are timed, whatever they
# look like; wrong, hanging, dying and flooding ones are told and left out; bad arguments are refused.
# Speeds are not looked at.
# shellcheck source=tests/programs/says.sh disable=SC2016,SC2046 # words of scripts, a list of words
. "${0%/*}/says.sh"
tool=$(full "$1")
alula=$(full "$2")
grammar=-F

# fake NAME: a script, its text on standard input; $1 is the FEN and $2 the depth. "count" is the right number.
fake() {
    {
        echo "count() { '$tool' \"\$2\" --fen \"\$1\" | sed 's/ .*//'; }"
        cat
    } | executable "$1"
}

fake right <<'EOF'
echo "perft($2) = $(count "$1" "$2"), 0.001 s"
EOF
fake bare <<'EOF'
printf '\nd1 7\n%s' "$(count "$1" "$2")"
EOF
fake grouped <<'EOF'
count "$1" "$2" | sed ':a; s/\([0-9]\)\([0-9]\{3\}\)\($\|,\)/\1,\2\3/; ta'
EOF
fake wrong <<'EOF'
echo "nodes $(($(count "$1" "$2") + 1))"
EOF
fake half <<'EOF'
case $1 in r3k*) exit 3 ;; esac
count "$1" "$2"
EOF
fake crash <<'EOF'
echo ready
kill -SEGV $$
EOF
fake hang <<EOF
echo thinking
sleep 600 &
echo \$! >"$work/child"
wait
EOF
fake lines <<'EOF'
exec yes "info string still counting"
EOF
fake noise <<'EOF'
exec cat /dev/zero
EOF
fake silent </dev/null
fake daemon <<'EOF'
count "$1" "$2"
exec >/dev/null
exec sleep 600
EOF
number="'$tool' \"\${words##* }\" --fen \"\$fen\" | sed 's/ .*//'"
uci_engine untold "go*) $number ;;"
uci_engine other "perft*) $number ;;"
uci_engine searches
uci_engine short 'go*) echo 254 ;;'
uci_engine stuck 'go*) exec sleep 600 ;;'
fake jumps <<'EOF'
case $1 in *" d6 0 1") echo 254 ;; *) count "$1" "$2" ;; esac
EOF

start="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
kiwi="r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
printf '%s ;D1 20 ;D2 400 ;D4 197281\n%s ;D3 97862 ;D5 193690690\n' "$start" "$kiwi" >"$work/two.epd"
printf '%s ;D1 20\n' "$start" >"$work/one.epd"
printf '%s ;D6 119060324\n' "$start" >"$work/long.epd" # long enough to be compared

# compared NAME STATUS TEXT PROGRAM... [OPTION...]: over the two positions.
compared() {
    what=$1 wanted=$2 text=$3
    shift 3
    says "$what" "$wanted" "$text" "$tool" --compare "$@" --suite "$work/two.epd" --max-depth 4 --rounds 2
}
# template NAME: the command of a fake.
template() { echo "$1=$work/$1 {fen} {depth}"; }
# row TEXT: the output of the last command has this line, blanks apart.
row() {
    if printf '%s\n' "$output" | tr -s ' ' | grep -q -e "$1"; then pass; else fail "$what: no line \"$1\": $output"; fi
}

# --- programs that are right
compared "a right program" 0 "median, Mnodes/s" "$(template right)"
row "^best, Mnodes/s alula right"
row '^two.epd:1, depth 4 [0-9.]*[* ]* [0-9.]'
row '^two.epd:2, depth 3 [0-9.]*[* ]* [0-9.]'
row "^start and depth 3, ms [0-9]"
row "^alula: .*, 1 thread, no table"
compared "no last line end" 0 "bare" "$(template bare)"
compared "groups of digits" 0 "grouped" "$(template grouped)"
compared "quotes" 0 "median, Mnodes/s" "q=sh -c '\"$work/right\" \"\$1\" \"\$2\"' x {fen} \"{depth}\""
compared "a UCI engine" 0 "median, Mnodes/s" "own=uci:$alula"
compared "threads and a table" 0 "2 threads, a table of 2 MB" "$(template right)" --threads 2 --hash 2
says "a mean" 0 "geometric mean of 1 " "$tool" --compare "own=uci:$alula" --suite "$work/long.epd" --rounds 1
row "^alula / each 1.000 [0-9]"
says "one round" 0 "best, Mnodes/s" "$tool" --compare "$(template right)" --suite "$work/two.epd" --max-depth 4 --rounds 1
if printf '%s\n' "$output" | grep -q -e median -e " \$"; then fail "the median of one round, or blanks at a line end: $output"; else pass; fi
says "Chess960 in UCI" 0 "chess960.epd:1, depth" "$tool" --compare "own=uci:$alula" --suite perft-suites/chess960.epd --chess960 --max-nodes 1000 --rounds 1

# --- programs that are not
says "the default positions" 1 "wrong: start, depth 3: 8903 instead of 8902" \
    "$tool" --compare "$(template wrong)" "$(template hang)" --rounds 1 --timeout 5
row "^start, depth 6 - wrong late"
row "^position 6, depth 5 - wrong out"
for _ in $(seq 600); do kill -0 "$(cat "$work/child")" 2>/dev/null || break; sleep 0.1; done # it may be a zombie first
if kill -0 "$(cat "$work/child")" 2>/dev/null; then fail "the child of a program that hung still runs"; else pass; fi
compared "wrong beside right" 1 "wrong: two.epd:1, depth 3: 8903 instead of 8902" "$(template wrong)" "$(template right)"
row "two.epd:1, depth 4 [0-9.]*\*\? wrong [0-9.]"
if printf '%s\n' "$output" | grep -q -e "geometric mean" -e " \$"; then fail "a mean of nothing, or blanks at a line end: $output"; else pass; fi
compared "wrong in one position" 1 "half: two.epd:2, depth 3: the engine ended without a count, exit status 3" "$(template half)"
row "two.epd:1, depth 4 [0-9.]*\*\? [0-9.]"
row "two.epd:2, depth 3 - died"
compared "dead" 1 "crash: two.epd:1, depth 3: the engine ended without a count, signal 11 (Segmentation fault), last line \"ready\"" "$(template crash)"
compared "hanging" 1 "hang: two.epd:1, depth 3: the engine gave no count within --timeout" \
    "$(template hang)" "$(template right)" --timeout 5
row "two.epd:2, depth 3 [0-9.]*\*\? out [0-9.]"
compared "a flood of lines" 1 "lines: two.epd:1, depth 3: the engine keeps printing lines without a count" "$(template lines)"
compared "a flood without lines" 1 "noise: two.epd:1, depth 3: the engine keeps printing lines without a count" "$(template noise)"
compared "silent" 1 "silent: two.epd:1, depth 3: the engine ended without a count, exit status 0" "$(template silent)"
compared "running on" 1 "daemon: two.epd:1, depth 3: it was still running" "$(template daemon)" --timeout 5
compared "no UCI engine" 1 'echo: two.epd:1, depth 3: the engine does not answer "uci"' "echo=uci:cat" --timeout 1
compared "a UCI engine that prints a number alone" 0 "median, Mnodes/s" "own=uci:$work/untold"
compared "a UCI engine that counts by perft N" 0 "median, Mnodes/s" "own=uci:$work/other"
compared "a UCI engine that searches" 1 'own: two.epd:1, depth 3: the engine searches on "go perft N"' "own=uci:$work/searches"
row "two.epd:1, depth 4 - unable"
row "two.epd:2, depth 3 - out"
compared "a UCI engine that counts wrong" 1 "jumps: two.epd:1, depth 3: 254 instead of 8902" "jumps=uci:$work/short"
compared "a limit for all" 1 "the time of --total is up: 0 of 2 positions are complete" "own=uci:$work/stuck" --total 1
if printf '%s\n' "$output" | grep -q "in the time"; then fail "$what: $output"; else pass; fi

# --- the position is given as it is: exd6 would leave the king in check by the bishop
pinned="6k1/1b4p1/8/3pP3/8/5K2/3P4/R7 w - d6"
printf '%s  0 1 ;D1 24 ;D2 253\n' "$pinned" >"$work/pinned.epd"
says "an en-passant square without a capture" 1 "jumps: pinned.epd:1, depth 2: 254 instead of 253" \
    "$tool" --compare "$(template jumps)" "$(template right)" --suite "$work/pinned.epd" --rounds 1
row "^pinned.epd:1, depth 2 [0-9.]*[* ]* wrong [0-9.]"
says "its JSON" 0 "\"fen\": \"$pinned 0 1\"" "$tool" --compare "$(template right)" --suite "$work/pinned.epd" --rounds 1 --json
says "the JSON of one count" 0 "\"fen\": \"$pinned 0 1\"" "$tool" 2 --json --fen "$pinned 0 1"
printf '%s 0 %0100d ;D2 253\n' "$pinned" 1 >"$work/pinned.epd"
says "long counters" 1 "pinned.epd:1: the numbers of the position have too many digits" \
    "$tool" --compare "$(template right)" --suite "$work/pinned.epd"

# --- a suite that is wrong
printf '%s ;D2 401\n%s ;D1 20\n' "$start" "$start" >"$work/false.epd"
says "a wrong count in the suite" 1 "false.epd:1: the line of the suite is wrong: it has D2 401, but alula counts " \
    "$tool" --compare "$(template right)" --suite "$work/false.epd" --rounds 1
row "^false.epd:1, depth 2 out out"
row "^false.epd:2, depth 1 [0-9.]*[* ]* [0-9.]"
if printf '%s\n' "$output" | grep -q "instead of"; then fail "$what: $output"; else pass; fi
printf '%s ;D40 7\n' "$start" >"$work/false.epd"
says "a count that cannot be" 1 "false.epd:1: the count is larger than 64 bits can hold" \
    "$tool" --compare "$(template right)" --suite "$work/false.epd"

# --- JSON
says "json" 0 '"name": "right", "uci": false, "command": "' \
    "$tool" --compare "$(template right)" "q=$work/right \"{fen}\" {depth}" --suite "$work/two.epd" --max-depth 4 --rounds 2 --json
if ! command -v python3 >/dev/null; then
    skip "python3 is not installed, so the JSON was not parsed"
elif printf '%s' "$output" | python3 -c '
import json, sys
all = json.load(sys.stdin)
assert all["complete"] and all["rounds"] == 2, "head"
assert [p["nodes"] for p in all["positions"]] == [197281, 97862], "positions"
for p in all["positions"]:
    for cell in p["programs"].values():
        assert cell["result"] == "right" and len(cell["seconds"]) == 2, "cell"
' 2>"$work/why"; then pass; else fail "json: $(tail -n 1 "$work/why"): $output"; fi

# --- interrupted: what was measured is printed
fake later <<EOF
case \$1 in
r3k*) echo here >"$work/mark"; exec sleep 600 ;;
esac
count "\$1" "\$2"
EOF
"$tool" --compare "$(template later)" --suite "$work/two.epd" --max-depth 4 --rounds 2 >"$work/cut" 2>&1 &
job=$!
soon [ -s "$work/mark" ]
ends_by INT
what="an interrupt"
output=$(cat "$work/cut")
if [ $status -eq 130 ]; then pass; else fail "an interrupt: status $status: $output"; fi
row "two.epd:1, depth 4 [0-9.]*\*\? [0-9.]"
row "^interrupted: "

# --- wrong arguments and suites
says "no programs" 2 "--compare needs a program" "$tool" --compare
says "no name" 2 "a program needs a name of 1 to 20 letters" "$tool" --compare "./x {fen} {depth}"
says "a name twice" 2 "two programs have the name x" "$tool" --compare "x=uci:x" "x=uci:y"
says "a depth" 2 "use only one of DEPTH" "$tool" --compare 5
says "a divide" 2 "need a DEPTH" "$tool" --compare "x=uci:x" --divide
says "rounds alone" 2 "--rounds needs --compare" "$tool" 3 --rounds 2
says "rounds of --check" 2 "--check takes" "$tool" --check "x {fen} {depth}" --rounds 2
says "no round" 2 "--rounds needs a number from 1 to 1000, not 0" "$tool" --compare "x=uci:x" --rounds 0
says "too many programs" 2 "at most 15 programs" "$tool" --compare \
    $(for i in a b c d e f g h i j k l m n o p; do echo $i=uci:x; done)
says "a missing suite" 1 "cannot be read" "$tool" --compare "x=uci:x" --suite "$work/none.epd"
printf 'hello\n%s ;D1 x\n%s ;D1 20\n' "$start" "$start" >"$work/bad.epd"
says "a bad suite" 1 "bad.epd:2: the count of a field D is not a number" "$tool" --compare "$(template right)" --suite "$work/bad.epd"
row "^bad.epd:3, depth 1 "
says "nothing within the limits" 1 "none within the limits" "$tool" --compare "x=uci:x" --suite "$work/one.epd" --max-depth 0

finish
