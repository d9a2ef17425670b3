#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/levels.sh ALULA_MATCH ALULA FAKE_ENGINE: limited strength in games, so far from any bound
# that chance cannot fail it: the lowest level beats random legal moves, which the fake engine plays,
# and loses to a level in the middle, in each protocol and by each of its options.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
match=$(full "$1") alula=$(full "$2") fake=$(full "$3")

low=option.LimitStrength=1,option.Elo=400
middle=option.LimitStrength=1,option.Elo=1600

# beats NAME MIN GAMES FIRST SECOND: FIRST wins at least MIN of the games
beats() {
    name=$1 least=$2
    "$match" --engine "cmd=$4" --engine "cmd=$5" --games "$3" --st 60 --hash 8 > "$work/out" 2>&1
    holds "$name" awk -v least="$least" -v games="$3" '/ won, .* lost, / { won = $1; seen = 1 }
        END { if (!seen || won < least) { print "won " won + 0 " of " games ", at least " least " wanted"; exit 1 } }' "$work/out"
}
# 139 won, 21 drawn, none lost of 160 games: fewer than 4 of 10 once in 18,000 runs
beats "the lowest level, random moves" 4 10 "$alula,$low" "$fake ok"
beats "the lowest level is low" 6 10 "$alula,$middle" "$alula,$low"
beats "in UCI" 6 10 "$alula,proto=uci,option.UCI_LimitStrength=true,option.UCI_Elo=1600" \
    "$alula,proto=uci,option.UCI_LimitStrength=true,option.UCI_Elo=400"
beats "by the skill" 6 10 "$alula,proto=uci,option.Skill Level=10" "$alula,proto=uci,option.Skill Level=0"
beats "by name" 6 10 "$alula,option.Level=Master" "$alula,option.Level=Novice"

finish
