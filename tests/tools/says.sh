# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What the tests of the tools share: they read this file, check with says() or with pass() and
# fail(), and call finish() last.
#
# shellcheck disable=SC2034 # they look at some of the variables

set -u
passed=0 failed=0
patience=60 # seconds for a command; empty: no limit, and functions can be called
grammar=-E  # -F: what is looked for is plain text, not an expression
input=/dev/null

pass() { passed=$((passed + 1)); }
fail() {
    failed=$((failed + 1))
    printf 'FAIL %s\n' "$1" | head -n 12
}

# says WHAT STATUS TEXT COMMAND...: the command ends with this status and its output has this text.
says() {
    what=$1 wanted=$2 text=$3
    shift 3
    output=$(${patience:+timeout "$patience"} "$@" 2>&1 <"$input")
    got=$?
    if [ $got -ne "$wanted" ]; then
        fail "$what: status $got instead of $wanted: $output"
    elif ! printf '%s\n' "$output" | grep -q "$grammar" -- "$text"; then
        fail "$what: \"$text\" is not in: $output"
    else
        pass
    fi
}

finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
