#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/train.sh ALULA_TRAIN ALULA_DATAGEN: a network is trained on a few generated games; it does not
# depend on the number of threads or on interruptions and kills. Bad shards, wrong arguments, a full
# disk and files of another training give an error message and change nothing.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
tool=$(full "$1")
datagen=$(full "$2")
small=$work/small # a file system of a few kilobytes, if it can be mounted
leave() { umount "$small" 2>/dev/null; }
cd "$work" || exit 1
grammar=-F

# files NAME: the files of a training.
files() { echo "$1".*; }

"$datagen" run --out a --games 80 --seed 3 --nodes 30 --hash-mb 1 --win 2500 >/dev/null 2>&1
"$datagen" run --out b --games 20 --seed 5 --nodes 40 --hash-mb 1 --win 2500 >/dev/null 2>&1
shard=a/shard-03000000-0001.adg
quick="--hidden 32 --epochs 4 --batch 256 --held 20 --lambda 0.5 --trace 0 --scale auto"
train() { # OUT OPTION...
    out=$1
    shift
    # shellcheck disable=SC2086
    "$tool" run --out "$out" $quick "$@"
}
patience= # so that this function can be called

# --- a network
says "a run" 0 "written      one.nn" train one.nn a
says "few steps" 0 "alula-train: only 4 steps in all, too few to train well" train few.nn --batch 1000000 a
says "few steps, before the first epoch" 0 "only 4 steps" sh -c "'$tool' run --out few2.nn $quick --batch 1000000 a 2>&1 | sed '/^epoch/,\$d'"
says "the warning about few steps is printed once" 0 "all 4 epochs are done" train few.nn --batch 1000000 --resume a
if printf '%s' "$output" | grep -q "only 4 steps"; then fail "the warning about few steps is printed twice"; else pass; fi
says "enough steps" 0 "written" train steps.nn --batch 2 --epochs 2 --max-positions 4000 a
if printf '%s' "$output" | grep -q "steps in all"; then fail "enough steps: $output"; else pass; fi
holds "four files" [ "$(files one)" = "one.nn one.state one.svg one.txt" ]
says "the same options" 0 "written      two.nn" train two.nn a
holds "the same options, the same network" cmp one.nn two.nn
holds "the same options, the same state" cmp one.state two.state
says "threads" 0 "written" train three.nn --threads 3 a
holds "threads change nothing" cmp one.nn three.nn
says "many threads" 0 "written" train twenty.nn --threads 20 a
holds "many threads change nothing" cmp one.nn twenty.nn
says "too many threads" 2 "--threads needs a number from 1 to 256, not 257" train new.nn --threads 257 a
says "another seed" 0 "written" train other.nn --seed 2 a
if cmp -s one.nn other.nn; then fail "the seed changes nothing"; else pass; fi
holds "the loss falls" awk '/^epoch/ { sub("loss", ""); l[++n] = $3 } END { exit !(n == 4 && l[1] > l[2] && l[2] > l[3] && l[3] > l[4]) }' <<LINES
$(train fall.nn a 2>&1)
LINES
says "a shard instead of a folder" 0 "80, " train shard.nn $shard
holds "a shard instead of a folder, the same network" cmp one.nn shard.nn
says "show" 0 "32 neurons for each perspective, 1 output" "$tool" show one.nn
says "show prints the command" 0 "alula-train run --out NAME.nn --hidden 32" "$tool" show one.nn
holds "NAME.txt has the source" grep -q "^source       [0-9a-z.-]*$" one.txt
holds "NAME.txt has the positions of each source" grep -q "^seed 3000000: 1 shard, 80 games, [0-9]* usable positions; " one.txt
holds "NAME.txt has the checksum" [ "$("$tool" show one.nn | grep -cx "$(grep "^checksum " one.txt)")" -eq 2 ]
holds "NAME.txt has the build" grep -q "^built by     .* [0-9.]*.*, -O" one.txt
says "eval" 0 "4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1" "$tool" eval one.nn "4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1"
says "outputs, a scale, lambda" 0 "scale        300 centipawns" train outputs.nn --outputs 4 --scale 300 --lambda 0.25 a
says "rescale" 0 "" "$tool" rescale one.nn 200 scaled.nn
says "the new scale" 0 "scale        200 centipawns" "$tool" show scaled.nn
says "and back" 0 "" "$tool" rescale scaled.nn "$("$tool" show one.nn | sed -n "s/^scale *\([0-9]*\) .*/\1/p" | head -n 1)" back.nn
holds "the same file" cmp one.nn back.nn
says "rescale keeps files" 1 "scaled.nn exists already" "$tool" rescale one.nn 300 scaled.nn
says "no such scale" 2 "the scale needs a number from 20 to 2000, not 2001" "$tool" rescale one.nn 2001 new.nn
says "outputs" 0 "32 neurons for each perspective, 4 outputs" "$tool" show outputs.nn
says "show with its own text" 0 "checksum     " "$tool" show outputs.nn
holds "no warning about it" [ -z "$("$tool" show outputs.nn 2>&1 >/dev/null)" ]
cp one.txt outputs.txt
says "the text of another network" 0 "outputs.txt describes another network, with checksum $(sed -n 's/^checksum *//p' one.txt)" "$tool" show outputs.nn
says "results alone" 0 "written" train results.nn --scale 300 --lambda 1 a
says "results alone, a trace" 0 "written" train nothing.nn --scale 300 --lambda 1 --trace 0.9 a
holds "with lambda 1 a trace changes nothing" cmp results.nn nothing.nn
says "scores alone" 0 "written" train scores.nn --scale 300 --lambda 0 a
says "a long trace" 0 "written" train trace.nn --scale 300 --lambda 0 --trace 0.999 a
loss() { # NAME: of the last epoch
    awk '/^   4 / { print $2 }' "$1.txt"
}
holds "a long trace is nearly the result, for both sides" awk -v results="$(loss results)" \
    -v scores="$(loss scores)" -v trace="$(loss trace)" \
    'BEGIN { near = trace / results; exit !(scores / results < 0.75 && near > 0.85 && near < 1.05) }'
holds "NAME.txt has the trace" grep -q -e "--trace 0.999" trace.txt
# shellcheck disable=SC2046
says "the command in NAME.txt" 0 "written" "$tool" $(sed -n 's/^alula-train \(run .*\) SHARDS$/\1/p; s/NAME.nn/again.nn/' one.txt | sed 's/NAME.nn/again.nn/') a
holds "the command in NAME.txt, the same network" cmp one.nn again.nn
holds "the picture is well formed" awk 'NR == 1 && /^<svg/ { a = 1 } /^<\/svg>$/ { b = 1 } END { exit !(a && b) }' one.svg

# --- defaults
has() { grep -q -e "$2" "$1.txt"; } # NAME TEXT
says "defaults" 0 "scale        400 centipawns" "$tool" run --out default.nn --hidden 32 --epochs 1 --held 20 a
holds "defaults: lambda" has default " --lambda 0.1 "
holds "defaults: scale and trace" has default " --scale 400 .* --trace 0.75 "
says "the best scale" 0 "written" "$tool" run --out best.nn --hidden 32 --epochs 1 --held 20 --scale auto a
holds "the best scale: no trace" has best " --scale auto .* --trace 0 "
says "the default size" 0 "(256, or those of --from)" "$tool" --help

# --- started from a network
value() { "$tool" eval "$1" "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR w KQkq - 0 1" | tail -n 1; }
near() { # NAME NAME: values within 3 centipawns
    [ "$(value "$1" | awk -v other="$(value "$2")" '{ d = $1 - other } END { print (d >= -3 && d <= 3) }')" = 1 ]
}
still="--rate 1e-9 --scale 400"
# shellcheck disable=SC2086
{
    says "a start" 0 "start        from default.nn: checksum $(sed -n 's/^checksum *//p' default.txt), 32 neurons, 1 output" \
        train start.nn --from default.nn $still a
    holds "a start: nearly the same network" near start.nn default.nn
    holds "a start: NAME.txt has it" grep -q "^alula-train run .* --from default.nn SHARDS" start.txt
    says "a start in another folder" 0 "start        from default.nn: checksum" train ./folder.nn --from "$PWD/default.nn" $still a
    says "a larger start" 0 "64 neurons for each perspective, 4 outputs" train larger.nn --from default.nn --hidden 64 --outputs 4 $still a
    holds "a larger start: nearly the same values" near larger.nn default.nn
    says "a start without the option" 1 "larger.state: has other settings: from=$(sed -n 's/^checksum *//p' default.txt) there, no from here; larger.txt has the command" \
        train larger.nn --hidden 64 --outputs 4 --resume $still a
    says "settings that only one has" 1 "one.state: has other settings: scale=0 there, scale=400 here; no stream there, stream=1 here; no from there, from=" \
        train one.nn --from start.nn --stream --scale 400 --resume a
    says "a start from another network" 1 "larger.state: has other settings: from=" \
        train larger.nn --from one.nn --hidden 64 --outputs 4 --resume $still a
    says "a start, resumed" 0 "all 4 epochs are done" train larger.nn --from default.nn --hidden 64 --outputs 4 --resume $still a
    says "the size of the start" 0 "64 neurons for each perspective, 4 outputs" "$tool" run --out size.nn --from larger.nn --epochs 1 --held 20 a
    says "a start from a larger network" 2 "--hidden 32 is smaller than the network of --from, which has 64 neurons" train new.nn --from larger.nn a
    says "a start with other buckets" 2 "--outputs needs a multiple of the 4 output buckets of --from, not 6" train new.nn --from larger.nn --hidden 64 --outputs 6 a
}

# --- king buckets
says "king buckets" 0 "network      768 inputs, 32 neurons for each perspective, 1 output, 4 king buckets" train kings.nn --king-buckets 4 a
says "king buckets, threads" 0 "written" train kings3.nn --king-buckets 4 --threads 3 a
holds "king buckets: threads change nothing" cmp kings.nn kings3.nn
says "one king bucket" 0 "written" train kings1.nn --king-buckets 1 a
holds "one king bucket is the default" cmp kings1.nn one.nn
says "king buckets: show" 0 "1 output, 4 king buckets" "$tool" show kings.nn
says "king buckets: the size of the file" 0 "file         $(wc -c < kings.nn) bytes" "$tool" show kings.nn
holds "king buckets: NAME.txt has them" grep -q "^alula-train run .* --king-buckets 4 SHARDS" kings.txt
says "forgotten king buckets" 1 "kings.state: has other settings: king-buckets=4 there, no king-buckets here" train kings.nn --resume a
says "king buckets, resumed" 0 "all 4 epochs are done" train kings.nn --king-buckets 4 --resume a
for buckets in 3 5 12; do
    says "$buckets king buckets" 2 "--king-buckets needs 1, 2, 4, 8 or 16, not $buckets" train new.nn --king-buckets $buckets a
done
says "too many king buckets" 2 "--king-buckets needs a number from 1 to 16, not 32" train new.nn --king-buckets 32 a
# shellcheck disable=SC2086
{
    says "more king buckets than the start" 0 "32 neurons for each perspective, 1 output, 2 king buckets" train more.nn --from default.nn --king-buckets 2 $still a
    holds "more king buckets than the start: nearly the same values" near more.nn default.nn
    says "a start with king buckets" 0 "start        from kings.nn: checksum $(sed -n 's/^checksum *//p' kings.txt), 32 neurons, 1 output, 4 king buckets" \
        train sixteen.nn --from kings.nn --king-buckets 16 --rate 1e-9 --scale "$(sed -n 's/^scale *\([0-9]*\).*/\1/p' kings.txt)" a
    holds "a start with king buckets: nearly the same values" near sixteen.nn kings.nn
    says "the king buckets of the start" 0 "perspective, 1 output, 4 king buckets" train same.nn --from kings.nn $still a
    says "fewer king buckets than the start" 2 "--king-buckets 2 is fewer than the network of --from has, 4" train new.nn --from kings.nn --king-buckets 2 a
}
{ head -c 32 kings.nn; printf '\4'; tail -c +34 kings.nn; } > map.nn # the bucket of a1
says "a changed map of king buckets" 1 "map.nn: it is damaged: its checksum is wrong" "$tool" show map.nn
{ head -c 8 kings.nn; printf '\3'; tail -c +10 kings.nn; } > later.nn
says "a network of a later version" 1 "later.nn: its version is not supported" "$tool" show later.nn
{ head -c 22 kings.nn; printf '\21'; tail -c +24 kings.nn; } > seventeen.nn
says "a network with 17 king buckets" 1 "seventeen.nn: its number of king buckets is not supported" "$tool" show seventeen.nn

{ head -c 3000 default.nn; printf 'xyz'; tail -c +3004 default.nn; } > torn-start.nn
says "a start from a damaged network" 1 "torn-start.nn: it is damaged: its checksum is wrong" train new.nn --from torn-start.nn a
says "a start from nothing" 1 "nowhere.nn: there is no such file" train new.nn --from nowhere.nn a
holds "a refused start writes nothing" [ "$(files new)" = "new.*" ]

# --- positions in a temporary file
stream="--stream --scale 400"
positions() { grep -E "^(positions|skipped)" "$1.txt"; }
# shellcheck disable=SC2086
{
    says "a stream" 0 "written" train stream.nn $stream a b
    says "no stream" 0 "written" train memory.nn --scale 400 a b
    holds "a stream has the same positions" [ "$(positions stream)" = "$(positions memory)" ]
    holds "a stream learns as well" awk -v a="$(loss stream)" -v b="$(loss memory)" 'BEGIN { exit !(a > 0.9 * b && a < 1.1 * b) }'
    says "a stream, threads" 0 "written" train stream3.nn --threads 3 $stream a b
    holds "a stream: threads change nothing" cmp stream.nn stream3.nn
    holds "a stream leaves no other file" [ "$(files stream)" = "stream.nn stream.state stream.svg stream.txt" ]
    says "a stream with weights" 0 "written" train stream-weight.nn $stream a --weight 0.2 b
    if cmp -s stream.nn stream-weight.nn; then fail "weights change nothing in a stream"; else pass; fi
    says "a stream, resumed without" 1 "stream.state: has other settings: stream=1 there" train stream.nn --scale 400 --resume a b
    says "a stream in the way" 1 "way.spool: cannot be made: File exists" sh -c "echo mine > way.spool; '$tool' run --out way.nn $quick $stream a"
    holds "it is kept" grep -q mine way.spool
    says "files may not grow, a stream" 1 "the temporary file of positions cannot be written: File too large" \
        sh -c "trap '' XFSZ; ulimit -f 100; exec \"\$0\" run --out big.nn $quick $stream a" "$tool"
}
says "a stream without a scale" 2 "--stream needs a --scale that is a number" train new.nn --stream a

# --- weights
says "a weight" 0 "written" train weight.nn --weight 0.25 b --weight 1 a
holds "a weight: NAME.txt has it" [ "$(grep -c "; --weight 0.25$" weight.txt) $(grep -c "^seed .*--weight" weight.txt)" = "1 1" ]
says "no weights" 0 "written" train unweighted.nn b a
if cmp -s weight.nn unweighted.nn; then fail "a weight changes nothing"; else pass; fi
says "a weight of 1" 0 "written" train weight1.nn b --weight 1 a
holds "a weight of 1 changes nothing" cmp weight1.nn unweighted.nn
says "another weight" 1 "but different ones or other weights" train weight.nn --weight 0.5 b --weight 1 a --resume
says "the same weight for all" 0 "written" train weight2.nn --weight 0.5 b a
holds "the same weight for all: the same losses" awk -v a="$(loss weight2)" -v b="$(loss unweighted)" \
    'BEGIN { exit !(a > 0.97 * b && a < 1.03 * b) }'
says "fewer decided positions" 0 "at random" train thin.nn --thin-decided 50 b --thin-decided 0 a
says "fewer decided positions of all" 0 "at random" train thin2.nn --thin-decided 50 b a
for what in "--weight 0" "--weight 1.1" "--weight x" "--thin-decided 100"; do
    # shellcheck disable=SC2086
    says "$what" 2 "alula-train: ${what% *} needs a number from 0" train new.nn $what a
done

# --- the loss
says "lambda grows" 0 "written" train ramp.nn --lambda 0.2:0.6 --warm-up 10 --loss-exponent 2.5 a
holds "lambda grows: NAME.txt has it" grep -q "^alula-train run .* --lambda 0.2:0.6 .* --loss-exponent 2.5 --warm-up 10 SHARDS" ramp.txt
# shellcheck disable=SC2046
says "lambda grows: the command in NAME.txt" 0 "written" "$tool" $(sed -n 's/^alula-train \(run .*\) SHARDS$/\1/p' ramp.txt | sed 's/NAME.nn/ramp2.nn/') a
holds "lambda grows: the command in NAME.txt, the same network" cmp ramp.nn ramp2.nn
says "a forgotten ramp" 1 "ramp.state: has other settings: lambda=0.2:0.6 there, lambda=0.5 here" train ramp.nn --warm-up 10 --loss-exponent 2.5 --resume a
says "a ramp without a slope" 0 "written" train flat.nn --lambda 0.5:0.5 a
holds "a ramp without a slope, the same network" cmp flat.nn one.nn
says "lambda of endings" 0 "written" train ending.nn --ending-lambda 0.9 a
holds "lambda of endings: NAME.txt has it" grep -q "^alula-train run .* --ending-lambda 0.9 SHARDS" ending.txt
if cmp -s ending.nn one.nn; then fail "lambda of endings changes nothing"; else pass; fi
says "lambda of endings, the same" 0 "written" train level.nn --ending-lambda 0.5 a
holds "lambda of endings, the same: so is the network" cmp level.nn one.nn

# --- games relabeled with such a network
scores() { "$datagen" dump "$1" | awk -F ' [|] ' '!/^#/ { print $2 }'; }
says "relabel" 0 "1 shard relabeled" "$datagen" relabel --net one.nn --nodes 1 --hash-mb 1 --out relabeled a
scores a > scores.old
scores relabeled > scores.new
holds "relabel: every ply is rescored" sh -c 'paste scores.old scores.new |
    awk "{ same += \$1 == \$2 } END { exit !(NR > 1000 && same < NR / 20) }"'
holds "relabel: all plies are counted" sh -c "'$datagen' relabel --net one.nn --nodes 1 --hash-mb 1 --out relabeled2 a |
    grep -q \", $(wc -l < scores.old) positions in\""

# --- selection of positions
says "mixed settings" 0 "with 2 different settings" train mixed.nn a b
says "the same games again" 0 "160, " train twice.nn a $shard
count() { # FILE: training positions
    awk '/^positions/ { print $2 }' "$1"
}
holds "each position once" [ "$(count one.txt)" = "$(count twice.txt)" ]
says "not too early" 0 "too early" train early.nn --min-ply 30 a
says "some at random" 0 "at random" train lot.nn --skip 50 a
holds "about half at random" awk -v all="$(count one.txt)" -v half="$(count lot.txt)" \
    'BEGIN { exit !(half > 0.4 * all && half < 0.6 * all) }'
# the games held out are among the others, so most of the positions are needed to have some of them
most=$(($(awk '/^positions/ { print $2 + $5 }' one.txt) - 5))
says "no more than" 0 "written" train most.nn --max-positions $most a
holds "no more than, exactly" awk -v most=$most '/^positions/ { good = $2 + $5 == most } END { exit !good }' most.txt

# --- shards that are unfinished, and bad ones
size=$(wc -c < $shard)
mkdir part empty bad hollow
head -c $((size - 5)) $shard > part/shard-1.part
head -c 9 $shard > part/shard-2.part
says "unfinished shards" 0 "the games before it are used" train part.nn part
holds "unfinished shards, has in the text" grep -q "^shards       1, 2 unfinished and truncated" part.txt
holds "unfinished shards, a game less" grep -q "^games        79," part.txt
: > empty/shard-1.part
printf 'ALULADG\n\3\0' > empty/shard-2.part
says "an unfinished shard of another version" 1 "empty/shard-2.part: " train new.nn empty
rm empty/shard-2.part
says "nothing but an empty one" 1 "no usable training position" train new.nn empty
head -c $((size - 5)) $shard > bad/short.adg
says "a truncated shard" 1 "bad/short.adg: at byte" train new.nn bad
says "a truncated shard, salvaged" 0 "its other games are used" train salvage.nn --salvage bad
holds "a truncated shard, salvaged: the same as an unfinished one" cmp salvage.nn part.nn
{ head -c 3000 $shard; printf 'x'; tail -c +3002 $shard; } > bad/short.adg
says "a damaged shard" 1 "--salvage uses the other games" train new.nn bad
says "a damaged shard, salvaged" 0 "damaged at 1 place" train salvage2.nn --salvage bad
printf 'ALULADG\n\3\0' > bad/version.adg
tail -c +11 $shard >> bad/version.adg
says "a shard of another version" 1 "version.adg: has a format version that this program does not know" train new.nn bad/version.adg
says "another version among others" 1 "version.adg: has a format version" train new.nn a bad/version.adg
printf 'hello' > bad/text.adg
says "not a shard" 1 "bad/text.adg: is not a shard" train new.nn bad/text.adg
mkdir heads
cp $shard heads
says "a good shard" 0 "written" train heads.nn heads
: > heads/empty.adg
says "an empty shard among others" 1 "heads/empty.adg: is not a shard of training games (--salvage skips it)" train new.nn heads
says "an empty shard, salvaged" 0 "heads/empty.adg: is not a shard of training games; the shard is skipped" train heads2.nn --salvage heads
holds "an empty shard, salvaged: the same network" cmp heads.nn heads2.nn
{ head -c 30 $shard; printf '\252'; tail -c +32 $shard; } > heads/empty.adg
says "a damaged header, salvaged" 0 "heads/empty.adg: has a damaged header; the shard is skipped" train heads3.nn --salvage heads
head -c 20 $shard > heads/empty.adg
says "half a header, salvaged" 0 "heads/empty.adg: ends within its header; the shard is skipped" train heads4.nn --salvage heads
holds "half a header, salvaged: has in the text" grep -q "^shards       1, damaged at 1 place\$" heads4.txt
mkdir heads/folder.adg
says "a shard that cannot be read, --salvage" 1 "heads/folder.adg: is not a regular file" train new.nn --salvage heads
says "another version, --salvage" 1 "version.adg: has a format version" train new.nn --salvage a bad/version.adg
says "nothing but an empty shard, salvaged" 1 "no usable training position" train new.nn --salvage bad/text.adg
says "no such shard" 1 "nowhere: No such file" train new.nn nowhere
says "an empty folder" 1 "there are no shards in this folder" train new.nn hollow
"$datagen" run --out few --games 1 --seed 9 --nodes 30 --hash-mb 1 --win 2500 >/dev/null 2>&1
says "too few games" 1 "none of 1 game was held out by --held 1, which needs about 300 games; --held 20 needs about 15" train new.nn --held 1 few
# which game is held out depends on its moves, and so on the network: take one that is not
for seed in 9 10 11 12 13 14 15 16; do
    rm -rf few
    "$datagen" run --out few --games 1 --seed $seed --nodes 30 --hash-mb 1 --win 2500 >/dev/null 2>&1
    train new.nn --held 30 few 2>&1 | grep -q "no usable" || break
done
says "too few games, many held out" 1 "none of 1 game was held out by --held 30, which needs about 10 games" train new.nn --held 30 few
# leave out more and more of the beginnings, until long games are left, but none that is held out
only_late() {
    for seed in $(seq 20); do
        "$datagen" run --out "late$seed" --games 40 --seed "$seed" --nodes 30 --hash-mb 1 >/dev/null 2>&1
        for ply in 20 40 60 80 100 120 140 160 180 200 250 300 350 400; do
            message=$(train late.nn --epochs 1 --held 5 --min-ply $ply "late$seed" 2>&1) || break
            rm late.*
        done
        case $message in *"held out have none"*) echo "$message"; return 1 ;; esac
    done
}
says "games held out that are too short" 1 "the games held out have none that can be used" only_late
says "too few positions" 1 "--max-positions ends before them" train new.nn --max-positions 1 a
says "too few positions in a stream" 1 "--max-positions ends before them" train new.nn --max-positions 1 $stream a
holds "nothing was written" [ "$(files new)" = "new.*" ]

# --- wrong arguments
says "nothing" 2 "the first word must be run, show, eval, compare or rescale" "$tool"
says "an unknown word" 2 "the first word must be run, show, eval, compare or rescale" "$tool" learn
says "no file" 2 "--out NAME.nn is missing" "$tool" run a
says "no name" 2 "a value is missing after --out" "$tool" run a --out
says "another suffix" 2 "a name that ends in .nn" "$tool" run --out net.bin a
says "nothing but the suffix" 2 "a name that ends in .nn" "$tool" run --out .nn a
says "no shards" 2 "the shards are missing" "$tool" run --out new.nn
says "an unknown option" 2 "unknown option: --fast" train new.nn --fast a
says "a bad number" 2 "--epochs needs a number from 1 to 10000, not many" train new.nn a --epochs many
says "too many neurons" 2 "--hidden needs a number from 32 to 1024" train new.nn a --hidden 1056
says "neurons in between" 2 "--hidden needs a multiple of 32" train new.nn a --hidden 48
for lambda in 1.5 -0.1 nan 0x1 "0.5 " "" : 0.5: :0.5 0.1:0.2:0.3 0.1:1.1 -1:1; do
    says "lambda \"$lambda\"" 2 "--lambda" train new.nn a --lambda "$lambda"
done
says "a bad lambda of endings" 2 "--ending-lambda needs" train new.nn a --ending-lambda -1
says "half of a bad lambda" 2 "--lambda needs a number from 0 to 1, or two such as 0.2:0.4, not 0.5:2" train new.nn a --lambda 0.5:2
says "a warm-up of everything" 2 "--warm-up needs a number from 0 to 50, not 100" train new.nn a --warm-up 100
says "an exponent below 1" 2 "--loss-exponent needs a number from 1 to 4, not 0.5" train new.nn a --loss-exponent 0.5
says "no rate" 2 "--rate needs a number from 1e-09 to 1, not 0" train new.nn a --rate 0
says "a bad scale" 2 "--scale needs auto or a number from 20 to 2000" train new.nn a --scale 3
says "a trace and again" 2 "--trace needs a number from 0 to 0.999, not 1" train new.nn a --trace 1
says "a trace without a scale" 2 "--trace needs a --scale" train new.nn a --trace 0.5
says "a trace without a scale and no other option" 2 "--trace needs a --scale" "$tool" run --out new.nn --trace 0.5 --scale auto a
says "show nothing" 2 "show needs one network" "$tool" show
says "show no file" 1 "nowhere.nn: there is no such file" "$tool" show nowhere.nn
says "show a text" 1 "one.txt: " "$tool" show one.txt
head -c 5000 one.nn > cut.nn
says "show a part" 1 "cut.nn: " "$tool" show cut.nn
says "eval no position" 2 "eval needs a network" "$tool" eval one.nn
says "eval nonsense" 1 "alula-train: 8/8 w: " "$tool" eval one.nn "8/8 w"
says "eval positions and nonsense" 1 "alula-train: 4k3/8/8/8/8/8/8/8 w - - 0 1: White has no king" \
    "$tool" eval one.nn "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1" "4k3/8/8/8/8/8/8/8 w - - 0 1" "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
said=$output
holds "eval positions and nonsense: the others are evaluated" [ "$(echo "$said" | grep -c "^ *-*[0-9]*  4k3")" -eq 2 ]
holds "eval prints its unit and point of view" [ "$(echo "$said" | head -n 1)" = "centipawns for the side to move:" ]
says "eval: so does the help" 0 "evaluate positions, for the side to move" "$tool" --help
says "help" 0 "usage: alula-train" "$tool" --help
says "help on run" 0 "usage: alula-train" "$tool" run -h
says "version" 0 "alula-train " "$tool" --version
[ -c /dev/full ] && for word in --help --version "show one.nn"; do
    says "a full disk for $word" 1 "the output cannot be written" sh -c "'$tool' $word > /dev/full"
done

# --- killed, interrupted, resumed
many="--hidden 32 --epochs 10 --batch 60 --held 20 --lambda 0.5 --trace 0 --scale auto --save 0"
before=$many
# shellcheck disable=SC2086
"$tool" run --out whole.nn $many a > whole.out 2>&1
start() {
    # shellcheck disable=SC2086
    "$tool" run --out k.nn $many --threads "$1" --resume a > k.out 2>&1 &
    job=$!
}
# kill_when EPOCHS SIGNAL THREADS: shortly after that many epochs
kill_when() {
    start "$3"
    for _ in $(seq 6000); do
        [ "$(grep -c "^epoch" k.out)" -ge "$1" ] && [ -f k.txt ] && break
        sleep 0.01
    done
    sleep "0.0$1"
    kill -"$2" $job 2>/dev/null
    wait $job 2>/dev/null
    status=$?
    job=
}
kill_when 1 KILL 1
holds "killed" [ $status -eq 137 ]
holds "killed: a state is left" [ -f k.state ]
says "killed: no other training takes its name" 1 "k.state exists already: --resume continues from it" train k.nn a
says "other settings" 1 "k.state: has other settings: epochs=10 there, epochs=4 here; batch=60 there, batch=256 here; k.txt has the command" train k.nn --resume a
holds "which it has" grep -q "^alula-train run .* --epochs 10 .* --batch 60 " k.txt
# shellcheck disable=SC2086
{
    says "other data" 1 "k.state: has other data: " "$tool" run --out k.nn $many --resume a b
    says "another rate" 1 "has other settings: rate=0.001 there, rate=0.002 here; final-rate=2.43e-06 there, final-rate=4.86e-06 here" "$tool" run --out k.nn $many --rate 0.002 --resume a
}
kill_when 2 KILL 2
kill_when 4 TERM 1
holds "interrupted: status $status" [ $status -eq 130 ]
holds "interrupted: it says so" grep -q "^interrupted  in epoch [0-9]*" k.out
holds "interrupted: it had resumed" grep -q "^state        resumed in epoch" k.out
kill_when 3 KILL 2
start 2
wait $job
holds "resumed" grep -q "^written      k.nn" k.out
job=
for kind in nn state txt svg; do
    holds "resumed: the same .$kind" cmp k.$kind whole.$kind
done
many="$many --trace 0.5 --scale 400 --stream"
mkdir streamed
cp k.* streamed
rm k.*
# shellcheck disable=SC2086
"$tool" run --out whole2.nn $many a > whole2.out 2>&1
kill_when 1 KILL 2
kill_when 3 TERM 1
start 3
wait $job
job=
for kind in nn state txt svg; do
    holds "a stream, killed and resumed: the same .$kind" cmp k.$kind whole2.$kind
done
holds "a stream, killed, leaves no other file" [ "$(files k)" = "k.nn k.out k.state k.svg k.txt" ]
many="$before"
rm k.*
mv streamed/* .
rm k.nn k.txt k.svg
start 1
wait $job
holds "resumed after the last epoch: it says so" grep -q "^written      k.nn" k.out
job=
holds "resumed after the last epoch: nothing is left to do" grep -q "^state        all 10 epochs are done" k.out
holds "resumed after the last epoch: lost files come back" cmp k.nn whole.nn

# --- resumed by another build: this one with another name
LC_ALL=C sed 's/source       .../source       zzz/' "$tool" > other-build
chmod +x other-build
sources() { sed -n 's/^source       //p' "$1.txt" | cut -c 1-3 | tr '\n' ' '; }
holds "one build" [ "$(sources whole | wc -w)" -eq 1 ]
# shellcheck disable=SC2086
says "another build when it is over" 0 "written" ./other-build run --out k.nn $many --resume a
holds "which changed nothing" cmp k.txt whole.txt
rm k.*
kill_when 2 TERM 1
# shellcheck disable=SC2086
says "another build" 0 "another build began this training, so the result may differ from that of either build alone; k.txt will name both" ./other-build run --out k.nn $many --resume a
holds "both are named" [ "$(sources k)" = "$(sources whole)zzz " ]
# shellcheck disable=SC2086
says "and are still when it is over" 0 "all 10 epochs are done" "$tool" run --out k.nn $many --resume a
holds "and again" [ "$(sources k)" = "$(sources whole)zzz " ]
says "nothing to resume" 0 "none yet: a new training" train fresh.nn --resume a
holds "nothing to resume: the same network" cmp fresh.nn one.nn

# --- two runs of the same name
# shellcheck disable=SC2086
"$tool" run --out two-at-once.nn $many --epochs 10000 a > first.out 2>&1 &
job=$!
for _ in $(seq 6000); do
    grep -q "^epoch" first.out && break
    sleep 0.01
done
# shellcheck disable=SC2086
{
    says "a second of the name" 1 "another training of two-at-once.nn is running" "$tool" run --out two-at-once.nn $many --epochs 10000 a
    says "a second of the name, --resume" 1 "another training of two-at-once.nn is running" "$tool" run --out two-at-once.nn $many --epochs 10000 --resume a
}
holds "a second of the name: the first goes on" kill -0 $job
kill -KILL $job
wait $job 2>/dev/null
job=
holds "kill -9 leaves the lock file" [ -f two-at-once.lock ]
cp one.state two-at-once.state
rm two-at-once.nn two-at-once.txt two-at-once.svg
says "which is reused" 0 "all 4 epochs are done" train two-at-once.nn --resume a
holds "and removed" [ "$(files two-at-once)" = "two-at-once.nn two-at-once.state two-at-once.svg two-at-once.txt" ]
echo mine > mine.lock
says "another file has the name of the lock" 0 "written" train mine.nn a
holds "it is not changed" grep -q mine mine.lock
mkdir folder.lock
says "a folder has the name" 1 "folder.lock: cannot be made: Is a directory" train folder.nn a

# --- existing files and write errors
cp one.nn kept.nn
says "a network is there" 1 "kept.nn exists already, without a state to resume from" train kept.nn a
says "a network is there, and no state" 1 "kept.nn exists already, without a state" train kept.nn --resume a
holds "it stays" cmp one.nn kept.nn
for cut in 0 5 60 3000; do
    head -c $cut one.state > torn.state
    says "a state of $cut bytes" 1 "torn.state: is" train torn.nn --resume a
done
{ head -c 3000 one.state; printf 'x'; tail -c +3002 one.state; } > torn.state
says "a damaged state" 1 "torn.state: is damaged: its checksum is wrong" train torn.nn --resume a
for version in 2 3; do
    { head -c 8 one.state; printf %b "\\0$version"; tail -c +10 one.state | head -c -4; } > old.body
    { cat old.body; gzip -c old.body | tail -c 8 | head -c 4; } > old.state # gzip ends with CRC and length
    says "a state of version $version" 0 "written" train old.nn --resume a
    holds "a state of version $version: the same network" cmp one.nn old.nn
    rm old.*
done
{ head -c 8 one.state; printf '\1'; tail -c +10 one.state; } > torn.state
says "a state of the first version" 1 "torn.state: has a version or a byte order that this program does not know" train torn.nn --resume a
{ head -c 8 one.state; printf '\77'; tail -c +10 one.state; } > torn.state
says "a state of a later version" 1 "torn.state: has a version or a byte order that this program does not know" train torn.nn --resume a
mkdir dir.state
says "a state that is a folder" 1 "dir.state: is not a regular file" train dir.nn --resume a
says "the folder is missing" 1 "no/where.lock: cannot be made: No such file" train no/where.nn a
: > new.state.new
: > new.nn.new.2
says "a file was half written" 0 "written" train new.nn a
holds "a file was half written: it is gone" [ "$(files new)" = "new.nn new.state new.svg new.txt" ]
says "files may not grow" 1 "cannot be written: File too large" \
    sh -c "trap '' XFSZ; ulimit -f 100; exec \"\$0\" run --out big.nn $quick a" "$tool"
holds "files may not grow: nothing is left" [ "$(files big)" = "big.*" ]
mkdir small
if mount -t tmpfs -o size=460k none small 2>/dev/null; then
    says "a full disk" 1 "cannot be written: No space left on device" train small/w.nn a
    holds "a full disk: the state of the start is left" [ "$(files small/w)" = "small/w.state" ]
    cp small/w.state w.state
    umount small
    says "when there is room again" 0 "written" train w.nn --resume a
    holds "when there is room again: the same network" cmp w.nn one.nn
else
    skip "no small disk can be mounted, so none is full"
fi
says "not enough memory" 1 "there is not enough memory" \
    sh -c "ulimit -v 60000; exec \"\$0\" run --out mem.nn $quick --hidden 1024 a" "$tool"

finish
