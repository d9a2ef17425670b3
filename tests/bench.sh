#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/bench.sh ALULA [--short | --update]: compares node counts with tests/bench.txt: `bench`,
# whose number is in commit messages, with the best instruction set of this machine, and `bench 10`
# with every set. --short skips `bench`, for slow builds; --update writes both numbers.

stored=$(dirname "$0")/bench.txt

usage() {
    echo "usage: tests/bench.sh ALULA [--short | --update]" >&2
    exit 2
}

fail() {
    echo "bench: $*"
    exit 1
}

[ $# -eq 1 ] || [ $# -eq 2 ] || usage
alula=$1 how=${2-}

# nodes WORD...: the node count of this command, whose last line is "N nodes M nps".
nodes() {
    "$alula" "$@" | awk 'END {if ($2 == "nodes" && $4 == "nps") print $1}'
}

# compare COUNT WORD...: with the line of tests/bench.txt that begins with these words.
compare() {
    now=$1
    shift
    was=$(sed -n "s/^$* \([0-9]*\)\$/\1/p" "$stored")
    [ "$now" ] || fail "$alula $* does not end with \"N nodes M nps\""
    [ "$now" = "$was" ] ||
        fail "$*: $now nodes instead of ${was:-none}. If this is meant: tests/bench.sh $alula --update"
}

case $how in
'') compare "$(nodes bench)" bench ;;
--short) ;;
--update)
    long=$(nodes bench) short=$(nodes bench 10)
    [ "$long" ] && [ "$short" ] || fail "$alula bench does not end with \"N nodes M nps\""
    printf 'bench %s\nbench 10 %s\n' "$long" "$short" | tee "$stored"
    exit 0
    ;;
*) usage ;;
esac

# The error for an unknown set lists the supported ones.
refusal=$(ALULA_INSTRUCTIONS=abacus "$alula" bench 1 2>&1)
status=$?
sets=$(echo "$refusal" | sed -n 's/^alula: .*"abacus".* has \([a-z0-9, ]*\)\.$/\1/p')
[ "$status" -eq 2 ] && [ "$sets" ] || fail "ALULA_INSTRUCTIONS=abacus, status $status: $refusal"
for set in $(echo "$sets" | tr -d ,); do
    export ALULA_INSTRUCTIONS="$set"
    compare "$(nodes bench 10)" bench 10
done
[ "$how" ] || echo "bench: $(sed -n 's/^bench //p;q' "$stored") nodes"
echo "bench 10: $was nodes by $sets"
