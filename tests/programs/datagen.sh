#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/datagen.sh ALULA_DATAGEN: generated games can be replayed and dumped, and depend on the
# seed only; a killed run loses no written game; damage is found and reported; write errors and wrong
# arguments give an error message.
# shellcheck source=tests/programs/says.sh disable=SC2086 # the words of $signalled
. "${0%/*}/says.sh"
tool=$(full "$1")
net=$PWD/nets/alula.nn # the built-in network
small=$work/small # a file system of a few kilobytes, if it can be mounted
leave() { umount "$small" 2>/dev/null; }
cd "$work" || exit 1
grammar=-F
patience=

quick="--nodes 40 --hash-mb 1 --win 2500x4 --draw 10x10 --draw-after 80 --random-plies 8 --shuffled 25 --start-score 600"
games() { "$tool" verify "$1" 2>/dev/null | sed -n 's/.* shards*, \([0-9]*\) games*,.*/\1/p'; }

# --- a pipe without a writer is no shard, and is not waited for
mkfifo pipe.adg
for command in verify stats dump "relabel --out piped"; do
    says "$command: a pipe" 1 "pipe.adg: this is not a regular file" timeout -k 1 60 "$tool" $command pipe.adg
done

# --- run, stats, dump, verify
says "a run" 0 "24 games" "$tool" run --out a --games 24 --seed 5 $quick
says "verify" 0 "1 shard, 24 games" "$tool" verify a
says "stats" 0 "games       24" "$tool" stats a
says "stats: settings" 0 "nodes=40 hard=8 hash-mb=1" "$tool" stats a
says "games adjudicated earlier" 0 "24 games" "$tool" run --out won --games 24 --seed 5 $quick --win 300
positions() { "$tool" stats "$1" | awk '/^positions/ { print $2 }'; }
holds "games adjudicated earlier are shorter" [ "$(positions won)" -lt "$(positions a)" ]
says "stats: the network" 0 " net=$(od -An -tx1 -j28 -N4 "$net" | awk '{print $4 $3 $2 $1}')" "$tool" stats a
"$tool" run --out n --games 24 --seed 5 --net "$net" $quick >/dev/null
holds "the built-in network, from its file" cmp a/shard-05000000-0001.adg n/shard-05000000-0001.adg
says "a network that is not there" 1 "no.nn: there is no such file" "$tool" run --out a --net no.nn
"$tool" run --out drawn --games 24 --seed 5 $quick --draw 1000x4 --draw-after 20 >/dev/null
holds "draws are adjudicated" [ "$(positions drawn)" -lt "$(positions a)" ]
"$tool" run --out level --games 24 --seed 5 $quick --start-score 30 >/dev/null
holds "openings are balanced" awk -F ' [|] ' '/^# at/ { n++; first = 1; next }
    /^#/ { next }
    first { first = 0; sum += $2 < 0 ? -$2 : $2 } END { exit n != 24 || sum > 24 * 60 }' <<LINES
$("$tool" dump level)
LINES

# --- a mixture of node counts: each game is that of one of them
lines() { # DIR: a line for each game
    "$tool" dump "$1" | awk '/^# at/ { if (game) print game; game = "" } /^#/ { next } { game = game $0 ";" } END { print game }'
}
for nodes in 40:1,160:1 40:1,40:1 160:1,160:1; do
    "$tool" run --out mixed-$nodes --games 24 --seed 5 $quick --nodes $nodes >/dev/null
    lines mixed-$nodes > $nodes.lines
done
holds "a mixture: games of both node counts" awk -F '\t' '
    { low += $1 == $2; high += $1 == $3; other += $1 != $2 && $1 != $3 }
    END { print low, high, other; exit NR != 24 || other || low < 4 || high < 4 }' <<LINES
$(paste 40:1,160:1.lines 40:1,40:1.lines 160:1,160:1.lines)
LINES
says "a mixture: relabel" 0 "1 shard relabeled, 0 skipped: 24 games" \
    "$tool" relabel --nodes 80 --hash-mb 1 --out mixed-new mixed-40:1,160:1
says "a mixture: relabel keeps it" 0 " nodes=40:1,160:1 hard=8" "$tool" stats mixed-new
"$tool" run --out single --games 24 --seed 5 $quick --nodes 40:3 >/dev/null
holds "a mixture of one: the games of the number alone" diff -r a single
rm -r mixed* single

# --- games from positions of earlier games
"$tool" run --out from --games 40 --seed 5 $quick --start-percent 50 --start-from a >/dev/null
says "stats: start positions" 0 " starts=50%of" "$tool" stats from
holds "start positions: 10 to 14 pieces, one or two plies before" awk -F ' [|] ' '/^# at/ { first = 1; next }
    /^#/ { next }
    first { first = 0; split($1, f, " "); n = gsub(/[A-Za-z]/, "", f[1]); total++; few += n >= 8 && n <= 14 }
    END { exit total != 40 || few < 8 || few > 32 }' <<LINES
$("$tool" dump from)
LINES
rm -r level drawn

"$tool" run --out u --games 1 >/dev/null 2>&1
says "the defaults" 0 "nodes=100 hard=8 hash-mb=8 random-plies=6 shuffled=15 start-score=300 win=1500x6 draw=8x12 after=120" "$tool" stats u
holds "dump: every line is a position, a score, a result and a move" awk -F ' [|] ' '
    /^#/ { next }
    { n++ }
    NF != 4 || split($1, f, " ") != 6 || split(f[1], r, "/") != 8 { print; bad = 1 }
    $2 !~ /^-?[0-9]+$/ || $3 !~ /^(1-0|0-1|1\/2-1\/2)$/ { print; bad = 1 }
    $4 !~ /^([a-h][1-8][a-h][1-8][nbrq]?|O-O|O-O-O)$/ { print; bad = 1 }
    END { exit bad || !n }' <<LINES
$("$tool" dump a --games 5)
LINES
holds "dump --epd" awk '!/^[^ ]+ [wb] [^ ]+ [^ ]+ bm [^ ;]+; ce -?[0-9]+; .*c9 "[012\/-]+";$/ {
    print; bad = 1 } END { exit bad || !NR }' <<LINES
$("$tool" dump a --games 5 --epd)
LINES
# alula-perft must accept the FENs
perft=$(dirname "$tool")/alula-perft
"$tool" dump a --games 2 | sed -n '/^#/!s/ [|].*/ ;D0 1/p' > fens.epd
holds "dump: legal FENs" "$perft" --suite fens.epd --max-depth 1

# --- standard input
shard=a/shard-05000000-0001.adg
from() { "$tool" "$@" < $shard; }
from_pipe() { cat $shard | "$tool" "$@"; }
says "verify -" 0 "1 shard, 24 games" from verify -
says "stats -" 0 "games       24" from_pipe stats -
holds "dump -" sh -c "'$tool' dump $shard | tail -n +2 > dump.file; cat $shard | '$tool' dump - | tail -n +2 | cmp - dump.file"
says "- that has no end" 1 "-: is not a shard" sh -c "yes | '$tool' verify -"

# --- relabel
rescore() { "$tool" relabel --nodes 80 --hash-mb 1 "$@"; }
says "relabel" 0 "1 shard relabeled, 0 skipped: 24 games" rescore --out r a
says "relabel: in the settings" 0 "relabel=" "$tool" stats r
says "relabel: again" 0 "0 shards relabeled, 1 skipped" rescore --out r a
says "relabel: into the same folder" 1 "shard-05000000-0001.adg: its folder is that of --out" rescore --out a a
says "relabel: other settings" 1 "it was relabeled with other settings in that folder" "$tool" relabel --nodes 90 --hash-mb 1 --out r a
says "relabel: the same name twice" 1 "another shard has the same name" rescore --out same a r
rm -r n
says "relabel: with the built-in network, from its file" 0 "24 games" rescore --net "$net" --out n a
holds "relabel: the same scores" cmp r/shard-05000000-0001.adg n/shard-05000000-0001.adg
moves() { "$tool" dump "$1" | awk -F ' [|] ' '/^#/ { next } { print $1, $3, $4 }'; }
scores() { "$tool" dump "$1" | awk -F ' [|] ' '/^#/ { next } { print $2 }'; }
moves $shard > moves.old; moves r/shard-05000000-0001.adg > moves.new
holds "relabel: the same moves and results" cmp moves.old moves.new
scores $shard > scores.old; scores r/shard-05000000-0001.adg > scores.new
if cmp -s scores.old scores.new; then fail "relabel: the same scores"; else pass; fi
"$tool" run --out many --games 150 --seed 9 --shard-kb 4 $quick >/dev/null
"$tool" relabel --nodes 300 --hash-mb 1 --out rr many >/dev/null 2>&1 & job=$!
# stopped while looked at, so that nothing has changed when it is killed
for _ in $(seq 20000); do
    kill -STOP $job 2>/dev/null || break
    ls rr/*.relabel >/dev/null 2>&1 && ls rr/*.adg >/dev/null 2>&1 && break
    kill -CONT $job
    sleep 0.01
done
ends_by KILL
says "relabel, interrupted" 130 "" $signalled -s TERM 2 "$tool" relabel --nodes 50000 --hash-mb 1 --out ri many
says "relabel after kill -9" 0 "was left unfinished and is restarted" "$tool" relabel --nodes 300 --hash-mb 1 --threads 2 --out rr many
says "relabel after kill -9: all there" 0 ", 150 games" "$tool" verify rr
head -c 900 $shard > torn.adg
says "relabel: a damaged shard" 1 "it has a damaged game" rescore --out torn torn.adg
if ls torn/*.adg >/dev/null 2>&1; then fail "relabel: a damaged shard became a whole one"; else pass; fi
rm -rf rr many r n torn

# --- reproducible runs, more runs, runs in parallel
"$tool" run --out b --games 24 --seed 5 $quick >/dev/null
holds "the same seed, the same games" cmp a/shard-05000000-0001.adg b/shard-05000000-0001.adg
"$tool" run --out b --games 24 --seed 5 $quick >/dev/null
says "another run takes another stream" 1 "differ" cmp b/shard-05000000-0001.adg b/shard-05001000-0001.adg
rm b/shard-05001000-0001.adg
"$tool" run --out b --games 2 --seed 5 $quick >/dev/null
if [ -e b/shard-05002000-0001.adg ]; then pass; else fail "a stream is used twice: $(ls b)"; fi
rm b/shard-05002000-0001.adg
for i in 1 2; do "$tool" run --out b --games 2 $quick >/dev/null; done
holds "without --seed every run has its own" [ "$(ls b/*.adg | wc -l)" -eq 3 ]
: > b/shard-05999000-0001.adg
says "a seed without unused streams" 1 "b: all 1000 runs of seed 5 exist: use another seed" \
    "$tool" run --out b --games 2 --seed 5 $quick
says "threads" 0 "10 games" "$tool" run --out c --games 10 --threads 3 --seed 5 $quick
"$tool" run --out d --games 10 --threads 3 --seed 5 $quick >/dev/null
holds "threads do not change games" diff -r c d
says "shards have a size" 0 "40 games" "$tool" run --out e --games 40 --shard-kb 3 $quick
if [ "$(ls e/*.adg | wc -l)" -ge 3 ] && [ "$(games e)" = 40 ]; then pass; else fail "shards: $(ls -l e)"; fi
if [ "$(find e -name '*.adg' -size -2k | wc -l)" -le 1 ]; then pass; else fail "small shards: $(ls -l e)"; fi
"$tool" run --out f --games 60 $quick >/dev/null & one=$!
"$tool" run --out f --games 60 $quick >/dev/null & two=$!
wait $one; wait $two
if [ "$(games f)" = 120 ] && [ "$(ls f/*.adg | wc -l)" -eq 2 ]; then pass; else fail "two in one folder: $(ls f)"; fi

# --- signals; kill -9 as soon as games are written, three times
part_has_games() { [ -n "$(find "$1" -name '*.part' -size +1k)" ]; }
"$tool" run --out g --threads 2 $quick >out 2>&1 & job=$!
soon part_has_games g
ends_by TERM
holds "SIGTERM: $(ls g), $(cat out)" [ "$status $(find g -name '*.part' | wc -l)" = "0 0" ]
holds "SIGTERM: games" [ "$(games g)" -gt 0 ]
"$tool" run --out k --threads 2 $quick >/dev/null 2>&1 & job=$!
soon part_has_games k
says "verify while it runs" 0 "all good" "$tool" verify k
ends_by KILL
before=$(games k)
# the other thread's part may still be empty
find k -name '*.part' -size +1k | while read -r part; do
    printf 'half a game' >> "$part"
done
says "games of a dead run are recovered" 0 "11 bytes of an unfinished one dropped" \
    "$tool" run --out k --games 3 $quick
holds "before kill -9: games" [ "$before" -gt 0 ]
holds "after kill -9: $(ls k)" [ "$(games k) games, parts: $(find k -name '*.part')" = "$((before + 3)) games, parts: " ]
says "verify after kill -9" 0 "all good" "$tool" verify k

# --- runs that died before their first game
mkdir early
first=early/shard-00000007-0001.part
for bytes in 0 9 150; do
    head -c $bytes a/shard-05000000-0001.adg > $first
    says "a part of $bytes bytes" 0 "$first was left by a run that died before its first game: removed" \
        "$tool" run --out early --games 1 $quick
    if [ -e $first ]; then fail "a part of $bytes bytes stays"; else pass; fi
done
# a game takes more than 40 bytes: a whole header and the beginning of the first one
head -c $(($("$tool" dump a --games 1 | sed -n 's/^# at byte \([0-9]*\):.*/\1/p') + 40)) a/shard-05000000-0001.adg > $first
says "a part with half a game" 0 "died before its first game: removed" "$tool" run --out early --games 1 $quick
printf 'of another program' > $first
printf 'ALULADG\n\3\0' > early/shard-00000008-0001.part
says "a part that is none" 0 "left alone: $first: is not a shard" "$tool" run --out early --games 1 $quick
says "a part of another version" 0 "left alone: early/shard-00000008-0001.part" "$tool" run --out early --games 1 $quick
holds "they are not removed" [ -s $first -a -s early/shard-00000008-0001.part ]

# --- damage
whole=a/shard-05000000-0001.adg
size=$(wc -c < $whole)
mkdir x
head -c $((size - 5)) $whole > x/short.adg
says "a truncated shard" 1 "x/short.adg: at byte" "$tool" verify a x
says "a truncated shard: why" 1 "the file ends within a game" "$tool" verify x/short.adg
# flip AT FROM TO: a copy of the shard with another byte there
flip() {
    { head -c "$1" $whole; printf "$2"; tail -c +$(($1 + 2)) $whole; } > x/flipped.adg
    cmp -s $whole x/flipped.adg &&
        { head -c "$1" $whole; printf '\125'; tail -c +$(($1 + 2)) $whole; } > x/flipped.adg
}
flip $((size / 2)) '\252'
says "a flipped byte" 1 "x/flipped.adg: at byte" "$tool" verify x/flipped.adg
says "the other games" 1 "23 games" "$tool" verify x/flipped.adg
flip 30 '\252'
says "a damaged header" 1 "x/flipped.adg: has a damaged header" "$tool" stats x/flipped.adg
# gzip ends with the CRC-32 of its input, and its length
first=$("$tool" dump a --games 1 | sed -n 's/^# at byte \([0-9]*\):.*/\1/p')
{ head -c 8 $whole; printf '\1\0'; head -c $((first - 4)) $whole | tail -c +11; } > x/head
{ cat x/head; gzip -c x/head | tail -c 8 | head -c 4; tail -c +$((first + 1)) $whole; } > x/one.adg
says "a shard of version 1" 0 "1 shard, 24 games" "$tool" verify x/one.adg
holds "a shard of version 1: the same games" sh -c "'$tool' dump $whole | tail -n +2 > x/a.dump; '$tool' dump x/one.adg | tail -n +2 | cmp - x/a.dump"
says "a shard of version 1, relabeled" 0 "1 shard relabeled, 0 skipped" rescore --out one x/one.adg
says "a shard of version 1 that was relabeled long ago" 1 "it was relabeled with other settings" rescore --out x one/one.adg
printf 'hello' > x/text.adg
: > x/empty.adg

grammar=-E
# --- slices: the same shards on one host or many, killed or not
slice() { # DIR I/N [OPTION...]
    dir=$1 part=$2
    shift 2
    "$tool" run --out "$dir" --seed 6 --slice "$part" --games 91 --threads 2 --shard-kb 3 $quick "$@"
}
same_shards() { diff -r -x datagen.lock "$1" "$2"; }
for i in 1 2 3; do says "slice $i/3" 0 "slice $i/3: 3[01] games: it is complete" slice whole $i/3; done
says "slices: verify" 0 " shards, 91 games" "$tool" verify whole
says "a slice again" 0 "slice 2/3: 30 games: it is complete, nothing was played" slice whole 2/3
for i in 1 2 3; do slice part$i $i/3 >/dev/null; done
says "merge" 0 "shards with 91 games merged" "$tool" merge --out all part1 part2 part3
holds "slices: the same shards from one folder and from three" same_shards whole all
says "merge again" 0 "0 shards with 0 games merged, $(ls whole/*.adg | wc -l) there already" "$tool" merge --out all part1 part2/*.adg part3
says "merge: copies" 0 "shards with 91 games merged, $(ls whole/*.adg | wc -l) copies left out" "$tool" merge --out copies whole part1 part2 part3
holds "merge: copies are one" same_shards whole copies
says "merge: a slice is missing" 1 "slice 2/3 of seed 6 has 0 of 30 games" "$tool" merge --out some part3 part1
: > some/shard-06001500-0001.adg.new
mkdir unplayed
says "merge: a slice without games" 1 "unplayed: there are no shards in this folder" "$tool" merge --out some unplayed part1
says "merge: nothing" 1 "there is nothing to merge" "$tool" merge --out nothing unplayed
says "merge: the missing one" 0 "shards with 30 games merged" "$tool" merge --out some part2
holds "merge: in two steps, and nothing else is left" same_shards whole some
# the folder of a slice that was killed: a whole shard, a torn one, one that was just begun
torn() {
    mkdir "$1"
    cp whole/shard-06001500-0001.adg "$1"
    size=$(wc -c < whole/shard-06001500-0002.adg)
    { head -c $((size - 30)) whole/shard-06001500-0002.adg; printf 'ragged'; } > "$1/shard-06001500-0002.part"
    head -c 9 whole/shard-06001501-0001.adg > "$1/shard-06001501-0001.part"
}
torn killed
says "merge: unfinished shards" 1 "killed/shard-06001500-0002.part: unfinished, left out" "$tool" merge --out left killed part1 part3
says "merge: their slice" 1 "slice 2/3 of seed 6 has " "$tool" merge --out left killed
says "merge: into a folder with one of them" 1 "the folder has an unfinished killed/shard-06001500-0002.part" "$tool" merge --out killed part2
"$tool" run --out killed --seed 6 --games 1 $quick >/dev/null
holds "another run leaves them alone" [ -e killed/shard-06000000-0001.adg -a -s killed/shard-06001500-0002.part ]
rm killed/shard-06000000-0001.adg
says "a slice that was killed, again" 0 "slice 2/3: 30 games: it is complete" slice killed 2/3
holds "a slice that was killed: the same shards" same_shards part2 killed
torn other
says "a slice with other options" 1 "shard-06001500-0001.adg: games=91 there, games=92 here" slice other 2/3 --games 92
rm other/*-0001.adg
says "a slice without a shard of its middle" 1 "shard-06001500-0001.adg is missing: move the later ones" slice other 2/3
cp part1/shard-06000500-0001.adg other/shard-06001500-0001.adg
says "a slice with a shard of another one" 1 "its contents do not match its name" slice other 2/3
head -c 910 part2/shard-06001500-0001.adg > other/shard-06001500-0001.adg
says "a slice with a damaged shard" 1 "it has a damaged game: move it and the later ones" slice other 2/3
says "slices: a share of none" 0 "slice 3/3: 0 games: it is complete, nothing" slice none 3/3 --games 2
says "a slice without a seed" 2 "--slice needs --seed S" "$tool" run --out y --slice 1/2
says "1001 slices" 2 "a seed has at most 1000 slices" slice y 1/1001
says "slice 4/3" 2 "a slice is I/N, the I-th of N parts" slice y 4/3
holds "no slice, no folder" [ ! -e y ]
long() { "$tool" run --out "$1" --seed 8 --slice 2/2 --games 120 --threads 2 --shard-kb 3 --nodes 400 --hash-mb 1; }
long longest >/dev/null
grown() { [ "$(ls long/*.adg | wc -l)" -gt "$shards" ] || ! kill -0 $job; }
for _ in 1 2 3; do
    shards=$(ls long/*.adg 2>/dev/null | wc -l)
    "$tool" run --out long --seed 8 --slice 2/2 --games 120 --threads 2 --shard-kb 3 --nodes 400 --hash-mb 1 >/dev/null 2>&1 & job=$!
    soon grown
    ends_by KILL
done
says "a slice after three kills" 0 "slice 2/2: 60 games: it is complete" long long
holds "a slice after three kills: the same shards" same_shards longest long
says "a slice that is interrupted" 130 "the same command plays the rest" $signalled -s TERM 5 \
    "$tool" run --out stopped --seed 8 --slice 1/2 --games 100000 --nodes 400 --hash-mb 1
"$tool" run --out endless --seed 8 --slice 1/2 --nodes 400 --hash-mb 1 >out 2>&1 & job=$!
soon part_has_games endless
ends_by TERM
holds "a slice without an end, interrupted: status $status" [ $status -eq 0 ]
holds "it says how many games" grep -q "slice 1/2: [0-9]* game" out
says "its shards are finished" 0 "1 shard with [0-9]* games* merged" "$tool" merge --out ended endless

# --- what merge and verify find
says "verify: copies" 0 "part1/shard-06000500-0001.adg: a copy of whole/shard-06000500-0001.adg" "$tool" verify whole part1
says "verify: copies are counted" 0 "shards are copies of another: 31 of their games are repeated" "$tool" verify whole part1
torn again
says "verify: an unfinished copy" 0 "again/shard-06001500-0002.part: a copy of .*, and one is unfinished" "$tool" verify part2 again/*0002.part
mkdir fewer
head -c "$("$tool" dump $whole | sed -n 's/^# at byte \([0-9]*\):.*/\1/p' | tail -n 1)" $whole > fewer/shard-05000000-0001.adg
says "verify: the same stream with other games" 1 "fewer/shard-05000000-0001.adg: stream 5000000, shard 1 is in a/.*, with other games" "$tool" verify a fewer
says "verify: the same games twice" 1 "fewer/shard-05000000-0001.adg: game 1 has the moves of game 1 in a/" "$tool" verify a fewer
"$tool" run --out twins --games 200 --seed 1 --nodes 1 --hash-mb 1 --random-plies 2 --shuffled 0 >/dev/null
"$tool" run --out twins --games 200 --seed 2 --nodes 1 --hash-mb 1 --random-plies 2 --shuffled 0 >/dev/null
says "verify: games that chance has made twice are no fault" 0 "all good" "$tool" verify twins
says "verify: they are named" 0 "twins/shard-0[12]000000-0001.adg: game [0-9]* has the moves of game [0-9]* in twins" "$tool" verify twins
says "merge: the same stream with other settings" 1 "with other settings: win=2500x4 there, win=300x4 here" "$tool" merge --out no a won
says "merge: other settings" 1 "has different settings than a/.*: nodes=40 there, nodes=1 here; --mixed allows both" "$tool" merge --out no a twins
says "merge: another version" 1 "format=2 there, format=1 here" "$tool" merge --out no twins x/one.adg
says "merge: a damaged shard" 1 "x/short.adg: at byte" "$tool" merge --out no x/short.adg
says "merge: standard input" 1 "merge cannot read standard input" from merge --out no -
says "merge: no such folder" 1 "nowhere: No such file" "$tool" merge --out no nowhere
holds "merge: nothing was written" [ ! -e no ]
says "merge --mixed" 0 "3 shards with 424 games merged" "$tool" merge --mixed --out mix a twins
says "merge: files may not grow" 1 "cannot be written: File too large" sh -c 'ulimit -f 1; exec "$0" merge --out full a' "$tool"
holds "merge: files may not grow: nothing is left" [ -z "$(ls full | grep -v datagen.lock)" ]
says "merge: the same command" 0 "1 shard with 24 games merged" "$tool" merge --out full a
# the first run's shard was moved away, the second one's is merged: the third does not repeat them
for _ in 1 2; do "$tool" run --out moved --games 2 --seed 5 $quick >/dev/null; done
rm moved/shard-05000000-0001.adg
printf 'seed \nseed 99999999999999999999\nseed x\n\377\nsee' >> moved/datagen.lock
says "merge: a lock file" 0 "1 shard with 2 games merged" "$tool" merge --out home moved
says "merge: a lock file, again" 0 "0 shards" "$tool" merge --out home moved
holds "merge: a stream is listed once" [ "$(grep -c '^seed 0*500[01]000$' home/datagen.lock)" = 2 ]
rm home/*.adg
"$tool" run --out home --games 2 --seed 5 $quick >/dev/null
holds "merge: a later run repeats no stream" [ -e home/shard-05002000-0001.adg ]

# --- relabel in slices
rescore --out relabelled part1 >/dev/null
says "relabel: a slice" 0 "shards* relabeled, 0 skipped" rescore --out re1 --slice 1/2 part1
says "relabel: a slice again" 0 "0 shards relabeled" rescore --out re1 --slice 1/2 part1
says "relabel: half of them are missing" 1 "slice 1/3 of seed 6 has [12][0-9] of 31 games" "$tool" merge --out re re1
rescore --out re2 --slice 2/2 part1 >/dev/null
says "relabel: merged" 1 "slice 3/3 of seed 6 has 0 of 30 games" "$tool" merge --out re re1 re2
holds "relabel: the same as without slices" same_shards relabelled re
says "verify: scores of another search" 1 "with other settings: nothing there, relabel=" "$tool" verify part1 re

grammar=-F
# --- wrong arguments
says "nothing" 2 "the first word must be run, stats, dump, verify, relabel or merge" "$tool"
says "no folder" 2 "run needs --out DIR" "$tool" run
says "an unknown option" 2 "unknown option: --fast" "$tool" run --out y --fast
says "a bad number" 2 "--nodes needs a number from 1 to 1000000000, or a mixture such as 400:7,1200:1, not 1e3" "$tool" run --out y --nodes 1e3
says "relabel has no mixture" 2 "--nodes needs a number from 1 to 1000000000, not 40:1,80:1" "$tool" relabel --out y --nodes 40:1,80:1 a
holds "nothing was written" [ ! -e y ]
mkdir hollow
says "no such file" 1 "nowhere: No such file" "$tool" stats nowhere
says "a folder without shards" 1 "there are no shards in this folder" "$tool" verify hollow
says "no shard" 1 "x/text.adg: is not a shard" "$tool" stats x/text.adg
says "stats: an empty shard beside a good one" 1 "games       24" "$tool" stats x/empty.adg a
[ -c /dev/full ] && says "a full disk for dump" 1 "alula-datagen: the output cannot be written" \
    sh -c "'$tool' dump a > /dev/full"

# --- folders that cannot be written
says "the folder above is missing" 1 "cannot be made" "$tool" run --out no/where --games 1 $quick
says "files may not grow" 1 "cannot be written: File too large" \
    sh -c "ulimit -f 8; exec \"\$0\" run --out l --games 3000 --threads 2 $quick" "$tool"
says "what was written is good" 0 "all good" "$tool" verify l
says "relabel: files may not grow" 1 "its new shard cannot be written: File too large" \
    sh -c 'ulimit -f 1; exec "$0" relabel --nodes 1 --hash-mb 1 --out lr a' "$tool"
holds "relabel: files may not grow: nothing is left" [ -z "$(ls lr)" ]
# reports_losses WHAT DIR COMMAND...: with a file size limit or a full disk the run reports lost games,
# and its last line counts the games added to DIR.
reports_losses() {
    what=$1 dir=$2
    shift 2
    before=$(games "$dir")
    "$@" --out "$dir" --games 3000 $quick > summary 2> lost
    if [ $? -eq 1 ] && grep -q "cannot be written: .* ([1-9][0-9]* games* \(are\|is\) lost)$" lost &&
        [ "$(sed -n 's/^\([0-9]*\) games .*/\1/p' summary)" = $(($(games "$dir") - ${before:-0})) ]; then pass; else
        fail "$what: $(cat summary lost), but $before games became $(games "$dir")"
    fi
}
limited() { sh -c 'ulimit -f "$1"; shift; exec "$@"' - "$@"; }
reports_losses "files may not grow: the report with three threads" l2 limited 12 "$tool" run --threads 3
mkdir small
if mount -t tmpfs -o size=32k none small 2>/dev/null; then
    says "a full disk" 1 "cannot be written: No space left on device" \
        "$tool" run --out small/z --games 3000 $quick
    says "what is on the full disk is good" 0 "all good" "$tool" verify small/z
    rm -r small/z
    reports_losses "a full disk: the report" small/z "$tool" run
    while head -c 4096 /dev/zero >> small/filler; do :; done 2>/dev/null
    "$tool" run --out small/z --games 3000000 $quick > summary 2> lost
    holds "a full disk is reported before a game is played" [ $? -eq 1 -a ! -s summary ]
    holds "a full disk is reported" grep -q "cannot be written: No space left on device$" lost
    holds "a full disk: nothing is left of the first shard" [ -z "$(ls small/z/*.part 2>/dev/null)" ]
    umount small
else
    skip "no small disk can be mounted, so none is full"
fi
if mount -t tmpfs -o size=4k none small 2>/dev/null; then
    says "relabel: a full disk" 1 "its new shard cannot be written: No space left on device" \
        "$tool" relabel --nodes 1 --hash-mb 1 --out small/r a
    holds "relabel: a full disk: nothing is left" [ -z "$(ls small/r)" ]
    umount small
else
    skip "no small disk can be mounted, so no relabelling fills it"
fi

finish
