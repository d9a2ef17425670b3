#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/annotate.sh ALULA_ANNOTATE ALULA FAKE_ENGINE: notes and reports by the built-in engine and by others,
# the same for any number of jobs and from several machines; a run that was ended goes on and then has the same output; bad games, engines
# that crash, hang or talk nonsense, full disks and files that are in the way get one sentence, and lose nothing.
# shellcheck source=tests/programs/says.sh disable=SC2086,SC2016 # the words of $signalled; dollars in games
. "${0%/*}/says.sh"
tool=$(full "$1") alula=$(full "$2") fake=$(full "$3") examples=$(cd "${0%/*}/../../docs/examples" && pwd)
cd "$work" || exit 2
TMPDIR=.
export TMPDIR

printf '[White "A"]\n[Black "B"]\n\n1. f3 {good} e5 2. g4 (2. e4 {better}) Qh4# 0-1\n\n' >mate.pgn
{
    cat mate.pgn
    printf '[White "C"]\n\n1. e4 {[%%clk 0:03:00]} e5 $1 2. Qh5 Ke7 3. Qxe5# 1-0\n\n'
    printf '[White "E"]\n\n1. e4 e5 2. Ke3 *\n\n[White "F"]\n\n*\n'
    printf '[Variant "chess960"]\n[FEN "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 0 9"]\n\n9. e4 Ng4 *\n'
    printf '[White "G"]\n\n1. d4 -- 2. c4 d5 *\n'
} >games.pgn

# Removes the best lines and replies, of which a report from notes has those of marked moves only.
without_lines() { sed -i -e 's/ data-l="[^"]*"//g' -e '/Played<.dt>/d' "$@"; }

# --- notes
says "a game" 0 "^game 1: A - B, 0-1, 2 moves; White [0-9]+ %, 1 [?][?], 0 [?], [01] [?]!; Black [0-9]+ %, 0 " \
    "$tool" mate.pgn --depth 4
says "its output" 0 "^1 game with notes in new.pgn$" "$tool" mate.pgn --depth 4 -o new.pgn
same "the default name" new.pgn mate-annotated.pgn
holds "the mark, the reason and the line" [ "$(tr '\n' ' ' <new.pgn |
    grep -c '2. g4 [$]4 {\[%eval #-1,4\] Allows mate: 2... Qh4#.} (2. ')" -eq 1 ]
holds "comments stay" grep -q '{good}' new.pgn
holds "variations stay" grep -q '{better})' new.pgn
"$alula" annotate mate.pgn console.pgn depth 4 >said
sed 's/^\(.Annotator "Alula [^,"]*\), depth 4"/\1"/' new.pgn >plain.pgn
same "the console writes the same notes" console.pgn plain.pgn
holds "who judged" grep -q '^.Annotator "Alula [0-9][^ ,]*, depth 4".$' new.pgn
cp mate.pgn own.pgn
says "in place" 0 "with notes in own.pgn" "$tool" own.pgn --depth 4 --out own.pgn
same "the same in place" new.pgn own.pgn
says "many games" 1 "^4 games with notes in one.pgn" "$tool" games.pgn --nodes 2000 --hash 1 -o one.pgn --html one.html --json one.json
says "a broken game" 1 "^alula-annotate: game 3 is unchanged: line 12: .Ke3. is not legal" "$tool" games.pgn --depth 1 -o x1.pgn
says "a game without moves" 1 "^game 4: F - [?], [*] has no moves" "$tool" games.pgn --depth 1 -o x2.pgn
holds "it is still there" grep -q '^1. e4 e5 2. Ke3' one.pgn
says "several at once" 1 "4 games" "$tool" games.pgn --nodes 2000 --hash 1 -o two.pgn --html two.html --json two.json --jobs 3
for end in pgn html json; do same "jobs change the $end" one.$end two.$end; done
says "time" 0 "1 game" "$tool" mate.pgn --movetime 10 -o x4.pgn

# --- nothing is lost
printf '%%%% escaped\n[White "A"]\n[White "B"]\n[ "x"]\n\n(1. c4 {early}) 1. e4 $6 (1. d4 Ke7 {my note} (1... x {a}) $3) 1... e5 {c} ; d }\n(1... c5 1-0) * {end} (1... d6)\n\n; last\n' >odd.pgn
cp odd.pgn odd-in.pgn
says "a variation that cannot be played" 0 "^alula-annotate: game 1: line [0-9]+: .*; left unchanged" "$tool" odd.pgn --depth 1 -o odd.pgn
tr '\n' ' ' <odd.pgn >flat
for words in '% escaped' '[White "B"]' '{["x"]}' '(1. c4 {early})' '(1. d4 Ke7 {my note} (1... x {a}) $3)' '{marked ?!}' \
    ';d }' '(1... c5 1-0)' '{end} (1... d6) *' '; last'; do
    holds "$words stays" grep -qF "$words" flat
done
cp odd.pgn odd-2.pgn
says "nothing is done twice" 0 "has its notes already" "$tool" odd.pgn --depth 1 -o odd.pgn
same "it stays" odd.pgn odd-2.pgn

awk '{ printf "%s\r\n", $0 }' games.pgn >dos.pgn
"$tool" dos.pgn --nodes 2000 --hash 1 -o unix.pgn >said 2>&1
same "CRLF becomes LF in all games" one.pgn unix.pgn

# --- games that were edited since
printf '1. e4 e5 2. Ke2? Nf6 *\n\n1. d4 d5 {x} *\n' >edited.pgn
"$tool" edited.pgn --depth 2 >said
cp edited-annotated.pgn other.pgn
sed 's/{x}/{y}/' other.pgn >edited-annotated.pgn && cp edited-annotated.pgn kept.pgn
says "edited in the output" 0 "^game 2: [?] - [?], [*] has its notes already" "$tool" edited.pgn --depth 2
same "the edit stays" kept.pgn edited-annotated.pgn
says "the same notes of the same game" 0 "has its notes already" "$tool" other.pgn --depth 2 -o other.pgn
printf '1. e4 e5 2. Ke2? {new} Nf6 1-0\n\n1. d4 d5 {x} *\n' >edited.pgn
says "edited in the source" 2 "edited-annotated.pgn already exists, and game 1 differs there; give --out another name" "$tool" edited.pgn --depth 2
same "nothing was written then" kept.pgn edited-annotated.pgn
sed 's/2[.] Ke2/2. Nf3/' other.pgn >moves.pgn
says "another move" 0 "^game 1: .*; Black [0-9]+ %" "$tool" moves.pgn --depth 2 -o moves.pgn
if [ "$(grep -c '(2[.] Nf3' moves.pgn)" -eq 0 ]; then pass; else fail "old notes stay: $(cat moves.pgn)"; fi

# --- reports
says "a graph" 0 "1 game" "$tool" mate.pgn --depth 3 -o x5.pgn --svg mate.svg
holds "it is SVG" grep -q '^<svg .*</svg>\|</svg>$' mate.svg
holds "it is a page" grep -q '</html>' one.html
holds "a list of games" grep -q '"judge": *"Alula [0-9][^ ,]*, 2000 nodes"' one.json
printf '[White "M\374ller"]\n[Black "M\303\274ller"]\n\n1. e4 {sch\366n} *\n' >latin1.pgn
says "Latin-1" 0 "1 game with notes" "$tool" latin1.pgn --depth 1 -o latin1-notes.pgn --json latin1.json
holds "Latin-1 and UTF-8" grep -q 'Müller.*Müller.*schön' latin1.json
if command -v python3 >/dev/null; then
    holds "JSON" python3 -c 'import json; g = json.load(open("one.json"))
assert [x["number"] for x in g] == [1, 2, 3, 4, 5, 6]'
fi
line='"error": *"..Ke3.. is not legal at move 2 of White", "error_line": 12,'
holds "JSON has the broken game, with its line in the input" grep -q '"number": 3.*'"$line" one.json
holds "and the game without moves" grep -q '"number": 4.*"error": "it has no moves"' one.json
holds "so has the page" grep -q '<h1>Report of 6 games, 2 of them not judged' one.html
holds "its table" grep -q 'href="#g3">3</a>.*Not judged: <bdi>line 12: &quot;Ke3&quot; is not legal' one.html
holds "and the game" grep -q '<article class="game" id="g5">' one.html
printf '[FEN "8/8"]\n\n1. e4 *\n\n[FEN "4k3/8/8/8/8/8/8/R3K3 w KQ e3 0 1"]\n\n1. Ra2 *\n' >starts.pgn
says "a right that cannot be" 1 "game 2: line 5: the FEN has what the board does not allow: castling right K, en-passant square e3; left unchanged" \
    "$tool" starts.pgn --depth 1 -o starts-notes.pgn --json starts.json
holds "a FEN that cannot be read" grep -q '"fen": "8/8", "error": "the FEN is not valid: ' starts.json
holds "a FEN that is not exact stays" grep -qxF '[FEN "4k3/8/8/8/8/8/8/R3K3 w KQ e3 0 1"]' starts-notes.pgn
says "a graph of several games" 2 "svg draws a single game, not the 6 in games.pgn" "$tool" games.pgn --depth 1 -o x6.pgn --svg x.svg
says "a report alone" 0 "no game needs notes" "$tool" new.pgn -o x7.pgn --html late.html --depth 4
"$tool" mate.pgn --depth 4 -o x8.pgn --html early.html >said
holds "best lines of all moves" [ "$(grep -o ' data-l=' early.html | wc -l)" -eq 4 ]
without_lines early.html late.html
same "the same report later, but for the best lines of other moves" early.html late.html
holds "nothing was written" test ! -e x7.pgn
for game in immortal deep-blue clocks; do
    says "$game.pgn" 0 "1 game with notes" "$tool" "$examples/$game.pgn" --nodes 500 -o $game.pgn --html $game.html
    holds "$game.html is small" test "$(wc -c <$game.html)" -lt 300000
done

# --- a run that is ended goes on
{
    cat mate.pgn
    sed -n '/./p' "$examples/immortal.pgn"
} >long.pgn
# ended WORD...: the tool with these words gets SIGTERM when game 1 is finished; its output and status.
ended() {
    : >said
    "$tool" "$@" >said 2>&1 &
    job=$!
    soon grep -q "^game 1" said
    rm -rf gone
    ends_by TERM
    cat said
    return $status
}
patience=
says "ended" 130 "^1 game with notes in cut.pgn" ended long.pgn --movetime 300 -o cut.pgn --json cut.json
holds "what to do next" grep -q "^alula-annotate: interrupted: repeat the command to continue" said
holds "the rest stays" grep -q '19. e5 Qxa1+ 20. Ke2' cut.pgn
holds "a report of what there is" grep -q '"white"' cut.json
mkdir gone
says "an output that can no longer be written" 130 "^alula-annotate: gone/z.pgn: cannot be written: No such file" \
    ended long.pgn --movetime 300 -o gone/z.pgn
holds "where it is instead" grep -q "^alula-annotate: the annotated games are in ./alula-annotated.pgn" said
holds "it is there" grep -q eval alula-annotated.pgn
patience=60
says "it goes on" 0 "^alula-annotate: continuing with cut.pgn" "$tool" long.pgn --depth 2 -o cut.pgn --json cut.json
says "nothing is left" 0 "^game 2: Anderssen, Adolf - Kieseritzky, Lionel, 1-0 has its notes already" "$tool" long.pgn --depth 2 -o cut.pgn
says "other limits" 0 "^alula-annotate: 1 game had notes by another engine or with other limits, which were kept" "$tool" long.pgn --depth 2 -o cut.pgn
if [ "$(grep -o '"white": *{' cut.json | wc -l)" -eq 2 ]; then pass; else fail "all games are in the report: $(cat cut.json)"; fi
{
    printf '1. f3 e5 2. g4 Qh4# 0-1\n\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - -"]\n\n1. e4 Kd7 *\n\n'
    printf '[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n\n1. e4 *\n'
} >bare.pgn
"$tool" bare.pgn --depth 1 -o bare-out.pgn >said
says "it goes on where tags were added" 0 "^alula-annotate: continuing with bare-out.pgn" "$tool" bare.pgn --depth 1 -o bare-out.pgn
# background jobs of a shell ignore SIGINT
says "ctrl-C" 130 "no game was annotated" $signalled -s INT 5 "$tool" "$examples/immortal.pgn" --depth 90 -o x9.pgn
holds "nothing was written then" test ! -e x9.pgn

# --- in parts
holds "standard input and output" sh -c "'$tool' - --nodes 2000 --hash 1 <games.pgn 2>said | cmp - one.pgn"
holds "what is said then" grep -q "^4 games with notes in standard output" said
for i in 1 2 3; do
    says "slice $i" 0 "^[12] games? with notes in part-$i.pgn" "$tool" games.pgn --nodes 2000 --hash 1 --slice $i/3 -o part-$i.pgn
    says "slice $i again" 0 "^no game needs notes" "$tool" games.pgn --nodes 2000 --hash 1 --slice $i/3 -o part-$i.pgn
done
says "a slice without games" 0 "^0 games with notes in part-9.pgn" "$tool" games.pgn --depth 1 --slice 9/9 -o part-9.pgn
says "again" 0 "^alula-annotate: continuing with part-9.pgn" "$tool" games.pgn --depth 1 --slice 9/9 -o part-9.pgn
says "the usual name of a part" 0 "^1 game with notes in mate-annotated-1-of-2.pgn" "$tool" mate.pgn --depth 4 --slice 1/2
grep -v '^.AlulaUnit "' mate-annotated-1-of-2.pgn >plain.pgn
same "all of one game, but for its tag" plain.pgn new.pgn
merge="$tool --merge games.pgn"
says "merged, with a part twice and a broken game" 1 "^alula-annotate: game 3 is unchanged: line 12: .Ke3" \
    $merge part-3.pgn part-1.pgn part-2.pgn part-1.pgn part-9.pgn -o merged.pgn --html merged.html --json merged.json
without_lines one.html merged.html
for end in pgn html json; do same "the merged $end" one.$end merged.$end; done
says "merged again" 1 "^alula-annotate: continuing with merged.pgn" $merge part-1.pgn part-2.pgn part-3.pgn -o merged.pgn
same "it stays" one.pgn merged.pgn
says "a part that is missing" 1 "^alula-annotate: game 2: C - [?], 1-0 is missing" $merge part-1.pgn part-3.pgn -o bad.pgn
says "a part that is not there" 1 "^alula-annotate: part-4.pgn: there is no such file" $merge part-1.pgn part-4.pgn -o bad.pgn
says "the games of other people" 1 "^alula-annotate: part-2.pgn: game 1 is not one of the games" "$tool" --merge mate.pgn part-1.pgn part-2.pgn -o bad.pgn
sed 's/eval -*[0-9.]*/eval 9.99/' part-2.pgn >other.pgn
says "a game that was edited" 1 "^alula-annotate: other.pgn: game 1 is skipped: it is not as written by --slice" \
    $merge part-1.pgn part-3.pgn other.pgn -o bad.pgn
says "and whole in another part" 1 "^4 games with notes in other-merged.pgn" \
    $merge part-1.pgn part-3.pgn other.pgn part-2.pgn -o other-merged.pgn
same "that one counts" one.pgn other-merged.pgn
says "a part of a plain run" 1 "^alula-annotate: 4 games in the parts have notes that --slice did not write" \
    $merge part-1.pgn one.pgn -o bad.pgn
"$tool" games.pgn --nodes 3000 --hash 1 --slice 2/3 -o limits.pgn >said
says "a part with other limits" 1 \
    "^alula-annotate: limits.pgn: game 1 has different settings than game 1 in part-1.pgn: .*=.* there, .*=.* here" \
    $merge part-1.pgn limits.pgn part-3.pgn -o bad.pgn
# an engine that changes behind its name
for depth in 2 3; do
    executable changing <<END
while read -r line; do case \$line in go*) echo go depth $depth ;; *) echo "\$line" ;; esac; done | "$alula"
END
    "$tool" games.pgn --depth 2 --engine ./changing,proto=uci --slice 2/3 -o changed-$depth.pgn >said
done
says "other notes of the same game" 1 "^alula-annotate: changed-3.pgn: game 1 has different notes than game 1 in changed-2.pgn" \
    $merge changed-2.pgn changed-3.pgn -o bad.pgn
{ cat games.pgn && cat mate.pgn games.pgn; } >twice.pgn
"$tool" twice.pgn --depth 2 -o twice-1.pgn >said 2>&1
for i in 1 2; do says "games that are there twice, $i" 0 "games with notes" "$tool" twice.pgn --depth 2 --slice $i/2 -o twice-part-$i.pgn; done
"$tool" --merge twice.pgn twice-part-1.pgn twice-part-2.pgn -o twice-2.pgn >said 2>&1
same "games that are there twice" twice-1.pgn twice-2.pgn
says "games in another order" 1 "twice-part-1.pgn: game 4 is not one of the games" "$tool" --merge games.pgn twice-part-1.pgn twice-part-2.pgn -o bad.pgn
"$tool" long.pgn --depth 2 --slice 1/1 -o whole.pgn >said
{
    awk '/^.Event /{n++} n < 2' whole.pgn
    sed -n '/./p' "$examples/immortal.pgn"
} >going.pgn
says "a slice goes on" 0 "^alula-annotate: continuing with going.pgn" "$tool" long.pgn --depth 2 --slice 1/1 -o going.pgn
same "as if it had not been ended" whole.pgn going.pgn
size=$(wc -c <part-2.pgn)
for cut in 0 $((size / 2)) $((size - 4)); do
    head -c $cut part-2.pgn >cut.pgn
    says "a part of $cut bytes" 1 "^alula-annotate: game [25]: .* is missing" $merge part-1.pgn cut.pgn part-3.pgn -o bad.pgn
done
says "a part cut short" 1 "^alula-annotate: cut.pgn: game 2 is skipped: it is broken or cut short" $merge part-1.pgn cut.pgn part-3.pgn -o bad.pgn
head -c 3000 /dev/urandom >cut.pgn
says "noise for a part" 1 "is missing: no part has it" $merge part-1.pgn cut.pgn part-3.pgn -o bad.pgn
holds "nothing was written" test ! -e bad.pgn
says "merging into a part" 2 "part-1.pgn already exists" $merge part-1.pgn part-2.pgn part-3.pgn -o part-1.pgn
says "nothing to merge" 2 "--merge needs the games, and the parts" "$tool" --merge games.pgn
says "limits with --merge" 2 "--merge does not search" $merge part-1.pgn --depth 3
says "a slice in place" 2 "so --out must be another file" "$tool" games.pgn --depth 1 --slice 1/3 --out ./games.pgn

# --- bad input
cp mate.pgn kept.pgn
says "no file" 2 "a PGN file is missing" "$tool" --depth 1
says "tables for another engine" 2 "--tb applies to the built-in engine" "$tool" mate.pgn --tb . --engine "$fake ok" -o y.pgn
says "no tables" 1 "there are no Syzygy tablebases" "$tool" mate.pgn --tb . -o y.pgn
says "a file that is not there" 1 "^alula-annotate: none.pgn: there is no such file$" "$tool" none.pgn --depth 1
: >empty.pgn
says "an empty file" 1 "^alula-annotate: empty.pgn: there are no games in this file$" "$tool" empty.pgn --depth 1
printf '[White "A"]\n\n*\n' >still.pgn
says "no moves" 1 "^no game was annotated, and nothing was written" "$tool" still.pgn --depth 1
says "an output that exists" 2 "kept.pgn already exists, and game 2 differs there" "$tool" games.pgn -o kept.pgn --depth 1
cp mate.pgn bare.pgn
says "an output without notes" 2 "bare.pgn already exists, and no game has notes there" "$tool" mate.pgn -o bare.pgn --depth 1
says "a device" 0 "^1 game with notes in /dev/null" "$tool" mate.pgn -o /dev/null --depth 1
says "a folder as the output" 1 "[.]: cannot be written: Is a directory" "$tool" mate.pgn -o . --depth 1
same "it stays" mate.pgn kept.pgn
says "no folder" 1 "no/x.pgn: cannot be written: No such file" "$tool" mate.pgn -o no/x.pgn --depth 1
ln -s mate.pgn link.pgn
for path in mate.pgn link.pgn "$PWD/y.pgn"; do
    says "a report over $path" 2 "html would replace another file" "$tool" mate.pgn -o y.pgn --depth 1 --html $path
done
says "two reports in one file" 2 "html and --json are the same file: y" "$tool" mate.pgn -o y.pgn --depth 1 --html y --json y
says "a report over other games" 2 "json would replace a file of games: games.pgn" "$tool" mate.pgn -o y.pgn --depth 1 --json games.pgn
says "a report over the default output" 2 "html would replace another file" "$tool" kept.pgn --depth 1 --html ./kept-annotated.pgn
says "two names of one report" 2 "html and --json are the same file: ./y" "$tool" mate.pgn -o y.pgn --depth 1 --html y --json ./y
same "no report replaced it" kept.pgn mate.pgn
cp part-1.pgn kept-part.pgn
says "a report over a part" 2 "html would replace another file" $merge part-1.pgn part-2.pgn part-3.pgn -o y.pgn --html part-1.pgn
same "the part is kept" kept-part.pgn part-1.pgn
says "no folder for a report" 1 "no/x.html: cannot be made: No such file" "$tool" mate.pgn -o y.pgn --depth 1 --html no/x.html
holds "nothing was written before" test ! -e y.pgn
if [ -c /dev/full ]; then
    says "a full disk" 1 "the output cannot be written" sh -c "'$tool' mate.pgn --depth 1 -o z1.pgn >/dev/full"
    holds "the notes are kept" grep -q eval z1.pgn
    env TMPDIR=. "$tool" mate.pgn --depth 1 -o - >/dev/full 2>said
    holds "a full standard output" grep -q "annotated games are in ./alula-annotated" said
    holds "no success is told" sh -c "! grep 'with notes in' said"
    says "a full disk for a report" 1 "/dev/full: cannot be written: No space" "$tool" mate.pgn --depth 1 -o z2.pgn --html /dev/full
    holds "the notes are kept, too" grep -q eval z2.pgn
fi
# --- other engines
says "UCI" 0 "^1 game with notes" "$tool" mate.pgn --depth 3 -o e1.pgn --engine "$alula,proto=uci" --hash 1
holds "its name" grep -q '^.Annotator "Alula [0-9][^ ,]* with Alula [0-9][^ ,]*, depth 3".$' e1.pgn
says "CECP" 0 "^1 game with notes" "$tool" mate.pgn --depth 3 -o e2.pgn --engine "$alula,proto=cecp"
says "Chess960 and null moves" 1 "^4 games with notes" "$tool" games.pgn --depth 2 -o e3.pgn --engine "$alula,proto=uci" --jobs 2
for protocol in uci cecp; do
    says "an engine that dies, $protocol" 1 "^alula-annotate: game 1 is unchanged: the engine died: exit status 3, at move 2 of Black$" \
        "$tool" mate.pgn --depth 1 -o f.pgn --engine "$fake crash,proto=$protocol"
    says "an illegal move, $protocol" 1 "the engine makes an illegal move: e1e8, at move 2 of Black$" \
        "$tool" mate.pgn --depth 1 -o f.pgn --engine "$fake illegal,proto=$protocol"
    says "an engine that says nothing, $protocol" 1 "the engine cannot be used: .*: it does not answer" \
        "$tool" mate.pgn --depth 1 -o f.pgn --engine "$fake mute,proto=$protocol" --patience 1
    says "false mates, $protocol" 0 "^1 game with notes" "$tool" mate.pgn --depth 1 -o f-$protocol.pgn --engine "$fake boast,proto=$protocol"
done
says "an engine that hangs" 1 "game 1 is unchanged: the engine fell silent, at move 2 of Black$" \
    "$tool" mate.pgn --depth 1 -o f.pgn --engine "$fake stall,proto=uci" --patience 1
says "no Chess960" 1 "game 5 is unchanged: the engine " "$tool" games.pgn --depth 1 -o g.pgn --engine "$fake ok,proto=cecp"
says "an engine that always dies" 1 "the engine failed in three games in a row; the remaining games are unchanged" \
    "$tool" games.pgn --depth 1 -o h.pgn --engine "$fake crash,proto=cecp"
holds "no file of failures" test ! -e h.pgn
finish
