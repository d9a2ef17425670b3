# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Shared by the tests of the tools, which source this file, check with says(), holds(), same() or
# with pass(), fail() and skip(), and call finish() at the end.
#
# shellcheck disable=SC2034 # some variables are for the tests

set -u
self="$0 $*" # the command that runs this test again
passed=0 failed=0 skipped=0
patience=600 # time limit of a command in seconds; empty: that of watched(), for functions too
watch=600   # time limit of what watched() runs, in seconds
grammar=-E  # option of grep; -F for plain text
input=/dev/null
# $signalled -s SIGNAL SECONDS COMMAND...: the command with a signal after this time, and its status.
# In the background `timeout` also sends SIGCONT, which can take away the SIGSTOP by which the address
# sanitizer's leak check holds a process: then both wait for ever.
signalled="timeout --foreground --preserve-status -k 30"

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

# kill_tree PID EXCEPT: kill the process and all that it has started, but for one; the parent first,
# so that it starts nothing more.
kill_tree() {
    except=$2
    # shellcheck disable=SC2046 # a list of numbers
    set -- "$1" $(pgrep -P "$1")
    kill -9 "$1"
    shift
    for child; do
        [ "$child" -eq "$except" ] || kill_tree "$child" "$except"
    done
}

# watched COMMAND...: run the command or function, in a subshell; it and all that it runs is killed
# after $watch seconds, so that a hang is a failure.
watched() {
    # $$ is not that of a subshell
    me=$(exec sh -c 'echo $PPID')
    (
        # ends with this subshell, too
        timeout "$watch" tail --pid="$me" -f /dev/null
        [ $? -eq 124 ] || exit
        kill_tree "$me" "$(exec sh -c 'echo $PPID')"
    ) >/dev/null 2>&1 </dev/null &
    watchdog=$!
    "$@"
    code=$?
    # a fresh subshell could miss SIGTERM
    kill -9 $watchdog 2>/dev/null
    wait $watchdog 2>/dev/null
    return $code
}

# says NAME STATUS TEXT COMMAND...: the command exits with this status, and its output contains
# TEXT.
says() {
    what=$1 wanted=$2 text=$3
    shift 3
    if [ -n "$patience" ]; then
        output=$(timeout "$patience" "$@" 2>&1 <"$input")
    else
        output=$(watched "$@" 2>&1 <"$input")
    fi
    got=$?
    if [ $got -ne "$wanted" ]; then
        fail "$what: $*: status $got instead of $wanted: $output"
    elif ! printf '%s\n' "$output" | grep -q "$grammar" -- "$text"; then
        fail "$what: $*: \"$text\" is not in: $output"
    else
        pass
    fi
}

# holds NAME COMMAND...: the command succeeds.
holds() {
    what=$1
    shift
    if output=$(watched "$@" 2>&1); then pass; else fail "$what: $output"; fi
}

# same NAME FILE FILE: the files are equal.
same() {
    if difference=$(diff "$2" "$3" 2>&1); then pass; else fail "$1: $difference"; fi
}

# handles PID SIGNAL: wait until the program of this process handles the signal of this number. Before
# exec() the process is a copy of this shell, whose traps it has.
handles() {
    for _ in $(seq 60000); do
        [ -r "/proc/$1/status" ] || { sleep 1; return; }
        [ "$(readlink "/proc/$1/exe")" != "$(readlink /proc/$$/exe)" ] || { sleep 0.01; continue; }
        mask=$(sed -n 's/^SigCgt:.*\(....\)$/\1/p' "/proc/$1/status")
        [ $((0x${mask:-0} >> ($2 - 1) & 1)) -eq 0 ] || return 0
        sleep 0.01
    done
    fail "signal $2 is not handled after ten minutes"
}

# soon COMMAND...: wait until the command or function succeeds, for ten minutes at most.
soon() {
    for _ in $(seq 60000); do
        ! "$@" >/dev/null 2>&1 || return 0
        sleep 0.01
    done
    return 1
}

# ends_by SIGNAL: send the signal to $job and wait for its end; its exit status is $status.
ends_by() {
    kill -"$1" "$job" 2>/dev/null
    wait "$job" 2>/dev/null
    status=$?
    job=
}

# interrupted NAME SIGNAL TEXT COMMAND...: when the command handles the signal of this number, send it: the exit status
# is 130, and the output, in $work/cut, contains TEXT.
interrupted() {
    what=$1 number=$2 text=$3
    shift 3
    "$@" >"$work/cut" 2>&1 <"$input" &
    job=$!
    handles $job "$number"
    ends_by "$number"
    holds "$what, interrupted: $(cat "$work/cut")" [ "$status" -eq 130 ]
    holds "$what, interrupted, without \"$text\": $(cat "$work/cut")" grep -q "$grammar" -e "$text" "$work/cut"
}

# executable NAME: a shell script of this name in $work; its text is on standard input.
executable() {
    { echo '#!/bin/sh'; cat; } >"$work/$1"
    chmod +x "$work/$1"
}

# uci_engine NAME BRANCH...: a UCI engine as a shell script in $work, with these branches, which may use $fen, and
# $words, the line; what none of them takes is a search.
uci_engine() {
    engine_name=$1
    shift
    # shellcheck disable=SC2016 # the words of the script
    {
        echo 'while read -r words; do case $words in
            uci) echo uciok ;;
            isready) echo readyok ;;
            position*) fen=${words#position fen } ;;'
        printf '%s\n' "$@"
        echo 'go*) echo "info depth 1 score cp 0"; echo "bestmove e2e4" ;;
            quit) exit ;;
            esac; done'
    } | executable "$engine_name"
}

# full PATH: the absolute path.
full() {
    case $1 in
    /*) printf %s "$1" ;;
    *) printf %s "$PWD/$1" ;;
    esac
}

# skip WHAT: a part of the test cannot run here, and why.
skip() {
    skipped=$((skipped + 1))
    echo "skipped: $1"
}

# finish: the sums, and the exit status of the test: 77 if a part of it was skipped.
finish() {
    echo "$passed passed, $failed failed$([ "$skipped" -eq 0 ] || echo ", $skipped skipped")"
    [ "$failed" -eq 0 ] || {
        echo "to repeat: $self"
        return 1
    }
    [ "$skipped" -eq 0 ] || return 77
}
