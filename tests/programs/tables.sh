#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/tables.sh ALULA ALULA_MATCH ALULA_EPD TEST_DATA: tablebases in the console, UCI, CECP, matches and
# test suites, with the real tables of three pieces, from a folder with blanks and letters beyond ASCII.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
alula=$(full "$1") match=$(full "$2") epd=$(full "$3") data=$(full "$4")
cd "$work" || exit 2
mkdir "my tables" "ende Ä" nothing
cp "$data"/syzygy/KQ* "$data"/syzygy/KR* "my tables"
cp "$data"/syzygy/KP* "$data"/syzygy/KB* "$data"/syzygy/KN* "ende Ä"
both="nothing:my tables/;ende Ä"

# heard WHAT TEXT LINE...: the program says this line to these lines.
heard() {
    what=$1 text=$2
    shift 2
    printf '%s\n' "$@" | timeout 60 "$alula" >out 2>&1
    if grep -qE -- "$text" out; then pass; else fail "$what: $(cat out)"; fi
}

heard "how many" "^I use 5 tablebases of up to 3 pieces, 5 with distances" "tb $both"
heard "a loss" "^Black to move: loss +[0-9]+ plies, or one more, to the next" "tb $both" "setboard 8/8/8/8/8/1k6/8/K1Q5 b - - 0 1" tb
heard "a move" "^  e4 +draw$" "tb $both" "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" tb
heard "quotes, and a wrong folder" "^There are no Syzygy tablebases .* in nothing; the old ones stay in use" "tb \"$both\"" "tb nothing"
heard "no more" "^I use no tablebases now" "tb $both" "tb none"
heard "castling" "positions with castling rights" "tb $both" "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1" tb
heard "too many" "up to 3 pieces; this position has 4" "tb $both" "setboard 4k3/8/8/8/8/8/8/Q3K2R w - - 0 1" tb
late="setboard 8/8/8/3k4/8/8/8/K5Q1 w - - 90 90"
heard "the clock" "^  Q.* +win +[0-9]+  a draw by the fifty-move rule$" "tb $both" "$late" tb
heard "without the rule" "^  Q[a-z0-9]+ +win +[0-9]+$" "tb $both" "set Syzygy50MoveRule off" "$late" tb
heard "UCI" "^info string Syzygy: 5 WDL, 5 DTZ \(up to 3 men\)$" uci "setoption name SyzygyPath value $both" isready
heard "UCI score" "score cp 299[0-9][0-9] .* tbhits [1-9]" uci "setoption name SyzygyPath value $both" \
    "position fen 8/8/8/8/8/1k6/8/K1Q5 w - - 0 1" "go depth 1"
heard "CECP" "^# Syzygy: 5 WDL, 5 DTZ" xboard "protover 2" "accepted debug" "egtpath syzygy $both" "ping 1"
heard "CECP, a wrong folder" "^telluser There are no Syzygy tablebases" xboard "protover 2" "option SyzygyPath=nothing" "ping 1"
heard "a folder that XBoard sends unasked" "^# Syzygy: 5 WDL" xboard "protover 2" "accepted debug" \
    "option SyzygyPath=$both" "egtpath syzygy nothing" "option MultiPV=1" "egtpath syzygy $both" "ping 1"
cp "my tables/KRvK.rtbw" "my tables/KRvK.rtbz"
heard "damaged" "my tables/KRvK.rtbz is not a Syzygy table; it is not used" uci "setoption name SyzygyPath value $both" \
    "position fen 8/8/8/8/8/1k6/8/K1R5 w - - 0 1" "go depth 3"

printf '8/8/8/8/8/1k6/8/K1Q5 w - - 0 1\n' >won.epd
says "a match" 0 "adjudicated 2 won 0 drawn" "$match" --engine "cmd=$alula,name=a" --engine "cmd=$alula,name=b" \
    --nodes 500 --games 2 --openings won.epd --tb "$both" --pgn games.pgn
if grep -q "White wins by tablebases" games.pgn; then pass; else fail "the end of a game: $(cat games.pgn)"; fi
says "no tables" 2 "there are no Syzygy tablebases in nothing" "$match" --engine "cmd=$alula" --engine "cmd=$alula" \
    --nodes 500 --games 2 --tb nothing
printf '4k3/8/8/4K3/4P3/8/8/8 w - - bm Kd6 Ke6 Kf6; id "pawn";\n' >pawn.epd
says "a suite" 0 "solved.*tablebase win" "$epd" --depth 3 --tb "$both" pawn.epd
says "a suite without" 1 "there are no Syzygy tablebases in nothing" "$epd" --depth 3 --tb nothing pawn.epd

printf '8/8/8/8/8/1k6/8/K1R5 w - - bm Rb1+ Kb1; id "rook";\n' >rook.epd
says "a damaged table" 0 "KRvK.rtbz is not a Syzygy table; it is not used" "$epd" --depth 3 --tb "$both" rook.epd

finish
