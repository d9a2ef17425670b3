#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/bench.sh ALULA [--update]: compare the nodes of a fixed search with tests/bench.txt.

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
