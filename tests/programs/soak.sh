#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/soak.sh ALULA MATCH HOURS: long use of one process, on Linux.
#   GAMES (2000) games against itself in one CECP process, with other options, memory and threads in between:
#     every game ends by the rules, every move is answered, memory and descriptors do not grow;
#   a search that is stopped and continued by signals, a match while the wall clock jumps (libfaketime);
#   analysis for the rest of the time, with other positions now and then: memory does not grow.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
alula=$(full "$1") match=$(full "$2") hours=$3 games=${GAMES:-2000}
openings=$(full "${0%/*}/../../openings/balanced.epd")
ends=$(awk -v h="$hours" -v now="$SECONDS" 'BEGIN { printf "%d", now + h * 3600 }')
[ -r /proc/self/status ] || {
    skip "no /proc, so memory cannot be seen"
    finish
    exit
}
cd "$work" || exit 2

# begin: start the program; end: tell it to quit, and look at its exit status.
begin() {
    rm -f in out
    mkfifo in out
    "$alula" <in >out 2>err &
    job=$!
    exec 3>in 4<out
    say xboard "protover 2" easy
}

end() {
    say quit
    exec 3>&-
    wait "$job"
    status=$?
    job=
    exec 4<&-
    if [ "$status" -eq 0 ]; then pass; else fail "$1: status $status: $(tail -n 3 err)"; fi
}

say() { printf '%s\n' "$@" >&3; }

# heard PATTERN...: read lines up to one that matches, into $line; a minute without one is a hang.
heard() {
    while IFS= read -r -t 60 line <&4; do
        case $line in
        $1) return 0 ;;
        *"Illegal"* | "Error"* | "telluser"*) fail "unexpected: $line" ;;
        esac
    done
    fail "no answer within a minute; last line: $line"
    return 1
}

# measure: after the same settings each time, kilobytes of memory, descriptors and threads.
measure() {
    say force "cores 1" "memory 64" "option MultiPV=1" "option ClearHash" new "ping 77"
    heard "pong 77" || return 1
    kilobytes=$(awk '/^VmRSS/ { print $2 }' "/proc/$job/status")
    descriptors=$(find "/proc/$job/fd" -type l | wc -l)
    threads=$(awk '/^Threads/ { print $2 }' "/proc/$job/status")
}

# game N: a game against itself from an opening, with other settings.
game() {
    local fen ply cores=$((1 + $1 % 2))
    [ $(($1 % 40)) -ne 7 ] || cores=$((1 + $1 / 40 % 8))
    fen=$(sed -n "$(($1 % 1000 + 1))p" "$openings" | cut -d ' ' -f 1-4)
    say force new "memory $((8 + $1 % 5 * 40))" "cores $cores" "option MultiPV=$((1 + $1 % 3))" \
        "option Elo=$((400 + $1 % 25 * 100))" "sd $((1 + $1 % 4))" "setboard $fen 0 1"
    for ply in $(seq 600); do
        say go
        while heard "@(move |1-0|0-1|1/2-1/2)*"; do
            case $line in move*) break ;; *) return 0 ;; esac
        done
        say force "ping $ply"
        while heard "@(pong $ply|1-0*|0-1*|1/2-1/2*)"; do
            case $line in pong*) break ;; *) heard "pong $ply"; return 0 ;; esac
        done
        [ $failed -eq 0 ] || return 1
    done
    fail "game $1 has not ended after 600 plies"
}

shopt -s extglob
begin
first='' kilobytes=0 descriptors=0 threads=0
for n in $(seq "$games"); do
    game "$n" || break
    if [ $((n % ((games + 19) / 20))) -eq 0 ]; then
        measure || break
        # the first games fill pools and tables
        [ -n "$first" ] || first="$kilobytes $descriptors $threads"
        echo "$n games: $kilobytes kB, $descriptors descriptors, $threads threads"
    fi
done
echo "first measured: ${first:-never}; last: $kilobytes $descriptors $threads"
holds "$n games: memory grows by less than 1 MB" [ $((kilobytes - ${first%% *})) -lt 1024 ]
holds "$n games: descriptors and threads stay" [ "${first#* }" = "$descriptors $threads" ]
end "$n games in one process"

# Stopped and continued, twenty times after random times: a move comes, and only one.
begin
say new post "st 2"
for n in $(seq 20); do
    say force new "st 2" go
    heard "*( )[0-9]*" || break
    sleep "0.$((RANDOM % 9))"
    kill -STOP "$job"
    sleep "0.$((RANDOM % 9 + 1))"
    kill -CONT "$job"
    if heard "move *"; then pass; fi
    say "ping $n"
    while heard "@(pong $n|move *)"; do
        case $line in
        pong*) break ;;
        *) fail "stopped and continued: another move: $line" ;;
        esac
    done
done
end "stopped and continued"

# The wall clock jumps; time is measured by the other one.
library=$(find /usr/lib -name 'libfaketime.so.1' 2>/dev/null | head -n 1)
if [ -n "$library" ]; then
    cat >faked <<END
#!/bin/sh
exec env LD_PRELOAD="$library" FAKETIME_TIMESTAMP_FILE="$work/clock" FAKETIME_NO_CACHE=1 DONT_FAKE_MONOTONIC=1 \
    FAKETIME_DONT_FAKE_MONOTONIC=1 "$alula"
END
    chmod +x faked
    echo "-1h" >clock
    (while sleep 0.3; do
        echo "+2h" >clock
        sleep 0.3
        echo "-1h" >clock
    done) &
    jumper=$!
    says "a wall clock that jumps by hours" 0 "no crash, silence, time loss" "$match" --engine "./faked,name=a" \
        --engine "./faked,name=b" --games 4 --tc 2+0.05 --margin 5000 --hash 8
    kill $jumper
else
    skip "libfaketime is not installed"
fi

# Analysis for the rest of the time, but for an eighth of all at least.
begin
say post "memory 64" analyze
first=
least=$(awk -v h="$hours" 'BEGIN { printf "%d", h * 3600 / 8 }')
[ "$((ends - SECONDS))" -ge "$least" ] || ends=$((SECONDS + least))
starts=$SECONDS
while [ "$SECONDS" -lt "$ends" ]; do
    fen=$(sed -n "$((RANDOM % 1000 + 1))p" "$openings" | cut -d ' ' -f 1-4)
    say "setboard $fen 0 1"
    heard "*( )[0-9]*" || break
    # lines have to be read while we wait
    until=$((SECONDS + 20))
    while [ "$SECONDS" -lt "$until" ] && IFS= read -r -t 20 line <&4; do :; done
    kilobytes=$(awk '/^VmRSS/ { print $2 }' "/proc/$job/status")
    # the table is full after the first quarter
    [ -n "$first" ] || [ "$SECONDS" -lt $(((3 * starts + ends) / 4)) ] || first=$kilobytes
done
echo "analysis: $((SECONDS - starts)) s, ${first:-nothing} kB after a quarter of it, $kilobytes at the end"
holds "analysis: memory grows by less than 1 MB" [ $((kilobytes - ${first:-0})) -lt 1024 ]
say exit
end "analysis"
finish
