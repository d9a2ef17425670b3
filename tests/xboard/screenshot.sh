#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/xboard/screenshot.sh ALULA FILE.png [SECONDS]: Alula against Fairy-Max in XBoard after
# SECONDS: board, engine output, move list, and evaluation graph. Needs xdotool, and import and
# convert from ImageMagick.

if [ $# -lt 2 ] || [ $# -gt 3 ] || [ ! -x "$1" ]; then
    echo "usage: tests/xboard/screenshot.sh ALULA FILE.png [SECONDS]" >&2
    exit 2
fi
# shellcheck source=tests/xboard/common.sh
. "${0%/*}/common.sh"
alula=$(absolute "$1") file=$2 seconds=${3:-60}
for program in xboard fairymax Xvfb timeout xdotool import convert; do
    if ! command -v $program >/dev/null; then
        echo "screenshot: $program is not installed" >&2
        exit 2
    fi
done
dir=$(mktemp -d) || exit 2
trap 'close_display; rm -rf "$dir"' EXIT
trap 'exit 2' HUP INT TERM
open_display 1180x624 || exit 2

run_xboard shot $((seconds + 5)) -fcp "\"$alula\"" -scp fairymax -tc 1 -inc 1 -mg 1 -ponder \
    -boardSize 64 -highlightMoveWithArrow false -engineOutputUp true -evalGraphUp true -moveHistoryUp true &
xboard=$!
sleep 3
# without a window manager all windows are at the same place
place() {
    for window in $(xdotool search --name "^$1"); do
        xdotool windowsize "$window" "$2" "$3"
        xdotool windowmove "$window" "$4" "$5"
    done
}
place "Engine Output" 650 250 530 0
place "Move list" 650 190 530 250
place "Eval" 650 184 530 440
sleep "$seconds"
import -window root "$dir/shot.png" && convert "$dir/shot.png" -strip +dither -colors 64 "$file"
status=$?
wait "$xboard"
exit "$status"
