#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/compare.sh ALULA_TRAIN ALULA_DATAGEN PGNEPD: alula-train compare on small references, its
# picture, and its error messages; a reference made by tools/dev/reference, with invented searches.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
tool=$(full "$1") datagen=$(full "$2") pgnepd=$(full "$3")
net=$PWD/nets/alula.nn reference=$PWD/tools/dev/reference
cd "$work" || exit 1
grammar=-F

start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -'
few='8/8/8/3k4/8/3K4/3P4/8 b - -'
cat >small.epd <<EPD
# two positions
$start hmvc 0; fmvn 1; c0 "deep 2000 47"; c1 "other one 47"; id "start";

$few c1 "other one -230"; c0 "deep 2000 -230"; c9 "anything";
EPD
compare() { "$tool" compare "$@"; }

patience=
says "one network" 0 "reference    small.epd, 2 positions" compare "$net" --positions small.epd
says "both references" 0 "deep 2000, K 143.5" compare "$net" --positions small.epd
says "a name of two words" 0 "other one, K 143.5" compare "$net" --positions small.epd
says "the pieces" 0 "26-32       1  " compare "$net" --positions small.epd
says "a row without positions" 0 "10-17       0" compare "$net" --positions small.epd
if printf '%s' "$output" | grep -q "minus"; then fail "one network has a difference"; else pass; fi
says "the same network twice" 0 "all         2  +0.0000 [+0.0000, +0.0000]" compare "$net" "$net" --positions small.epd
says "eight networks" 0 "minus $net" compare "$net" "$net" "$net" "$net" "$net" "$net" "$net" "$net" --positions small.epd
says "twice the same" 0 "$output" compare "$net" "$net" "$net" "$net" "$net" "$net" "$net" "$net" --positions small.epd
says "a picture" 0 "all " compare "$net" "$net" --positions small.epd --svg small.svg
says "the picture is well formed" 0 "</svg>" awk 'NR == 1 && !/^<svg/ { exit } { last = $0 } END { print last }' small.svg
says "the picture has intervals of both" 0 "6" grep -c 'stroke-width="2"' small.svg

# The start has White ahead by the evaluation E, and K is fitted: one position has no error.
printf '%s c0 "a 100"; c1 "b 100";\n' "$start" >one.epd
says "one position, no error" 0 "all         1  0.0000 [0.0000, 0.0000]     0.0000 [0.0000, 0.0000]     0.0000 [0.0000, 0.0000]" \
    compare "$net" --positions one.epd
# 0.6675 is the expected score of +100. A drawn ending is 0 by any network, so the error is 0.1675.
printf '8/8/8/8/8/4k3/4p3/4K3 w - - c0 "a 100"; c1 "b 100";\n' >draw.epd
says "a known ending" 0 "<10         1  0.1675 [0.1675, 0.1675]" compare "$net" --positions draw.epd

bad() { # WHAT TEXT LINE: refused as line 2
    printf '%s c0 "a 1"; c1 "b 1";\n%s\n' "$start" "$3" >bad.epd
    says "$1" 1 "alula-train: bad.epd:2: $2" compare "$net" --positions bad.epd
    if printf '%s' "$output" | grep -q RMS; then fail "$1: there is a table"; else pass; fi
}
bad "no position" "" "hello"
bad "no scores" "the operation c0 is missing, the score of a search" "$start"
bad "one score" "the operation c1 is missing, the score of a search" "$start c0 \"a 1\";"
bad "no quotes" 'c0 is not "NAME SCORE", in quotes' "$start c0 a 1; c1 \"b 1\";"
bad "no name" 'c1 is not "NAME SCORE", with a score from -20000 to 20000' "$start c0 \"a 1\"; c1 \"1\";"
bad "no score" 'c1 is not "NAME SCORE", with a score from -20000 to 20000' "$start c0 \"a 1\"; c1 \"b\";"
bad "no number" 'c0 is not "NAME SCORE", with a score from -20000 to 20000' "$start c0 \"a x\"; c1 \"b 1\";"
bad "a large score" 'c0 is not "NAME SCORE", with a score from -20000 to 20000' "$start c0 \"a 20001\"; c1 \"b 1\";"
bad "another name" "c1 has another name than in the lines before" "$start c0 \"a 1\"; c1 \"c 1\";"
bad "a long name" "c0 has a name of more than 31 bytes" "$start c0 \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa 1\"; c1 \"c 1\";"
bad "a bad counter" "hmvc is out of range" "$start hmvc 9999; c0 \"a 1\"; c1 \"b 1\";"
: >empty.epd
says "an empty file" 1 "alula-train: empty.epd: there are no positions" compare "$net" --positions empty.epd
says "no such file" 1 "alula-train: none.epd: " compare "$net" --positions none.epd
says "a folder" 1 "alula-train: .: " compare "$net" --positions .
says "no such network" 1 "alula-train: none.nn: there is no such file" compare none.nn --positions small.epd
says "no network" 1 "alula-train: small.epd: " compare small.epd --positions small.epd
says "a picture that cannot be written" 1 "alula-train: none/x.svg: " compare "$net" --positions small.epd --svg none/x.svg
if printf '%s' "$output" | grep -q RMS; then fail "a picture that cannot be written is noticed late"; else pass; fi
says "nothing to compare" 2 "compare wants 1 to 8 networks, NAME.nn" compare --positions small.epd
says "nine networks" 2 "compare wants 1 to 8 networks, NAME.nn" \
    compare "$net" "$net" "$net" "$net" "$net" "$net" "$net" "$net" "$net" --positions small.epd
says "no positions" 2 "--positions FILE.epd is missing" compare "$net"
says "an unknown option" 2 "--what" compare "$net" --what

# --- nets/reference.epd, which never changes
root=${net%/nets/*}
says "the reference is the same as ever" 0 "976bafc8c7b2ef9f09ca12a9b08f52b5f8959d4d2e820133990c2408c98c2d54" \
    sh -c 'sha256sum "$1" | cut -d " " -f 1' sh "$root/nets/reference.epd"
says "the reference has 2000 positions" 0 "reference.epd, 2000 positions" compare "$net" --positions "$root/nets/reference.epd"

# --- tools/dev/reference
cat >game.pgn <<'PGN'
[Event "a"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 1-0
PGN
says "pgnepd" 0 'r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - bm Bxc6; hmvc 0; fmvn 4; c9 "1-0";' "$pgnepd" game.pgn
says "pgnepd: every position" 0 "7" sh -c "'$pgnepd' game.pgn | wc -l"
says "pgnepd: no games" 2 "wants one file of games" "$pgnepd"

mkdir made
"$datagen" run --out games --games 30 --seed 3 --nodes 30 --hash-mb 1 --win 2500 >/dev/null 2>&1
"$datagen" dump --epd games/*.adg >made/own.epd
# the same games as those of other engines, as if PGNEPD had read them
printf '#!/bin/sh\ncat "%s/made/own.epd"\n' "$work" >games.sh
# alula-epd FILE --hash 64 --full ... --nodes N: a move and a score that depend on the position
cat >epd.sh <<'SH'
#!/bin/sh
awk -v all="$*" '{
    sub(/ acd .*/, "")
    pieces = gsub(/[a-zA-Z]/, "&", $1)
    pv = all ~ /1000000/ && pieces % 5 == 0 ? "Nxb1" : "Nb1"
    ce = all ~ /2000000/ && pieces % 7 == 0 ? 700 : all ~ /engine/ ? pieces : -pieces
    printf "%s acd 1; acn 1; acs 0; ce %d; pv %s;\n", $0, ce, pv
}' "$1"
SH
chmod +x games.sh epd.sh
make_step() { # STEP OPTION...
    step=$1
    shift
    ALULA_EPD=$work/epd.sh PGNEPD=$work/games.sh STOCKFISH=/bin/true "$reference" "$step" made "$@"
}
says "reference: search" 0 "" make_step search
says "reference: write" 0 "" make_step write
says "reference: it can be compared" 0 "alula 2000000, K 143.5" compare "$net" --positions made/reference.epd
says "reference: both scores" 0 "0" sh -c "awk '{ n = gsub(/[a-zA-Z]/, \"&\", \$1) } \$0 !~ \"alula 2000000 -\" n \"\\\";.*stockfish 1000000 \" n \"\\\"\"' made/reference.epd | wc -l"
says "reference: dropped by either search" 0 "0" sh -c "awk '{ n = gsub(/[a-zA-Z]/, \"&\", \$1) } n % 5 == 0 || n % 7 == 0' made/reference.epd | wc -l"
says "reference: no two alike" 0 "0" sh -c "cut -d' ' -f1-4 made/reference.epd | sort | uniq -d | wc -l"
says "reference: the classes" 0 "others few,others many,own few,own many," sh -c "sed 's/.*id \"\([a-z]* [a-z]*\) .*/\1/' made/reference.epd | sort -u | tr '\n' ','"
cp made/reference.epd once.epd
says "reference: again" 0 "" make_step search
make_step write >/dev/null
says "reference: again, the same" 0 "" cmp once.epd made/reference.epd
rm made/alula.epd made/stockfish.epd made/short.epd
says "reference: one engine" 0 "" make_step search --stage alula
says "reference: the other engine has not searched" 1 "No such file" cat made/stockfish.epd
says "reference: the other engine" 0 "" make_step search --stage stockfish
make_step write >/dev/null
says "reference: one engine after the other, the same" 0 "" cmp once.epd made/reference.epd
says "reference: a small one" 0 "9" make_step write --count 9
says "reference: a third each" 0 "3" grep -c ' few ' made/reference.epd
says "reference: a third of own games" 0 "3" grep -c '"own many' made/reference.epd
says "reference: no step" 2 "the step is missing" "$reference"
says "reference: no folder" 2 "the folder is missing" "$reference" write
says "reference: a bad number" 2 "--count needs a number" "$reference" write made --count x
says "reference: a bad stage" 2 "--stage needs alula or stockfish" "$reference" search made --stage x
says "reference: an unknown option" 2 "unknown option: --what" "$reference" write made --what 1
finish
