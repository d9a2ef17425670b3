#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/tune.sh ALULA_TUNE ALULA_DATAGEN: games that were just made are learned from, with the same
# weights for any number of threads; bad shards, wrong arguments and a table that cannot be written
# get a sentence, and the old table stays as it was. Rules tuned by games are the same for any number
# of threads, and after a run that was killed or interrupted.
# shellcheck source=tests/says.sh
. "${0%/*}/says.sh"
full() {
    case $1 in
    /*) printf %s "$1" ;;
    *) printf %s "$PWD/$1" ;;
    esac
}
tool=$(full "$1")
datagen=$(full "$2")
openings=$PWD/openings/unbalanced.epd rules=$PWD/engine/rules.inc
job=
work=$(mktemp -d)
small=$work/small # a file system of a few kilobytes, where one may be mounted
trap 'umount "$small" 2>/dev/null; [ -z "$job" ] || kill -9 $job 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work" || exit 1
grammar=-F
patience=

# holds WHAT COMMAND...: the command succeeds.
holds() {
    what=$1
    shift
    if output=$("$@" 2>&1); then pass; else fail "$what: $output"; fi
}

"$datagen" run --out a --games 60 --seed 3 --nodes 40 --hash-mb 1 >/dev/null 2>&1
shard=a/shard-00000003-0001.adg
quick="--epochs 3 --batch 256 --held-out 20"

# --- learning
says "a run" 0 "written      one.inc" "$tool" --out one.inc $quick a
says "a shard instead of a folder" 0 "60, " "$tool" --out two.inc $quick $shard
holds "the same games, the same table" cmp one.inc two.inc
from_pipe() { cat $shard | "$tool" "$@"; }
says "standard input" 0 "written" from_pipe --out two.inc $quick -
holds "standard input, the same table" cmp one.inc two.inc
says "threads" 0 "held-out " "$tool" --out two.inc --threads 3 $quick a
holds "threads change nothing" cmp one.inc two.inc
says "another seed" 0 "written" "$tool" --out two.inc --seed 2 $quick a
if cmp -s one.inc two.inc; then fail "the seed changes nothing"; else pass; fi
says "few positions" 0 "two of a game at most" sh -c \
    "\"\$0\" --out two.inc --per-game 2 $quick a | awk '/^positions/ { if (\$2 + \$6 <= 120) print \"two of a game at most\" }'" "$tool"
says "a scale that is given" 0 "scale        250.0 centipawns" "$tool" --out two.inc --scale 250 $quick a
holds "every line of the table is a comment or weights" awk '
    /^\/\*/ || /\*\/$/ { next }
    !/^(S\(-?[0-9]+, -?[0-9]+\),? ?)+$/ { print; bad = 1 }
    { n += gsub(/S\(/, "") }
    END { exit bad || n < 1000 }' one.inc
holds "fitting makes nothing worse" awk '/^held-out/ { gsub(",", ""); exit !($2 <= $4) }' <<LINES
$("$tool" --out two.inc $quick a)
LINES
says "no epoch was better" 0 "not written  one.inc: no epoch was better" "$tool" --out one.inc --rate 10000 --epochs 1 --held-out 20 a
holds "no epoch was better, the same table" cmp one.inc two.inc
if [ -e one.inc.new ] || [ -e two.inc.new ]; then fail "a file is left over: $(ls)"; else pass; fi

# --- a shard that is being written, and bad ones
size=$(wc -c < $shard)
mkdir part bad
head -c $((size - 5)) $shard > part/shard-1.part
says "a shard that is being written" 0 "written" "$tool" --out two.inc $quick part
cp one.inc kept.inc
head -c $((size - 5)) $shard > bad/short.adg
says "a truncated shard" 2 "bad/short.adg: at byte" "$tool" --out one.inc $quick bad
printf 'hello' > bad/text.adg
says "not a shard" 2 "bad/text.adg: is not a shard" "$tool" --out one.inc $quick bad/text.adg
says "no such shard" 2 "nowhere: No such file" "$tool" --out one.inc $quick nowhere
mkdir hollow
says "an empty folder" 2 "no shards are in this folder" "$tool" --out one.inc $quick hollow
: > bad/nothing.part
says "an empty shard" 2 "is not a shard" "$tool" --out one.inc $quick bad/nothing.part
head -c 200 $shard > bad/header.part
holds "the old table is still there" cmp one.inc kept.inc

# --- wrong arguments
says "nothing" 2 "--out FILE is missing" "$tool"
says "no shards" 2 "shards to learn from are missing" "$tool" --out one.inc
says "no file" 2 "a file is missing behind --out" "$tool" --out
says "an unknown option" 2 "there is no option: --fast" "$tool" --out one.inc --fast a
says "a bad number" 2 "--epochs wants a number from 1 to 100000: many" "$tool" --out one.inc --epochs many a
says "a missing number" 2 "a number is missing behind: --seed" "$tool" --out one.inc a --seed
says "help" 0 "usage: alula-tune" "$tool" --help
says "short help" 0 "usage: alula-tune" "$tool" -h
says "version" 0 "alula-tune " "$tool" --version
for words in --help --version "--spsa --help"; do
    [ -c /dev/full ] && says "a full disk for $words" 2 "alula-tune: the output could not be written" \
        sh -c "'$tool' $words > /dev/full"
done

# --- tables that cannot be written
says "the folder is missing" 2 "no/where.inc: cannot be made: No such file" "$tool" --out no/where.inc $quick a
mkdir folder
says "the file is a folder" 2 "folder: cannot be made: Is a directory" "$tool" --out folder $quick a
if [ -e folder.new ]; then fail "a file is left over: $(ls)"; else pass; fi
says "files may not grow" 2 "cannot be written: File too large" \
    sh -c "trap '' XFSZ; ulimit -f 4; exec \"\$0\" --out one.inc $quick a" "$tool"
mkdir small
if mount -t tmpfs -o size=16k none small 2>/dev/null; then
    says "a full disk" 2 "cannot be written: No space left on device" "$tool" --out small/w.inc $quick a
    if [ -e small/w.inc.new ]; then fail "a file is left on the full disk"; else pass; fi
    umount small
fi
holds "the old table is there after all" cmp one.inc kept.inc

# --- what is no plain file stays what it is
mkfifo pipe
timeout 60 cat pipe > piped.inc & job=$!
says "a pipe" 0 "written      pipe" "$tool" --out pipe $quick a
wait $job
job=
holds "a pipe gets the table" cmp piped.inc one.inc
if [ -p pipe ]; then pass; else fail "a pipe was replaced: $(ls -l pipe)"; fi
mkdir far
: > far/two.inc
ln -s far/two.inc link.inc
says "a link" 0 "written      link.inc" "$tool" --out link.inc $quick a
holds "a link leads to the table" cmp far/two.inc one.inc
if [ -L link.inc ] && [ "$(ls far)" = two.inc ]; then pass; else fail "a link was replaced: $(ls -l . far)"; fi
ln -s far/new.inc new.inc
says "a link to nothing" 0 "written      new.inc" "$tool" --out new.inc $quick a
holds "a link to nothing leads to the table" cmp far/new.inc one.inc
ln -s far/none.inc none.inc
says "a link to nothing, and files may not grow" 2 "none.inc: cannot be written: File too large" \
    sh -c "trap '' XFSZ; ulimit -f 4; exec \"\$0\" --out none.inc $quick a" "$tool"
if [ -L none.inc ] && [ ! -e far/none.inc ]; then pass; else fail "half a table is left: $(ls -l . far)"; fi
ln -s circle.inc circle.inc
says "links in a circle" 2 "circle.inc: cannot be made: Too many" "$tool" --out circle.inc $quick a

# --- rules by games
# shellcheck disable=SC2086
{
    games="--spsa --games 48 --nodes 200 --hash 1 --openings $openings"
    says "games" 0 "written      a.rules" "$tool" $games --out a.rules --state a.state
    says "threads" 0 "games        48 of 48" "$tool" $games --out b.rules --state b.state --threads 3
    holds "threads change no rule" cmp a.rules b.rules
    holds "threads change no state" cmp a.state b.state
    says "games, another seed" 0 "written" "$tool" $games --out b.rules --seed 2
    if cmp -s a.rules b.rules; then fail "the seed changes no rule"; else pass; fi
    says "some rules" 0 "written" "$tool" $games --out b.rules --rules lmr_cut,see_quiet
    holds "no other rule moves" sh -c "grep RULE $rules | diff - b.rules | sed -n 's/^> RULE(\\([a-z_]*\\).*/\\1/p' |
        grep -vE 'lmr_cut|see_quiet'; [ \$? -eq 1 ]"
    holds "all rules are there, with their bounds and words" sh -c "
        sed -n 's/^\\(RULE([a-z_]*,\\) *-*[0-9]*,/\\1/p' $rules > wanted.rows
        sed -n 's/^\\(RULE([a-z_]*,\\) *-*[0-9]*,/\\1/p' a.rules | cmp - wanted.rows && [ -s wanted.rows ]"
    says "a table" 0 "lmr_cut              1400" "$tool" $games --out b.rules --rules lmr_cut --games 2 --a 0.001
    says "nothing left to play" 0 "games        48 of 48" "$tool" $games --out b.rules --state a.state
    holds "nothing left to play, the same rules" cmp a.rules b.rules

    # killed at any moment, interrupted, taken up again
    many="--spsa --games 400 --nodes 200 --hash 1 --batch 2 --openings $openings"
    "$tool" $many --out whole.rules --state whole.state > whole.text
    kill_at() {
        "$tool" $many --out k.rules --state k.state --threads 2 > /dev/null 2>&1 &
        job=$!
        for _ in $(seq 500); do
            [ -f k.state ] && [ "$(sed -n 's/^pairs //p' k.state)" -ge "$1" ] && break
            sleep 0.01
        done
        kill -"$2" $job
        wait $job 2> /dev/null
        status=$?
        job=
    }
    kill_at 5 KILL
    if [ $status -eq 137 ] && [ ! -e k.rules ]; then pass; else fail "killed: status $status, $(ls)"; fi
    kill_at 40 KILL
    kill_at 80 TERM # a shell's background job ignores SIGINT
    if [ $status -eq 130 ] && grep -q "^   Tuned by [0-9]* games" k.rules; then pass; else fail "interrupted: status $status"; fi
    says "taken up again" 0 "written      k.rules" "$tool" $many --out k.rules --state k.state
    holds "taken up again: the rules" cmp k.rules whole.rules
    holds "taken up again: the state" cmp k.state whole.state

    # bad input: a sentence, and nothing changed
    cp a.rules kept.rules
    cp a.state kept.state
    out="--out a.rules --state a.state"
    says "no games" 2 "how many games" "$tool" --spsa $out
    says "no file for the rules" 2 "--out FILE is missing, the rules to write" "$tool" --spsa --games 2 --openings $openings
    says "games: a bad number" 2 "--games wants a number from 1" "$tool" --spsa --games 0 $out
    says "an unknown rule" 2 "there is no rule of this name: speed" "$tool" $games $out --rules lmr_cut,speed
    says "no name of a rule" 2 "there is no rule of this name" "$tool" $games $out --rules lmr_cut,,see_quiet
    says "no rules" 2 "--rules" "$tool" $games $out --rules ""
    says "a rule without a step" 2 "has no step, it is not for tuning: null_depth" "$tool" $games $out --rules null_depth
    says "a bad rate" 2 "--a wants a percentage" "$tool" $games $out --a fast
    says "a bad distance" 2 "--c wants a number" "$tool" $games $out --c 0
    says "shards with --spsa" 2 "only options are expected" "$tool" $games $out a
    says "spsa: an unknown option" 2 "unknown option: --blend" "$tool" $games $out --blend 3
    says "no openings" 2 "nowhere.epd: No such file" "$tool" $games $out --openings nowhere.epd
    : > hollow.epd
    says "empty openings" 2 "there are no openings in hollow.epd" "$tool" $games $out --openings hollow.epd
    { head -n 2 "$openings"; echo "8/8/8/8/8/8/8/K7 w - -"; } > bad.epd
    says "an illegal opening" 2 "bad opening: bad.epd:3" "$tool" $games $out --openings bad.epd
    head -n 9 "$openings" > few.epd
    says "a state of other openings" 2 "a.state: is of other settings: openings=" "$tool" $games $out --openings few.epd
    says "a state of other nodes" 2 "is of other settings: nodes=200 there, nodes=300 here" "$tool" $games $out --nodes 300
    says "a state of more games" 2 "is of other settings: games=48 there, games=60 here" "$tool" $games $out --games 60
    says "a state of other rules" 2 "a.state: is of other rules" "$tool" $games $out --rules see_quiet
    says "a state of more rules" 2 "a.state: is of more rules" "$tool" $games $out --rules futile_margin
    for cut in 0 10 200 $(($(wc -c < a.state) - 1)); do
        head -c "$cut" kept.state > torn.state
        says "a state of $cut bytes" 2 "torn.state: is not a state" "$tool" $games --out a.rules --state torn.state
    done
    sed 's/^pairs 24/pairs 23/' kept.state > torn.state
    says "a state that was changed" 2 "damaged" "$tool" $games --out a.rules --state torn.state
    says "a state that is a folder" 2 "hollow: " "$tool" $games --out a.rules --state hollow
    says "a state that is a pipe" 2 "pipe: is not a file" timeout 20 "$tool" $games --out a.rules --state pipe
    says "rules in no folder" 2 "no/r.inc: cannot be made: No such file" "$tool" $games --out no/r.inc --state new.state
    says "rules over a folder" 2 "hollow: cannot be made: Is a directory" "$tool" $games --out hollow --state new.state
    if [ -e new.state ]; then fail "a state is left over"; else pass; fi
    says "a state that may not grow" 2 "a.state: cannot be written: File too large" \
        sh -c "ulimit -f 1; exec \"\$0\" $games $out" "$tool"
    mkdir -p small
    if mount -t tmpfs -o size=4k none small 2>/dev/null; then
        head -c 4096 /dev/zero > small/filler
        says "a state on a full disk" 2 "cannot be written: No space left on device" "$tool" $games --out a.rules --state small/s
        if [ -e small/s ] || [ -e small/s.new ]; then fail "a file is left on the full disk"; else pass; fi
        umount small
    fi
    holds "the old rules are still there" cmp a.rules kept.rules
    holds "the old state is still there" cmp a.state kept.state
    says "help for --spsa" 0 "usage: alula-tune --spsa" "$tool" --spsa --help
}

finish
