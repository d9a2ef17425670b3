#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/endings.sh ALULA_ENDINGS TEST_DATA: endings of three pieces are solved once, agree with the real
# Syzygy tables of the data, and a wrong table is noticed; bad arguments and files get an error message.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
tool=$(full "$1") tables=$(full "$2")/syzygy
cd "$work" || exit 2

# refuses WHAT TEXT COMMAND...: status 2 (or $status) and one line on stderr with this text.
refuses() {
    what=$1 text=$2
    shift 2
    timeout 60 "$@" >out 2>err </dev/null
    got=$?
    if [ $got -eq "${status:-2}" ] && [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] && grep -qE -- "$text" err; then
        pass
    else
        fail "$what: status $got, $(cat out err)"
    fi
}

# --- solving
says "KPvK" 0 "^KPvK: to move: 62480 win, 54394 draw, 48802 lose; longest win 19 plies, loss 20" "$tool" solve KPvK --out solved
holds "what follows is solved, too" [ -s solved/KQvK.end ]
printf '%s.end\n' KBvK KNvK KPvK KQvK KRvK >names
ls solved >made
same "nothing else is left" names made
if [ -z "$("$tool" solve --all --men 3 --out solved)" ]; then pass; else fail "nothing is solved again"; fi
rm solved/KRvK.end
says "one is missing" 0 "^KRvK:.* longest win 31 plies" "$tool" solve --all --men 3 --out solved
status=0
says "a win" 0 "^KQvK: win for the side to move in 1 ply$" "$tool" show "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1" --out solved
says "a loss" 0 "^KQvK: loss for the side to move in 12 plies$" "$tool" show "8/8/8/8/8/2k5/1Q6/K7 b - - 0 1" --out solved
says "mated" 0 "^KQvK: loss for the side to move in 0 plies$" "$tool" show "8/8/8/8/8/2k5/2q5/2K5 w - - 0 1" --out solved
says "a rook that is attacked" 0 "^KRvK: loss for the side to move in 20 plies$" "$tool" show "8/8/8/8/8/8/1k6/4K2R b - - 0 1" --out solved
says "the bitbase" 0 "^KPvK: 165,676 positions, 165,676 known; .*; 0 differ in the bitbase$" "$tool" known KPvK --out solved

says "the speed" 0 "^WDL: [0-9]+ ns a probe, 20000 found" "$tool" speed "$tables"
status=1
refuses "no tables" "there are no tables in solved" "$tool" speed solved
status=2

# --- comparing
if [ -d "$tables" ]; then
    says "real tables" 0 "^5 tables: 781,172 positions, of which 45,436 images, 0 differ in WDL, 0 in DTZ" \
        "$tool" compare "$tables" --out solved --threads 2 KQvK KRvK KBvK KNvK KPvK
    says "a part" 0 "^KPvK: [0-9]{1,2},[0-9]{3} positions" "$tool" compare "$tables" --out solved --every 10 KPvK
    mkdir wrong
    cp "$tables"/KQvK.rtbz wrong/KRvK.rtbz
    cp "$tables"/KRvK.rtbw wrong
    status=1
    says "another table" 1 "wrong/KRvK.rtbz is damaged" "$tool" compare wrong --out solved KRvK
    cp "$tables"/KBvK.rtbz wrong
    # the result of all positions: a loss instead of a draw
    { head -c 11 "$tables"/KBvK.rtbw; printf '\000'; tail -c +13 "$tables"/KBvK.rtbw; } >wrong/KBvK.rtbw
    says "wrong results" 1 "^KBvK: 110,926 positions, of which 6,458 images, [1-9][0-9,]* differ in WDL, [1-9][0-9,]* in DTZ$" \
        "$tool" compare wrong --out solved KBvK
    says "which ones" 1 "^  [1-8kKbB/]+ [wb] - - 0 1: WDL 0, the table has -2; DTZ 0, the table has " "$tool" compare wrong --out solved KBvK
    says "no table" 1 "^alula-endings: wrong/KQvK.rtbz is missing or unreadable$" "$tool" compare wrong --out solved KQvK
    says "not solved" 1 "^alula-endings: KQvKR is not solved in solved$" "$tool" compare "$tables" --out solved KQvKR
else
    skip "no $tables"
fi

# --- refusals
status=2
refuses "no command" "the first word must be solve, compare, known, show or speed" "$tool"
refuses "no name" "solve needs the names of endings, or --all" "$tool" solve --out solved
refuses "names and all" "or --all" "$tool" solve KQvK --all --out solved
refuses "no folder" "--out DIR is needed" "$tool" solve KQvK
refuses "another name" "no ending of three or four pieces has the name KRvKQ" "$tool" solve KRvKQ --out solved
refuses "no tables" "compare needs the folder of the tables" "$tool" compare --out solved
refuses "men" "--men needs a number from 3 to 4" "$tool" solve --all --men 5 --out solved
refuses "no FEN" "show needs one FEN" "$tool" show --out solved
refuses "castling" "at most 4 pieces, and no castling" "$tool" show "4k3/8/8/8/8/8/8/4K2R w K - 0 1" --out solved
status=1
refuses "no such folder" "none is not a folder" "$tool" compare none --out solved
refuses "a file in the way" "solved/KQvK.end is not a folder" "$tool" solve KQvK --out solved/KQvK.end
head -c 1000 solved/KQvK.end >short && cp short solved/KQvK.end
refuses "cut short" "^alula-endings: solved/KQvK.end is damaged or cut short; remove it" "$tool" solve KQvK --out solved
rm solved/KQvK.end && "$tool" solve KQvK --out solved >out
printf x | dd of=solved/KQvK.end bs=1 seek=5000 conv=notrunc 2>/dev/null
refuses "a wrong byte" "solved/KQvK.end is damaged or cut short" "$tool" known KQvK --out solved
cp solved/KRvK.end solved/KQvK.end
refuses "another ending" "solved/KQvK.end is damaged or cut short" "$tool" show "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1" --out solved

finish
