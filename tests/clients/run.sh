#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh ENGINE [FOLDER]: runs ENGINE in the clients that are installed here, one after the other, and
# prints a table: client, protocol, passed, failed or skipped. FOLDER (default: a new one in /tmp) gets
# the pictures, the conversations and what each client printed. See README.md.

if [ $# -lt 1 ] || [ $# -gt 2 ] || [ ! -x "$1" ]; then
    echo "usage: run.sh ENGINE [FOLDER]" >&2
    exit 2
fi
engine=$1
folder=${2:-$(mktemp -d)} || exit 2
mkdir -p "$folder" || exit 2
here=$(dirname "$0")
python=${PYTHON:-python3}
failed=0

# row CLIENT PROTOCOL NAME COMMAND...: exit status 0 is passed, 2 is skipped; the last line says why.
row() {
    client=$1 protocol=$2 output=$folder/$3.txt
    shift 3
    "$@" >"$output" 2>&1
    case $? in
    0) result=passed ;;
    2) result="skipped: $(tail -n 1 "$output")" ;;
    *) result="failed: $(tail -n 1 "$output")" failed=$((failed + 1)) ;;
    esac
    printf '%-22s %-5s %s\n' "$client" "$protocol" "$result"
}

# graphical NAME PROTOCOL CLIENT [ARGUMENT...]: its files are in a folder of that name.
graphical() {
    name=$1 protocol=$2 client=$3
    shift 3
    row "$name" "$protocol" "$name-$protocol" "$here/gui.sh" "$engine" "$client" "$protocol" "$folder/$name" "$@"
}

python_chess() {
    if ! "$python" -c 'import chess.engine'; then
        echo "python-chess is not found, set PYTHONPATH"
        return 2
    fi
    "$python" "$here/python_chess.py" --protocol "$1" --trace "$folder/python-chess" "$engine"
}

lichess_bot() {
    if [ ! -f "${LICHESS_BOT:-.}/lichess-bot.py" ]; then
        echo "LICHESS_BOT is not a checkout of lichess-bot"
        return 2
    fi
    if ! "$python" -c 'import chess.engine, yaml, requests, backoff, rich'; then
        echo "a package of lichess-bot is not found"
        return 2
    fi
    "$python" "$here/lichess_bot.py" --checkout "$LICHESS_BOT" --protocol "$1" --trace "$folder/lichess-bot" "$engine"
}

printf '%-22s %-5s %s\n' client "" result
for protocol in cecp uci; do
    name=xboard
    [ "$protocol" = uci ] && name=uci
    row python-chess "$protocol" "python-chess-$protocol" python_chess $name
    row lichess-bot "$protocol" "lichess-bot-$protocol" lichess_bot $name
    graphical xboard "$protocol" xboard
    graphical xboard-level "$protocol" xboard -firstOptions Level=Club
    graphical xboard-Chess960 "$protocol" xboard -variant fischerandom -defaultFrcPosition 17
    graphical gnome-chess "$protocol" gnome-chess
    graphical scid "$protocol" scid
    graphical pychess "$protocol" pychess
    graphical chessx "$protocol" chessx
    [ "$protocol" = cecp ] && graphical dreamchess "$protocol" dreamchess
done
echo "files: $folder"
[ "$failed" -eq 0 ]
