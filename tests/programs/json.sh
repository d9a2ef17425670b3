#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/json.sh PROGRAMS TEST_DATA: what every program prints with --json is what
# docs/json.md says, no member more or less; after a refusal it is nothing.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
programs=$(full "$1") data=$(full "$2")
cd "${0%/*}/../.." || exit 2
command -v python3 >/dev/null || {
    skip "python3, which reads JSON, is not installed"
    finish
    exit
}

cat >"$work/valid.py" <<'END'
# valid.py DOCUMENT SECTION: the objects on standard input, one a line, are those of the section; an object with a
# type, of "SECTION: type".
import json, sys

def add(members, path, types):
    """Adds a member; path are the names on the way to it."""
    for part in path:
        node = members.setdefault(part.rstrip("?"), [set(), False, {}])
        node[1] |= part.endswith("?")
        members = node[2]
    node[0] |= set(types.split("/"))

def tree(title):
    """The members of a section: {name: [types, optional, members]}; those of an array are in "[]"."""
    root, found, fenced = {}, False, False
    for line in open(sys.argv[1], encoding="utf-8"):
        if line.startswith("## "):
            name = line[3:].strip()
            here = name in (title, "Every object") or title.replace("summary", "standing") == name
            found |= name == title
        elif line.startswith("```"):
            fenced = not fenced
        elif fenced and here:
            types, *names = line.split("#")[0].split()
            for name in names:
                path, _, last = name.replace("[]", ".[]").rpartition(".")
                for end in last.split(","):
                    add(root, [part for part in path.split(".") if part] + [end], types)
    assert found, "no section " + title
    return root

def kind(value):
    kinds = {bool: "boolean", int: "integer", float: "number", str: "string", dict: "object", list: "array"}
    return kinds.get(type(value), "null")

def check(at, value, members):
    if isinstance(value, list):
        assert "[]" in members, at + " is an array"
        for element in value:
            one(at + "[]", element, members["[]"])
        return
    for name, node in members.items():
        assert name in value or node[1] or name in "*[]", f"{at}.{name} is missing"
    for name, element in value.items():
        assert name in members or "*" in members, f"{at}.{name} is not in the document"
        one(f"{at}.{name}", element, members[name if name in members else "*"])

def one(at, value, node):
    types, _, members = node
    if isinstance(value, (dict, list)):
        assert members, f"{at} is of type {kind(value)}"
        check(at, value, members)
        return
    good = kind(value) in types or (kind(value) == "integer" and "number" in types)
    assert good, f"{at} is of type {kind(value)}, not {' or '.join(types) or 'object'}"

def constant(name):
    raise ValueError(name + " is no JSON")

text = sys.stdin.read()
assert text.endswith("\n"), "no line"
for line in text[:-1].split("\n"):
    value = json.loads(line, parse_constant=constant)
    title = sys.argv[2] + (": " + value["type"] if "type" in value else "")
    assert value["program"] == title.split(" ")[0].rstrip(":"), "program is " + value["program"]
    check("", value, tree(title))
END

# valid NAME STATUS SECTION COMMAND...: the command exits with this status, and prints what this section of docs/json.md
# says, now in $work/out.
valid() {
    what="$1: $3" wanted=$2 section=$3
    shift 3
    timeout 60 "$@" >"$work/out" 2>"$work/err" </dev/null
    got=$?
    if [ $got -ne "$wanted" ]; then
        fail "$what: $*: status $got instead of $wanted: $(cat "$work/err")"
    elif why=$(python3 "$work/valid.py" docs/json.md "$section" <"$work/out" 2>&1); then
        pass
    else
        fail "$what: $*: $(printf '%s\n' "$why" | tail -n 1): $(head -c 600 "$work/out")"
    fi
}

# refused NAME STATUS TEXT COMMAND...: nothing is printed but a message with this text.
refused() {
    what=$1 wanted=$2 text=$3
    shift 3
    timeout 60 "$@" >"$work/out" 2>"$work/err" </dev/null
    got=$?
    if [ $got -eq "$wanted" ] && [ ! -s "$work/out" ] && grep -q -- "$text" "$work/err"; then
        pass
    else
        fail "$what: $*: status $got instead of $wanted: $(cat "$work/out" "$work/err")"
    fi
}

# --- alula
alula=$programs/alula rook='8/8/8/8/8/2k5/8/K6R w - - 0 1'
valid "bench" 0 "alula bench" "$alula" bench 3 --json
valid "perft" 0 "alula perft, divide" "$alula" perft 2 --json
valid "divide" 0 "alula perft, divide" "$alula" divide --json 2 "$rook"
valid "eval" 0 "alula eval" "$alula" eval --json
valid "eval of a known ending" 0 "alula eval" "$alula" eval "8/8/8/8/8/2k5/8/K7 b - - 0 1" --json
refused "a bad depth" 2 "bench: the depth" "$alula" bench 0 --json
refused "bad plies" 2 "perft: the number of plies" "$alula" perft x --json
refused "a long perft" 1 "use alula-perft" "$alula" perft 20 --json
refused "a bad FEN" 2 "eval: an unknown letter" "$alula" eval x --json
refused "no FEN in one word" 2 "too many words" "$alula" eval 8/8/8/8/8/2k5/8/K6R w --json
refused "no folder" 2 "tb: name the folder" "$alula" tb --json
refused "no tables" 1 "no Syzygy tablebases" "$alula" tb "$work" --json
refused "a full disk" 1 "cannot be written" sh -c "'$alula' eval --json >/dev/full"
if [ -d "$data/syzygy" ]; then
    valid "tb" 0 "alula tb" "$alula" tb "$data/syzygy" "$rook" --json
    refused "not in the tables" 1 "do not have" "$alula" tb "$data/syzygy" --json
    says "tb in words" 0 '^  Rd1 +win   27$' "$alula" tb "$data/syzygy" "$rook"
else
    skip "no TEST_DATA, so no tablebases"
fi
says "eval in words" 0 ': .* for White$' "$alula" eval "$rook"
says "eval of no position" 2 "cannot be played" "$alula" eval x

# --- alula-perft
valid "perft" 0 alula-perft "$programs/alula-perft" 2 --json
valid "perft, more" 0 alula-perft "$programs/alula-perft" 2 --json --kinds --divide
valid "perft, compared" 0 "alula-perft --compare" "$programs/alula-perft" \
    --compare "us=$alula perft {depth} \"{fen}\"" --suite perft-suites/castling.epd --max-nodes 1000 --rounds 1 --json

# --- alula-match
match=$programs/alula-match two="--engine $alula --engine $alula,name=twin"
# types TYPE...: of the lines of the last test.
types() {
    printf '%s\n' "$@" >"$work/said"
    sed 's/.*"type": "\([a-z]*\)".*/\1/' "$work/out" >"$work/are"
    same "lines of $what" "$work/said" "$work/are"
}
# shellcheck disable=SC2086 # words
{
    valid "match" 0 alula-match "$match" $two --games 2 --depth 1 --json --sprt elo0=0,elo1=5 --pgn "$work/a.pgn"
    types game standing game standing summary
    valid "match, quiet" 0 alula-match "$match" $two --engine "$alula,name=third" --games 2 --depth 1 --json --quiet
    types summary
    refused "no limit" 2 "a limit is needed" "$match" $two --json
    refused "no engine" 1 "none" "$match" $two --engine "$work/none" --depth 1 --json
}
# shellcheck disable=SC2086 # words
"$match" $two --games 1000000 --depth 1 --json >"$work/out" 2>"$work/err" </dev/null &
job=$!
soon grep -q standing "$work/out"
ends_by INT
holds "interrupted: status $status" [ $status -eq 130 ]
holds "interrupted: a summary" sh -c "tail -n 1 '$work/out' | grep '\"type\": \"summary\".*\"error\": null}$'"
cp "$work/out" "$work/lines"
valid "its lines" 0 alula-match cat "$work/lines"
valid "report" 0 alula-match "$match" report "$work/a.pgn" --json
valid "report of other games" 0 alula-match "$match" report "$work/a.pgn" --json --ratings
refused "report of nothing" 2 "needs files written by --pgn" "$match" report --json

# --- alula-epd
epd=$programs/alula-epd
printf '%s\n' '6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; id "back \\ rank";' '7k/5Q2/8/6K1/8/8/8/8 w - -' >"$work/a.epd"
valid "suite" 0 alula-epd "$epd" "$work/a.epd" --depth 3 --json
refused "an engine that fails" 1 "false" "$epd" "$work/a.epd" --engine false --depth 3 --json
refused "no suite" 1 "none" "$epd" "$work/none" --depth 3 --json
refused "two forms" 2 "excludes --epd" "$epd" "$work/a.epd" --depth 3 --json --epd

# --- alula-datagen
datagen=$programs/alula-datagen
"$datagen" run --out "$work/games" --games 2 --seed 1 --nodes 5 >/dev/null 2>"$work/err"
valid "stats" 0 "alula-datagen stats" "$datagen" stats "$work/games" --json
printf 'no shard' >"$work/games/bad.shard"
valid "stats with a bad shard" 1 "alula-datagen stats" "$datagen" stats "$work/games"/*.* --json
refused "stats of a bad shard" 1 "bad.shard" "$datagen" stats "$work/games/bad.shard" --json
refused "verify has none" 2 "unknown option" "$datagen" verify "$work/games" --json

# --- alula-train
train=$programs/alula-train
cp nets/alula.nn "$work/a.nn" && printf 'checksum 1\n"made"\n' >"$work/a.txt"
printf '%s\n' '7k/5Q2/8/6K1/8/8/8/8 w - - c0 "one 900"; c1 "other 800";' \
    '8/8/8/8/8/2k5/8/K6R w - - c0 "one 500"; c1 "other 400";' >"$work/c.epd"
valid "show" 0 "alula-train show" "$train" show "$work/a.nn" --json
valid "compare" 0 "alula-train compare" "$train" compare "$work/a.nn" "$work/a.nn" --positions "$work/c.epd" --json
refused "show of nothing" 2 "needs one network" "$train" show --json
refused "compare with no reference" 1 "a.epd:1" "$train" compare "$work/a.nn" --positions "$work/a.epd" --json

# --- alula-book
book=$programs/alula-book
printf '[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n' >"$work/g.pgn"
valid "make" 0 "alula-book make, merge" "$book" make "$work/g.pgn" "$work/g.bin" --min-games 1 --json
valid "merge" 0 "alula-book make, merge" "$book" merge "$work/g.bin" "$work/g.bin" "$work/h.bin" --json
valid "dump" 0 "alula-book probe, dump" "$book" dump "$work/h.bin" --json
valid "probe" 0 "alula-book probe, dump" "$book" probe "$work/h.bin" \
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" --json
valid "probe of another position" 1 "alula-book probe, dump" "$book" probe "$work/h.bin" "$rook" --json
refused "no book" 1 "none" "$book" dump "$work/none" --json

# --- alula-openings, alula-tune
openings=$programs/alula-openings tune=$programs/alula-tune
valid "openings" 0 alula-openings "$openings" --count 2 --nodes 500 --out "$work/o.epd" --json
refused "openings to nowhere" 2 "needs --out" "$openings" --count 2 --json
valid "tune" 0 alula-tune "$tune" --games 2 --nodes 5 --openings "$work/o.epd" --out "$work/p.inc" --json
refused "units" 2 "excludes --emit" "$tune" --games 2 --state "$work/s" --emit - --json

# --- alula-lab
lab=$programs/alula-lab
valid "searches" 0 alula-lab "$lab" --depth 2 --json "$work/a.epd"
valid "compare" 0 alula-lab "$lab" --compare --depth 2 --json "$work/a.epd"
valid "experiment" 0 alula-lab "$lab" --experiment "$work/a.svg" --depth 3 --json "$work/a.epd"
valid "a planted fault" 1 alula-lab "$lab" --compare --depth 3 --plant research --json
refused "a trace" 2 "exclude each other" "$lab" --trace 1 --json
finish
