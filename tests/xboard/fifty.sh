#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/xboard/fifty.sh ALULA [KIND]: more than fifty games in XBoard on a virtual display, and
# sessions driven by keys, menus and clicks. log.awk and pgn.awk check logs and games; the results
# are shown in a table, with all faults below it. A quarter of an hour. KIND: only matches and
# sessions with this text in their names. Games, logs and table stay in FIFTY_DIR (build/fifty).
#
# shellcheck disable=SC2317 # the session functions are called by name

if [ $# -lt 1 ] || [ $# -gt 2 ] || [ ! -x "$1" ]; then
    echo "usage: tests/xboard/fifty.sh ALULA [KIND]" >&2
    exit 2
fi
# shellcheck source=tests/xboard/common.sh
. "${0%/*}/common.sh"
alula=$(absolute "$1") only=${2-}
dir=${FIFTY_DIR:-build/fifty}
for program in xboard Xvfb timeout; do
    if ! command -v $program >/dev/null; then
        echo "fifty: $program is not installed" >&2
        exit 2
    fi
done
rm -rf "$dir"
mkdir -p "$dir" || exit 2
dir=$(cd "$dir" && pwd)
trap close_display EXIT
trap 'exit 2' HUP INT TERM
open_display 1024x768 || exit 2
count=0
: >"$dir/rows"
: >"$dir/faults"

# wanted NAME PROGRAM: is it selected, and the program installed?
wanted() {
    case $1 in
    *"$only"*) ;;
    *) return 1 ;;
    esac
    command -v "$2" >/dev/null && return
    echo "$2 is not installed: left out: $1"
    return 1
}

# row NAME PLAYED RESULTS: print a row of the table for $name; $dir/found has its faults.
row() {
    awk -v what="$1" -v played="$2" -v ended="$3" \
        -v marked="$(grep -c "^[0-9]* <\($marked_engines\)[^#]*### NON-COMPLIANT" "$dir/$name.debug")" '
        /^not CECP/ { alien++; next }
        /llegal/ { illegal++; next }
        /on time/ { late++; next }
        { other++ }
        END {
            printf "| %s | %s | %s | %d | %d | %d | %d | %d |\n", what, played, ended, alien,
                   marked - alien, illegal, late, other
        }' "$dir/found" | tee -a "$dir/rows"
    sed "s|^|$1: |" "$dir/found" >>"$dir/faults"
}

# games NAME OPPONENT GAMES LINES ARGUMENT...: a match. The log must match all of LINES, expressions
# separated by commas, which show that the options had their effect.
games() {
    what=$1 opponent=$2 number=$3 lines=$4
    shift 4
    case $opponent in
    itself) second=$alula ours="first second" marked_engines='first \|second' ;;
    fairymax) second=$fairymax ours=first marked_engines='first ' ;;
    *) second=$opponent ours=first marked_engines='first ' ;;
    esac
    case " $* " in
    *" -depth "* | *" -lpf "*) want=play ;; # too quick for lines about pondering
    *" -ponder "*) want=ponder ;;
    *) want=play ;;
    esac
    count=$((count + 1))
    run_xboard "$count" $((number * 300)) -noGUI -fcp "$engine" -scp "$second" -mg "$number" "$@"
    status=$?
    check_log "$dir/$name.debug" "$ours" "$want" >"$dir/found"
    check_games "$dir/$name.pgn" >"$dir/verdict"
    {
        [ "$status" -eq 0 ] || echo "XBoard ended with status $status"
        [ "$(wc -l <"$dir/verdict")" -eq "$number" ] || echo "$(wc -l <"$dir/verdict") games, not $number"
        missing_lines "$lines"
        # faults that the log does not show
        grep fault "$dir/verdict" | grep -v 'on time\|llegal'
    } >>"$dir/found"
    row "$what" "$number" "$(awk '
        $2 == "1/2-1/2" { drawn++; next }
        $3 == "both" { $2 == "1-0" ? won++ : lost++; next }
        $2 == "1-0" { $3 == "white" ? won++ : lost++; next }
        { $3 == "black" ? won++ : lost++ }
        END { printf "%d, %d, %d", won, lost, drawn }' "$dir/verdict")"
}

missing_lines() {
    echo "$1" | tr , '\n' | while read -r expression; do
        grep -q -- "$expression" "$dir/$name.debug" || echo "no line with: $expression"
    done
}

# --- sessions ----------------------------------------------------------------------------------

# A step of a session that has no effect in the log in time is a fault.
seen() {
    tries=200
    while [ $tries -gt 0 ]; do
        sleep 0.1
        tail -n "+$((mark + 1))" "$dir/$name.debug" 2>/dev/null | grep -q -- "$1" && return
        tries=$((tries - 1))
    done
    echo "after $step: no line with: $1" >>"$dir/missed"
}
look_from_here() {
    step=$*
    mark=$(wc -l <"$dir/$name.debug")
}

# press KEYS [EXPRESSION...]: press keys; the log must then match the expressions.
press() {
    keys=$1
    shift
    look_from_here "$keys"
    xdotool windowfocus "$window"
    sleep 0.3
    # shellcheck disable=SC2086
    xdotool key --delay 60 $keys
    for line in "$@"; do
        seen "$line"
    done
}

# types TEXT [EXPRESSION...]: type a move; its first letter opens XBoard's window for that.
types() {
    text=$1 rest=${1#?}
    shift
    look_from_here "$text"
    xdotool windowfocus "$window"
    sleep 0.3
    xdotool key "${text%"$rest"}"
    sleep 0.6
    xdotool type --delay 30 -- "$rest"
    sleep 0.2
    xdotool key Return
    for line in "$@"; do
        seen "$line"
    done
}

# clicks FILE RANK: click a square; the board has the window's width and is at its bottom.
clicks() {
    eval "$(xdotool getwindowgeometry --shell "$window")"
    xdotool mousemove --window "$window" $((WIDTH * (2 * $1 - 1) / 16)) $((HEIGHT - WIDTH * (2 * $2 - 1) / 16))
    sleep 0.2
    xdotool click 1
    sleep 0.3
}

# session NAME SCRIPT WANT ARGUMENT...: XBoard with its window; SCRIPT is a function.
session() {
    what=$1 script=$2 want=$3
    shift 3
    wanted "$what" xdotool || return
    count=$((count + 1))
    name=$count marked_engines='first \|second' mark=0 step="the start"
    : >"$dir/missed"
    run_xboard "$name" 300 -fcp "$alula" -size small "$@" &
    gui=$!
    seen '<first : pong 1'
    window='' tries=100
    while [ -z "$window" ] && [ $tries -gt 0 ]; do # the window gets its title after the handshake
        sleep 0.2
        window=$(xdotool search --name '^xboard: ' | head -n 1)
        tries=$((tries - 1))
    done
    if [ "$window" ]; then
        $script
        press ctrl+q '>first : quit'
    else
        echo "there is no window" >>"$dir/missed"
    fi
    wait "$gui" || echo "XBoard did not exit by itself" >>"$dir/missed"
    check_log "$dir/$name.debug" first "$want" >"$dir/found"
    cat "$dir/missed" >>"$dir/found"
    row "$what" "1 session" "$(grep -c '<\(first \|second\): move ' "$dir/$name.debug") moves"
}

# engine_menu NUMBER [EXPRESSION...]: choose an entry of XBoard's Engine menu, the sixth one.
engine_menu() {
    downs="Right Right Right Right Right"
    for _ in $(seq 2 "$1"); do
        downs="$downs Down"
    done
    shift
    press "alt+f $downs Return" "$@"
}

plays() {
    types e4 '>first : usermove.*e2e4' '<first : move '
    engine_menu "$hint" '>first : hint' '<first : .*int: '
    engine_menu "$book" '>first : bk' '<first : .* Alula plays without'
    press Escape
    types d4 '>first : usermove.*d2d4'
    press ctrl+m '>first : ?' '<first : move '
    press ctrl+x '>first : remove'
    press F6 '>first : draw'
    press Pause '>first : pause'
    press Pause '>first : resume'
    look_from_here "clicks on d2 and d4"
    clicks 4 2
    clicks 4 4
    seen '>first : lift d2'
    seen '<first : .*highlight '
    seen '>first : usermove.*d2d4'
    press ctrl+n '>first : new' '<first : pong'
    press ctrl+w '>first : go' '<first : move '
    press ctrl+e '>first : force'
    press alt+Left '>first : undo'
    press ctrl+n '>first : new'
    types Nf3 '>first : usermove.*g1f3' '<first : move '
    press F9 '>first : result '
}

walks() {
    press ctrl+a '>first : analyze' '>first : \.' '<first : .*stat01'
    types e4 '>first : usermove.*e2e4' '<first : [0-9]'
    types e5 '>first : usermove.*e7e5' '<first : [0-9]'
    types Bc4 '>first : usermove.*f1c4' '<first : [0-9]'
    press alt+Left '>first : undo' '<first : [0-9]'
    press alt+Left '>first : undo' '<first : [0-9]'
    press alt+Right '>first : usermove.*e7e5' '<first : [0-9]'
    press alt+Home '>first : undo' '<first : [0-9]'
    press alt+End '>first : usermove.*f1c4' '<first : [0-9]'
    types Nc6 '>first : usermove.*b8c6' '<first : [0-9]'
    press ctrl+e '>first : exit' '>first : force'
    press ctrl+a '>first : analyze' '<first : [0-9]'
    press ctrl+n '>first : new'
}

# White to move, then Black: by setboard, or by edit mode if that is switched off.
sets_up() {
    press ctrl+shift+e
    types "8/8/4k3/8/8/4K3/4P3/R7 w - - 0 1" '>first : \(setboard\|edit\)'
    press ctrl+w '>first : go' '<first : move '
    press ctrl+e '>first : force'
    press ctrl+shift+e
    types "r3k3/4p3/8/8/8/8/4P3/4K2R b Kq - 0 1" '>first : \(setboard\|edit\)'
    press ctrl+b '>first : go' '<first : move '
    press ctrl+a '>first : analyze' '<first : [0-9]'
}

watches() {
    press ctrl+t '<first : move ' '<second: move '
    press ctrl+e '>first : force'
    press ctrl+t '<first : move ' '<second: move '
    press ctrl+n '>first : new'
    types d4 '>first : usermove.*d2d4' '<first : move '
}

# Chess960, with castling as the first move.
castles() {
    press ctrl+shift+e
    types "1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/1R3K1R w HBhb - 0 1" '>first : setboard'
    press ctrl+e
    types O-O '>first : usermove.*O-O'
    press ctrl+b '>first : go' '<first : move '
}

# Numbers of menu entries.
hint=7 book=8

# --- all matches and sessions ------------------------------------------------------------------

cat >"$dir/positions.epd" <<'END'
8/8/8/4k3/8/8/4K3/R6R w - - 0 1
4r2r/8/4k3/8/8/4K3/8/8 b - - 0 1
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4
END
write_polyglot_ini "$alula"

heading="| kind | games | won, lost, drawn | NON-COMPLIANT | marked, but valid | illegal | late | other faults |
|---|---:|---:|---:|---:|---:|---:|---:|"
echo "$heading"

# match NAME OPPONENT GAMES LINES ARGUMENT...: a match, if it is selected and possible.
match() {
    case $2 in
    itself) wanted "$1" true ;;
    *) wanted "$1" "$2" ;;
    esac && games "$@"
}

# Most games are limited in depth, so that they are short and not lost on time on a busy machine;
# tests of the clock have a reserve.
engine=$alula
match "itself, 8 s + 0.1 s a move" itself 2 '>first : level 0 0:08 0.1,>first : easy' \
    -tc 0:08 -inc 0.1 -xponder
match "itself, 8 plies deep" itself 8 '>first : sd 8,>first : easy' -tc 2 -inc 0 -depth 8 -xponder
match "itself, 8 plies deep, pondering" itself 8 '>first : sd 8,>first : hard' \
    -tc 2 -inc 0 -depth 8 -ponder
match "itself, 10 moves in 10 s, pondering" itself 2 '>first : level 10 0:10 0' \
    -tc 0:10 -mps 10 -inc -1 -depth 9 -ponder
match "itself, nodes for a clock" itself 2 '>first : nps 200000' -tc 0:02 -inc 0.02 -xponder \
    -firstNPS 200000 -secondNPS 200000
match "itself, by its own claims" itself 2 '<\(first \|second\): [01].* {' \
    -tc 2 -inc 0 -depth 6 -xponder -checkMates false -materialDraws false
match "itself, resigning" itself 2 '{\(White\|Black\) resigns}' -tc 2 -inc 0 -depth 7 -ponder \
    -firstOptions Resign=1,ResignScore=400 -secondOptions Resign=1,ResignScore=400
match "itself, set-up positions, 1 s a move, pondering" itself 4 '>first : setboard,>first : st 1' \
    -st 0:01 -depth 12 -ponder -lpf "$dir/positions.epd" -lpi -1 \
    -firstOptions MoveOverhead=300 -secondOptions MoveOverhead=300
match "itself, set-up positions, edit mode" itself 4 '>first : edit,>second: edit,>first : black' \
    -tc 2 -inc 0 -depth 7 -xponder -lpf "$dir/positions.epd" -lpi -1 \
    -firstFeatures setboard=0 -secondFeatures setboard=0
match "itself, set-up positions, edit mode, pondering" itself 4 '>first : edit,>second: setboard' \
    -tc 2 -inc 0 -depth 7 -ponder -lpf "$dir/positions.epd" -lpi -1 -firstFeatures setboard=0
match "itself, Chess960" itself 4 '>first : variant fischerandom' \
    -variant fischerandom -tc 2 -inc 0 -depth 7 -xponder
match "itself, Chess960, pondering" itself 4 '>first : variant fischerandom' \
    -variant fischerandom -tc 2 -inc 0 -depth 7 -ponder
match "Fairy-Max, 40 moves in 20 s, pondering" fairymax 2 '>first : level 40 0:20 0' \
    -tc 0:20 -mps 40 -inc -1 -depth 8 -ponder
match "Fairy-Max, set-up positions" fairymax 4 '>first : setboard' \
    -tc 2 -inc 0 -depth 7 -xponder -lpf "$dir/positions.epd" -lpi -1
match "Fairy-Max, set-up positions, edit mode" fairymax 4 '>first : edit' \
    -tc 2 -inc 0 -depth 7 -xponder -lpf "$dir/positions.epd" -lpi -1 -firstFeatures setboard=0
engine="polyglot $dir/polyglot.ini"
if command -v polyglot >/dev/null; then
    match "by UCI and Polyglot, itself" itself 2 '<first : move' -tc 0:20 -inc 0.2 -depth 8 -xponder
    match "by UCI and Polyglot, Fairy-Max, pondering" fairymax 2 '<first : move' \
        -tc 0:20 -inc 0.2 -depth 8 -ponder
    match "by UCI and Polyglot, set-up positions" itself 2 '>first : setboard' \
        -tc 2 -inc 0 -depth 7 -ponder -lpf "$dir/positions.epd" -lpi -1
    match "by UCI and Polyglot, Chess960" itself 2 '>first : variant fischerandom' \
        -variant fischerandom -tc 2 -inc 0 -depth 7 -xponder
else
    echo "polyglot is not installed: no games by UCI"
fi

session "a person plays: hint, book, move now, retract, pause, draw, resign" plays ponder \
    -tc 2 -inc 1 -ponder
session "a person walks through an analysis" walks analyze -tc 1
session "a person sets positions up" sets_up play -tc 1 -inc 1 -depth 8
session "a person sets positions up, edit mode" sets_up play -tc 1 -inc 1 -depth 8 -firstFeatures setboard=0
session "a person interrupts a game of two engines" watches play -st 0:02 -ponder -scp "$alula"
session "a person castles in Chess960" castles play -variant fischerandom -tc 1 -inc 1 -depth 8

{
    echo "$heading"
    cat "$dir/rows"
    awk -F'|' '
        $3 ~ /session/ { sessions++ }
        $3 !~ /session/ { games += $3 }
        { alien += $5; due += $6; illegal += $7; late += $8; other += $9 }
        END {
            printf "| **together** | %d, %d sessions | | %d | %d | %d | %d | %d |\n", games, sessions,
                   alien, due, illegal, late, other
        }' "$dir/rows"
} >"$dir/table"
tail -n 1 "$dir/table"
cut -c 1-200 "$dir/faults"
echo "the table is in $dir/table"
[ ! -s "$dir/faults" ]
