#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/match.sh ALULA_MATCH ALULA FAKE_ENGINE: short matches of Alula against itself and against an
# engine that crashes, stalls, and makes illegal moves and false claims; bad input; killed matches that
# are resumed. No process may survive.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
match=$1 alula=$2 fake=$3
# a unique name, so that other processes are not counted
bad=$work/fake-$$
cp "$fake" "$bad"

# meets MODE TEXT [OPTION...]: two games of Alula against a fake engine; the output must match TEXT.
# Margin and timeout are large, as the machine may be busy; where a fault is one of time, the good engine has a longer clock.
meets() {
    mode=$1 text=$2
    shift 2
    says "fake engine: $mode" 0 "$text" "$match" --engine "cmd=$alula,proto=cecp,name=good" \
        --engine "cmd=$bad $mode,name=fake" --games 2 --tc 0.5+0.01 --margin 60000 --patience "$answer_seconds" "$@"
}
answer_seconds=10

# engines N: so many fake engines run.
engines() { [ "$(pgrep -f "^$bad " | wc -l)" -eq "$1" ]; }

# Count the remaining fake engines, after up to a minute.
leftover() {
    soon engines 0
    pgrep -f "^$bad " | wc -l
}

# A checksum of the moves of a PGN file, ordered by game, without comments.
moves() {
    awk '/^\[Round / {gsub(/[^0-9]/, ""); round = $0; next} /^\[/ || /^$/ {next} {print round, $0}' "$1" |
        sort -n -s -k 1,1 | sed 's/ [0-9.]*s}/}/g; s/{[0-9.]*s}//g' | tr -s ' \n' ' ' |
        sed 's/{[^}]*}//g' | tr -s ' ' '\n' | grep -v '^[0-9]*$' | cksum
}
games() { grep -c '^\[Result ' "$1"; }

cat > "$work/openings.epd" << 'END'
rnbqkb1r/pppp1ppp/5n2/8/3pP3/2N5/PPP2PPP/R1BQKBNR w KQkq - hmvc 0; fmvn 4;
r1bqkbnr/pppp1p1p/2n3p1/4p3/4P3/5N2/PPPPBPPP/RNBQK2R w KQkq - hmvc 0; fmvn 4;
rnbqk1nr/pppp1pp1/7p/2b1p3/4P3/2N3P1/PPPP1P1P/R1BQKBNR w KQkq - hmvc 0; fmvn 4;
4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 b - - 0 1
END
lost='^2 won, 0 lost'

# --- faults; columns are: on time, silent, crashes, illegal, claims
meets "ok" "$lost"
meets "crash 3,proto=uci" "^fake +0 +0 +2 +0 +0"
# the cause, in the report and in the game, and both again from the games
cause='fake crashes, first in game 1: signal 6 \([^)]*\), stderr: no memory; position [^ ]+ b [^ ]+ [^ ]+ [0-9]+ 3$'
meets "abort 3" "^$cause" --pgn "$work/abort.pgn"
says "the cause is in the game" 0 '{Black crashes: signal 6 [^}]*, stderr: no memory} 1-0 ' sh -c "tr '\\n' ' ' < '$work/abort.pgn'"
says "the cause is in the report of the games" 0 "^$cause" "$match" report "$work/abort.pgn"
# logged FILE PATTERN: the log has such a line
logged() { says "the log $1" 0 "^[0-9:.]{12} $2\$" cat "$work/log/$1.log"; }
meets "abort 3" "^$cause" --log "$work/log"
logged 0 "fake > uci"
logged 1 "game # 1: good against fake"
logged 1 "fake > usermove [a-h1-8]*"
logged 1 "fake < feature done=0"
logged 1 "fake ! no memory"
logged 1 "fake # signal 6 .*, stderr: no memory"
logged 1 "game # 2: White crashes: signal 6 .*"
says "a log in no folder" 1 "/dev/null/x: Not a directory" "$match" --engine "cmd=$alula" --engine "cmd=$alula" --depth 1 --log /dev/null/x
if [ -c /dev/full ]; then
    ln -s /dev/full "$work/log/2.log"
    says "a log on a full disk" 1 "$work/log: the log cannot be written" "$match" --engine "cmd=$bad ok,name=one" --engine "cmd=$bad ok" \
        --depth 1 --games 2 --concurrency 2 --log "$work/log"
fi
says "the cause at the start" 1 "it ended at once: exit status 7, stderr: oh no" "$match" --engine "sh -c 'echo oh no >&2; exit 7'" \
    --engine "cmd=$alula" --depth 1
meets "stall 2,tc=0.2" "^fake +0 +1 +0 +0 +0" --tc 10 --games 1 --margin 500
meets "late 2,tc=0.2" "^fake +2 +0 +0 +0 +0" --tc 10 --margin 500
meets "flood 2,tc=0.2" "^fake +0 +1 +0 +0 +0" --tc 10 --games 1 --margin 500
meets "slow 300,st=0.2" "^fake +2 +0 +0 +0 +0" --tc 10 --margin 50
# a move that lost on time: how late it really was
meets "slow 400,st=0.2" "^fake +(19[0-9]|[2-9][0-9][0-9]|[0-9]{4,})\.[0-9]+ +0$" --tc 10 --margin 50
meets "slow 300,st=0.2" "^fake +[1-9][0-9][0-9]+\.[0-9]+ +[1-9][0-9]*$" --margin 5000 --pgn "$work/late.pgn"
late=$(printf '%s\n' "$output" | sed -n '/^overdrafts/,$p')
"$match" --engine "cmd=$alula,proto=cecp,name=good" --engine "cmd=$bad slow 300,st=0.2,name=fake" --games 2 \
    --tc 0.5+0.01 --margin 5000 --patience "$answer_seconds" --pgn "$work/late.pgn" --resume < /dev/null > "$work/late.out"
if [ "$(sed -n '/^overdrafts/,$p' "$work/late.out")" = "$late" ]; then pass; else fail "overdrafts are lost: $(cat "$work/late.out") instead of $late"; fi
says "features and no reader" 1 "fake" timeout 60 "$match" --engine "cmd=$alula,name=good" \
    --engine "cmd=$bad deaf,proto=cecp,name=fake" --games 1 --tc 0.5+0.01 --patience 2
if command -v setsid > /dev/null && [ -e /proc/self/task/$$/children ]; then
    # a process that an engine leaves outside its group
    daemon=$work/daemon-$$
    cp "$(command -v sleep)" "$daemon"
    says "an engine with a daemon" 0 "^2 won|^0 won|^1 won" "$match" --engine "cmd=$alula,name=good" \
        --engine "cmd=sh -c 'setsid $daemon 86399 & exec $alula',name=other" --games 2 --nodes 100
    holds "no daemon is left" [ -z "$(pgrep -f "^$daemon ")" ]
else
    skip "no setsid or no list of children in /proc, so no daemon of an engine"
fi
meets "illegal 3" "^fake +0 +0 +0 +2 +0"
meets "claim" "^fake +0 +0 +0 +0 +2"
meets "postclaim 3" "^fake +0 +0 +0 +0 +2"
meets "resign 2" "resigned 2"
meets "old,proto=cecp" "$lost" --openings "$work/openings.epd"
says "silence without a clock" 0 "^fake +0 +1 +0 +0 +0" "$match" --engine "cmd=$alula,proto=cecp" \
    --engine "cmd=$bad stall 1,name=fake" --games 1 --depth 2 --patience 1 --pgn "$work/silent.pgn"
if grep -q '{Black falls silent: no move in [0-9.]* s} 1-0$' "$work/silent.pgn"; then pass; else fail "$(cat "$work/silent.pgn")"; fi
# limits that an engine does not support
says "an engine that does not announce nps" 1 "^alula-match: the engine cannot limit nodes .*nps=1.*: $bad nonps" \
    "$match" --engine "cmd=$alula,proto=cecp" --engine "cmd=$bad nonps" --nodes 9
# few openings
says "few openings: at the start" 0 "^alula-match: only 1 opening for 4 games at fixed nodes or depth: unless an engine" "$match" \
    --engine "cmd=$bad ok,name=one" --engine "cmd=$bad ok,name=two" --games 4 --depth 1
# an engine that fails at the start of every game but its first; one that fails at every start
for protocol in cecp uci; do
    meets "dienew $work/die.$protocol,proto=$protocol" "^fake +0 +0 +2 +0 +0" --tc 10 --depth 1 --games 3 --pgn "$work/die.$protocol.pgn"
    if grep -q '^{White crashes: at the start of the game: exit status 3} 0-1$' "$work/die.$protocol.pgn"; then pass; else fail "$(cat "$work/die.$protocol.pgn")"; fi
    answer_seconds=3
    meets "mutenew $work/mute.$protocol,proto=$protocol" "^fake +0 +1 +0 +0 +0" --tc 10 --depth 1
    answer_seconds=10
    says "never ready: $protocol" 1 "^alula-match: the engine ends at the start of a game: exit status 3: $bad dienew" "$match" \
        --engine "cmd=$alula,proto=cecp" --engine "cmd=$bad dienew $work/die.$protocol,proto=$protocol" --depth 1
done
if [ "$(leftover)" -eq 0 ]; then pass; else fail "fake engines are still running"; fi
says "draws are agreed" 0 "agreed 2" "$match" --engine "cmd=$bad offer,name=one" --engine "cmd=$bad offer,name=two" \
    --games 2 --depth 1
holds "percentages" grep -q "^0 won, 0 lost, 2 drawn: score 50.0 %, draws 100.0 %" <<END
$output
END
says "draws are adjudicated" 0 "adjudicated 0 won 2 drawn" "$match" --engine "cmd=$bad ok,name=one" \
    --engine "cmd=$bad ok,name=two" --games 2 --depth 1 --draw movenumber=2,movecount=2,score=5

# --- bad input
e="--engine cmd=$alula,proto=cecp"
says "nothing" 2 "two engines are needed" "$match"
says "two limits" 2 "exclude each other" "$match" $e $e --tc 5 --st 5
says "time and nodes in CECP" 1 "cannot limit time and nodes at once in CECP .*: $alula" "$match" $e $e --tc 5 --nodes 9
says "time and nodes in UCI" 0 "^no crash" "$match" --engine "cmd=$bad ok,name=one" --engine "cmd=$bad ok,name=two" --tc 50 \
    --nodes 9 --games 2
says "an unknown option" 2 "unknown option: --fast" "$match" $e $e --fast
says "an unknown key" 2 'the key "speed"' "$match" --engine cmd=x,speed=3
says "a wrong command" 1 "cannot be used: $work/none: No such file" "$match" $e --engine "cmd=$work/none" --depth 1
says "a command not in PATH" 1 "cannot be used: no-such-engine: there is no such program in PATH" "$match" $e --engine "cmd=no-such-engine" --depth 1
says "a silent engine of either kind" 1 "$bad mute: it answers neither CECP nor UCI within 1 s" "$match" $e --engine "cmd=$bad mute" --depth 1 --patience 1
says "an engine that is slow to begin" 0 "^no crash" "$match" $e --engine "cmd=sh -c 'sleep 3; exec $bad ok',proto=cecp" --depth 1 --games 1
says "an option that is refused" 1 "refuses a setting: Error .bad parameter.: option Some Thing=8: $bad ok" "$match" $e \
    --engine "cmd=$bad ok,option.Some Thing=8" --depth 1
says "a number out of range, CECP" 1 "refuses a setting: telluser MoveOverhead takes 0 to 5000; using .*: $alula" "$match" $e --depth 1 \
    --engine "cmd=$alula,proto=cecp,option.MoveOverhead=99999"
says "a file that is not there, UCI" 1 "refuses a setting: .there is no such file.: name EvalFile value typo.nn: $alula" "$match" $e \
    --engine "cmd=$alula,proto=uci,option.EvalFile=typo.nn" --depth 1
says "a value that ends the engine" 1 "the engine exits during setup: exit status 3: $bad ok" "$match" $e --engine "cmd=$bad ok,proto=uci,option.File=x6" --depth 1
# it accepts the value at its first start and refuses it after a restart
for protocol in cecp uci; do
    executable fickle << END
echo >> "$work/lives.$protocol"
[ "\$(wc -l < "$work/lives.$protocol")" -gt 2 ] && exec "$bad" ok
exec "$bad" lenient 2
END
    option="some thing"
    [ $protocol = uci ] && option=File
    says "refused after a restart: $protocol" 1 "refuses a setting: .*: $work/fickle" "$match" $e --depth 1 --games 8 \
        --engine "cmd=$work/fickle,proto=$protocol,option.$option=x8" --concurrency 2
    if [ "$(wc -l < "$work/lives.$protocol")" -le 8 ]; then pass; else fail "restarted forever: $(wc -l < "$work/lives.$protocol")"; fi
done
says "an unknown engine option" 1 'has no option "Speed" in CECP ' "$match" $e --engine "cmd=$bad ok,option.Speed=1" --depth 1
echo "8/8/8/8 w - - 0 1" > "$work/bad.epd"
says "a bad opening" 1 "bad opening: $work/bad.epd:1: there are fewer" "$match" $e $e --depth 1 --openings "$work/bad.epd"
echo "4k3/pppppppp/8/8/8/8/PPPPPPPP/1R2K3 w B - 0 1" > "$work/960.epd"
says "an opening of Chess960" 1 "960.epd:1: a castling right .*; the opening is valid with alula-match --chess960" \
    "$match" $e $e --depth 1 --openings "$work/960.epd"
says "an opening of Chess960, asked for" 0 "no crash" "$match" $e $e --depth 1 --games 2 --chess960 --openings "$work/960.epd"
printf '\357\273\277%s\n' "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1" > "$work/mark.epd"
says "a byte order mark" 0 "no crash" "$match" $e $e --depth 1 --games 2 --openings "$work/mark.epd"
says "a test of huge differences" 2 "elo0 and elo1 from -1000 to 1000" "$match" $e $e --depth 1 --sprt elo0=-1500,elo1=-500
says "nothing to resume" 2 "needs --pgn" "$match" $e $e --depth 1 --resume
[ -c /dev/full ] && says "a full disk for the report" 1 "alula-match: the output cannot be written" \
    sh -c "'$match' $e $e --depth 1 --games 1 --quiet > /dev/full"
[ -c /dev/full ] && says "a full disk" 1 "/dev/full: No space left" "$match" $e $e --depth 1 --games 2 --pgn /dev/full

# --- the same games again, on one thread and on two
executable run << END
pgn=\$1
shift
exec "$match" --engine "cmd=$alula,proto=cecp,name=one" --engine "cmd=$alula,proto=cecp,name=two" --nodes 300 \\
    --openings "$work/openings.epd" --pgn "\$pgn" "\$@" < /dev/null
END
"$work/run" "$work/a.pgn" --games 4 --quiet > "$work/a.out"
"$work/run" "$work/b.pgn" --games 4 --quiet > "$work/b.out"
"$work/run" "$work/c.pgn" --games 4 --quiet --concurrency 2 > "$work/c.out"
if [ "$(games "$work/a.pgn")" -eq 4 ] && [ "$(moves "$work/a.pgn")" = "$(moves "$work/b.pgn")" ]; then pass; else fail "two runs differ"; fi
if [ "$(moves "$work/a.pgn")" = "$(moves "$work/c.pgn")" ] && cmp -s "$work/a.out" "$work/c.out"; then pass; else fail "one thread and two differ"; fi
says "games are not mixed" 1 "it has games already" "$work/run" "$work/a.pgn" --games 4

# --- real clocks, which count down. No test of speed: that no game is lost on time on a quiet machine is measured
# by hand (docs/measurements/history.md), and unit tests hold the clock themselves.
says "games with a real clock" 0 ": 12 games, 0.2[+]0.01$" "$match" --engine "cmd=$alula,proto=cecp,name=one" \
    --engine "cmd=$alula,proto=cecp,name=two" --games 12 --tc 0.2+0.01 --margin 60000 --concurrency 1 \
    --openings "$work/openings.epd" --quiet
holds "no crash, silence, time loss" grep -q '^no crash, silence, time loss, illegal move or false claim$' <<END
$output
END

# --- killed and resumed
"$work/run" "$work/whole.pgn" --games 40 --quiet > "$work/whole.out"
"$work/run" "$work/cut.pgn" --games 40 --concurrency 2 > /dev/null 2>&1 &
job=$!
has_games() { [ "$(games "$1")" -ge 3 ]; }
soon has_games "$work/cut.pgn"
ends_by KILL
have=$(games "$work/cut.pgn")
if [ "$have" -ge 3 ] && [ "$have" -lt 40 ]; then pass; else fail "killed too late: $have games"; fi
printf '[Event "alula-match"]\n[Site "?"]\n[Round "39"]\n[Whi' >> "$work/cut.pgn"
"$work/run" "$work/cut.pgn" --games 40 --resume --quiet > "$work/cut.out"
same "the resumed match has another report" "$work/cut.out" "$work/whole.out"
if [ "$(moves "$work/cut.pgn")" = "$(moves "$work/whole.pgn")" ]; then pass; else fail "the resumed match has other games"; fi
says "nothing left to play" 0 "40 games" "$work/run" "$work/cut.pgn" --games 40 --resume --quiet
says "a match of other engines" 1 "games of other engines" "$match" --engine "cmd=$alula,name=x" --engine "cmd=$alula,name=y" \
    --nodes 300 --games 40 --pgn "$work/cut.pgn" --resume
# changed WHAT TEXT OPTION...: the match is not resumed, and the file is unchanged.
changed() {
    change=$1 others=$2
    shift 2
    cp "$work/whole.pgn" "$work/changed.pgn"
    says "resumed with $change" 1 "changed.pgn: it has games of a match with different $others\$" "$work/run" "$work/changed.pgn" --games 42 \
        --resume "$@"
    if cmp -s "$work/whole.pgn" "$work/changed.pgn"; then pass; else fail "resumed with $change: the file is changed"; fi
}
sed 's/4k3/3k4/' "$work/openings.epd" > "$work/others.epd"
changed "other openings" "openings" --openings "$work/others.epd"
changed "a depth and a draw" "limits, adjudication" --depth 9 --draw score=5
says "resumed with what may change" 0 ": 42 games" "$work/run" "$work/changed.pgn" --games 42 --resume --quiet \
    --concurrency 2 --seed 7 --sprt elo0=0,elo1=0.1 --svg "$work/changed.svg"

# --- a program or a network file that has changed
echo "exec '$bad' ok" | executable program
echo one > "$work/net.nn"
continued() {
    "$match" --engine "cmd='$work/program' -q,proto=uci,name=one,option.File=$work/net.nn" --engine "cmd=$bad ok,name=two" --depth 1 \
        --quiet --pgn "$work/same.pgn" --resume "$@"
}
patience=
says "checksums of files are stored" 0 ": 2 games" continued --games 2
says "files are the same" 0 ": 4 games" continued --games 4
if [ "$(grep -c '^.\(White\|Black\)Files "program [0-9a-f]*, File [0-9a-f]*"' "$work/same.pgn")" -eq 4 ]; then pass; else fail "$(cat "$work/same.pgn")"; fi
cp "$work/same.pgn" "$work/before.pgn"
for file in net.nn program; do
    cp "$work/$file" "$work/kept"
    echo "#" >> "$work/$file"
    says "another file: $file" 1 "same.pgn: a file has changed since these games were played: $work/$file\$" continued --games 6
    same "another file: the games are changed" "$work/same.pgn" "$work/before.pgn"
    [ $file = net.nn ] && cp "$work/kept" "$work/$file"
done
sed '/^.\(White\|Black\)Files /d' "$work/before.pgn" > "$work/same.pgn"
says "games without checksums of files" 0 ": 6 games" continued --games 6
patience=60
sed '/^.AlulaMatch /d' "$work/whole.pgn" > "$work/old.pgn"
says "games without an AlulaMatch tag" 1 "old.pgn: its games have no AlulaMatch tag" "$work/run" "$work/old.pgn" \
    --games 40 --resume

# --- two matches cannot write one file
"$match" --engine "cmd=$bad stall 2,name=one" --engine "cmd=$bad ok,name=two" --tc 100 --games 4 --pgn "$work/shared.pgn" \
    > /dev/null 2>&1 < /dev/null &
job=$!
soon engines 2
for option in --resume --quiet; do
    says "a file that is being written, $option" 1 "shared.pgn: another process is writing it" "$match" \
        --engine "cmd=$bad ok,name=one" --engine "cmd=$bad ok,name=two" --tc 100 --games 4 --pgn "$work/shared.pgn" $option
done
ends_by KILL
says "a file whose writer is gone" 0 "4 games" "$match" --engine "cmd=$bad ok,name=one" --engine "cmd=$bad ok,name=two" \
    --tc 100 --games 4 --pgn "$work/shared.pgn" --resume

# --- engines end with the match, even after SIGKILL, and even those that ignore quit
for signal in 9 2; do
    "$match" --engine "cmd=$bad stubborn,name=one" --engine "cmd=$bad stall 2,name=two" --tc 100 --games 4 \
        > "$work/end.out" 2>&1 < /dev/null &
    job=$!
    holds "signal $signal: two engines" soon engines 2
    ends_by $signal
    holds "signal $signal: no engines" [ "$(leftover)" -eq 0 ]
    [ $signal -eq 9 ] && continue
    if [ $status -eq 130 ] && grep -q "0 games" "$work/end.out"; then pass; else fail "an interrupt: status $status"; fi
done

# --- engines that think in the opponent's time, and engines that are started for every game
# ponders MODE TEXT OPPONENT OPTION...: a match of the fake engine in a pondering mode
ponders() {
    mode=$1 text=$2 opponent=$3
    shift 3
    rm -f "$work/heard"
    says "pondering: $mode" 0 "$text" "$match" --engine "cmd=$bad $mode,name=fake,proto=uci,ponder=on" \
        --engine "cmd=$opponent,name=other" --games 2 --margin 5000 --quiet "$@"
}
# heard WORDS: how often the engine heard them
heard() { grep -cx "$1" "$work/heard"; }
short="--draw movenumber=11,movecount=2,score=5"
ponders "ponder $work/heard" "0 won 2 drawn" "$bad ok" --tc 5 $short
holds "the expected moves are hits" [ "$(heard go),$(heard "go ponder"),$(heard ponderhit),$(heard stop)" = "2,27,26,1" ]
ponders "ponder $work/heard" "^2 won, 0 lost|^0 won, 2 lost" "$alula,proto=uci,nodes=200" --tc 5
holds "other moves are misses" [ "$(heard stop)" -gt 9 ]
holds "every pondering is stopped or a hit" [ "$(($(heard stop) + $(heard ponderhit)))" -eq "$(heard "go ponder")" ]
holds "after a stop it is asked again" [ "$(heard go)" -ge "$(($(heard stop) - 2))" ]
# the first "go" after a "stop" tells the time that is left when the pondering has ended
told() { awk -v word="$1" '/^stop/ { after = 1 } after && $1 == "go" { for (i = 2; i < NF; i++) if ($i == word) print $(i + 1); exit }' "$work/heard"; }
ponders "tardy $work/heard" "^2 won, 0 lost|^0 won, 2 lost" "$alula,proto=uci,nodes=200" --tc 60
holds "time until pondering ends: $(told wtime)" [ "$(told wtime)" -le 59940 ]
ponders "tardy $work/heard" "^2 won, 0 lost|^0 won, 2 lost" "$alula,proto=uci,nodes=200,tc=60" --st 30
holds "time of a move until pondering ends: $(told movetime)" [ "$(told movetime)" -le 29940 ]
ponders "early" "^no crash" "$bad ok" --tc 5 $short
answer_seconds=2
says "pondering does not end" 0 "^fake +0 +2 +0 +0 +0" "$match" --engine "cmd=$bad restless,name=fake,proto=uci,ponder=on" \
    --engine "cmd=$alula,name=good,proto=uci,nodes=200" --games 2 --tc 0.3 --quiet
says "a hit counts from the opponent's move" 0 "^no crash" "$match" --engine "cmd=$bad ponder $work/heard,name=fake,proto=uci,ponder=on,tc=0.1" \
    --engine "cmd=$bad slow 500,name=other" --tc 60 --games 2 --margin 5000 --quiet --draw movenumber=14,movecount=2,score=5
for protocol in cecp uci; do
    says "Alula ponders and restarts, $protocol" 0 "^no crash" "$match" --engine "cmd=$alula,proto=$protocol,name=one" \
        --engine "cmd=$alula,proto=uci,name=two" --ponder --restart --tc 0.3+0.01 --margin 60000 --games 2 --quiet --pgn "$work/ponder.$protocol.pgn"
    holds "pondering is in the tags, $protocol" grep -q "^.WhiteEngine .1,proto=$protocol,tc=0.3+0.01,ponder=on,restart=on" "$work/ponder.$protocol.pgn"
done
says "resumed without pondering" 1 "games of a match with different engines" "$match" --engine "cmd=$alula,proto=uci,name=one" --restart \
    --engine "cmd=$alula,proto=uci,name=two" --tc 0.3+0.01 --margin 60000 --games 2 --quiet --pgn "$work/ponder.uci.pgn" --resume
says "pondering at fixed nodes" 2 "an engine that ponders needs limits of time only, .*: $bad ok" "$match" \
    --engine "cmd=$bad ok" --engine "cmd=$bad ok" --ponder --nodes 9
says "one engine does not ponder" 0 "^no crash" "$match" --engine "cmd=$bad ok,name=one,depth=3,ponder=off" --engine "cmd=$bad ok,name=two" --ponder \
    --tc 5 --games 1 --quiet
echo "echo >> '$work/lives'; exec '$bad' ok" | executable mortal
for protocol in cecp uci; do
    : > "$work/lives"
    says "started for every game, $protocol" 0 "^no crash" "$match" --engine "cmd=$work/mortal,name=mortal,proto=$protocol,restart=on" \
        --engine "cmd=$bad ok,name=other" --depth 1 --games 4 --quiet
    holds "started for every game, $protocol" [ "$(wc -l < "$work/lives")" -eq 5 ]
done

# --- SPRT and chart
says "SPRT stops" 0 "SPRT of logistic Elo 0 against 200: LLR [3-9].*: H1 .Elo 200. accepted" "$match" --engine "cmd=$alula,proto=cecp" \
    --engine "cmd=$bad ok" --nodes 300 --games 1000 --sprt elo0=0,elo1=200 --svg "$work/curve.svg" --openings "$work/openings.epd" --concurrency 2
if grep -q '</svg>' "$work/curve.svg" && [ "$(grep -c polyline "$work/curve.svg")" -eq 2 ]; then pass; else fail "no chart"; fi
"$work/run" "$work/live.pgn" --games 4000 --svg "$work/live.svg" --quiet > /dev/null 2>&1 &
job=$!
soon [ -s "$work/live.svg" ]
ends_by KILL
if grep -q '>one against two</text>' "$work/live.svg" && grep -q '</svg>' "$work/live.svg"; then pass; else fail "a killed match left no chart"; fi
mkfifo "$work/pgn-pipe"
says "games to a pipe" 1 "pgn-pipe: this is a pipe, not a file" "$match" $e $e --depth 1 --games 2 --pgn "$work/pgn-pipe"
mkfifo "$work/pipe"
timeout 60 cat "$work/pipe" > "$work/piped.svg" &
says "a chart to a pipe" 0 ": 1 game, depth 1$" "$match" $e $e --depth 1 --games 1 --svg "$work/pipe"
wait $!
if [ -p "$work/pipe" ] && grep -q '</svg>' "$work/piped.svg"; then pass; else fail "a chart to a pipe: $(ls -l "$work/pipe")"; fi

# --- closed descriptors: nothing that is meant for the screen gets into the record
"$match" $e $e --depth 1 --games 2 --pgn "$work/closed.pgn" < /dev/null >&- 2>&-
if [ "$(games "$work/closed.pgn")" -eq 2 ] && ! grep -q 'Elo' "$work/closed.pgn"; then pass; else fail "no stdout and stderr: $(cat "$work/closed.pgn")"; fi

# --- more than two
says "round robin" 0 "^good +4 +4.0 +100.0 +\+inf \[\+7, \+inf\] .* 2.0/2" "$match" --engine "cmd=$alula,name=good" --engine "cmd=$bad ok,name=one" \
    --engine "cmd=$bad crash 2,proto=uci,name=two" --nodes 300 --games 2
says "limits of their own" 0 "^good against one: 2 games, 300 nodes for good, depth 1 for one$" "$match" \
    --engine "cmd=$alula,name=good,nodes=300" --engine "cmd=$bad ok,name=one,depth=1" --games 2
says "gauntlet" 0 "^one +2 +0.0 +0.0 " "$match" --engine "cmd=$alula,name=good" --engine "cmd=$bad ok,name=one" \
    --engine "cmd=$bad ok,proto=uci,name=two" --nodes 300 --games 2 --gauntlet --svg "$work/three.svg"
if grep -q '>good against one and two</text>' "$work/three.svg" && grep -q '>4 of 4 games: good +4 -0 =0, 100.0 %' "$work/three.svg" &&
    grep -q '>4</text>' "$work/three.svg"; then pass; else fail "the chart of three: $(cat "$work/three.svg")"; fi

finish
