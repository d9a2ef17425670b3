#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/ladder.sh ALULA_MATCH ALULA FAKE_ENGINE: rows of tools/dev/ladder, for invented match
# reports and for short matches against the fake engine.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
match=$(full "$1") alula=$(full "$2") fake=$(full "$3")
grammar=-F
patience=

mkdir "$work/bin"
printf '#!/bin/sh\nexec "%s" ok\n' "$fake" > "$work/bin/fakefish"
chmod +x "$work/bin/fakefish"
PATH=$work/bin:$PATH

# --- invented reports
# row REPORT: the row of a match that ended with this report
cat > "$work/match" << 'END'
#!/bin/sh
while [ "$1" != --pgn ]; do shift; done
for day in ${DAYS:-2024.02.29}; do printf '[Date "%s"]\n' "$day"; done > "$2"
printf '%b' "$REPORT"
END
printf '#!/bin/sh\necho "12345 nodes 1 nps"\n' > "$work/alula"
chmod +x "$work/match" "$work/alula"
row() { REPORT=$1 ALULA=$work/alula ALULA_MATCH=$work/match tools/dev/ladder --out "$work/made" fakefish; }
says "a row" 0 "| fakefish | 20 | 7, 8, 5 | 47.5 % | -17.4 ± 91.8 | 12345 |" \
    row '7 won, 8 lost, 5 drawn: score 47.5 %, draws 25.0 %\nElo -17.4 ± 91.8, normalized -29.0, likelihood\n'
says "a lopsided row" 0 "| fakefish | 20 | 19, 1, 0 | 95 % | +511.5 [+204, +819] | 12345 |" \
    row '19 won, 1 lost, 0 drawn: score 95.0 %, draws 0.0 %\nElo +511.5 [+204, +819], normalized +717.3, likelihood\n'
says "a row without a loss" 0 "| fakefish | 20 | 20, 0, 0 | 100 % | +inf [+287, +inf] | 12345 |" \
    row '20 won, 0 lost, 0 drawn: score 100.0 %, draws 0.0 %\nElo +inf [+287, +inf]\n'
# shellcheck disable=SC2034
DAYS="2024.02.29 2024.02.29"
export DAYS
win='1 won, 0 lost, 0 drawn: score 100.0 %, draws 0.0 %\nElo +inf [-231, +inf]\n'
says "the day of the games" 0 "| 2024-02-29 | fakefish |" row "$win"
DAYS="2024.03.01 2024.02.29"
says "the days of the games" 0 "| 2024-02-29 to 2024-03-01 | fakefish |" row "$win"
says "an empty report" 1 "ladder: the match against fakefish has no games" row ''
says "a report of no games" 1 "ladder: the match against fakefish has no games" row 'One against Two: 0 games, 5\n'

# --- errors found before any game is played
for words in nosuchengine "fakefish nosuchengine"; do
    # shellcheck disable=SC2086
    says "not there: $words" 2 "ladder: nosuchengine is not installed" \
        env ALULA="$work/none" ALULA_MATCH="$work/match" tools/dev/ladder $words
done
says "no number" 2 "ladder: --games and --concurrency need numbers" tools/dev/ladder --games many fakefish

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
# another build with the same signature
cp "$alula" "$work/other"
printf x >> "$work/other"
theirs=$alula alula=$work/other
says "another build" 0 "| fakefish | 2 |" real --games 2
has "another build" 2
alula=$theirs
echo '# another version' >> "$work/bin/fakefish"
says "another opponent" 0 "| fakefish | 2 |" real --games 2
has "another opponent" 3
head -n 9 openings/balanced.epd > "$work/few.epd"
says "other openings" 0 "| fakefish | 2 |" real --games 2 --openings "$work/few.epd"
has "other openings" 4
signature=$("$alula" bench | tail -n 1)
signature=${signature%% *}
if [ "$(find "$work/games" -maxdepth 1 -name "$signature-0.5+0.01-[0-9]*" | wc -l)" -eq 4 ]; then pass; else fail "names of folders: $(ls "$work/games")"; fi
real --games 2 --fresh > /dev/null 2>&1
has "a fresh start" 4

finish
