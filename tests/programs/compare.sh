#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/compare.sh ALULA_TRAIN: alula-train compare on small references, its picture, and
# its error messages.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
tool=$(full "$1")
net=$PWD/nets/alula.nn
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
says "the pieces" 0 "26-32       1  " compare "$net" --positions small.epd
if printf '%s' "$output" | grep -q "minus"; then fail "one network has a difference"; else pass; fi
says "the same network twice" 0 "all         2  +0.0000 [+0.0000, +0.0000]" compare "$net" "$net" --positions small.epd
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
bad "no number" 'c0 is not "NAME SCORE", with a score from -20000 to 20000' "$start c0 \"a x\"; c1 \"b 1\";"
bad "another name" "c1 has a different name than in earlier lines" "$start c0 \"a 1\"; c1 \"c 1\";"
: >empty.epd
says "no such network" 1 "alula-train: none.nn: there is no such file" compare none.nn --positions small.epd
says "nine networks" 2 "compare needs 1 to 8 networks, NAME.nn" \
    compare "$net" "$net" "$net" "$net" "$net" "$net" "$net" "$net" "$net" --positions small.epd

# --- nets/reference.epd, which never changes
root=${net%/nets/*}
says "the reference is the same as ever" 0 "976bafc8c7b2ef9f09ca12a9b08f52b5f8959d4d2e820133990c2408c98c2d54" \
    sh -c 'sha256sum "$1" | cut -d " " -f 1' sh "$root/nets/reference.epd"
says "the reference has 2000 positions" 0 "reference.epd, 2000 positions" compare "$net" --positions "$root/nets/reference.epd"

finish
