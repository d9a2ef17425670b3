#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/suites.sh ALULA_EPD ALULA_MATCH ALULA DATA: mates and endings of the reference data at fixed
# nodes. Announced mates must be correct and not shorter than the shortest mate; tablebase wins, draws
# and losses must have such scores, and such results when played out. Each suite has a minimum number of
# right positions, a bit below that of an earlier engine. SHOW=1 prints the missed positions.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
epd=$1 match=$2 alula=$3 data=$4
[ -d "$data/mates" ] && [ -d "$data/endgames" ] || {
    skip "no mates and endgames in TEST_DATA"
    finish
    exit
}

verdict() { # WHAT FOUND MIN OF
    echo "$1: $2 of $4, at least $3 wanted"
    if [ "$2" -ge "$3" ]; then pass; else fail "$1"; fi
}

# suite FILE NODES MIN: at least MIN positions solved, and no wrong mates.
suite() {
    if ! "$epd" "$1" --nodes "$2" --jobs 2 >"$work/out" 2>"$work/err"; then
        fail "$1: $(head -n 3 "$work/err")"
        return
    fi
    verdict "${1#"$data"/}" "$(sed -n '$s/ of .*//p' "$work/out")" "$3" \
        "$(sed -n '$s/.* of \([0-9]*\) solved.*/\1/p' "$work/out")"
    if grep -E 'wrong claim|doubtful claim' "$work/out"; then
        fail "$1: a wrong mate, or one shorter than the shortest"
    else
        pass
    fi
}

# mates FILE NODES MOVES MIN: of the mates in at most MOVES, which can be found, at least MIN are
# found and none is wrong; and no mate that is claimed in a short search of any position is wrong.
mates() {
    awk -v most="$3" 'match($0, / dm -?[0-9]+/) {
            moves = substr($0, RSTART + 4, RLENGTH - 4) + 0
            if (moves <= most && moves >= -most) print
        }' "$1" >"$work/short.epd"
    echo "${1#"$data"/}, mates in up to $3:"
    suite "$work/short.epd" "$2" "$4"
    suite "$1" 5000 1
}

# outcomes FILE NODES MIN: compare scores with the tablebase value (wdl for the side to move, where 1
# and -1 are draws by the fifty-move rule; or dtm-plies, 0 for a draw). A win is +1.50 or more, a loss
# -1.50 or less, a draw between.
outcomes() {
    "$epd" "$1" --nodes "$2" --jobs 2 --full --epd >"$work/out" 2>"$work/err" || {
        fail "$1: $(head -n 3 "$work/err")"
        return
    }
    awk '{
            if (match($0, /"wdl -?[0-9]/)) wdl = substr($0, RSTART + 5, RLENGTH - 5) + 0
            else if (match($0, /"dtm-plies -?[0-9]+/)) wdl = 2 * substr($0, RSTART + 11, RLENGTH - 11)
            else next
            if (!match($0, / ce -?[0-9]+/)) next
            ce = substr($0, RSTART + 4, RLENGTH - 4) + 0
            wdl = wdl > 1 ? 1 : wdl < -1 ? -1 : 0
            seen = ce >= 150 ? 1 : ce <= -150 ? -1 : 0
            all++
            right += seen == wdl
            if (seen == -wdl && wdl) print "the wrong side wins: " $0
            else if (seen != wdl) print "missed: " $0 > "/dev/stderr"
        }
        END { print right + 0, all + 0 }' "$work/out" >"$work/sum" 2>"$work/missed"
    verdict "${1#"$data"/} outcomes" "$(tail -n 1 "$work/sum" | cut -d ' ' -f 1)" "$3" \
        "$(tail -n 1 "$work/sum" | cut -d ' ' -f 2)"
    if grep 'the wrong side' "$work/sum"; then
        fail "$1"
    fi
    [ -z "${SHOW:-}" ] || cat "$work/missed"
}

# played FILE PLIES MIN: play out every sixth position, with both colors, at 10,000 nodes against 5,000.
# At least MIN games must end with the tablebase result (c3). The halfmove clock starts at PLIES; above
# 0 only wins within 30 plies to the next zeroing move (c2 "dtz N") are played, so that the engine has to
# make progress.
played() {
    awk -v plies="$2" '{
            dtz = match($0, /"dtz -?[0-9]+/) ? substr($0, RSTART + 5, RLENGTH - 5) + 0 : 0
            if (/c0 "K[BN]+vK[BN]*"/ && /c3 "1\/2-1\/2"/) next # a dead draw, or nearly
            if (plies && (/c3 "1\/2-1\/2"/ || dtz < -30 || dtz > 30)) next
            if (++seen % 6) next
            match($0, /c3 "[^"]*/)
            print $1, $2, $3, $4, plies, 90, substr($0, RSTART + 4, RLENGTH - 4)
        }' "$1" >"$work/table"
    cut -d ' ' -f 1-6 "$work/table" >"$work/openings.fen"
    rm -f "$work/games.pgn"
    "$match" --engine "cmd=$alula,proto=cecp,name=whole,nodes=10000" \
        --engine "cmd=$alula,proto=cecp,name=half,nodes=5000" --hash 8 \
        --openings "$work/openings.fen" --games $((2 * $(wc -l <"$work/table"))) \
        --concurrency 2 --quiet --pgn "$work/games.pgn" >"$work/out" 2>"$work/err" || {
        fail "$1: $(head -n 3 "$work/err")"
        return
    }
    awk '
        NR == FNR { wanted[$1 " " $2 " " $3 " " $4 " " $5 " " $6] = $7; next }
        /^\[Result / { result = $2; gsub(/["\]]/, "", result) }
        /^\[FEN / {
            fen = $0
            sub(/^\[FEN "/, "", fen)
            sub(/"\]$/, "", fen)
            all++
            right += wanted[fen] == result
            if (wanted[fen] != result) print "missed: " fen " " result > "/dev/stderr"
        }
        END { print right + 0, all + 0 }' "$work/table" "$work/games.pgn" >"$work/sum" 2>"$work/missed"
    verdict "${1#"$data"/} played from $2" "$(cut -d ' ' -f 1 "$work/sum")" "$3" \
        "$(cut -d ' ' -f 2 "$work/sum")"
    [ -z "${SHOW:-}" ] || cat "$work/missed"
}

mates "$data/mates/krvk-mates.epd" 1000000 8 8
mates "$data/mates/mates.epd" 1000000 2 57
mates "$data/endgames/tb3-dtm.epd" 1000000 6 20
suite "$data/endgames/tb34-bm.epd" 50000 159
outcomes "$data/endgames/tb34-wdl.epd" 50000 497
outcomes "$data/endgames/python-chess-endgame.epd" 50000 97
outcomes "$data/endgames/tb34-zugzwang.epd" 50000 26
outcomes "$data/endgames/gaviota-dtm.epd" 100000 32
played "$data/endgames/tb34-wdl.epd" 0 130
played "$data/endgames/tb34-wdl.epd" 60 102
finish
