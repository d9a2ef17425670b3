#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/races.sh FOLDER: runs the multithreaded tools, built with the thread sanitizer in this
# folder, with two threads, and interrupts each once. The sanitizer reports a data race by exit
# status 66.
# shellcheck source=tests/programs/says.sh disable=SC2086 # the words of $signalled
. "${0%/*}/says.sh"
bin=$(cd "$1" && pwd)
export TSAN_OPTIONS=exitcode=66

# clean NAME STATUS COMMAND...: it exits with this status, and the sanitizer reports nothing.
clean() {
    what=$1 wanted=$2
    shift 2
    timeout -k 5 120 "$@" >"$work/out" 2>&1 </dev/null
    got=$?
    if [ $got -eq "$wanted" ] && ! grep -q ThreadSanitizer "$work/out"; then
        pass
    else
        fail "$what: status $got instead of $wanted"
        grep -A 12 ThreadSanitizer "$work/out" | head -n 30
        tail -n 3 "$work/out"
    fi
}

cat >"$work/suite.epd" <<'SUITE'
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - dm 1; id "back rank";
r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id "scholar";
8/8/8/8/5kp1/P7/8/1K1N4 w - - id "nothing asked";
SUITE

clean "datagen on two threads" 0 \
    "$bin/alula-datagen" run --out "$work/a" --games 12 --threads 2 --seed 3 --nodes 60 --hash-mb 1
clean "what it wrote" 0 "$bin/alula-datagen" verify "$work/a"
# interrupted as soon as a shard has games (more than its header), however slow the machine is
# shellcheck disable=SC2016 # the words of the inner shell
clean "datagen interrupted" 0 sh -c '
    "$1" run --out "$2" --threads 2 --seed 4 --nodes 10 --hash-mb 1 &
    for _ in $(seq 1000); do
        [ -z "$(find "$2" -name "*.part" -size +1 2>/dev/null)" ] || break
        sleep 0.1
    done
    kill -TERM $!
    wait $!' - "$bin/alula-datagen" "$work/b"
clean "what it had written" 0 "$bin/alula-datagen" verify "$work/b"
clean "match, two games at a time" 0 \
    "$bin/alula-match" --engine "cmd=$bin/alula,name=a" --engine "cmd=$bin/alula,name=b" --games 6 \
    --nodes 100 --concurrency 2 --hash 8 --pgn "$work/games.pgn" --svg "$work/games.svg"
clean "the same on a clock" 0 \
    "$bin/alula-match" --engine "cmd=$bin/alula,name=a" --engine "cmd=$bin/alula,name=b" --games 2 \
    --tc 0.5+0.02 --concurrency 2 --hash 8 --threads 2
clean "match interrupted" 130 $signalled -s INT 5 \
    "$bin/alula-match" --engine "cmd=$bin/alula,name=a" --engine "cmd=$bin/alula,name=b" \
    --games 1000 --nodes 100 --concurrency 2 --hash 8
clean "epd, two positions at a time on two threads" 0 \
    "$bin/alula-epd" "$work/suite.epd" --nodes 3000 --jobs 2 --threads 2 --hash 1
printf '[White "%s"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n' 1 2 3 >"$work/three.pgn"
clean "annotate, two games at a time on two threads" 0 \
    "$bin/alula-annotate" "$work/three.pgn" --nodes 3000 --jobs 2 --threads 2 --hash 1
clean "annotate interrupted" 130 $signalled -s INT 5 \
    "$bin/alula-annotate" "$work/three.pgn" --depth 90 --jobs 2 --hash 1 --out "$work/other.pgn"
clean "tune on two threads" 0 \
    "$bin/alula-tune" --threads 2 --games 8 --nodes 200 --hash 1 --out "$work/rules.inc"
clean "relabel on two threads" 0 \
    "$bin/alula-datagen" relabel --out "$work/c" --threads 2 --nodes 20 --hash-mb 1 "$work/a"
clean "relabel interrupted" 130 $signalled -s INT 5 \
    "$bin/alula-datagen" relabel --out "$work/d" --threads 2 --nodes 100000 --hash-mb 1 "$work/a"
clean "train on two threads" 0 \
    "$bin/alula-train" run --out "$work/net.nn" --threads 2 --superbatches 2 --superbatch 4000 --held 50 --batch 64 \
    --hidden 32 "$work/a"
clean "train interrupted" 130 $signalled -s INT 5 \
    "$bin/alula-train" run --out "$work/long.nn" --threads 2 --superbatches 10000 --superbatch 4000 --held 50 --batch 64 \
    --hidden 32 "$work/a"
clean "perft with a table on two threads" 0 "$bin/alula-perft" 4 --hash 1 --threads 2
clean "openings on two threads" 0 \
    "$bin/alula-openings" --count 4 --out "$work/openings.epd" --nodes 500 --hash 1 --threads 2
finish
