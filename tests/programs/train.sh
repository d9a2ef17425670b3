#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/train.sh ALULA_TRAIN ALULA_DATAGEN: a network is trained on a few generated games; it does not
# depend on the number of threads or on interruptions and kills. Bad shards, wrong arguments, a full
# disk and files of another training give an error message and change nothing.
# shellcheck source=tests/programs/says.sh disable=SC2046,SC2086 # lists of words
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
quick="--hidden 32 --outputs 1 --superbatches 4 --superbatch 4300 --batch 256 --held 20 --lambda 0.5 --trace 0 --scale auto"
train() { # OUT OPTION...
    out=$1
    shift
    "$tool" run --out "$out" $quick "$@"
}
patience= # so that this function can be called

# --- a network
says "a run" 0 "written      one.nn" train one.nn a
says "few steps" 0 "alula-train: only 4 steps, too few to train well" train few.nn --batch 1000000 a
says "enough steps" 0 "written" train steps.nn --batch 2 --superbatches 2 --max-positions 4000 a
if printf '%s' "$output" | grep -q "steps in all"; then fail "enough steps: $output"; else pass; fi
holds "four files" [ "$(files one)" = "one.nn one.state one.svg one.txt" ]
says "the same options" 0 "written      two.nn" train two.nn a
holds "the same options, the same network" cmp one.nn two.nn
holds "the same options, the same state" cmp one.state two.state
says "threads" 0 "written" train three.nn --threads 3 a
holds "threads change nothing" cmp one.nn three.nn
says "another seed" 0 "written" train other.nn --seed 2 a
if cmp -s one.nn other.nn; then fail "the seed changes nothing"; else pass; fi
holds "the loss falls" awk '/^superbatch/ { sub("loss", ""); l[++n] = $3 } END { exit !(n == 4 && l[4] < 0.97 * l[1]) }' <<LINES
$(train fall.nn a 2>&1)
LINES
says "show" 0 "32 neurons for each perspective, 1 output" "$tool" show one.nn
holds "NAME.txt has the source" grep -q "^source       [0-9a-z.-]*$" one.txt
holds "NAME.txt has the positions of each source" grep -q "^stream 3000000: 1 shard, 80 games, [0-9]* usable positions; " one.txt
holds "NAME.txt has the checksum" [ "$("$tool" show one.nn | grep -cx "$(grep "^checksum " one.txt)")" -eq 2 ]
says "eval" 0 "4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1" "$tool" eval one.nn "4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1"
says "outputs, a scale, lambda" 0 "scale        300 centipawns" train outputs.nn --outputs 4 --scale 300 --lambda 0.25 a
says "rescale" 0 "" "$tool" rescale one.nn 200 scaled.nn
says "and back" 0 "" "$tool" rescale scaled.nn "$("$tool" show one.nn | sed -n "s/^scale *\([0-9]*\) .*/\1/p" | head -n 1)" back.nn
holds "the same file" cmp one.nn back.nn
says "average" 0 "" "$tool" average one.nn one.nn one.nn mean.nn
holds "the mean of the same network" cmp one.nn mean.nn
says "the mean of others" 0 "" "$tool" average one.nn other.nn between.nn
if cmp -s one.nn between.nn; then fail "the mean is the first"; else pass; fi
says "it exists" 1 "between.nn already exists" "$tool" average one.nn other.nn between.nn
says "another shape" 1 "outputs.nn: its shape differs from that of the previous network" "$tool" average one.nn outputs.nn no.nn
says "a damaged one" 1 "train.sh: " "$tool" average one.nn "$0" no.nn
holds "nothing was written" [ ! -e no.nn ]
loss() { # NAME: of the last superbatch
    awk '/^   4 / { print $2 }' "$1.txt"
}
says "the command in NAME.txt" 0 "written" "$tool" $(sed -n 's/^alula-train \(run .*\) SHARDS$/\1/p; s/NAME.nn/again.nn/' one.txt | sed 's/NAME.nn/again.nn/') a
holds "the command in NAME.txt, the same network" cmp one.nn again.nn

# --- defaults
has() { grep -q -e "$2" "$1.txt"; } # NAME TEXT
says "defaults" 0 "scale        143 centipawns" "$tool" run --out default.nn --hidden 32 --outputs 1 --superbatches 1 --superbatch 43000 --held 20 a

# --- started from a network
value() { "$tool" eval "$1" "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR w KQkq - 0 1" | tail -n 1; }
near() { # NAME NAME: values within 3 centipawns
    [ "$(value "$1" | awk -v other="$(value "$2")" '{ d = $1 - other } END { print (d >= -3 && d <= 3) }')" = 1 ]
}
still="--rate 1e-9 --scale 143"
says "a start" 0 "start        from default.nn: checksum $(sed -n 's/^checksum *//p' default.txt), 32 neurons, 1 output" \
    train start.nn --from default.nn $still a
holds "a start: nearly the same network" near start.nn default.nn
says "a larger start" 0 "64 neurons for each perspective, 4 outputs" train larger.nn --from default.nn --hidden 64 --outputs 4 $still a
holds "a larger start: nearly the same values" near larger.nn default.nn
says "a start from a larger network" 2 "--hidden 32 is smaller than the network of --from, which has 64 neurons" train new.nn --from larger.nn a

# --- evaluation terms
says "evaluation terms" 0 "1 output, evaluation terms for 32 neurons" train terms.nn --terms 32 a
says "evaluation terms: show" 0 "1 output, evaluation terms for 32 neurons" "$tool" show terms.nn
says "evaluation terms added to a start" 0 "32 neurons for each perspective, 1 output, evaluation terms for 32 neurons" train more.nn --from default.nn --terms 32 $still a
holds "evaluation terms added to a start: nearly the same values" near more.nn default.nn
says "fewer evaluation terms than the start" 2 "--terms 0 is less than in the network of --from, 32" train new.nn --from more.nn --terms 0 a
says "the command in terms.txt" 0 "written" "$tool" $(sed -n 's/^alula-train \(run .*\) SHARDS$/\1/p' terms.txt | sed 's/NAME.nn/repeated.nn/') a
holds "the command in terms.txt, the same network" cmp terms.nn repeated.nn
says "evaluation terms, not a multiple" 2 "--terms needs a multiple of 32 up to --hidden, not 31" train new.nn --terms 31 a
says "evaluation terms for more neurons" 2 "--terms needs a multiple of 32 up to --hidden, not 64" train new.nn --terms 64 a
{ head -c 8 more.nn; printf '\5'; tail -c +10 more.nn; } > later.nn
says "a network of a later version" 1 "later.nn: its version is not supported" "$tool" show later.nn

{ head -c 3000 default.nn; printf 'xyz'; tail -c +3004 default.nn; } > torn-start.nn
says "a start from a damaged network" 1 "torn-start.nn: the file is damaged: its checksum is wrong" train new.nn --from torn-start.nn a
holds "a refused start writes nothing" [ "$(files new)" = "new.*" ]

# --- positions in a temporary file
stream="--stream --scale 400"
positions() { grep -E "^(positions|skipped)" "$1.txt"; }
says "a stream" 0 "written" train stream.nn $stream a b
says "no stream" 0 "written" train memory.nn --scale 400 a b
holds "a stream has the same positions" [ "$(positions stream)" = "$(positions memory)" ]
holds "a stream learns as well" awk -v a="$(loss stream)" -v b="$(loss memory)" 'BEGIN { exit !(a > 0.9 * b && a < 1.1 * b) }'
says "a stream, threads" 0 "written" train stream3.nn --threads 3 $stream a b
holds "a stream: threads change nothing" cmp stream.nn stream3.nn
holds "a stream leaves no other file" [ "$(files stream)" = "stream.nn stream.state stream.svg stream.txt" ]
says "files may not grow, a stream" 1 "the temporary file of positions cannot be written: File too large" \
    sh -c "trap '' XFSZ; ulimit -f 100; exec \"\$0\" run --out big.nn $quick $stream a" "$tool"
says "a stream without a scale" 2 "--stream needs a --scale that is a number" train new.nn --stream a

# --- weights
says "a weight" 0 "written" train weight.nn --weight 0.25 b --weight 1 a
holds "a weight: NAME.txt has it" [ "$(grep -c "; --weight 0.25$" weight.txt) $(grep -c "^stream .*--weight" weight.txt)" = "1 1" ]
says "no weights" 0 "written" train unweighted.nn b a
if cmp -s weight.nn unweighted.nn; then fail "a weight changes nothing"; else pass; fi
says "the same weight for all" 0 "written" train weight2.nn --weight 0.5 b a
holds "the same weight for all: the same losses" awk -v a="$(loss weight2)" -v b="$(loss unweighted)" \
    'BEGIN { exit !(a > 0.97 * b && a < 1.03 * b) }'
says "fewer decided positions" 0 "at random" train thin.nn --thin-decided 50 b --thin-decided 0 a

# --- superbatches
says "parts of an epoch" 0 "training     2 superbatches of " train parts.nn --superbatches 2 --superbatch 2150 --keep a
holds "the network of each is kept" [ "$(files parts-0001) $(files parts-0002)" = "parts-0001.nn parts-0002.nn" ]
holds "the last is the result" cmp parts-0002.nn parts.nn
if cmp -s parts-0001.nn parts-0002.nn; then fail "the first is the same as the last"; else pass; fi
rm parts.*
says "kept networks are not overwritten" 1 "parts-0001.nn already exists, without a state to resume from" train parts.nn --keep a

# --- a reference
cat > reference.epd <<'LINES'
8/8/4k2p/r7/6K1/8/6N1/8 b - - c0 "alula 100 633"; c1 "other 100 522";
8/8/4k3/8/6K1/8/6Q1/8 b - - c0 "alula 100 -900"; c1 "other 100 -1000";
LINES
says "a reference" 0 "  error 0." train compared.nn --positions reference.epd a
holds "the error is that of compare" [ "$(awk '/^   4 / { print $5 }' compared.txt)" = \
    "$("$tool" compare compared.nn --positions reference.epd | awk '/^all/ { print $(NF - 2) }')" ]
holds "a reference changes nothing" cmp one.nn compared.nn

# --- the loss
says "lambda grows at the end" 0 "written" train late.nn --lambda 0.2:0.6:75 a
holds "the command is recorded" grep -q -e " --lambda 0.2:0.6:75 " late.txt
says "a bad lambda" 2 "--lambda needs a number from 0 to 1, or a range such as 0.2:0.4 or 0.2:0.4:75, not 0.2:0.4:100" train new.nn --lambda 0.2:0.4:100 a
says "lambda of endings" 0 "written" train ending.nn --ending-lambda 0.9 a
if cmp -s ending.nn one.nn; then fail "lambda of endings changes nothing"; else pass; fi

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
holds "unfinished shards, a game less" grep -q "^games        79," part.txt
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
printf 'hello' > bad/text.adg
says "not a shard" 1 "bad/text.adg: is not a shard" train new.nn bad/text.adg
grammar=-E
says "too few positions" 1 "no usable training position|there are no positions for validation" train new.nn --max-positions 1 a
grammar=-F
holds "nothing was written" [ "$(files new)" = "new.*" ]

# --- games at several node counts
"$datagen" run --out mixed --games 30 --seed 3 --nodes 20:3,60:1 --hash-mb 1 --win 2500 >/dev/null 2>&1
says "several node counts" 0 "2 different settings" train mixed.nn mixed a
holds "several node counts: NAME.txt has them" grep -q "^stream 3000000: 1 shard, 30 games, .* nodes=20:3,60:1 " mixed.txt

# --- results that agree with scores, and others
agree="results agree with scores in"
says "results agree" 0 "  $shard  80 games, " train agree.nn a b
holds "results agree: by how much" [ "$(printf '%s\n' "$output" | grep -c "^  .* usable positions, $agree [6-9][0-9]\.[0-9] %$")" = 2 ]
says "results agree: stats" 0 "agreement   $agree " "$datagen" stats a
# turned SHARD GAMES: a shard of the first games, where White wins what Black won
turned() {
    end=$(wc -c < "$1")
    "$datagen" dump "$1" | awk -F ' [|] ' -v games="$2" -v end="$end" '
        /^# at/ {
            split($0, word, " ")
            at = word[4] + 0
            if (++n > 1) print last, at - last, result
            else print 0, at, 0
            if (n > games) exit
            last = at
            first = 1
            next
        }
        !/^#/ && first { # length, squares, pieces, four more fields
            first = 0
            split($1, field, " ")
            result = 2 + 8 + int((gsub(/[A-Za-z]/, "", field[1]) + 1) / 2) + 5
        }
        END { if (n <= games) print last, end - last, result }' |
        while read -r at size result; do
            tail -c +$((at + 1)) "$1" | head -c "$size" > record
            if [ "$result" -gt 0 ]; then
                old=$(od -An -tu1 -j "$result" -N 1 record)
                { head -c "$result" record; printf "\\$(printf %o $((old + 2 - 2 * (old % 4))))"
                    tail -c +$((result + 2)) record | head -c $((size - result - 5)); } > game
                { cat game; gzip -c game | tail -c 8 | head -c 4; } > record # its CRC-32
            fi
            cat record
        done
}
mkdir wrong
turned $shard 40 > wrong/turned.adg
says "results turned round: a sound shard" 1 "1 shard, 40 games" "$datagen" verify wrong/turned.adg
wrong="results or scores must have the wrong sign or belong to other games"
says "results turned round" 1 " decided games: $wrong" train new.nn a wrong
says "results turned round: which shard" 1 "alula-train: wrong/turned.adg: $agree only " train new.nn wrong
says "results turned round, a stream" 1 "$wrong" train new.nn --stream --scale 400 wrong
says "results turned round: stats" 0 "agreement   $agree " "$datagen" stats wrong
turned $shard 15 > wrong/turned.adg
says "results turned round, of a few games" 0 "  wrong/turned.adg  15 games, " train few-wrong.nn wrong a
holds "results turned round: nothing was written" [ "$(files new)" = "new.*" ]

# --- wrong arguments
says "nothing" 2 "the first word must be run, show, eval, compare, rescale or average" "$tool"
says "an unknown option" 2 "unknown option: --fast" train new.nn --fast a
says "a bad number" 2 "--superbatches needs a number from 1 to 100000, not many" train new.nn a --superbatches many
says "neurons in between" 2 "--hidden needs a multiple of 32" train new.nn a --hidden 48
says "a trace without a scale" 2 "--trace needs a --scale" train new.nn a --trace 0.5
says "show no file" 1 "nowhere.nn: there is no such file" "$tool" show nowhere.nn
says "eval positions and nonsense" 1 "alula-train: 4k3/8/8/8/8/8/8/8 w - - 0 1: White has no king" \
    "$tool" eval one.nn "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1" "4k3/8/8/8/8/8/8/8 w - - 0 1" "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
[ -c /dev/full ] && says "a full disk" 1 "the output cannot be written" sh -c "'$tool' show one.nn > /dev/full"

# --- killed, interrupted, resumed
many="--hidden 32 --outputs 1 --superbatches 10 --superbatch 4300 --batch 60 --held 20 --lambda 0.5 --trace 0 --scale auto --save 0"
before=$many
"$tool" run --out whole.nn $many a > whole.out 2>&1
start() {
    : > k.out # discard the output of the run before
    "$tool" run --out k.nn $many --threads "$1" --resume a > k.out 2>&1 &
    job=$!
}
# resumes THREADS: run the rest of the training
resumes() {
    start "$1"
    wait $job
    job=
}
trained() { [ "$(grep -c "^superbatch" k.out)" -ge "$1" ] && [ -f k.txt ]; }
# kill_when SUPERBATCHES SIGNAL THREADS: shortly after that many
kill_when() {
    start "$3"
    soon trained "$1"
    sleep "0.0$1"
    ends_by "$2"
}
kill_when 1 KILL 1
holds "killed" [ $status -eq 137 ]
holds "killed: a state is left" [ -f k.state ]
says "killed: no other training takes its name" 1 "k.state already exists: --resume continues from it" train k.nn a
says "other settings" 1 "k.state: has different settings: superbatches=10 there, superbatches=4 here; batch=60 there, batch=256 here; k.txt has the command" train k.nn --resume a
holds "which it has" grep -q "^alula-train run .* --superbatches 10 .* --batch 60 " k.txt
says "other data" 1 "k.state: has different data: " "$tool" run --out k.nn $many --resume a b
says "another rate" 1 "has different settings: rate=0.002 there, rate=0.004 here; final-rate=5e-07 there, final-rate=1e-06 here" "$tool" run --out k.nn $many --rate 0.004 --resume a
kill_when 2 KILL 2
kill_when 2 TERM 1
holds "interrupted: status $status" [ $status -eq 130 ]
holds "interrupted: it says so" grep -q "^interrupted  in superbatch [0-9]*" k.out
holds "interrupted: it had resumed" grep -q "^state        resumed in superbatch" k.out
kill_when 3 KILL 2
resumes 2
holds "resumed" grep -q "^written      k.nn" k.out
for kind in nn state txt svg; do
    holds "resumed: the same .$kind" cmp k.$kind whole.$kind
done
many="$many --trace 0.5 --scale 400 --stream"
mkdir streamed
cp k.* streamed
rm k.*
"$tool" run --out whole2.nn $many a > whole2.out 2>&1
kill_when 1 KILL 2
kill_when 3 TERM 1
resumes 3
for kind in nn state txt svg; do
    holds "a stream, killed and resumed: the same .$kind" cmp k.$kind whole2.$kind
done
holds "a stream, killed, leaves no other file" [ "$(files k)" = "k.nn k.out k.state k.svg k.txt" ]
many="$before"
rm k.*
mv streamed/* .
rm k.nn k.txt k.svg
resumes 1
holds "resumed after the last superbatch: it says so" grep -q "^written      k.nn" k.out
holds "resumed after the last superbatch: nothing is left to do" grep -q "^state        all 10 superbatches are done" k.out
holds "resumed after the last superbatch: lost files come back" cmp k.nn whole.nn

LC_ALL=C sed 's/source       .../source       zzz/' "$tool" > other-build
chmod +x other-build
sources() { sed -n 's/^source       //p' "$1.txt" | cut -c 1-3 | tr '\n' ' '; }
says "another build when it is over" 0 "written" ./other-build run --out k.nn $many --resume a
holds "which changed nothing" cmp k.txt whole.txt
rm k.*
kill_when 2 TERM 1
says "another build" 0 "another build began this training, so the result may differ from that of either build alone; k.txt will name both" ./other-build run --out k.nn $many --resume a
holds "both are named" [ "$(sources k)" = "$(sources whole)zzz " ]
says "nothing to resume" 0 "none yet: a new training" train fresh.nn --resume a
holds "nothing to resume: the same network" cmp fresh.nn one.nn

# --- two runs of the same name
"$tool" run --out two-at-once.nn $many --superbatches 10000 a > first.out 2>&1 &
job=$!
soon grep -q "^superbatch" first.out
says "a second of the name" 1 "another training of two-at-once.nn is running" "$tool" run --out two-at-once.nn $many --superbatches 10000 a
says "a second of the name, --resume" 1 "another training of two-at-once.nn is running" "$tool" run --out two-at-once.nn $many --superbatches 10000 --resume a
holds "a second of the name: the first goes on" kill -0 $job
ends_by KILL
holds "kill -9 leaves the lock file" [ -f two-at-once.lock ]
cp one.state two-at-once.state
rm -f two-at-once.nn two-at-once.txt two-at-once.svg
says "which is reused" 0 "all 4 superbatches are done" train two-at-once.nn --resume a
holds "and removed" [ "$(files two-at-once)" = "two-at-once.nn two-at-once.state two-at-once.svg two-at-once.txt" ]

# --- existing files and write errors
cp one.nn kept.nn
says "a network is there" 1 "kept.nn already exists, without a state to resume from" train kept.nn a
holds "it stays" cmp one.nn kept.nn
for cut in 0 3000; do
    head -c $cut one.state > torn.state
    says "a state of $cut bytes" 1 "torn.state: is" train torn.nn --resume a
done
{ head -c 3000 one.state; printf 'x'; tail -c +3002 one.state; } > torn.state
says "a damaged state" 1 "torn.state: is damaged: its checksum is wrong" train torn.nn --resume a
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
