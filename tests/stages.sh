#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/stages.sh NAME LOG COMMAND...: the runner of make test, make nightly and .ci/run. Runs each command
# (a comment in it is its title), also after one that failed, and ends it after LIMIT (3600) seconds. Their
# output goes to LOG, too. The last lines list what failed, and what was skipped and why.
# The last line of the outermost runner adds up all tests: "N passed, N failed, N skipped". Exit status 1 if a command failed.
#
# tests/stages.sh --test COMMAND...: run a test; its exit status 77 means that it, or a part of it, was
# skipped, and counts as a success. Why is told by its lines "skipped: ...".
set -u

if [ "${1-}" = --test ]; then
    shift
    said=$(mktemp) || exit 2
    trap 'rm -f "$said" "$said.status"' EXIT
    trap 'exit 130' HUP INT TERM
    { "$@"; echo $? >"$said.status"; } 2>&1 | tee "$said"
    status=$(cat "$said.status")
    [ "$status" -eq 77 ] || exit "$status"
    sed -n "s|^skipped: |$1: |p" "$said" >>"${SKIPPED:-/dev/null}"
    exit 0
fi

name=$1 log=$(cd "${2%/*}" && pwd)/${2##*/}
shift 2
outer=${SKIPPED-}
export SKIPPED="$log.skipped"
: >"$log"
: >"$SKIPPED"
: >"$log.failed"
began=$(date +%s) count=0 before=0

# used: set $cpu to the processor time of all stages so far, in seconds.
used() {
    times >"$log.times"
    cpu=$(awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, t, "m"); sum += 60 * t[1] + t[2] } printf "%d", sum }' "$log.times")
}
for command; do
    title=${command##*# }
    echo "=== $title"
    from=$(date +%s) count=$((count + 1))
    rm -f "$log.status"
    # shellcheck disable=SC2016 # for the inner shell; its parent is timeout, which passes signals on
    { timeout -k 9 "${LIMIT:-3600}" sh -c 'echo $PPID >"$0"; eval "$1"' "$log.pid" "$command" </dev/null
      echo $? >"$log.status"; } 2>&1 |
        (trap 'kill "$(cat "$log.pid")"' INT TERM HUP; tee -a "$log"; :)
    status=$(cat "$log.status" || echo 1) ended=passed
    case $status in
    0) ;;
    77) ended=skipped; echo "$title" >>"$SKIPPED" ;;
    124 | 137) ended="FAILED, no end after ${LIMIT:-3600} s" ;;
    *) ended=FAILED ;;
    esac
    case $ended in FAILED*) echo "$title" >>"$log.failed" ;; esac
    used
    echo "=== $title: $ended, $(($(date +%s) - from)) s, $((cpu - before)) s of processor time" | tee -a "$log"
    before=$cpu
done
failed=$(($(wc -l <"$log.failed"))) skipped=$(sort -u "$SKIPPED" | wc -l)
[ -z "$outer" ] || cat "$SKIPPED" >>"$outer"
[ "$skipped" -eq 0 ] || { echo "Skipped:"; sort -u "$SKIPPED" | sed 's/^/  /'; }
if [ "$failed" -gt 0 ]; then
    echo "Failed:"
    sed 's/^/  stage: /' "$log.failed"
    # tests of scripts, of units, what make gave up, and programs that never ran
    grep -E '^FAIL |^[^ ]+:[0-9]+:[FE]:|^(make|gmake)(\[[0-9]+\])?: \*\*\* \[|^to repeat' "$log" | cut -c 1-300 | sed 's/^/  /'
    echo "The whole output is in $log"
fi
echo "$name: $((count - failed)) of $count stages passed, $((skipped)) parts skipped, $(($(date +%s) - began)) s, $before s of processor time"
# Rows of unit tests, checks of programs, positions of suites; a stage that failed without any of them is one.
[ "$outer" ] || awk -v stages=$failed -v skipped="$skipped" '
    /(^|: )[0-9]+ passed, [0-9]+ failed/ { sub(/.*: /, ""); passed += $1; failed += $3 }
    /^[0-9]+%: Checks: [0-9]+, Failures: [0-9]+, Errors: [0-9]+$/ { bad = $5 + $7; passed += $3 - bad; failed += bad }
    END { print passed + 0 " passed, " (failed ? failed : stages) " failed, " skipped " skipped" }' "$log"
rm -f "$log.pid" "$log.status" "$log.times"
[ "$failed" -eq 0 ]
