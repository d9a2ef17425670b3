# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Shared by the XBoard scripts, which set $dir, a working folder, first.
#
# shellcheck disable=SC2154

PATH=$PATH:/usr/games:/usr/local/games
here=${0%/*}
display_pid=

# Fairy-Max often crashes when a position is set up, unless address randomization is off (dmesg:
# "fairymax: segfault", in 5 of 6 matches here, and in none of 6 with setarch -R).
fairymax=fairymax
if setarch -R true 2>/dev/null; then
    # shellcheck disable=SC2034
    fairymax="setarch -R fairymax"
fi

# The absolute path of a file, as XBoard changes its directory.
absolute() {
    case $1 in
    /*) echo "$1" ;;
    *) echo "$PWD/$1" ;;
    esac
}

# Start a virtual display. $1: its size.
open_display() {
    Xvfb -displayfd 3 -screen 0 "$1"x24 -nolisten tcp 3>"$dir/display" >"$dir/Xvfb.out" 2>&1 &
    display_pid=$!
    tries=600 # a minute
    while [ ! -s "$dir/display" ] && [ "$tries" -gt 0 ]; do
        kill -0 "$display_pid" 2>/dev/null || tries=1
        tries=$((tries - 1))
        sleep 0.1
    done
    DISPLAY=:$(cat "$dir/display")
    export DISPLAY
    if [ "$DISPLAY" = : ]; then
        echo "xboard: Xvfb does not start:"
        cat "$dir/Xvfb.out"
        return 1
    fi
}

close_display() {
    if [ "$display_pid" ]; then
        kill "$display_pid" 2>/dev/null
        wait "$display_pid" 2>/dev/null
    fi
    display_pid=
}

# run_xboard NAME SECONDS ARGUMENT...: leaves NAME.debug, NAME.pgn and NAME.out in $dir. XBoard must
# finish within SECONDS; it does not use the user's settings.
run_xboard() {
    name=$1 seconds=$2
    shift 2
    timeout -k 5 "$seconds" xboard -settingsFile "$dir/$name.ini" -saveSettingsFile "$dir/$name.ini" \
        -xexit -autoflag -soundProgram "" -matchPause 100 -sgf "$dir/$name.pgn" \
        -debug -engineDebugOutput 3 -debugfile "$dir/$name.debug" "$@" >"$dir/$name.out" 2>&1
}

# Write $dir/polyglot.ini, for Polyglot as an adapter from CECP to Alula's UCI. $1: Alula.
write_polyglot_ini() {
    cat >"$dir/polyglot.ini" <<END
[PolyGlot]
EngineCommand = $1
EngineDir = $dir
Log = false
SaveSettingsFile = $dir/polyglot.saved
[Engine]
Hash = 16
END
}

# check_log FILE OURS [WANT], check_games FILE: see log.awk and pgn.awk.
check_log() {
    awk -v ours="$2" -v want="${3:-play}" -f "$here/log.awk" "$1"
}

check_games() {
    rm -rf "$dir/games" && mkdir "$dir/games" && awk -v dir="$dir/games" -f "$here/pgn.awk" "$1"
}
