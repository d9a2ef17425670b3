# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Shared by the tests of the tools, which source this file, check with says(), holds(), same() or
# with pass() and fail(), and call finish() at the end.
#
# shellcheck disable=SC2034 # some variables are for the tests

set -u
passed=0 failed=0
patience=60 # time limit of a command in seconds; empty: none, so that functions can be run too
grammar=-E  # option of grep; -F for plain text
input=/dev/null

work=$(mktemp -d) || exit 2 # for the files of the test
job=                        # a background process to kill at exit
leave() { :; }              # what else to do at exit
trap 'leave; [ -z "$job" ] || kill -9 $job 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM

pass() { passed=$((passed + 1)); }
fail() {
    failed=$((failed + 1))
    printf 'FAIL %s\n' "$1" | head -n 12
}

# says NAME STATUS TEXT COMMAND...: the command exits with this status, and its output contains
# TEXT.
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

# holds NAME COMMAND...: the command succeeds.
holds() {
    what=$1
    shift
    if output=$("$@" 2>&1); then pass; else fail "$what: $output"; fi
}

# same NAME FILE FILE: the files are equal.
same() {
    if difference=$(diff "$2" "$3" 2>&1); then pass; else fail "$1: $difference"; fi
}

# full PATH: the absolute path.
full() {
    case $1 in
    /*) printf %s "$1" ;;
    *) printf %s "$PWD/$1" ;;
    esac
}

finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
