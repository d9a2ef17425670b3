#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/xboard/match.sh ALULA OPPONENT GAMES [XBOARD-OPTION...]: a match in XBoard on a virtual
# display, with alternating colors; 40 moves in 2 minutes by default.
#     tests/xboard/match.sh ./alula fairymax 20 -tc 0:30 -mps 40
# Prints how each game ended, all faults, and Alula's score; the last line is "no faults" or "N
# faults". Games and log stay in MATCH_DIR (build/match).

if [ $# -lt 3 ] || [ ! -x "$1" ]; then
    echo "usage: tests/xboard/match.sh ALULA OPPONENT GAMES [XBOARD-OPTION...]" >&2
    exit 2
fi
# shellcheck source=tests/xboard/common.sh
. "${0%/*}/common.sh"
alula=$(absolute "$1") opponent=$2 games=$3
shift 3
dir=${MATCH_DIR:-build/match}
[ $# -gt 0 ] || set -- -tc 2 -mps 40
for program in xboard Xvfb timeout "${opponent%% *}"; do
    if ! command -v "$program" >/dev/null; then
        echo "match: $program is not installed" >&2
        exit 2
    fi
done
case $opponent in
*/*) opponent=$(absolute "$opponent") ;;
esac

rm -rf "$dir"
mkdir -p "$dir" || exit 2
dir=$(cd "$dir" && pwd)
trap close_display EXIT
trap 'exit 2' HUP INT TERM
open_display 1024x768 || exit 2

run_xboard match $((games * 3600)) -noGUI -fcp "\"$alula\"" -scp "$opponent" -mg "$games" "$@"
status=$?
check_games "$dir/match.pgn" >"$dir/verdict"
check_log "$dir/match.debug" first >"$dir/log-faults"
sed 's/^/game /' "$dir/verdict"
cat "$dir/log-faults"
awk -v expected="$games" -v status="$status" -v log_faults="$(wc -l <"$dir/log-faults")" '
    $2 == "1/2-1/2" { drawn++ }
    $2 == "1-0" { $3 == "white" ? won++ : lost++ }
    $2 == "0-1" { $3 == "black" ? won++ : lost++ }
    $4 == "fault" || $4 == "fault:" { faults++ }
    END {
        if (status)
            print "XBoard ended with status " status
        if (NR != expected)
            print NR " games instead of " expected
        printf "Alula won %d, lost %d, drew %d: %.1f of %d\n", won, lost, drawn, won + drawn / 2, NR
        faults += (status != 0) + (NR != expected) + log_faults
        print faults ? faults + 0 " faults" : "no faults"
        exit faults > 0
    }' "$dir/verdict"
