#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/openbench.sh ALULA ALULA-MATCH: what OpenBench's client does with a program: bench, options, openings,
# games from these.
# tests/programs/openbench.sh --build CC: what it does before: make, in a copy without git; and a build for tuning.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"

# The client's reading of bench: the last line with a number before "nodes" and before "nps", in any case, all other
# characters being blanks.
nodes_of() { tr -c 'a-zA-Z0-9 \n' ' ' | grep -ioE '[0-9]+ +nodes' | tail -n 1 | grep -oE '[0-9]+'; }
speed_of() { tr -c 'a-zA-Z0-9 \n' ' ' | grep -ioE '[0-9]+ +nps' | tail -n 1 | grep -oE '[0-9]+'; }

# options_of PROGRAM: its lines, sorted.
options_of() { printf 'uci\n' | "$1" | grep '^option name ' | sort; }

# search_of PROGRAM VALUE: the nodes of a search with this rfp_margin.
search_of() {
    printf '%s\n' uci "setoption name rfp_margin value $2" 'position startpos' 'go depth 10' | "$1" |
        sed -n 's/^info depth 10 .* nodes \([0-9]*\) .*/\1/p' | tail -n 1
}

build() {
    compiler=$1 patience=1200
    top=$(cd "${0%/*}/../.." && pwd)
    mkdir "$work/src" "$work/a net"
    (cd "$top" && git ls-files -z | tar -c --null -T -) | tar -x -C "$work/src"
    cp "$top/nets/small.nn" "$work/a net/0123ABCD"
    cd "$work/src" || exit 2
    unset MAKEFLAGS MFLAGS MAKELEVEL
    bench=$(sed -n 's/^bench \([0-9]*\)$/\1/p' tests/bench.txt)

    # what it has: no git, no Python, no clang-format, none of our programs
    mkdir "$work/bin"
    for name in make "$compiler" as ld ar awk sed cksum cmp cp rm mkdir mv cat sh find grep tr head od wc env; do
        ! command -v "$name" >/dev/null || ln -s "$(command -v "$name")" "$work/bin/$name"
    done
    says "the build" 0 'built: Alula-0123ABCD$' env PATH="$work/bin" make -j2 EXE=Alula-0123ABCD "CC=$compiler" \
        "EVALFILE=$work/a net/0123ABCD"
    says "no tools" 1 '^$' sh -c 'ls alula* 2>/dev/null | grep .'
    says "another name, our network" 0 'built: there/Alula-2$' make -j2 EXE=there/Alula-2 "CC=$compiler"
    holds "bench" [ "$(there/Alula-2 bench 2>&1 | nodes_of)" = "$bench" ]
    holds "bench of the other network" [ "$(./Alula-0123ABCD bench 8 2>&1 | nodes_of)" != \
        "$(there/Alula-2 bench 8 2>&1 | nodes_of)" ]
    says "a relative network" 0 'built: Alula-3$' make -j2 EXE=Alula-3 "CC=$compiler" EVALFILE=nets/small.nn
    same "is the same" Alula-3 Alula-0123ABCD
    says "no network" 2 'there is no file nosuch.nn' make EXE=Alula-4 "CC=$compiler" EVALFILE=nosuch.nn

    says "for tuning" 0 'built: tuned$' make -j2 EXE=tuned "CC=$compiler" TUNE=1
    says "and again without" 0 'built: Alula-5$' make -j2 EXE=Alula-5 "CC=$compiler"
    same "which is as before" Alula-5 there/Alula-2
    holds "bench of the tuned one" [ "$(./tuned bench 2>&1 | nodes_of)" = "$bench" ]
    options_of ./tuned >tuned.txt
    options_of ./Alula-5 >usual.txt
    # PARAM(name, value, low, high, step, ...
    sed -n 's/^PARAM(//p' engine/search/params.inc | tr -d ' ' | awk -F, '$5 > 0 {
        print "option name " $1 " type spin default " $2 " min " $3 " max " $4 }' | sort - usual.txt >wanted.txt
    same "the options of both" wanted.txt tuned.txt
    says "as options of CECP" 0 '^feature option="rfp_margin -spin [0-9]+ [0-9]+ [0-9]+"$' \
        sh -c 'printf "xboard\nprotover 2\n" | ./tuned'
    printf 'uci\ntune\n' | ./tuned | grep ', int, ' >form.txt
    sed -n 's/^PARAM(//p' engine/search/params.inc | tr -d ' ' | awk -F, '$5 > 0 {
        print $1 ", int, " $2 ", " $3 ", " $4 ", " $5 ", 0.002" }' >wanted.txt
    same "the lines for the form" wanted.txt form.txt
    usual=$(sed -n 's/^option name rfp_margin .* default \([0-9]*\) .*/\1/p' tuned.txt)
    holds "the default is the usual search" [ "$(search_of ./tuned "$usual")" = "$(search_of ./Alula-5 "$usual")" ]
    holds "another value is another one" [ "$(search_of ./tuned 150)" != "$(search_of ./tuned "$usual")" ]
    says "a wrong value" 0 'rfp_margin takes 20 to 200' \
        sh -c 'printf "uci\nsetoption name rfp_margin value 999\n" | ./tuned'
    says "no such option without TUNE=1" 0 'unknown option' \
        sh -c 'printf "uci\nsetoption name rfp_margin value 70\n" | ./Alula-5'
    finish
    exit
}

[ $# -ne 2 ] || [ "$1" != --build ] || build "$2"
[ $# -eq 2 ] && [ -x "$1" ] && [ -x "$2" ] || {
    echo "usage: tests/programs/openbench.sh ALULA ALULA-MATCH | --build CC" >&2
    exit 2
}
top=$(cd "${0%/*}/../.." && pwd)
mkdir "$work/Engines" "$work/Books"
ln -s "$(full "$1")" "$work/Engines/alula"
match=$(full "$2")
cd "$work" || exit 2
head -n 50 "$top/openings/unbalanced.epd" >Books/book.epd

# --- bench, several at once, standard error included
for i in 1 2; do Engines/alula bench 6 >"bench$i" 2>&1 & done
wait
nodes_of <bench1 >nodes1
nodes_of <bench2 >nodes2
says "nodes" 0 '^[1-9][0-9]*$' cat nodes1
same "the same at once" nodes1 nodes2
speed_of <bench1 >speed
says "nps" 0 '^[1-9][0-9]*$' cat speed

# --- options
options_of Engines/alula >options
for option in Hash Threads; do says "$option" 0 "^option name $option type spin .* min 1 max " cat options; done
for option in SyzygyPath SyzygyProbeLimit; do says "$option" 0 "^option name $option type " cat options; done

# --- openings: genfens NAME REQUEST: the FENs, in NAME, as the client reads them
genfens() {
    Engines/alula "genfens $2" quit >"$1.out" 2>&1 || fail "genfens $2: $(tail -n 1 "$1.out")"
    sed -n 's/^info string genfens //p' "$1.out" >"$1"
}
genfens none '30 seed 11 book None '
genfens book '30 seed 11 book Books/book.epd plies 2'
says "the number" 0 '^30$' sh -c 'wc -l <none | tr -d " "'
says "from the book" 0 '^30$' sh -c 'wc -l <book | tr -d " "'
cut -d' ' -f1 Books/book.epd >starts
says "with random plies" 1 '^$' grep -Ff starts book
genfens words '2 seed 3'
Engines/alula genfens 2 seed 3 | sed 's/^info string genfens //' >several
same "several words" words several
printf 'uci\ngenfens 2 seed 3\n' | Engines/alula | sed -n 's/^info string genfens //p' >uci
same "in UCI" words uci
says "a missing book" 1 '^alula: genfens: the book Books/none.epd: there is no such file$' \
    Engines/alula 'genfens 3 seed 1 book Books/none.epd' quit
echo '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6' >Books/book.pgn
says "no book" 1 'Books/book.pgn has no positions' Engines/alula 'genfens 3 seed 1 book Books/book.pgn' quit
for wrong in '' '5 frc'; do
    says "genfens $wrong" 2 '^alula: genfens: ' Engines/alula "genfens $wrong" quit
done
says "genfens --help" 0 'genfens N' Engines/alula genfens --help

# --- games from them, as from its book: halfmove clock and move number are operations of EPD
awk '{ print $1, $2, $3, $4, "hmvc " $5 "; fmvn " $6 ";" }' none >Books/openbench.genfens.epd
set -- option.Threads=1,option.Hash=8,proto=uci
says "games" 0 'dev against base: 4 games' "$match" --engine "Engines/alula,$1,name=dev" --engine "Engines/alula,$1,name=base" \
    --openings Books/openbench.genfens.epd --nodes 200 --games 4 --pgn games.pgn

# --- the description for the server
if command -v python3 >/dev/null; then
    says "alula.json" 0 '^STC LTC' python3 -c 'import json, sys
engine = json.load(open(sys.argv[1]))
assert engine["private"] is False and engine["nps"] > 0 and engine["build"]["path"] == ""
assert engine["build"]["systems"] and engine["build"]["compilers"]
print(*[preset for preset in engine["test_presets"] if preset != "default"])' "$top/contrib/openbench/alula.json"
else
    skip "python3, which reads alula.json, is not installed"
fi
finish
