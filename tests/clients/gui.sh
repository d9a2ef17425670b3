#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# gui.sh ENGINE CLIENT [PROTOCOL [FOLDER [ARGUMENT...]]]: lets a graphical client play or analyse with
# ENGINE on an invisible screen. The client is set up by its own files in a temporary home; xdotool does
# what has to be done by hand. The ARGUMENTs are handed to the client (xboard). FOLDER (default .) gets
# CLIENT-PROTOCOL.png, a picture of the screen to be looked at, and CLIENT-PROTOCOL.log, the conversation.
# Fails if the moves or the lines of the engine that the client was made to ask for did not come. Places
# on the screen are those of Debian 12's packages.
#
# CLIENT: gnome-chess pychess scid chessx dreamchess xboard. PROTOCOL: cecp (default) or uci.
# Debian packages: those, and xvfb openbox xdotool imagemagick.

if [ $# -lt 2 ] || [ ! -x "$1" ]; then
    echo "usage: gui.sh ENGINE CLIENT [cecp|uci [FOLDER [ARGUMENT...]]]" >&2
    exit 2
fi
PATH=$PATH:/usr/games
case $1 in
/*) engine=$1 ;;
*) engine=$PWD/$1 ;;
esac
client=$2 protocol=${3:-cecp} folder=${4:-.}
shift $(($# < 4 ? $# : 4))
case $0 in
/*) here=${0%/*} ;;
*/*) here=$PWD/${0%/*} ;;
*) here=$PWD ;;
esac
for program in "$client" Xvfb openbox xdotool import convert python3; do
    if ! command -v "$program" >/dev/null; then
        echo "gui: $program is not installed" >&2
        exit 2
    fi
done
mkdir -p "$folder" || exit 2
dir=$(mktemp -d) || exit 2
pids=
# shellcheck disable=SC2317
clean() {
    for pid in $pids; do
        kill "$pid" 2>/dev/null
        for _ in 1 2 3 4 5 6 7 8 9 10; do
            kill -0 "$pid" 2>/dev/null && sleep 0.2
        done
        kill -9 "$pid" 2>/dev/null
        wait "$pid" 2>/dev/null
    done
    rm -rf "$dir"
}
trap clean EXIT
trap 'exit 2' HUP INT TERM

# --- the screen, a home, the engine with its recorder ---------------------------------------------

Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp 3>"$dir/display" >"$dir/Xvfb.out" 2>&1 &
pids=$!
for _ in $(seq 50); do
    DISPLAY=:$(cat "$dir/display" 2>/dev/null)
    export DISPLAY
    [ "$DISPLAY" != : ] && xdotool getmouselocation >"$dir/mouse" 2>&1 && break
    sleep 0.2
done
HOME=$dir/home
XDG_CONFIG_HOME=$HOME/.config XDG_DATA_HOME=$HOME/.local/share XDG_CACHE_HOME=$HOME/.cache
XDG_RUNTIME_DIR=$dir/run
export HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_RUNTIME_DIR
export LC_ALL=C.UTF-8 NO_AT_BRIDGE=1 GSK_RENDERER=cairo GDK_BACKEND=x11 LIBGL_ALWAYS_SOFTWARE=1
mkdir -p "$XDG_CONFIG_HOME" "$XDG_DATA_HOME" "$XDG_CACHE_HOME" "$XDG_RUNTIME_DIR" "$HOME/bin"
chmod 700 "$XDG_RUNTIME_DIR"
cd "$HOME" || exit 2
openbox >"$dir/openbox.out" 2>&1 &
pids="$! $pids"
for _ in $(seq 50); do
    xdotool get_num_desktops >"$dir/desktops" 2>&1 && break
    sleep 0.2
done

talk=$dir/talk
cat >"$HOME/bin/alula" <<END
#!/bin/sh
exec python3 "$here/record.py" "$talk" "$engine"
END
chmod +x "$HOME/bin/alula"
PATH=$HOME/bin:$PATH

# --- what all clients need -------------------------------------------------------------------------

# Start the client, without a session bus. Its output is kept for a failure.
start() {
    DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent "$@" >"$dir/client.out" 2>&1 &
    started=$!
    pids="$started $pids"
}

# window NAME: wait for a window whose title or class has NAME in it; it becomes the active one.
window() {
    for _ in $(seq 60); do
        id=$(xdotool search --onlyvisible --name "$1" 2>/dev/null | tail -1)
        [ "$id" ] || id=$(xdotool search --onlyvisible --class "$1" 2>/dev/null | tail -1)
        [ "$id" ] && break
        sleep 0.5
    done
    if [ -z "$id" ]; then
        echo "gui: no window \"$1\"" >&2
        return 1
    fi
    xdotool windowactivate --sync "$id" 2>/dev/null
}

# said PATTERN [SECONDS]: wait until the conversation has such a line.
said() {
    for _ in $(seq $((${2:-20} * 5))); do
        cat "$talk" "$talk".* 2>/dev/null | grep -q "$1" && return 0
        sleep 0.2
    done
    echo "gui: the conversation has no \"$1\"" >&2
    return 1
}

# reply N [SECONDS]: wait for the engine's move number N. A ponder search that is stopped is none.
reply() {
    for _ in $(seq $((${2:-20} * 5))); do
        [ $(($(count "$moved") - $(count '> stop$'))) -ge "$1" ] && return 0
        sleep 0.2
    done
    echo "gui: the engine's move $1 does not come" >&2
    return 1
}

# count PATTERN: how often it was said.
count() {
    cat "$talk" "$talk".* 2>/dev/null | grep -c "$1"
}

# click X Y: on the screen.
click() {
    xdotool mousemove "$1" "$2" sleep 0.2 mousedown 1 sleep 0.15 mouseup 1 sleep 0.3
}

# square E4: click on it; the board's corner $left $top and the size of a square $size are known, and
# $flip is set if Black is below.
square() {
    file=$(($(printf '%d' "'${1%?}") - 97)) rank=${1#?}
    if [ "$flip" ]; then
        file=$((7 - file)) rank=$((9 - rank))
    fi
    click $((left + file * size + size / 2)) $((top + (8 - rank) * size + size / 2))
}

shot() {
    import -window root "$dir/shot.png" && convert "$dir/shot.png" -strip +dither -colors 96 "$out.png"
}

out=$(cd "$OLDPWD" && cd "$folder" && pwd)/$client-$protocol
rm -f "$out".log "$out"*.png
moved='< move \|< bestmove '
lines='< [0-9]\{1,2\} [-0-9]* [0-9]* [0-9]*\|< info .* pv '
want=$moved

# --- the clients -----------------------------------------------------------------------------------

play_gnome_chess() {
    mkdir -p "$XDG_CONFIG_HOME/gnome-chess" "$XDG_CONFIG_HOME/glib-2.0/settings"
    {
        echo "[Alula]"
        echo "protocol=$protocol"
        echo "binary=alula"
        if [ "$protocol" = uci ]; then
            echo "option-easy-0=UCI_LimitStrength true"
            echo "option-easy-1=UCI_Elo 800"
            echo "option-normal-0=UCI_LimitStrength true"
            echo "option-normal-1=UCI_Elo 1600"
        else
            echo "option-easy-0=easy"
            echo "option-easy-1=option Level=Beginner"
            echo "option-normal-0=easy"
            echo "option-normal-1=option Level=Club"
            echo "option-hard-0=hard"
        fi
    } >"$XDG_CONFIG_HOME/gnome-chess/engines.conf"
    cat >"$XDG_CONFIG_HOME/glib-2.0/settings/keyfile" <<END
[org/gnome/Chess]
opponent='Alula'
play-as='black'
difficulty='easy'
duration=300
END
    export GSETTINGS_BACKEND=keyfile
    start gnome-chess
    window gnome-chess || return 1
    reply 1 || return 1
    left=448 top=207 size=48 flip=1
    number=1
    for move in "a7 a6" "h7 h6" "b7 b6" "g7 g6"; do
        sleep 1
        square "${move% *}"
        square "${move#* }"
        number=$((number + 1))
        reply "$number" || return 1
    done
    sleep 1
}

# Scid's settings are Tcl, so that two lines can do what Windows, Engine and its start button do.
play_scid() {
    uci=0
    [ "$protocol" = uci ] && uci=1
    config=$HOME/.scid4.7/config
    mkdir -p "$config"
    echo "set startup(tip) 0" >"$config/options.dat"
    cat >"$config/engines.dat" <<END
engine {
  Name Alula
  Cmd  $HOME/bin/alula
  Dir  .
  UCI  $uci
  URL  {white $((uci)) word false normal {}}
}
after 3000 {::enginewin::Open 1 Alula}
after 6000 {::enginewin::toggleStartStop 1}
END
    want=$lines
    start scid
    window Scid || return 1
    said "$lines" 15 || return 1
    sleep 3
    for move in e4 e5 Nf3; do
        click 200 550
        xdotool type "$move"
        sleep 1
    done
    sleep 2
}

# The engine is White: New Game, Players one step to the right, Start Game. The answers are made with the
# arrow keys, for which the mark on the board begins at a1; with Black below, Left leads to the h-file.
play_dreamchess() {
    export SDL_AUDIODRIVER=dummy
    start dreamchess -1 "$HOME/bin/alula" -W 800 -H 600
    window DreamChess || return 1
    sleep 6
    for key in Return Up Up Up Right Down Down Down Return; do
        press 1 "$key"
    done
    reply 1 30 || return 1
    sleep 3
    # fool's mate
    press 5 Left && press 6 Down && press 1 Return && press 1 Up && press 1 Return
    reply 2 || return 1
    sleep 3
    press 1 Left && press 1 Down && press 1 Return && press 2 Up && press 1 Return
    reply 3 || return 1
    sleep 4
}

# press N KEY: N times.
press() {
    for _ in $(seq "$1"); do
        xdotool key "$2" sleep 0.3
    done
}

play_pychess() {
    mkdir -p "$XDG_CONFIG_HOME/pychess"
    name=xboard
    [ "$protocol" = uci ] && name=uci
    cat >"$XDG_CONFIG_HOME/pychess/engines.json" <<END
[{"name": "Alula", "protocol": "$name", "command": "$HOME/bin/alula", "workingDirectory": "$HOME",
  "country": "unknown", "comment": "", "level": 20, "recheck": true}]
END
    cat >"$XDG_CONFIG_HOME/pychess/config" <<END
[General]
show_tip_at_startup = False
dont_show_externals_at_startup = True
newgametasker_playercombo = 1
opening_file_entry = /dev/null
END
    start pychess --no-version-check
    window PyChess || return 1
    sleep 6
    # the opponent is the first engine; Start Game
    click 516 310
    sleep 5
    left=432 top=179 size=27 flip=
    number=0
    for move in "a2 a3" "h2 h3" "b2 b3"; do
        square "${move% *}"
        square "${move#* }"
        number=$((number + 1))
        reply "$number" 60 || return 1
        sleep 2
    done
}

play_chessx() {
    mkdir -p "$XDG_CONFIG_HOME/chessx"
    cat >"$XDG_CONFIG_HOME/chessx/chessx.ini" <<END
[%General]
BuiltinDbInstalled=true

[Engines]
0\\Name=Alula
0\\Command=$HOME/bin/alula
0\\Protocol=$([ "$protocol" = uci ] && echo UCI || echo WinBoard)
END
    start chessx
    window ChessX || return 1
    sleep 4
    # Analysis 1 lies over the menu: it is made a window of its own, and a larger one, with its first button
    xdotool key ctrl+F2
    sleep 3
    xdotool mousemove 60 55
    click 129 30
    window "Analysis 1" || return 1
    xdotool windowmove "$id" 100 560 windowsize "$id" 1000 230
    sleep 1
    want=$lines
    click 1055 595
    said "$lines" || return 1
    # e2e4
    sleep 2
    click 614 485
    click 614 371
    sleep 4
}

# The engine is White; the answers are typed.
play_xboard() {
    flags=
    [ "$protocol" = uci ] && flags=-fUCI
    # shellcheck disable=SC2086
    start xboard -settingsFile "$dir/x.ini" -saveSettingsFile "$dir/x.ini" -fcp "$HOME/bin/alula" $flags \
        -soundProgram "" -tc 1 -inc 1 -ponder -showThinking true -engineOutputUp true -initialMode MachineWhite \
        -popupMoveErrors true -debug -debugfile "$dir/x.debug" "$@"
    reply 1 || return 1
    number=1
    for move in a7a6 h7h6 b7b6 g7g6; do
        sleep 1
        window " vs\\. " || return 1
        xdotool type "$move"
        sleep 0.5
        xdotool key Return
        number=$((number + 1))
        reply "$number" || return 1
    done
    sleep 2
}

case $client in
gnome-chess) play_gnome_chess ;;
scid) play_scid ;;
dreamchess) play_dreamchess ;;
pychess) play_pychess ;;
chessx) play_chessx ;;
xboard) play_xboard "$@" ;;
*)
    echo "gui: unknown client $client" >&2
    exit 2
    ;;
esac
status=$?
shot
cat "$talk" "$talk".* 2>/dev/null >"$out.log"
[ "$status" = 0 ] || cat "$dir/client.out"
[ "$(count "$want")" -gt 0 ] || status=1
echo "$client $protocol: $(count '< move \|< bestmove ') moves, $(count "$lines") lines, status $status"
exit "$status"
