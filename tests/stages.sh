#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/stages.sh NAME LOG COMMAND...: run each command, also after one that failed. Their output goes
# to LOG, too. The last lines list what failed and count what was skipped. Exit status 1 if a
# command failed, or if ALL_INSTALLED is set and something was skipped for want of a program.
set -u
name=$1 log=$2
shift 2
: >"$log"
failed=0
for command; do
    echo "$command"
    from=$(date +%s)
    { sh -c "$command" 2>&1 || : >"$log.failed"; } | tee -a "$log"
    if [ -e "$log.failed" ]; then
        failed=$((failed + 1))
        rm "$log.failed"
        echo "stage failed: $command" >>"$log"
    fi
    echo "$name: $(($(date +%s) - from)) s for this stage"
done
grep -E '^([a-z-]+: )?skipped: ' "$log" | sort -u >"$log.skipped"
skipped=$(($(wc -l <"$log.skipped")))
[ "$skipped" -eq 0 ] || sed '1i\
Skipped:
s/^/  /' "$log.skipped"
if [ "$failed" -gt 0 ]; then
    echo "Failed:"
    # tests of scripts, of units, what make gave up, and programs that never ran
    grep -E '^FAIL |^[^ ]+:[0-9]+:[FE]:|^(make|gmake)(\[[0-9]+\])?: \*\*\* \[|^stage failed: |^to repeat' "$log" | cut -c 1-300 | sed 's/^/  /'
    echo "$name: FAILED; the whole output is in $log"
    exit 1
fi
echo "$name: all passed, $skipped skipped"
[ -z "${ALL_INSTALLED:-}" ] || ! grep -q installed "$log.skipped"
