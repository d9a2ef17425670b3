#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/readonly.sh FOLDER: the programs of this build folder in a folder on a read-only file system, made in
# a mount namespace of its own (Linux). What only reads works; what would write says why it cannot, soon.
if [ "${READONLY_INSIDE:-}" = "" ]; then
    if unshare -rm true 2>/dev/null; then
        READONLY_INSIDE=1 exec unshare -rm "$0" "$@"
    fi
    echo "skipped: no mount namespace (unshare), so no read-only file system"
    exit 77
fi
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
bin=$(cd "$1" && pwd)
openings=$(cd "${0%/*}/../../openings" && pwd)/balanced.epd
disk=$work/disk
mkdir "$disk" "$work/writable"
mount -t tmpfs none "$disk" || exit 2
leave() {
    cd / && umount -l "$disk"
}
export HOME="$disk" XDG_STATE_HOME="$disk/state"
head -n 4 "$openings" >"$disk/openings.epd"
printf '[Event "old"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n' >"$disk/old.pgn"
cp "$disk/old.pgn" "$disk/games.pgn"
"$bin/alula-datagen" run --out "$disk/shards" --games 20 --seed 1 --nodes 20 --hash-mb 1 >/dev/null || exit 2
rm -f "$disk/shards/datagen.lock"
(cd "$disk" && find . -type f -exec cksum {} + | sort) >"$work/before"
mount -o remount,ro "$disk" || exit 2
cd "$disk" || exit 2
holds "nothing can be written" sh -c '! touch x'
refused="Read-only file system"

# dialogue NAME STATUS LINE...: the program hears the lines; its output is in $work/out
dialogue() {
    what=$1 wanted=$2
    shift 2
    printf '%s\n' "$@" >"$work/in"
    timeout "$patience" "$bin/alula" <"$work/in" >"$work/out" 2>&1
    got=$?
    if [ $got -eq "$wanted" ]; then pass; else fail "$what: status $got: $(tail -n 3 "$work/out")"; fi
}

dialogue console 1 "sd 2" e4 "save game.pgn" "set SettingsFile mine" "set SaveSettings" board
holds "console: moves" grep -q '^My move' "$work/out"
holds "console: settings cannot be saved" grep -q "mine.*$refused" "$work/out"
holds "console: the game cannot be saved" grep -q "game.pgn.*$refused" "$work/out"
dialogue cecp 0 xboard "protover 2" new "sd 2" "usermove e2e4" "option SettingsFile=mine" "option SaveSettings" "ping 1"
holds "CECP: moves" grep -q '^move ' "$work/out"
holds "CECP: answers" grep -q '^pong 1$' "$work/out"
# XBoard takes these words for the end of the engine
holds "CECP: no words that XBoard takes for its end" \
    sh -c "! grep -E 'No such file|Permission denied|not found' '$work/out'"
dialogue uci 0 uci "setoption name SettingsFile value mine" "setoption name SaveSettings" "position startpos" "go depth 2" isready
holds "UCI: answers" grep -q '^bestmove' "$work/out"

e="--engine $bin/alula"
# shellcheck disable=SC2086 # words of the command
{
    says "match" 1 "games.pgn.*$refused" "$bin/alula-match" $e,name=a $e,name=b --depth 1 --games 2 --pgn games.pgn
    says "match, new file" 1 "new.pgn.*$refused" "$bin/alula-match" $e,name=a $e,name=b --depth 1 --games 2 --pgn new.pgn
    says "match without a file" 0 "2 games" "$bin/alula-match" $e,name=a $e,name=b --depth 1 --games 2
    says "match, chart" 1 "new.svg.*$refused" "$bin/alula-match" $e,name=a $e,name=b --depth 1 --games 2 --svg new.svg
}
says "epd" 0 "of 0 solved" "$bin/alula-epd" openings.epd --depth 2 --hash 1
says "epd, file" 1 "new.epd.*$refused" "$bin/alula-epd" openings.epd --depth 2 --hash 1 --out new.epd
says "annotate" 1 "games-annotated.pgn: .*$refused" "$bin/alula-annotate" games.pgn --depth 2 --hash 1
says "book" 1 "new.bin.*$refused" "$bin/alula-book" make games.pgn new.bin --min-games 1
says "openings" 1 "new.epd.*$refused" "$bin/alula-openings" --count 2 --out new.epd --nodes 200 --hash 1
says "datagen" 1 "$refused" "$bin/alula-datagen" run --out shards --games 2 --seed 2 --nodes 20 --hash-mb 1
says "datagen, new folder" 1 "$refused" "$bin/alula-datagen" run --out new --games 2 --seed 2 --nodes 20 --hash-mb 1
says "datagen, reading" 0 "games  *20 " "$bin/alula-datagen" stats shards
says "train" 1 "new.*$refused" "$bin/alula-train" run --out new.nn --hidden 32 --superbatches 1 --superbatch 4000 --batch 64 --held 20 shards
says "train, reading" 0 "." "$bin/alula-train" run --out "$work/writable/my.nn" --hidden 32 --superbatches 1 --superbatch 4000 --batch 64 --held 20 shards
says "tune" 1 "new.*$refused" "$bin/alula-tune" --games 4 --batch 1 --nodes 30 --hash 1 --openings openings.epd --out new.inc
says "perft, log" 1 "new.log.*$refused" sh -c "'$bin/alula-perft' 2 --units 1 | '$bin/alula-perft' --unit - --log new.log"
find . -type f -exec cksum {} + | sort >"$work/after"
same "nothing has changed" "$work/before" "$work/after"
finish
