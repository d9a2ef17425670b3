#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/board.sh ALULA: `alula board` shows positions and writes their pictures; the pictures are good XML,
# and a program that draws SVG draws them, where there is one.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
[ $# -eq 1 ] && [ -x "$1" ] || {
    echo "usage: tests/programs/board.sh ALULA" >&2
    exit 2
}
alula=$(full "$1")
export XDG_STATE_HOME="$work"
cd "$work" || exit 2
start="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
check="rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
chess960="1r2k3/8/8/8/8/8/8/RR2K3 w Bb - 0 1"

# --- as text
says "the start position" 0 "^  8  r n b q k b n r" "$alula" board
says "turned" 0 "^  1  R N B K Q B N R" "$alula" board --flip
says "a position" 0 "^  1  R N B Q>K<B N R" "$alula" board "$check"
says "a position, turned" 0 "^  8  r n b k : b n r" "$alula" board "$check" --flip
says "Chess960" 0 "^  1  R R " "$alula" board "$chess960"
"$alula" board "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1" >text 2>&1
says "nothing but the board" 0 "^9$" awk 'NF { n++ } END { print n }' text

# --- pictures
says "a picture" 0 "^$" "$alula" board --svg start.svg
says "of the start position" 0 "<title>White to move: $start</title>" cat start.svg
"$alula" board --svg - >out.svg
same "standard output" start.svg out.svg
"$alula" board "$start" --svg again.svg
same "the same again" start.svg again.svg
says "Chess960" 0 "" "$alula" board --svg 960.svg "$chess960"
says "its rights" 0 " w Bq - 0 1</title>" cat 960.svg
says "much" 0 "" "$alula" board --svg much.svg --flip --size 640 --arrow e2e4 --arrow d2d4:better --arrow a1h8:other \
    --mark e4 --mark 'd4:!' --mark 'a8:?' --mark 'b8:!!' --mark 'c8:??' --mark 'd8:!?' --mark 'e8:?!' "$check"
says "its size" 0 'width="640" height="640"' cat much.svg
says "its words" 0 "White is in check. Arrow from e2 to e4, played. Arrow from d2 to d4, better" cat much.svg
says "its arrow" 0 'class="ab-better" d="M' cat much.svg
cp much.svg kept.svg
if command -v xmllint >/dev/null; then
    for picture in start 960 much; do
        holds "$picture.svg is good XML" xmllint --noout "$picture.svg"
    done
else
    skip "xmllint is not installed"
fi
if command -v rsvg-convert >/dev/null; then
    for picture in start 960 much; do
        holds "$picture.svg is drawn" rsvg-convert -o picture.png "$picture.svg"
        says "and is a PNG" 0 "PNG" head -c 4 picture.png
    done
else
    skip "rsvg-convert is not installed"
fi

# --- what cannot be written, and what is in the way
ln -s kept.svg link.svg
"$alula" board --svg link.svg
same "a link is followed" start.svg kept.svg
says "no such folder" 1 "^alula: none/a.svg: cannot be made: No such file" "$alula" board --svg none/a.svg
says "a folder" 1 "^alula: [.]: cannot be made: " "$alula" board --svg .
if [ -c /dev/full ]; then
    says "a full disk" 1 "^alula: /dev/full: cannot be written: No space" "$alula" board --svg /dev/full
    says "a full standard output" 1 "^alula: the output cannot be written" sh -c "'$alula' board --svg - >/dev/full"
fi

# --- refused, with nothing changed
refused() {
    text=$1
    shift
    says "refused: $*" 2 "^alula: board: $text$" "$alula" board --svg kept.svg "$@"
    holds "one line: $*" sh -c '[ "$(printf "%s\n" "$1" | wc -l)" -eq 1 ]' - "$output"
}
refused 'the position is not valid: .*' '8/8/8/8/8/8/8/8 w - - 0 1'
refused '"w" is too much: put the FEN in quotes' 8/8/8/8/8/8/8/8 w - - 0 1
refused 'unknown option "--nonsense" [(]see --help[)]' --nonsense
refused '--size needs a value' --size
refused '--arrow needs a value' --arrow --flip
refused '--size needs a number of pixels from 32 to 8192' --size 31
refused '"e2e9" is not an arrow, as in .*' --arrow e2e9
refused '"e4:x" is not a mark, as in .*' --mark e4:x
many=$(awk 'BEGIN { for (i = 0; i < 65; i++) printf " --mark e4" }')
# shellcheck disable=SC2086 # words
refused 'there may be at most 64 marks' $many
same "the file is as it was" start.svg kept.svg
says "no file" 2 "^alula: board: --svg needs a value" "$alula" board --svg
says "an arrow on a board of text" 2 "^alula: board: --arrow needs --svg FILE" "$alula" board --arrow e2e4
says "help" 0 "^usage: alula " "$alula" board --help
for left in *.new*; do
    [ ! -e "$left" ] || fail "left over: $left"
done

# --- in the console
printf 'force\ne4\nboard --svg "my game.svg"\n' >input
input=input
says "the console" 0 '^The picture was saved to my game.svg[.]$' "$alula"
input=/dev/null
says "the last move" 0 "^<desc>e2 is highlighted. e4 is highlighted. </desc>$" cat "my game.svg"
finish
