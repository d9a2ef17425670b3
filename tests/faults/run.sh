#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/faults/run.sh FOLDER [CASE...]: every program of this build folder, with one call after another
# that fails: memory, writing, syncing, renaming, closing, opening, threads, processes. STEP=N tries every
# N-th place only, from the one after OFFSET (0) on. After each fault
#   the program has ended by itself, not by a signal and not by the time limit,
#   with exit status 0 it has given all answers, otherwise it has said why,
#   and each file is as it was before, or as it is after a run without faults; no other file is left.
# The engines of alula-match run without faults. Its games must be whole, each one of the unbroken match,
# and --resume must play the others; a tuning must end with the same parameters when it is resumed.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/../programs/says.sh"
bin=$(cd "$1" && pwd)
shift
step=${STEP:-1} first=$(((${OFFSET:-0}) % ${STEP:-1} + 1))
library=$bin/faults.so
[ -e "$library" ] || {
    echo "skipped: no $library; it needs Linux and glibc"
    exit 77
}
home=$PWD
export HOME="$work/home" XDG_STATE_HOME="$work/home" LC_ALL=C
mkdir "$HOME"
total=0

# plain FILE...: without what differs between two equal runs
plain() { sed -E '/^\[(Date|Time|UTCDate|UTCTime|EventDate) /d; s/ *[0-9.]+ ?s\b//g; /^(source|built by) /d' "$@"; }

# once KIND N [from]: run the case in a fresh copy of its folder; sets $status and $calls.
once() {
    rm -rf "$work/now" "$HOME"
    mkdir "$HOME"
    cp -a "$work/before" "$work/now"
    head -c 8 /dev/zero > "$work/count"
    (
        cd "$work/now" || exit 126
        # shellcheck disable=SC2086 # words of the command
        exec timeout -k 5 300 env FAULT="$1" FAULT_AT="$2" ${3:+FAULT_FROM=1} LD_PRELOAD="$library" \
            FAULT_COUNT="$work/count" $command < "$work/input" > "$work/out" 2> "$work/err"
    )
    status=$?
    calls=$(od -An -t u8 "$work/count" | tr -d ' ')
}

# explains PATTERN: the program has said this to its user; the greetings name memory and threads too.
explains() {
    grep -Ev '^(feature|option name) ' "$work/out" | cat - "$work/err" | grep -Eqi -- "$1"
}

# follows BEFORE NOW: all of BEFORE, if it was there, is at the beginning of NOW, which ends with a whole line; in a PGN file
# all games are whole.
follows() {
    if [ -e "$1" ]; then
        head -c "$(wc -c < "$1")" "$2" | cmp -s - "$1" || return 1
    fi
    [ -z "$(tail -c 1 "$2")" ] || return 1
    case $2 in
    *.pgn) awk '/^\[Event / { games++ } /(1-0|0-1|1\/2-1\/2|\*)$/ { ends++ } END { exit games != ends }' "$2" ;;
    esac
}

# compare KIND: each file of now/ is that of before/ or of after/.
compare() {
    for file in $(cd "$work/now" && find . -type f | sort); do
        case " $apart " in *" ${file##*/} "*) continue ;; esac
        if [ -e "$work/before/$file" ] && cmp -s "$work/before/$file" "$work/now/$file"; then
            continue
        fi
        if [ -e "$work/after/$file" ]; then
            plain "$work/after/$file" > "$work/a"
            plain "$work/now/$file" > "$work/b"
            # a file that is continued by the next run may end early, with a whole line
            case " $continued " in
            *" ${file##*/} "*) head -c "$(wc -c < "$work/b")" "$work/a" > "$work/c" && mv "$work/c" "$work/a" ;;
            esac
            # a line that is lost for want of memory changes what comes after it; the program says so
            if explains "enough memory|no memory"; then
                follows "$work/before/$file" "$work/now/$file"
            else
                cmp -s "$work/a" "$work/b"
            fi || { echo "$file is neither as before nor whole"; return; }
        else
            case " $may_stay " in
            *" ${file##*/} "* | *" *.${file##*.} "*) ;;
            *) echo "$file is left"; return ;;
            esac
        fi
    done
    for file in $(cd "$work/before" && find . -type f); do
        [ -e "$work/now/$file" ] || { echo "$file is gone"; return; }
    done
    if ! (cd "$work/now" && KIND=$1 && export KIND && $whole) > "$work/whole" 2>&1; then
        tail -n 2 "$work/whole"
    fi
}

# judge KIND: empty, or what is wrong; nothing can be said where every write fails
judge() {
    if [ "$status" -ge 124 ]; then
        echo "status $status: $(tail -n 2 "$work/err")"
    elif [ "$status" -ne 0 ] && [ "$1" != "write from" ] && ! explains "$reasons"; then
        echo "status $status without a reason: $(tail -n 1 "$work/out"; tail -n 1 "$work/err")"
    elif [ "$status" -eq 0 ] && [ "$(grep -Ec "$answer" "$work/out")" -ne "$answers" ] && ! explains "$reasons"; then
        echo "$(grep -Ec "$answer" "$work/out") answers instead of $answers, and status 0"
    else
        compare "${1%% *}"
    fi
}

# faults NAME: all kinds of faults in $command
faults() {
    name=$1
    [ -z "$only" ] || case " $only " in *" $name "*) ;; *) return ;; esac
    once none 0
    [ "$status" -eq 0 ] || { fail "$name: without faults: status $status: $(cat "$work/err")"; return; }
    [ "$(grep -Ec "$answer" "$work/out")" -eq "$answers" ] || { fail "$name: without faults: $(cat "$work/out")"; return; }
    rm -rf "$work/after"
    cp -a "$work/now" "$work/after"
    for kind in alloc write flush sync rename close open thread fork; do
        places=0 bad=0
        for from in '' from; do
            n=1
            while :; do
                once "$kind" "$n" "$from"
                [ "$calls" -ge "$n" ] || break
                wrong=$(judge "$kind $from")
                places=$((places + 1))
                if [ -z "$wrong" ]; then
                    pass
                else
                    bad=$((bad + 1))
                    [ "$bad" -gt 3 ] || fail "$name: $kind $n $from: $wrong"
                fi
                n=$((n + step))
            done
        done
        total=$((total + places))
        [ "$places" -eq 0 ] || echo "$name: $kind: $places places, $bad bad"
    done
}

reasons="enough memory|for the memory|no memory|memory is full|cannot|refuse|thread|No space|error|Too many|temporarily|the engine ends"
only="$*"
cat > "$work/openings.epd" << 'END'
rnbqkb1r/pppp1ppp/5n2/8/3pP3/2N5/PPP2PPP/R1BQKBNR w KQkq - hmvc 0; fmvn 4;
r1bqkbnr/pppp1p1p/2n3p1/4p3/4P3/5N2/PPPPBPPP/RNBQK2R w KQkq - hmvc 0; fmvn 4;
END
printf '[Event "old"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n' > "$work/old.pgn"

# fresh: an empty folder for the next case
fresh() {
    rm -rf "$work/before"
    mkdir "$work/before"
    : > "$work/input"
    may_stay='' apart='' continued='' whole=true answer='^$' answers=0
}

fresh
printf '%s\n' uci "setoption name Hash value 2" "setoption name Threads value 2" isready \
    "position startpos moves e2e4" "go nodes 2000" > "$work/input"
command="$bin/alula" answer='^bestmove' answers=1
faults uci

fresh
printf '%s\n' xboard "protover 2" new "memory 8" "sd 3" "usermove e2e4" > "$work/input"
command="$bin/alula" answer='^move ' answers=1
faults cecp

fresh
cp "$work/old.pgn" "$work/before/game.pgn"
printf '%s\n' "sd 2" e4 "save game.pgn" "set MultiPV 2" "set SettingsFile settings" "set SaveSettings" quit > "$work/input"
command="$bin/alula" answer='^My move' answers=1
faults console

fresh
command="$bin/alula bench 3" answer='^[0-9]+ nodes' answers=1
faults bench

fresh
cp "$work/openings.epd" "$work/before/"
command="$bin/alula genfens 2 seed 1 book openings.epd" answer='^info string genfens' answers=2
faults genfens

fresh
command="$bin/alula-perft 3 --hash 1" answer='8902' answers=1
faults perft

fresh
cp "$work/openings.epd" "$work/before/"
command="$bin/alula-epd openings.epd --nodes 200 --hash 1"
faults epd

fresh
cp "$work/old.pgn" "$work/before/games.pgn"
command="$bin/alula-annotate games.pgn --nodes 200 --hash 1 --out games.pgn" may_stay=alula-annotated.pgn
export TMPDIR=. # where the games go if their file cannot be written
faults annotate
unset TMPDIR

fresh
printf '[Annotator "Alula"]\n\n1. e4 {[%%eval 0.20,7]} 1... e5 {[%%eval 0.10,7]} *\n\n' > "$work/before/games.pgn"
command="$bin/alula-annotate games.pgn --hash 1 --html games.html --json games.json"
faults annotate-page

fresh
cp "$work/old.pgn" "$work/before/games.pgn"
echo old > "$work/before/book.bin"
command="$bin/alula-book make games.pgn book.bin --min-games 1"
faults book

fresh
command="$bin/alula-openings --count 2 --out openings.epd --nodes 200 --hash 1" continued=openings.epd
faults openings

fresh
command="$bin/alula-datagen run --out games --games 3 --seed 1 --nodes 20 --hash-mb 1" may_stay='*.part' apart='datagen.lock shard-01000000-0001.adg'
printf '%s\n' 'ls games/*.adg > /dev/null 2>&1 || exit 0' "exec $bin/alula-datagen verify games" > "$work/verify"
whole="sh $work/verify"
faults datagen

"$bin/alula-datagen" run --out "$work/games" --games 60 --seed 1 --nodes 20 --hash-mb 1 > /dev/null 2>&1
fresh
cp -a "$work/games" "$work/before/"
command="$bin/alula-train run --out my.nn --hidden 32 --superbatches 1 --superbatch 4000 --batch 256 --held 20 games" may_stay='*.lock *.state *.txt *.svg *.nn' apart=my.state
faults train

fresh
cp "$work/openings.epd" "$work/before/"
command="$bin/alula-tune --games 4 --batch 1 --nodes 30 --hash 1 --openings openings.epd --out my.inc --state my.state"
may_stay='*.lock *.state *.new' apart=my.state
printf '%s\n' "$command > /dev/null || exit" "cmp my.inc $work/after/my.inc" > "$work/again"
whole="sh $work/again"
faults tune

# list FILE: its games, a line each, sorted, without dates, times and checksums of files. Where writing
# fails, an engine has not got a command, and its game may be abandoned.
cat > "$work/list" << 'SCRIPT'
sed -E '/^\[(Date|Time|UTCDate|UTCTime|EventDate|GameStartTime|GameEndTime|GameDuration|WhiteFiles|BlackFiles) /d
    s/ ?[0-9.]+s\}/}/g; s/ \}/}/g; s/ \{\}//g' "$1" |
    awk 'BEGIN { RS = "" } { gsub(/\n/, " "); game = game $0 " "; if (!/^\[/) { print game; game = "" } }
        END { if (game != "") print "unfinished: " game }' |
    awk -v kind="$KIND" 'kind != "write" || !/Termination "abandoned"/' | sort
SCRIPT
fresh
cp "$work/openings.epd" "$work/before/"
command="$bin/alula-match --engine $bin/alula,name=a,proto=cecp --engine $bin/alula,name=b,proto=uci --games 2 --nodes 30 --hash 8"
command="$command --openings openings.epd --draw movenumber=8,movecount=1,score=2000 --patience 5 --quiet --pgn my.pgn"
printf '%s\n' "sh $work/list $work/after/my.pgn > $work/wanted" \
    "[ ! -e my.pgn ] || sh $work/list my.pgn | comm -23 - $work/wanted | sed 's/^/no game of the match: /' | head -n 2 | grep . && exit 1" \
    "$command \$([ ! -e my.pgn ] || echo --resume) > /dev/null || exit" \
    '[ "$(grep -c "^.Result" my.pgn)" -eq 2 ] || { echo "not two games"; exit 1; }' \
    "sh $work/list my.pgn | comm -23 - $work/wanted | grep . && exit 1" > "$work/again"
echo 'exit 0' >> "$work/again"
whole="sh $work/again" apart=my.pgn step=${MATCH_STEP:-$step}
faults match

cd "$home" || exit 2
echo "$total faults"
finish
