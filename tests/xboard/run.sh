#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/xboard/run.sh ALULA: games in XBoard on a virtual display, against Fairy-Max and against
# itself. Logs and games must be free of faults: see log.awk and pgn.awk. pgn-extract must read the
# games, and agree how they ended.
# Parts that need a missing program are skipped.
#
# shellcheck disable=SC2317 # check() calls functions by name

if [ $# -ne 1 ] || [ ! -x "$1" ]; then
    echo "usage: tests/xboard/run.sh ALULA" >&2
    exit 2
fi
# shellcheck source=tests/xboard/common.sh
. "${0%/*}/common.sh"
passed=0 failed=0 skipped=0
dir=$(mktemp -d) || exit 2
trap 'close_display; rm -rf "$dir"' EXIT
trap 'exit 2' HUP INT TERM
# a path of its own, so that pgrep finds our processes only
alula=$dir/alula
ln -s "$(absolute "$1")" "$alula" || exit 2
engine=$alula # XBoard's first engine

# check NAME COMMAND...: the command must succeed; its output is shown if it does not.
check() {
    what=$1
    shift
    if "$@" >"$dir/said" 2>&1; then
        passed=$((passed + 1))
        echo "ok   $what"
    else
        failed=$((failed + 1))
        echo "FAIL $what"
        head -n 20 "$dir/said" | cut -c 1-160
    fi
}

# fails COMMAND...: the exit status must be 1, as other errors have larger ones.
fails() {
    "$@"
    [ $? -eq 1 ]
}

# waits COMMAND...: until it succeeds, for a minute.
waits() {
    for _ in $(seq 600); do
        ! "$@" 2>/dev/null || return 0
        sleep 0.1
    done
    return 1
}

# has_lines FILE EXPRESSIONS: the file matches all expressions, which are separated by commas.
has_lines() {
    echo "$2" | tr , '\n' | while read -r expression; do
        grep -q "$expression" "$1" || {
            echo "no line with: $expression"
            exit 1
        }
    done
}

finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] || exit 1
    [ "$skipped" -eq 0 ] || exit 77
    exit 0
}

skip() {
    echo "skipped: $1"
    skipped=1
}

# --- checkers ----------------------------------------------------------------------------------

# games_are FILE WHITE BLACK BOTH: the numbers of games with Alula as White, Black or both, and no
# fault in any game.
games_are() {
    check_games "$1" >"$dir/verdict"
    status=$?
    cat "$dir/verdict"
    for color in white black both; do
        shift
        [ "$(grep -c " $color " "$dir/verdict")" -eq "$1" ] || status=1
    done
    return "$status"
}

# reads_back FILE GAMES: pgn-extract reads the file and its own output without errors, which are all
# it prints with -s.
reads_back() {
    pgn-extract -s -o "$dir/once.pgn" "$1" >"$dir/complaints" 2>&1 &&
        pgn-extract -s -o "$dir/twice.pgn" "$dir/once.pgn" >>"$dir/complaints" 2>&1 || return 1
    cat "$dir/complaints"
    [ ! -s "$dir/complaints" ] && cmp "$dir/once.pgn" "$dir/twice.pgn" || return 1
    for file in "$1" "$dir/once.pgn"; do
        count=$(grep -c '^\[Event ' "$file")
        echo "$file: $count games"
        [ "$count" -eq "$2" ] || return 1
    done
}

# pgn-extract agrees how the games of the last games_are() ended.
ends_are_true() {
    status=0
    while read -r number result color how; do
        case $how in
        mate) option=--checkmate ;;
        stalemate) option=--stalemate ;;
        repetition) option= ;;
        fifty) option=--fifty ;;
        *) continue ;;
        esac
        game=$dir/games/game-$number.pgn
        if [ "$option" ]; then
            found=$(pgn-extract -s "$option" "$game" 2>/dev/null | grep -c '^\[Event ')
        else # --repetition compares en passant squares even where no pawn can capture
            found=$(pgn-extract -s -Wepd --nofauxep "$game" 2>/dev/null | cut -d ' ' -f 1-4 | sort | uniq -c |
                awk '$2 && $1 >= 3 { found = 1 } END { print found + 0 }')
        fi
        if [ "$found" -ne 1 ]; then
            echo "game $number ($color, $result) does not end by $how"
            cat "$game"
            status=1
        fi
    done <"$dir/verdict"
    return "$status"
}

# --- the games ---------------------------------------------------------------------------------

for program in xboard Xvfb timeout; do
    if ! command -v $program >/dev/null; then
        skip "$program is not installed: no games were played (make deps installs it)"
        finish
    fi
done
open_display 1024x768 || exit 1

# Fairy-Max may crash where address randomization cannot be switched off: then play the match again.
play_match() {
    opponent=$1 tries=5
    shift
    while ! run_xboard match 500 "$@"; do
        tries=$((tries - 1))
        [ "$opponent" = "$fairymax" ] && [ "$tries" -gt 0 ] &&
            grep -q 'Error writing to second chess program' "$dir/match.pgn" || return 1
        rm -f "$dir"/match.*
    done
}

# match NAME "WHITE BLACK BOTH" LINES ARGUMENT...: a match with these numbers of games with Alula as
# White, as Black, as both; the log must match LINES.
match() {
    match=$1 colors=$2 lines=$3
    shift 3
    case $colors in
    "0 0 "*) second=$alula ours="first second" ;;
    *) second=$fairymax ours=first ;;
    esac
    # shellcheck disable=SC2086
    games=$(set -- $colors && echo $(($1 + $2 + $3)))
    check "$match: XBoard plays the match to its end" play_match "$second" -noGUI \
        -fcp "$engine" -scp "$second" -mg "$games" "$@"
    # lines about pondering come 200 ms after a move: only there is the opponent sure to think so long
    case " $* " in
    *" -mps 40 "*" -ponder "*) want=ponder ;;
    *) want=play ;;
    esac
    check "$match: no faults" check_log "$dir/match.debug" "$ours" "$want"
    check "$match: the options had their effect" has_lines "$dir/match.debug" "$lines"
    # shellcheck disable=SC2086
    check "$match: $games games, all ended by the rules" games_are "$dir/match.pgn" $colors
    if command -v pgn-extract >/dev/null; then
        check "$match: pgn-extract reads the games back" reads_back "$dir/match.pgn" "$games"
        check "$match: the games end as they say" ends_are_true
    fi
    sed 's/^/     game /' "$dir/verdict"
    rm -f "$dir"/match.*
}

cat >"$dir/mates.epd" <<'END'
8/8/8/4k3/8/8/4K3/R6R w - - 0 1
4r2r/8/4k3/8/8/4K3/8/8 b - - 0 1
END

# An error of Fairy-Max, such as a loss on time on a busy machine, is a note. Alula keeps a reserve for such a machine.
if command -v fairymax >/dev/null; then
    match "Fairy-Max, 40 moves in 15 seconds, pondering" "1 1 0" ">first : level 40 0:15 0" \
        -tc 0:15 -mps 40 -inc -1 -ponder -firstOptions MoveOverhead=3000
    match "Fairy-Max, 10 seconds and 0.1 a move" "1 1 0" '>first : level 0 0:10 0.1,>first : easy' \
        -tc 0:10 -inc 0.1 -xponder -firstOptions MoveOverhead=3000
    match "Fairy-Max, 1 second a move, set positions" "1 1 0" ">first : st 1,>first : setboard" \
        -st 0:01 -ponder -lpf "$dir/mates.epd" -lpi -1 -firstOptions MoveOverhead=700
else
    skip "fairymax is not installed: no games against it"
fi
# Limited depth and long clocks: a busy machine cannot lose on time.
# Here XBoard relies on the engines' claims; a false claim loses.
match "itself, its own claims count" "0 0 2" '<\(first \|second\): [01].* {,>first : sd 8' \
    -depth 8 -tc 5 -inc 0 -xponder -checkMates false -materialDraws false
match "itself, pondering, positions by edit" "0 0 2" ">first : edit,>first : sd 6,>second: setboard" \
    -depth 6 -tc 5 -inc 0 -ponder -lpf "$dir/mates.epd" -lpi -1 -firstFeatures setboard=0

# Alula's UCI, with Polyglot as adapter.
if command -v polyglot >/dev/null; then
    write_polyglot_ini "$alula"
    engine="polyglot $dir/polyglot.ini"
    match "itself, by UCI as well" "0 0 1" '<first : feature myname="Alula,<first : move,>first : sd 8' \
        -depth 8 -tc 5 -inc 0 -ponder
    engine=$alula
else
    skip "polyglot is not installed: no games by UCI"
fi

# said NAME PATTERN ARGUMENT...: XBoard runs until its log has a line like this.
said() {
    name=$1 pattern=$2
    shift 2
    run_xboard "$name" 300 "$@" &
    job=$!
    waits grep -q "$pattern" "$dir/$name.debug"
    found=$?
    pkill -P "$job" # timeout, which passes it on
    wait "$job"
    return "$found"
}
check "analysis: XBoard runs" said analysis '<first : .*stat01:' -noGUI -fcp "$alula" -initialMode analysis
check "analysis: no faults" check_log "$dir/analysis.debug" first analyze
check "a person's game: XBoard runs" said person '<first : move' -noGUI -fcp "$alula" \
    -initialMode machineWhite -tc 0:15 -inc 1
check "a person's game: the engine makes its move" check_log "$dir/person.debug" first

# When XBoard is killed, its engine exits.
is_gone() { ! ps -o stat= -p "$1" | grep -qv Z; } # or a zombie
engine_goes() {
    xboard -settingsFile "$dir/x.ini" -saveSettingsFile "$dir/x.ini" -noGUI -soundProgram "" \
        -debug -debugfile "$dir/killed.debug" -fcp "$alula" -initialMode analysis >/dev/null 2>&1 &
    gui=$!
    waits grep -q '<first : stat01' "$dir/killed.debug"
    engine=$(pgrep -P "$gui")
    kill -9 "$gui"
    wait "$gui" 2>/dev/null
    echo "engine: process $engine"
    [ "$engine" ] && waits is_gone "$engine"
}
if command -v pgrep >/dev/null; then
    check "XBoard is killed: its engine ends" engine_goes
    check "no engine is left running" waits fails pgrep -f "$dir/alula"
fi
finish
