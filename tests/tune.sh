#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/tune.sh ALULA_TUNE ALULA_DATAGEN: games that were just made are learned from, with the same
# weights for any number of threads; bad shards, wrong arguments and a table that cannot be written
# get a sentence, and the old table stays as it was.
set -u
full() {
    case $1 in
    /*) printf %s "$1" ;;
    *) printf %s "$PWD/$1" ;;
    esac
}
tool=$(full "$1")
datagen=$(full "$2")
work=$(mktemp -d)
small=$work/small # a file system of a few kilobytes, where one may be mounted
trap 'umount "$small" 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work" || exit 1
passed=0 failed=0

pass() { passed=$((passed + 1)); }
fail() {
    failed=$((failed + 1))
    printf 'FAIL %s\n' "$1" | head -n 6
}

# says WHAT STATUS TEXT COMMAND...: the command ends with this status and its output has this text.
says() {
    what=$1 wanted=$2 text=$3
    shift 3
    output=$("$@" 2>&1)
    got=$?
    if [ $got -ne "$wanted" ]; then
        fail "$what: status $got instead of $wanted: $output"
    elif ! printf '%s\n' "$output" | grep -qF -- "$text"; then
        fail "$what: \"$text\" is not in: $output"
    else
        pass
    fi
}

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
says "version" 0 "alula-tune " "$tool" --version

# --- tables that cannot be written
says "the folder is missing" 2 "no/where.inc: cannot be made: No such file" "$tool" --out no/where.inc $quick a
mkdir folder
says "the file is a folder" 2 "folder: cannot be written" "$tool" --out folder $quick a
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

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
