#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/bench.sh ALULA [--update]: compare the nodes of a fixed search with tests/bench.txt, by every
# set of instructions that this machine has. The refusal of a word that is none tells which they are.

if [ $# -lt 1 ] || [ $# -gt 2 ] || [ "${2:---update}" != --update ]; then
    echo "usage: tests/bench.sh ALULA [--update]" >&2
    exit 2
fi
stored=$(dirname "$0")/bench.txt
now=$("$1" bench 10 | awk 'END {if ($2 == "nodes" && $4 == "nps") print $1}')
case $now in
'' | *[!0-9]*)
    echo "bench: $1 bench 10 does not end with \"N nodes M nps\""
    exit 1
    ;;
esac
if [ "$2" ]; then
    echo "$now" >"$stored"
    echo "bench: tests/bench.txt says $now from now on"
    exit 0
fi
was=$(cat "$stored")
if [ "$now" != "$was" ]; then
    echo "bench: $now nodes instead of $was: the search has changed."
    echo "If it was meant to: tests/bench.sh $1 --update"
    exit 1
fi
told=$(ALULA_INSTRUCTIONS=abacus "$1" bench 1 2>&1)
status=$?
sets=$(echo "$told" | sed -n 's/^alula: ALULA_INSTRUCTIONS is "abacus", and this machine has \([a-z0-9, ]*\)\.$/\1/p')
if [ "$status" -ne 2 ] || [ -z "$sets" ]; then
    echo "bench: ALULA_INSTRUCTIONS=abacus, status $status: $told"
    exit 1
fi
for set in $(echo "$sets" | tr -d ,); do
    now=$(ALULA_INSTRUCTIONS=$set "$1" bench 10 | awk 'END {if ($2 == "nodes" && $4 == "nps") print $1}')
    if [ "$now" != "$was" ]; then
        echo "bench: ${now:-no} nodes instead of $was with ALULA_INSTRUCTIONS=$set"
        exit 1
    fi
done
echo "bench: $was nodes by $sets"
