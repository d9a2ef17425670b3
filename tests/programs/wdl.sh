#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/wdl.sh: tools/dev/wdl recovers the curves that results were generated from, and reads
# scores from the right side.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"

# made EVEN WIDTH: games of one move with results distributed by these curves, for both colors
made() {
    awk -v even="$1" -v width="$2" '
        function game(fen, move, cp, result, count) {
            for (; count > 0; count--)
                printf "[Event \"made\"]\n[Result \"%s\"]\n[FEN \"%s\"]\n\n%s {%+.2f/7 0.1s} %s\n\n",
                    result, fen, move, cp / 100, result
        }
        function share(cp,    w, l) {
            w = int(20 / (1 + exp((even - cp) / width)) + 0.5)
            l = int(20 / (1 + exp((even + cp) / width)) + 0.5)
            game("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "1. Kd1", cp, "1-0", w)
            game("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "1. Kd1", cp, "0-1", l)
            game("4k3/8/8/8/8/8/8/4K3 b - - 0 1", "1... Kd8", cp, "0-1", w)
            game("4k3/8/8/8/8/8/8/4K3 b - - 0 1", "1... Kd8", cp, "1-0", l)
            game("4k3/8/8/8/8/8/8/4K3 b - - 0 1", "1... Kd8", cp, "1/2-1/2", 40 - 2 * w - 2 * l)
        }
        BEGIN { for (cp = -600; cp <= 600; cp += 7) share(cp) }'
}
# found EVEN WIDTH: the curves fitted to such games are close to the original ones
found() {
    made "$1" "$2" >"$work/made.pgn"
    if tools/dev/wdl --from 1 --every 1 "$work/made.pgn" >"$work/out" && awk -v even="$1" -v width="$2" '
        NR == 1 { good = ($7 - even) ^ 2 <= 16 && ($9 - width) ^ 2 <= 16 }
        END { exit !good }' "$work/out"; then
        pass
    else
        fail "curves of $1 and $2: $(head -n 1 "$work/out")"
    fi
}
found 150 100
found 260 140

cat >"$work/one.pgn" <<'GAME'
[Event "one"]
[Result "1-0"]

1. e4 {+0.10/9 0.1s} 1... e5 {-0.30/9
0.1s} 2. O-O {+2.10/9 0.1s} 2... Nf6 {-M3/9 0.1s} 3. Bc4 {+99.99/9 0.1s} 1-0
GAME
says "scores of both sides count for the winner" 0 '^. 0 to 49 . 2 . 100.0 %' tools/dev/wdl --from 1 --every 1 "$work/one.pgn"
says "mates and very large scores are left out" 0 "^3 scores of 1 games:" tools/dev/wdl --from 1 --every 1 "$work/one.pgn"
finish
