#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/lab.sh ALULA_LAB: the ladder of techniques agrees on all positions and notices planted
# faults; the TT of the experiment saves nodes and changes no score; bad arguments and files get an
# error message; an interruption prints the results so far.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
tool=$1
patience=600

# refuses WHAT TEXT COMMAND...: status 2 (or $status) and one line on stderr with this text.
refuses() {
    what=$1 text=$2
    shift 2
    timeout 600 "$@" > "$work/out" 2> "$work/err" < /dev/null
    got=$?
    if [ $got -eq "${status:-2}" ] && [ ! -s "$work/out" ] && [ "$(wc -l < "$work/err")" -eq 1 ] && grep -qE -- "$text" "$work/err"; then
        pass
    else
        fail "$what: status $got, $(cat "$work/out" "$work/err")"
    fi
}

cat > "$work/few.epd" <<'END'
# a mate in two, a tempting stalemate, castling, en passant
kbK5/pp6/1P6/8/8/8/8/R7 w - - id "Morphy";
7k/5Q2/8/6K1/8/8/8/8 w - -
r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1
8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1
END

# --- the ladder
says "ten positions" 0 "^140 scores and 110 moves compared: all agree" "$tool" --compare --depth 3
says "a file" 0 "^56 scores and 44 moves compared: all agree" "$tool" --compare --depth 4 --tt 1 "$work/few.epd"
says "a sum" 0 "^minimax +[0-9]+ +[0-9]+ +[0-9.]+ +-$" "$tool" --compare --depth 2 "$work/few.epd"
says "without minimax" 0 "^48 scores and 0 moves compared: all agree" "$tool" --compare --search alphabeta --depth 4 "$work/few.epd"
says "a fault" 1 "compared: [0-9]+ wrong" "$tool" --compare --search alphabeta --depth 3 --plant bound
says "a fault is marked" 1 "^PVS.* WRONG SCORE" "$tool" --compare --depth 3 --plant research

# --- one search
says "minimax visits all" 0 "^1  start of the game +9323 " "$tool" --search minimax --depth 3
says "a mate" 0 "^1  Morphy .*#2  Ra6$" "$tool" --search pvs --ordered --tt 1 --deepening --depth 5 "$work/few.epd"
says "every technique" 0 "^pvs mvvlva killers history table deepening quiescence checks nullmove, depth 3 " "$tool" \
    --search pvs --mvvlva --killers --history --tt 2 --deepening --quiescence --checks --nullmove --depth 3
says "standard input" 0 "^1  8/8/8/8/8/2k5/8/K6R w " sh -c "echo '8/8/8/8/8/2k5/8/K6R w - -' | '$tool' --depth 2 -"
says "a trace" 0 "^  Ra6  depth 2  alpha .* beta .* score .*: " "$tool" --depth 3 --trace 1 "$work/few.epd"
says "a trace of the table" 0 "table hit" "$tool" --depth 4 --trace 3 --tt 1 "$work/few.epd"
says "a trace of cutoffs" 0 ": beta cutoff [A-Za-z]" "$tool" --depth 3 --trace 2 "$work/few.epd"

# --- the experiment: fewer nodes with the TT, the same scores, a valid SVG
says "the experiment" 0 "^10 positions, 20 scores compared: all agree" "$tool" --experiment "$work/a.svg" --depth 5
if printf '%s\n' "$output" | awk '/^mean / { found = $3 <= $2 && $6 < 0.95 * $5 } END { exit !found }'; then
    pass
else
    fail "the table saves nothing: $output"
fi
if [ "$(grep -c '<rect' "$work/a.svg")" -eq 47 ] && grep -q '>depth 5</text>' "$work/a.svg" &&
    grep -q '>8  rook ending</text>' "$work/a.svg" && [ "$(tail -n 1 "$work/a.svg")" = "</svg>" ]; then
    pass
else
    fail "the picture: $(grep -c '<rect' "$work/a.svg") $(tail -n 1 "$work/a.svg")"
fi
says "its evaluations" 0 "^static evaluations, mean +[1-9][0-9]* +[1-9]" "$tool" --experiment "$work/evaluations.svg" --depth 4
if ! command -v python3 > /dev/null; then
    echo "lab: no python3, so the picture was not parsed"
elif python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$work/a.svg"; then
    pass
else
    fail "the picture is no XML"
fi
says "the experiment, a fault" 1 "wrong$" "$tool" --experiment "$work/b.svg" --depth 6 --plant depth

# --- refusals
refuses "a wild depth" "--depth needs a number from 1 to 30, not 31" "$tool" --depth 31
refuses "two tasks" "exclude each other" "$tool" --compare --experiment "$work/c.svg"
refuses "techniques of a ladder" "choose the techniques themselves" "$tool" --compare --killers
refuses "a shallow experiment" "--depth must be at least 3" "$tool" --experiment "$work/c.svg" --depth 2
refuses "a picture over positions" "experiment would replace another file of this run: $work/few.epd" "$tool" --experiment "$work/few.epd" "$work/few.epd"
status=1 refuses "no place for a picture" "no/such/a.svg" "$tool" --experiment "$work/no/such/a.svg"
status=1 refuses "no file" "no-file: No such file" "$tool" "$work/no-file"
status=1 refuses "an empty file" "there are no positions" "$tool" /dev/null
printf '%s\n' "8/8/8/8/8/8/8/8 w - - 0 1" > "$work/bad.epd"
status=1 refuses "a bad position" "bad.epd:1: White has no king" "$tool" "$work/bad.epd"
if [ -e "$work/c.svg" ]; then fail "a picture of nothing"; else pass; fi

# --- the rest
says "rows on a full disk" 1 "the output cannot be written" sh -c "'$tool' --depth 1 > /dev/full"
says "no memory" 1 "there is not enough memory" sh -c "ulimit -v 400000; '$tool' --depth 1 --tt 65536"

# SIGTERM ends runs of hours soon.
interrupted "minimax" 15 "^all 0 " "$tool" --search minimax --depth 9
interrupted "a comparison" 15 "compared: all agree" "$tool" --compare --depth 9
interrupted "an experiment" 15 "^0 positions, 0 scores compared" "$tool" --experiment "$work/d.svg" --depth 20
if [ "$(tail -n 1 "$work/d.svg")" = "</svg>" ]; then pass; else fail "the picture of an interrupted experiment"; fi

finish
