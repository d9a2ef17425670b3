#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/windows.sh ALULA.exe: the Windows program through wine, in a temporary prefix (almost a gigabyte): a
# CECP conversation with Windows line ends, then order.sh and dialogue.sh.

if [ $# -ne 1 ] || [ ! -f "$1" ]; then
    echo "usage: tests/programs/windows.sh ALULA.exe" >&2
    exit 2
fi
if ! command -v wine >/dev/null; then
    echo "skipped: wine is not installed: $1 was not run"
    exit 77
fi
exe=$1 passed=0 failed=0 wine_pid=''
dir=$(mktemp -d) || exit 2
export WINEPREFIX="$dir/prefix" WINEDEBUG=-all WINEARCH=win64 WINEDLLOVERRIDES="mscoree,mshtml="
unset DISPLAY

leave() {
    [ -z "$wine_pid" ] || kill "$wine_pid" 2>/dev/null
    wineserver -k 2>/dev/null
    wineserver -w 2>/dev/null
    rm -rf "$dir"
}
trap leave EXIT
trap 'exit 2' HUP INT TERM

result() {
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
        echo "ok   $2"
    else
        failed=$((failed + 1))
        echo "FAIL $2"
    fi
}

# say LINE...: send lines to the engine; hear() then looks at the output after them.
say() {
    heard=$(wc -l <"$dir/out")
    for line in "$@"; do
        printf '%s\r\n' "$line"
    done >&3
}

# hear NAME EXPRESSION: within a minute a whole new line must match.
hear() {
    tries=600
    while [ "$tries" -gt 0 ]; do
        if tail -n +$((heard + 1)) "$dir/out" | tr -d '\r' | grep -Eqx "$2"; then
            result 0 "$1"
            return
        fi
        sleep 0.1
        tries=$((tries - 1))
    done
    result 1 "$1"
    tail -n +$((heard + 1)) "$dir/out" | head -n 10
}

# The first start creates the prefix.
timeout 120 wine "$exe" --version </dev/null >"$dir/version" 2>/dev/null
result $? "wine starts it: $(tr -d '\r' <"$dir/version")"
timeout 300 wine "$exe" bench 10 </dev/null 2>/dev/null | tr -d '\r' >"$dir/bench"
nodes=$(sed -n 's/^bench 10 //p' "${0%/*}/../bench.txt")
tail -n 1 "$dir/bench" | grep -q "^$nodes nodes "
result $? "bench 10 visits $nodes nodes: $(tail -n 1 "$dir/bench")"

# Now and then wine itself hangs before the program's first instruction: after half a minute of silence once more.
mkfifo "$dir/in"
for try in 1 2 3; do
    : >"$dir/out"
    timeout 180 wine "$exe" <"$dir/in" >"$dir/out" 2>/dev/null &
    wine_pid=$!
    exec 3>"$dir/in"
    say xboard 'protover 2'
    tries=300
    while [ ! -s "$dir/out" ] && [ "$tries" -gt 0 ]; do
        sleep 0.1
        tries=$((tries - 1))
    done
    [ ! -s "$dir/out" ] || break
    echo "no output within half a minute; try $try"
    exec 3>&-
    kill "$wine_pid" 2>/dev/null
    wineserver -k
    wait "$wine_pid"
done
hear "it names its features" 'feature .*myname="Alula .*'
hear "it is ready" 'feature done=1'
say new 'st 0.1' easy nopost 'usermove e2e4'
hear "it answers a move" 'move [a-h][1-8][a-h][1-8]'
say 'ping 7'
hear "it answers a ping" 'pong 7'
say 'usermove e4e6'
hear "it refuses an illegal move" 'Illegal move( \(.*\))?: e4e6'
say nonsense
hear "it refuses an unknown command" 'Error \(.*\): nonsense'
say 'usermove a2a3'
hear "the game goes on" 'move [a-h][1-8][a-h][1-8]'
say 'usermove h2h3' 'ping 8'
hear "and on" 'move [a-h][1-8][a-h][1-8]'
hear "a ping after a move waits for it" 'pong 8'
say force 'setboard k7/8/1K6/8/8/8/8/7R w - - 0 1' go
hear "it mates" 'move h1h8'
hear "and says so" '1-0 \{White mates\}'
say new post analyze
hear "it analyzes" '[0-9]+ -?[0-9]+ [0-9]+ [0-9]+.*'
say .
hear "it reports its progress" 'stat01: [0-9]+ [0-9]+ [0-9]+ [0-9]+ [0-9]+.*'

# End of input ends it, even during a search.
exec 3>&-
wait "$wine_pid"
result $? "it leaves with status 0 where its input ends"
wine_pid=
result "$(grep -c "$(printf '.\r')" "$dir/out")" "its lines end in a newline alone"


# In folders whose names have blanks and other letters than ASCII.
folder="$dir/a b ä"
mkdir "$folder"
cp "$exe" "$folder/"
cat >"$folder/alula" <<END
#!/bin/sh
exec wine "$folder/${exe##*/}" "\$@"
END
chmod +x "$folder/alula"
"${0%/*}/order.sh" "$folder/alula" 500
result $? "order.sh"
WINDOWS=1 "${0%/*}/dialogue.sh" "$folder/alula"
status=$? # 77: the memory in use cannot be measured
result $((status == 77 ? 0 : status)) "dialogue.sh"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
