#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/ladder.sh ALULA_MATCH ALULA FAKE_ENGINE: a row of tools/dev/ladder, for short matches against the
# fake engine.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
match=$(full "$1") alula=$(full "$2") fake=$(full "$3")
grammar=-F
patience=

mkdir "$work/bin"
printf '#!/bin/sh\nexec "%s" ok\n' "$fake" > "$work/bin/fakefish"
chmod +x "$work/bin/fakefish"
PATH=$work/bin:$PATH

# --- real matches
real() { ALULA=$alula ALULA_MATCH=$match tools/dev/ladder --out "$work/games" --tc 0.5+0.01 "$@" fakefish; }
says "a match" 0 "| fakefish | 2 |" real --games 2
# has NAME COUNT: the number of folders with games
has() {
    count=$(ls "$work/games" | wc -l)
    if [ "$count" -eq "$2" ]; then pass; else fail "$1: $count folders instead of $2: $(ls "$work/games")"; fi
}
has "a match" 1
says "continued" 0 "| fakefish | 4 |" real --games 4
has "continued" 1
real --games 2 --fresh > /dev/null 2>&1
has "a fresh start" 1

finish
