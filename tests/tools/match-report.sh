#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/tools/match-report.sh ALULA_MATCH ALULA FAKE_ENGINE: what alula-match reports besides results
# and faults: games that repeat.
# shellcheck source=tests/tools/says.sh
. "${0%/*}/says.sh"
match=$1 bad=$3
patience=

cat > "$work/openings.epd" << 'END'
rnbqkb1r/pppp1ppp/5n2/8/3pP3/2N5/PPP2PPP/R1BQKBNR w KQkq - hmvc 0; fmvn 4;
r1bqkbnr/pppp1p1p/2n3p1/4p3/4P3/5N2/PPPPBPPP/RNBQK2R w KQkq - hmvc 0; fmvn 4;
rnbqk1nr/pppp1pp1/7p/2b1p3/4P3/2N3P1/PPPP1P1P/R1BQKBNR w KQkq - hmvc 0; fmvn 4;
4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 b - - 0 1
END

# --- games that repeat: both engines choose by the position alone
repeated() {
    "$match" --engine "cmd=$bad ok,name=one" --engine "cmd=$bad ok,name=two" --depth 1 --openings "$work/openings.epd" "$@"
}
says "no game repeats" 0 "^no crash" repeated --games 8 --pgn "$work/repeats.pgn"
if printf '%s\n' "$output" | grep -q repeat; then fail "no game repeats: $output"; else pass; fi
says "a game repeats" 0 "^1 game repeats an earlier one move by move .game 9 repeats game 1.: the error bars" repeated --games 9 \
    --pgn "$work/repeats.pgn" --resume
says "games repeat" 0 "^8 games repeat an earlier one move by move .game 9 repeats game 1.: the error bars" repeated --games 16 \
    --pgn "$work/repeats.pgn" --resume
says "no game is left, and games repeat" 0 "^8 games repeat " repeated --games 16 --pgn "$work/repeats.pgn" --resume
says "games repeat in a progress line" 0 "^20 of 20 games: .*, 12 repeated$" repeated --games 20 --concurrency 2
says "engines other than before" 0 "^no crash" repeated --engine "cmd=$bad ok,name=three" --games 2
if printf '%s\n' "$output" | grep -q repeat; then fail "engines other than before: $output"; else pass; fi

finish
