#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/perft.sh ALULA_PERFT MAX_NODES [DATA_DIR]: runs our perft suites, and those of
# DATA_DIR if it exists, skipping counts over MAX_NODES; then checks that alula-perft notices
# errors.

if [ $# -lt 2 ] || [ $# -gt 3 ]; then
    echo "usage: tests/programs/perft.sh ALULA_PERFT MAX_NODES [DATA_DIR]" >&2
    exit 2
fi
perft=$1 nodes=$2 data=$3 bad=0
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 2' HUP INT TERM

fail() {
    echo "perft: $1"
    bad=1
}

# Run a command; its output goes to a file, its exit status to $status.
run() {
    "$perft" "$@" >"$dir/out" 2>"$dir/err"
    status=$?
}

run_suite() {
    case ${1##*/} in
    *960*) run --suite "$1" --max-nodes "$nodes" --chess960 ;;
    *) run --suite "$1" --max-nodes "$nodes" ;;
    esac
    last=$(tail -n 1 "$dir/out")
    echo "$1: $last"
    case $status:$last in
    "0:0 passed"*) fail "$1: no position was run" ;;
    "0:"*" passed, 0 failed") ;;
    *)
        grep '^FAIL' "$dir/out"
        cat "$dir/err"
        fail "$1: exit status $status"
        ;;
    esac
    if grep -q '^0 nodes,' "$dir/out"; then
        fail "$1: nothing was counted up to $nodes nodes"
    fi
}

ours=0
for suite in perft-suites/*.epd; do
    [ -f "$suite" ] || continue
    run_suite "$suite"
    ours=$((ours + 1))
done
[ "$ours" -gt 0 ] || fail "there is no perft-suites/*.epd"
if [ "$data" ] && [ -d "$data" ]; then
    for suite in "$data"/*.epd; do
        [ -f "$suite" ] || continue
        run_suite "$suite"
    done
else
    fail "no folder $data with the reference suites"
fi

# A wrong count on the second line: reported with file, line and depth, exit status 1.
start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
printf '%s\n' "$start ;D1 20 ;D2 400" "$start ;D1 20 ;D2 401" >"$dir/wrong.epd"
run --suite "$dir/wrong.epd"
if [ "$status" -ne 1 ] || ! grep -q "^FAIL $dir/wrong.epd:2 D2" "$dir/out" ||
    [ "$(tail -n 1 "$dir/out")" != "1 passed, 1 failed" ]; then
    fail "a planted wrong count was not noticed"
fi

# Seven ranks: reported on stderr with file and line, exit status 1.
printf '%s\n' "$start ;D1 20" '8/8/8/8/8/8/4K2k w - - 0 1 ;D1 5' >"$dir/malformed.epd"
run --suite "$dir/malformed.epd"
if [ "$status" -ne 1 ] || ! grep -q "$dir/malformed.epd:2:" "$dir/err"; then
    fail "a planted malformed position was not refused"
fi

# Chess960 rights need --chess960.
printf '%s\n' '4k3/8/8/8/8/8/8/1R3K2 w B - 0 1 ;D1 1' >"$dir/rights.epd"
run --suite "$dir/rights.epd"
if [ "$status" -ne 1 ] || ! grep -q "$dir/rights.epd:1:" "$dir/err"; then
    fail "Chess960 rights were taken without --chess960"
fi

# A suite without positions is an error.
printf '# nothing\n' >"$dir/empty.epd"
run --suite "$dir/empty.epd"
if [ "$status" -ne 1 ] || ! grep -q "nothing was compared" "$dir/err"; then
    fail "an empty suite passed"
fi

exit "$bad"
