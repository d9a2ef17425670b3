#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/faults/kill.sh FOLDER [CASE...]: long jobs of the programs of this build folder, killed by SIGKILL at random
# moments and started again, until each has been killed KILLS (200) times.
#   train, tune, perft, match (fixed nodes): when it ends at last, its result is that of a run without a break,
#     dates and times aside;
#   epd, annotate, which start from the beginning: what was killed leaves no file under the final name, or a whole one;
#   datagen: each game that was reported is there once, and the shards are good; in a slice, and after a merge,
#     they are those of a run without a break.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/../programs/says.sh"
bin=$(cd "$1" && pwd)
shift
only="$*" kills=${KILLS:-200}
cd "$work" || exit 2
seed=1

# moment MAX: set $wait_for to a random time up to this many milliseconds, in seconds. Not in a subshell, which
# would have the same number each time.
moment() {
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    wait_for=$(awk -v r=$seed -v most="$1" 'BEGIN { printf "%.3f", r / 2147483648 * most / 1000 }')
}

# killed MILLISECONDS COMMAND...: run the command and kill it at a random moment, or "never". 137 if it was killed.
killed() {
    if [ "$1" = never ]; then
        shift
        "$@" >out 2>err </dev/null
        return
    fi
    moment "$1"
    waits="$waits $wait_for"
    shift
    "$@" >out 2>err </dev/null &
    job=$!
    (
        sleep "$wait_for"
        kill -9 $job 2>/dev/null
    ) &
    killer=$!
    wait $job 2>/dev/null
    code=$?
    job=
    kill $killer 2>/dev/null
    wait $killer 2>/dev/null
    return $code
}

# case_ NAME RESULT COMMAND: kill and start again; each time it ends, same_result compares, and the next
# round begins in an empty folder. The time to the kill is a random part of that of one run.
case_() {
    name=$1 result=$2
    shift 2
    [ -z "$only" ] || case " $only " in *" $name "*) ;; *) return ;; esac
    rm -rf whole now
    mkdir whole
    cp -a before/. whole
    from=$(date +%s%3N)
    (cd whole && "$@" >/dev/null 2>&1 </dev/null) || { fail "$name: status $? without a kill"; return; }
    # a third longer, so that what starts again ends at times
    most=$((($(date +%s%3N) - from) * 4 / 3 + 5))
    count=0 ends=0 wrong=0 waits=
    while [ $count -lt "$kills" ] && [ $wrong -lt 3 ]; do
        rm -rf now
        cp -a before now
        while :; do
            cd now || exit 2
            killed $most "$@"
            status=$?
            cd ..
            after_each || { wrong=$((wrong + 1)); fail "$name: kill $count: $(cat said)"; break; }
            [ $status -eq 137 ] || break
            count=$((count + 1))
            # where the machine has become slower, and none ends
            [ $count -lt $((2 * kills)) ] || most=never
        done
        ends=$((ends + 1))
        if [ "$status" -ne 0 ]; then
            wrong=$((wrong + 1))
            fail "$name: kill $count: status $status: $(tail -n 2 now/err)"
        elif ! same_result >said 2>&1; then
            wrong=$((wrong + 1))
            fail "$name: kill $count: $(head -c 400 said)"
        fi
    done
    # by mistake they were all the same once
    [ $wrong -gt 0 ] || [ "$(echo "$waits" | tr ' ' '\n' | sort -u | wc -l)" -gt $((kills / 4)) ] || fail "$name: the moments are not random:$waits"
    echo "$name: $count kills, $ends runs to the end, $wrong wrong"
    [ $wrong -gt 0 ] || pass
}

# the defaults of a case: the result is the same file, and nothing is looked at before the end
plain_case() {
    rm -rf before
    mkdir before
    same_result() { cmp "whole/$result" "now/$result"; }
    after_each() { :; }
}

"$bin/alula-datagen" run --out games --games 400 --seed 1 --nodes 20 --hash-mb 1 >/dev/null 2>&1
cat >openings.epd <<'END'
rnbqkb1r/pppp1ppp/5n2/8/3pP3/2N5/PPP2PPP/R1BQKBNR w KQkq - hmvc 0; fmvn 4;
r1bqkbnr/pppp1p1p/2n3p1/4p3/4P3/5N2/PPPPBPPP/RNBQK2R w KQkq - hmvc 0; fmvn 4;
END

plain_case
ln -s "$work/games" before/games
case_ train my.nn "$bin/alula-train" run --out my.nn --resume --hidden 32 --superbatches 6 --superbatch 4000 --batch 256 --held 20 games

plain_case
cp openings.epd before
case_ tune my.inc "$bin/alula-tune" --games 40 --batch 2 --nodes 100 --hash 1 --openings openings.epd --out my.inc --state my.state

plain_case
"$bin/alula-perft" 6 --units 2 >before/units
same_result() {
    "$bin/alula-perft" --sum now/log >now/sum && "$bin/alula-perft" --sum whole/log | cmp - now/sum
}
case_ perft log "$bin/alula-perft" --unit units --log log

plain_case
cp openings.epd before
same_result() {
    for folder in whole now; do
        sed -E '/^\[(Date|Time|UTCDate|UTCTime|EventDate|GameStartTime|GameEndTime|GameDuration) /d; s/ ?[0-9.]+s\}/}/g; s/ \}/}/g; s/ \{\}//g' \
            $folder/my.pgn >$folder/plain
    done
    cmp whole/plain now/plain
}
cat >match <<END
#!/bin/sh
[ -e my.pgn ] && resume=--resume
exec "$bin/alula-match" --engine "$bin/alula,name=a,proto=uci" --engine "$bin/alula,name=b,proto=uci" --games 8 --nodes 500 \\
    --hash 1 --openings openings.epd --order random --quiet --pgn my.pgn \$resume
END
chmod +x match
case_ match my.pgn "$work/match"

plain_case
cat >before/suite.epd <<'END'
r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id "1";
r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - id "2";
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - id "3";
END
timeless() { sed -E 's/ acs [0-9.]+;//' "$1"; }
same_result() { timeless whole/out.epd >a && timeless now/out.epd | cmp - a; }
after_each() { [ ! -e now/out.epd ] || same_result >said 2>&1; }
case_ epd out.epd "$bin/alula-epd" suite.epd --nodes 50000 --full --hash 1 --out out.epd

plain_case
for n in 1 2 3; do printf '[White "%s"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n' $n; done >before/in.pgn
after_each() {
    [ ! -e now/out.pgn ] || awk '/^\[White / { games++ } / 0-1$/ { ends++ } END { exit games != ends }' now/out.pgn >said 2>&1
}
same_result() { [ "$(grep -c ' 0-1$' now/out.pgn)" -eq 3 ]; }
case_ annotate out.pgn "$bin/alula" annotate in.pgn out.pgn depth 16
case_ annotate-tool out.pgn "$bin/alula-annotate" in.pgn --out out.pgn --depth 16 --hash 1

plain_case
after_each() {
    # what was reported as finished before is still there
    games=0
    # killed early, there may be none
    if ls now/shards/shard-* >/dev/null 2>&1; then
        "$bin/alula-datagen" stats now/shards >now/stats 2>said || return
        games=$(awk '/^games/ { print $2 }' now/stats)
    fi
    [ "${games:-0}" -ge "$(cat now/least 2>/dev/null || echo 0)" ] || { echo "$games games, earlier $(cat now/least)" >said; return 1; }
    echo "${games:-0}" >now/least
}
same_result() {
    "$bin/alula-datagen" verify now/shards >now/verified 2>&1 && "$bin/alula-datagen" dump now/shards | awk '
        /^#/ { if (game != "" && game in seen) { print "twice: " game; bad = 1 } seen[game] = 1; game = ""; next }
        { game = game $0 } END { exit bad }'
}
case_ datagen shards "$bin/alula-datagen" run --out shards --games 200 --seed 7 --nodes 30 --hash-mb 1

plain_case
for part in 1 2; do
    "$bin/alula-datagen" run --out before/part$part --slice $part/2 --games 4000 --seed 7 --nodes 1 --hash-mb 1 --shard-kb 2 >/dev/null 2>&1
done
same_result() { diff -r whole/shards now/shards; }
case_ merge shards "$bin/alula-datagen" merge --out shards part1 part2

plain_case
same_result() { diff -r whole/shards now/shards; }
case_ slice shards "$bin/alula-datagen" run --out shards --slice 2/3 --games 600 --seed 7 --nodes 30 --hash-mb 1 --threads 2 --shard-kb 3

finish
