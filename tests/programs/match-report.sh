#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/match-report.sh ALULA_MATCH ALULA FAKE_ENGINE: what alula-match reports besides results
# and faults: games that repeat, and moves in another notation. CPUs of
# engines. Results for scripts. Slices, and the report of several runs.
# Swiss tournaments.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
match=$1 alula=$2 bad=$3
patience=

cat > "$work/openings.epd" << 'END'
rnbqkb1r/pppp1ppp/5n2/8/3pP3/2N5/PPP2PPP/R1BQKBNR w KQkq - hmvc 0; fmvn 4;
r1bqkbnr/pppp1p1p/2n3p1/4p3/4P3/5N2/PPPPBPPP/RNBQK2R w KQkq - hmvc 0; fmvn 4;
rnbqk1nr/pppp1pp1/7p/2b1p3/4P3/2N3P1/PPPP1P1P/R1BQKBNR w KQkq - hmvc 0; fmvn 4;
4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 b - - 0 1
END

# printed NAME FILE: the output of the last command is this file.
printed() {
    printf '%s\n' "$output" > "$work/got"
    same "$1" "$work/got" "$2"
}

# --- games that repeat: both engines choose by the position alone
repeated() {
    "$match" --engine "cmd=$bad ok,name=one" --engine "cmd=$bad ok,name=two" --depth 1 --openings "$work/openings.epd" "$@"
}
says "no game repeats" 0 "^no crash" repeated --games 8 --pgn "$work/repeats.pgn"
if printf '%s\n' "$output" | grep -q repeat; then fail "no game repeats: $output"; else pass; fi
says "a game repeats" 0 "^1 game repeats an earlier one move by move .game 9 repeats game 1.: the error bars" repeated --games 9 \
    --pgn "$work/repeats.pgn" --resume
says "games repeat" 0 "^8 games repeat an earlier one move by move .game 9 repeats game 1.: the error bars" repeated --games 16 \
    --pgn "$work/repeats.pgn" --resume
says "games repeat in a progress line" 0 "^20 of 20 games: .*, 12 repeated$" repeated --games 20 --concurrency 2
says "engines other than before" 0 "^no crash" repeated --engine "cmd=$bad ok,name=three" --games 2
if printf '%s\n' "$output" | grep -q repeat; then fail "engines other than before: $output"; else pass; fi

# --- a CPU for each game at once. The two engines that start the first two games wait for each other.
executable bound << END
echo "\$1 \$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status)" >> "$work/cpus"
if [ "\$(wc -l < "$work/cpus")" -ge 3 ]; then
    until [ "\$(wc -l < "$work/cpus")" -ge 4 ]; do sleep 0.02; done
fi
exec "$bad" ok
END
# bound OPTION...: a match of two engines that write their CPUs: twice to be probed, then for games
bound() {
    : > "$work/cpus"
    "$match" --engine "cmd='$work/bound' one,proto=uci,name=one" --engine "cmd='$work/bound' two,proto=uci,name=two" --depth 1 \
        --openings "$work/openings.epd" --games 2 --concurrency 2 --quiet "$@"
}
# cpus: of each game at once, in the order of numbers
cpus() { tail -n +3 "$work/cpus" | sort | uniq | awk '{n[$2] = n[$2] " " $1} END {for (c in n) print c n[c]}' | sort; }
if [ ! -r /proc/self/status ] || ! command -v taskset > /dev/null; then
    says "affinity elsewhere" 2 "this system does not bind" bound --affinity
elif [ "$(nproc)" -ge 2 ]; then
    says "games with affinity" 0 "^no crash" bound --affinity
    if cpus | grep -q '^[0-9]* one two$' && [ "$(cpus | grep -c '^[0-9]* one two$')" -eq 2 ] && [ "$(cpus | wc -l)" -eq 2 ]; then
        pass
    else fail "games with affinity: $(cat "$work/cpus")"; fi
    says "games without affinity" 0 "^no crash" bound
    if [ "$(cut -d ' ' -f 2 "$work/cpus" | uniq | wc -l)" -eq 1 ]; then pass; else fail "games without affinity: $(cat "$work/cpus")"; fi
    last=$(taskset -cp $$ | sed 's/.*[^0-9]//')
    says "too few CPUs" 2 "^alula-match: --affinity needs a CPU for each of the 2 games at once; there is 1 .see --help.$" taskset -c "$last" "$match" \
        --engine "cmd=$bad ok" --engine "cmd=$bad ok" --depth 1 --concurrency 2 --affinity
    : > "$work/cpus"
    says "the CPU that is left" 0 "^no crash" taskset -c "$last" "$match" --engine "cmd='$work/bound' one,proto=uci,name=one" \
        --engine "cmd=$bad ok" --depth 1 --games 1 --affinity
    if [ "$(tail -n 1 "$work/cpus")" = "one $last" ]; then pass; else fail "the CPU that is left: $(cat "$work/cpus")"; fi
fi
says "affinity with threads" 2 \
    "^alula-match: --affinity gives a game one CPU, and this engine has more threads: $bad ok .see --help.$" \
    "$match" --engine "cmd=$bad ok" --engine "cmd=$bad ok,option.threads=2" --depth 1 --affinity

# --- notation. spelled PROTOCOL FEN TEXT WANTED: White's first move is TEXT; WANTED is right, loose, or wrong
spelled() {
    protocol=$1 text=$3 wanted=$4 ends="adjudicated 0 won 1 drawn" moves="^no crash"
    echo "$2" > "$work/fen.epd"
    PROTOCOL=$(echo "$protocol" | tr '[:lower:]' '[:upper:]')
    [ "$wanted" = wrong ] && ends="adjudicated 0 won 0 drawn" moves="^fake makes an illegal move, first in game 1: $text (not in the notation of $PROTOCOL); position "
    [ "$wanted" = loose ] && moves="^fake wrote 1 move in a notation that $PROTOCOL does not define; accepted here; the first is in game 1: $text$"
    rm -f "$work/spelled.pgn"
    says "$protocol $text" 0 "$ends" "$match" --engine "cmd='$bad' says '$text',proto=$protocol,name=fake" --games 1 --depth 1 \
        --engine "cmd='$bad' ok,name=other" --openings "$work/fen.epd" --draw movenumber=1,movecount=1,score=10 --pgn "$work/spelled.pgn"
    report=$output
    holds "$protocol $text" grep -q -- "$moves" <<END
$report
END
    if [ "$wanted" = right ]; then
        if echo "$report" | grep -q notation; then fail "$protocol $text: $output"; else pass; fi
    fi
}
fen="4k3/P7/8/8/8/8/8/4K2R w K - 0 1"
spelled uci "$fen" "a7a8q ponder e8e7" right
spelled uci "$fen" "a7a8Q" loose
says "a loose notation is in the PGN" 0 '^.WhiteNotation "1 moves, a7a8Q"' cat "$work/spelled.pgn"
spelled uci "$fen" "a8=Q" wrong
says "a wrong notation is in the PGN" 0 "^{White makes an illegal move: a8=Q .not in the notation of UCI.} 0-1" cat "$work/spelled.pgn"
says "a wrong notation, resumed" 0 "^fake makes an illegal move, first in game 1: a8=Q .not" "$match" --engine "cmd='$bad' says 'a8=Q',proto=uci,name=fake" \
    --games 1 --depth 1 --engine "cmd='$bad' ok,name=other" --openings "$work/fen.epd" --draw movenumber=1,movecount=1,score=10 \
    --pgn "$work/spelled.pgn" --resume
spelled cecp "$fen" "O-O" right
says "an illegal move" 0 "^fake makes an illegal move, first in game 1: e1e8; position rnbqkbnr/[^ ]* w " "$match" --engine "cmd='$bad' says e1e8,name=fake" --games 1 \
    --engine "cmd='$bad' ok,name=other" --depth 1

# --- a result that scripts can read
agreed() { "$match" --engine "cmd='$bad' offer,name=one" --engine "cmd='$bad' offer,name=the other,depth=2" --depth 1 --games 4 "$@"; }
says "a summary" 0 "agreed 4" agreed --summary "$work/drawn.txt" --openings "$work/openings.epd" --threads 1 --order random --seed 9
# 400 log10((1/2 + h) / (1/2 - h)), h = 0.349961: Wilson's interval of 4 games
grep -v '^Command: ' "$work/drawn.txt" > "$work/got"
cat > "$work/wanted" << END
Elo: 0.00 [-301.28, 301.28]
Games: 4, won 0, lost 0, drawn 4
Penta: 0, 0, 2, 0, 0
Engines: one against the other
Limits: depth 1, 1 thread for one; depth 2, 1 thread for the other
Openings: $work/openings.epd, 4, random, seed 9
END
same "a summary" "$work/got" "$work/wanted"
# the command can be run again
says "the command" 0 "agreed 4" sh -c "$(sed -n 's/^Command: //p' "$work/drawn.txt")"
says "a summary without openings" 0 "agreed 3" agreed --hash 8 --summary "$work/plain.txt" --games 3 --sprt elo0=-1,elo1=2,model=normalized
says "no openings" 0 "^Openings: none$" cat "$work/plain.txt"
says "a game without its pair" 0 "^Games: 3, won 0, lost 0, drawn 3, without a pair 1$" cat "$work/plain.txt"
says "a test that is not decided" 0 "^SPRT: LLR -?[0-9.]* .-2.94, 2.94. .-1, 2. normalized, not decided$" cat "$work/plain.txt"
says "a summary of a test" 0 "H1 .Elo 200. accepted" "$match" --engine "cmd=$alula,proto=cecp,name=good" --engine "cmd=$bad ok,name=fake" \
    --nodes 300 --games 1000 --sprt elo0=0,elo1=200 --openings "$work/openings.epd" --summary "$work/test.txt"
says "a test that is decided" 0 "^SPRT: LLR [3-9][0-9.]* .-2.94, 2.94. .0, 200. logistic, H1 accepted$" cat "$work/test.txt"
says "no folder for the summary" 1 "none/x.txt: cannot be made: No such file" agreed --summary "$work/none/x.txt"

# --- slices of one match, and the report of several runs
# run FILE OPTION...: a match of 40 games at fixed nodes, of engines that differ
executable run << END
pgn=\$1
shift
exec "$match" --engine "cmd=$alula,proto=cecp,name=one" --engine "cmd=$alula,proto=cecp,name=two,nodes=150" --nodes 200 \\
    --openings "$work/openings.epd" --games 40 --quiet --pgn "\$pgn" "\$@" < /dev/null
END
run() { "$work/run" "$@"; }
games() { grep -c '^.Result ' "$1"; }
says "one run" 0 "^one against two: 40 games" run "$work/whole.pgn"
printf '%s\n' "$output" > "$work/whole.out"
says "the report of one run" 0 ": 40 games" "$match" report "$work/whole.pgn"
printed "the report of one run" "$work/whole.out"
says "a slice" 0 "^slice 1/2, 20 of the 40 games of the match; alula-match report combines slices$" run "$work/first.pgn" --slice 1/2
# the other slice is killed and continued, with another number of games at once
has_games() { [ "$(games "$1")" -ge 3 ]; }
for _ in 1 2 3 4 5; do # again, if a busy machine has played all games before the kill
    rm -f "$work/second.pgn"
    "$work/run" "$work/second.pgn" --slice 2/2 > /dev/null 2>&1 &
    job=$!
    soon has_games "$work/second.pgn"
    ends_by KILL
    have=$(games "$work/second.pgn")
    [ "$have" -ge 20 ] || break
done
if [ "$have" -ge 3 ] && [ "$have" -lt 20 ]; then pass; else fail "the slice is killed too late: $have games"; fi
says "a slice that was killed" 1 "^alula-match: [0-9]+ of [0-9]+ games (is|are) missing: [0-9]" "$match" report "$work/first.pgn" "$work/second.pgn" --games 40
printf '[Event "alula-match"]\n[Site "?"]\n[Round "39"]\n[Whi' >> "$work/second.pgn"
says "half a game" 1 "^alula-match: $work/second.pgn: its last game is incomplete" "$match" report "$work/first.pgn" "$work/second.pgn"
says "a slice is resumed" 0 "^slice 2/2, 20 of the 40" run "$work/second.pgn" --slice 2/2 --resume --concurrency 2
says "a part of a slice" 0 "^slice 4/4, 10 of the 40" run "$work/fourth.pgn" --slice 4/4
says "a part of a slice goes on" 0 "^slice 2/2, 20 of the 40" run "$work/fourth.pgn" --slice 2/2 --resume
says "games of another slice" 1 "second.pgn: it has games of another slice" run "$work/second.pgn" --slice 1/2 --resume
for files in "first second" "first whole second"; do
    # shellcheck disable=SC2086 # a list of names
    says "slices: $files" 0 ": 40 games" "$match" report $(printf "$work/%s.pgn " $files) --svg "$work/$files.svg" --summary "$work/$files.txt"
    printed "slices: $files" "$work/whole.out"
    for kind in svg txt; do same "slices: $files" "$work/$files.$kind" "$work/first second.$kind"; done
done
says "a summary of slices" 0 "^Openings: 4, sequential$" cat "$work/first second.txt"
says "missing games" 1 "^alula-match: 20 of 40 games are missing: 1, 2, 5, 6, 9, 10, 13, 14, 17, 18 and 10 more$" "$match" report "$work/second.pgn"
says "games after --games" 1 "there are 40 games per pairing, but --games expects 38" "$match" report "$work/whole.pgn" --games 38
# the end is known: games that are not there are named even if nothing comes after them
# upto N FILE: its games with numbers up to N
upto() { awk -v RS='\\[Event ' -v last="$1" 'match($0, /Round "[0-9]*/) && substr($0, RSTART + 7, RLENGTH - 7) + 0 <= last { printf "[Event %s", $0 }' "$2"; }
upto 37 "$work/first.pgn" > "$work/first1.pgn"
upto 38 "$work/second.pgn" > "$work/second2.pgn"
upto 39 "$work/whole.pgn" > "$work/whole1.pgn"
says "the last game is lost" 1 "^alula-match: 1 of 40 games is missing: 40$" "$match" report "$work/whole1.pgn"
says "the end of each slice is lost" 1 "^alula-match: 3 of 40 games are missing: 38, 39, 40$" "$match" report "$work/first1.pgn" "$work/second2.pgn"
says "a shorter match is asked for" 0 ": 37 games" "$match" report "$work/first1.pgn" "$work/second2.pgn" --games 37
says "slices of other numbers" 0 "^slice 2/3, 14 of the 40" run "$work/third.pgn" --slice 2/3
says "mixed slices" 1 "^alula-match: 12 of 40 games are missing: 7, 8, 11, 12, 19, 20, 23, 24, 31, 32 and 2 more$" \
    "$match" report "$work/first.pgn" "$work/third.pgn"
cp "$work/whole.pgn" "$work/longer.pgn"
says "a match goes on" 0 ": 44 games" run "$work/longer.pgn" --resume --games 44
says "the report of a match that went on" 0 ": 44 games" "$match" report "$work/first.pgn" "$work/longer.pgn"
upto 42 "$work/longer.pgn" > "$work/longer2.pgn"
says "the end of a match that went on" 1 "^alula-match: 2 of 44 games are missing: 43, 44$" "$match" report "$work/longer2.pgn" "$work/first.pgn"
# a test ends a match before
run "$work/decided.pgn" --games 1000 --sprt elo0=-800,elo1=-400 > /dev/null 2>&1
holds "the test is decided" [ "$(games "$work/decided.pgn")" -lt 500 ]
says "the report of a decided test" 0 "^SPRT of .*: H1 .* accepted" "$match" report "$work/decided.pgn" --sprt elo0=-800,elo1=-400
says "the report of a decided test without the test" 0 "^one against two: " "$match" report "$work/decided.pgn"
says "the report of a test that is not decided" 1 "of 1000 games are missing: " "$match" report "$work/decided.pgn" --sprt elo0=-1,elo1=0
says "a test of all games" 0 "^SPRT of logistic Elo 0 against 200: LLR .*: " "$match" report "$work/first.pgn" "$work/second.pgn" --sprt elo0=0,elo1=200
says "a test of a slice" 2 "needs all games, not a slice" run "$work/test.pgn" --slice 1/2 --sprt elo0=0,elo1=5
says "slice 3/2" 2 "a slice is I/N" run "$work/test.pgn" --slice 3/2

# --- runs that do not belong together. refused WHAT TEXT FILE: FILE and first.pgn are not added
refused() {
    says "$1" 1 "^alula-match: $work/$3: $2$" "$match" report "$work/first.pgn" "$work/$3" --svg "$work/refused.svg"
    says "$1, the other way round" 1 "^alula-match: " "$match" report "$work/$3" "$work/first.pgn" --svg "$work/refused.svg"
}
for change in "limits --depth 3" "engines --hash 8"; do
    # shellcheck disable=SC2086 # options
    says "a run with other $change" 0 ": 1 game," run "$work/other.pgn" --games 1 ${change#* }
    refused "other $change" "it has games of a match with different ${change%% *} .compared with $work/first.pgn." other.pgn
    rm "$work/other.pgn"
done
sed 's/^.Round "5"/[Round "1"/' "$work/first.pgn" > "$work/twice.pgn"
refused "a game that differs" "game 1 differs from the one in $work/(first|twice).pgn" twice.pgn
sed 's/^.Round "40"/[Round "1"/' "$work/second.pgn" > "$work/moved.pgn"
says "a game with another number" 1 "moved.pgn: game 1 has other players than its number requires" "$match" report "$work/moved.pgn"
sed 's/\(WhiteFiles "program\) ......../\1 00000000/' "$work/first.pgn" > "$work/program.pgn"
refused "another program" "program of (one|two) is a different file than in $work/(first|program).pgn" program.pgn
sed '/AlulaSchedule/d' "$work/first.pgn" > "$work/older.pgn"
refused "an older version" "its games have no AlulaSchedule tag: .*" older.pgn
sed 's/^\(.White\) "one"/\1 "three"/' "$work/first.pgn" > "$work/names.pgn"
refused "another name" "engine 1 is (one|three), but (one|three) in $work/(first|names).pgn" names.pgn
echo "1. e4 e5 *" > "$work/foreign.pgn"
refused "another PGN file" "it has games that alula-match did not write; .*" foreign.pgn
says "results of any games" 0 "^one against two: 20 games$" "$match" report "$work/first.pgn" "$work/foreign.pgn" --ratings
says "no results" 1 "there is no game with a result in $work/foreign.pgn" "$match" report "$work/foreign.pgn"

# --- games of other programs. game ROUND WHITE BLACK RESULT
game() { printf '[Event "x"]\n[Round "%s"]\n[White "%s"]\n[Black "%s"]\n[Result "%s"]\n\n1. e4 {+0.30/12 1.2s} e5 %s\n\n' "$1" "$2" "$3" "$4" "$4"; }
{
    game 1 A B 1-0; game 2 A B 1/2-1/2; game 1 B A 1/2-1/2; game 2 B A 1-0
} > "$work/two.pgn"
says "games of another program, by pairs" 0 "^pairs with 0, 1/2, 1, 3/2, 2 points: 0, 1, 0, 1, 0$" "$match" report "$work/two.pgn" --sprt elo0=0,elo1=5
{
    cat "$work/two.pgn"; game - C A 1-0; game - C A 0-1; game - "?" A 1-0; game - D A "*"
    printf '[White "A"]\n[Black "B"]\n[Result "1-0"]\n[Variant "Crazyhouse"]\n[FEN "bad"]\n\n1-0\n'
} > "$work/several.pgn"
says "ratings" 0 "^C +2 +1\.0 +50\.0 +[+]0\.0 \[-[0-9]+, [+][0-9]+\] +1\.0/2 " "$match" report "$work/several.pgn"
says "games that are left out" 0 "^alula-match: 3 games without a result, " sh -c "'$match' report '$work/several.pgn' 2>&1"
sed 's/Round "[12]"/Round "?"/' "$work/two.pgn" > "$work/alone.pgn"
says "no pairs" 0 "^Elo .*, normalized" "$match" report "$work/alone.pgn"
says "a test without pairs" 1 "^alula-match: no two games form a pair, which --sprt needs: " "$match" report "$work/alone.pgn" --sprt elo0=0,elo1=5
if printf '%s\n' "$output" | grep -q 'LLR\|^pairs'; then fail "a test without pairs: $output"; else pass; fi
sed '7s/e5/Ke5/; 13s/1.2-1.2/1-0/' "$work/two.pgn" > "$work/wrong.pgn"
says "an illegal move" 0 "wrong.pgn:7: game 1: .*Ke5\" is not legal at move 1 of Black|1 game without a result, " sh -c "'$match' report '$work/wrong.pgn' 2>&1"
says "a result that differs" 0 "wrong.pgn:15: game 2: the tag Result says 1-0, the game ends 1/2-1/2, which counts$" "$match" report "$work/wrong.pgn"
refused "no file" "No such file or directory" none.pgn
holds "nothing is written" [ ! -e "$work/refused.svg" ]
says "no games" 1 "^alula-match: there is no game in /dev/null$" "$match" report /dev/null

# --- more than two engines: the report of a run in three slices is that of one run
for kind in "" --gauntlet; do
    three() { "$match" --engine "$bad ok,name=a" --engine "$bad ok,name=b" --engine "cmd=$bad crash 2,proto=uci,name=c" --depth 1 --games 3 \
        --openings "$work/openings.epd" --quiet $kind "$@"; }
    rm -f "$work"/part?.pgn "$work/three.pgn"
    says "three engines $kind" 0 "^engine " three --pgn "$work/three.pgn"
    printf '%s\n' "$output" > "$work/wanted"
    for i in 1 2 3; do says "three engines $kind, $i/3" 0 "^slice $i/3" three --slice $i/3 --pgn "$work/part$i.pgn"; done
    says "three engines $kind, added" 0 "^engine " "$match" report "$work/part3.pgn" "$work/part1.pgn" "$work/part2.pgn"
    printed "three engines $kind, added" "$work/wanted"
done
says "a test of three" 2 "sprt needs exactly two engines" "$match" report "$work/three.pgn" --sprt elo0=0,elo1=5

# --- a Swiss tournament: equal results make equal pairings
executable swiss << END
pgn=\$1
shift
exec "$match" --engine "cmd=$alula,proto=cecp,name=a,nodes=300" --engine "cmd=$alula,proto=cecp,name=b,nodes=150" \\
    --engine "cmd=$alula,proto=cecp,name=c,nodes=75" --engine "cmd=$bad ok,name=d,depth=1" --engine "cmd=$bad ok,name=e,depth=1" \\
    --openings "$work/openings.epd" --swiss 4 --quiet --pgn "\$pgn" "\$@" < /dev/null
END
says "Swiss" 0 "^byes, worth two points each, not counted in % and Elo: e in round 1, " "$work/swiss" "$work/swiss.pgn"
printf '%s\n' "$output" > "$work/wanted"
points() { awk '$1 ~ /^[a-e]$/ { print $4 }' "$work/wanted"; }
holds "points with two for each of four byes" [ "$(points | awk '{ n += $1 } END { print n }')" = 24 ]
holds "the order is that of points with byes" [ "$(points)" = "$(points | sort -rn)" ]
# pairs FILE: who met whom in each round
pairs() { awk -F '"' '/^.Round/ { n = $2 } /^.White "/ { w = $2 } /^.Black "/ { print int((n - 1) / 4), w < $2 ? w $2 : $2 w }' "$1" | sort -u; }
holds "two games for each pairing" [ "$(games "$work/swiss.pgn"),$(pairs "$work/swiss.pgn" | wc -l),$(pairs "$work/swiss.pgn" | cut -c 3- | sort -u | wc -l)" = 16,8,8 ]
says "Swiss, several games at once" 0 "^byes" "$work/swiss" "$work/more.pgn" --concurrency 3
printed "Swiss, several games at once" "$work/wanted"
says "the report of a Swiss tournament" 0 "^byes" "$match" report "$work/more.pgn"
printed "the report of a Swiss tournament" "$work/wanted"
size=$(wc -c < "$work/swiss.pgn")
for part in 5 2; do
    head -c $((size / part)) "$work/swiss.pgn" > "$work/part.pgn"
    says "Swiss, the report of a part" 0 "^a |^b " sh -c "'$match' report '$work/part.pgn' || [ \$? -eq 1 ]"
    says "Swiss, resumed after a part" 0 "^byes" "$work/swiss" "$work/part.pgn" --resume
    printed "Swiss, resumed after a part" "$work/wanted"
done
awk -v RS='\\[Event ' 'NR > 1 && !/Round "3"/ { printf "[Event %s", $0 }' "$work/swiss.pgn" > "$work/hole.pgn"
says "a round that is not complete" 1 "hole.pgn: it has a game of a round after an incomplete one" "$work/swiss" "$work/hole.pgn" --resume
says "a game of a Swiss tournament is missing" 1 "^alula-match: 1 of 16 games is missing: 3$" "$match" report "$work/hole.pgn"
upto 12 "$work/swiss.pgn" > "$work/round.pgn"
says "the last round of a Swiss tournament is missing" 1 "^alula-match: 4 of 16 games are missing: 13, 14, 15, 16$" "$match" report "$work/round.pgn"
says "a Swiss tournament goes on" 0 "^byes" "$work/swiss" "$work/more.pgn" --swiss 5 --resume
says "the report of a Swiss tournament that went on" 0 "^20 games" "$match" report "$work/more.pgn" "$work/swiss.pgn"
says "Swiss in slices" 2 "swiss has no slices" "$work/swiss" "$work/none.pgn" --slice 1/2

cp "$work/more.pgn" "$work/kept.pgn"
says "a picture over the games" 2 "svg would replace another file of this run: $work/more.pgn" "$match" report "$work/swiss.pgn" "$work/more.pgn" --svg "$work/more.pgn"
says "a picture over the games of a match" 2 "svg would replace another file of this run: $work/more.pgn" "$work/swiss" "$work/more.pgn" --resume --svg "$work/more.pgn"
says "a summary over the openings" 2 "summary would replace another file of this run" \
    "$match" --engine "$bad ok" --engine "$bad ok" --depth 1 --openings "$work/kept.pgn" --summary "$work/kept.pgn"
printf '\357\273\277\n [Event  "x"]\n' > "$work/games"
says "a picture over other games" 2 "svg would replace a file of games: $work/kept.pgn" "$work/swiss" "$work/x.pgn" --svg "$work/kept.pgn"
says "a picture over other games, report" 2 "svg would replace a file of games: $work/kept.pgn" "$match" report "$work/more.pgn" --svg "$work/kept.pgn"
says "a summary over other games" 2 "summary would replace a file of games: $work/games" agreed --summary "$work/games"
says "a summary over other games, report" 2 "summary would replace a file of games: $work/games" "$match" report "$work/whole.pgn" --summary "$work/games"
holds "nothing was begun" [ ! -e "$work/x.pgn" ]
says "an empty file is replaced" 0 ": 40 games" sh -c ": > '$work/empty.pgn'; '$match' report '$work/whole.pgn' --summary '$work/empty.pgn'"
same "nothing was overwritten" "$work/kept.pgn" "$work/more.pgn"

finish
