#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/tune.sh ALULA_TUNE ALULA FAKE_ENGINE: tuned parameters do not depend on the number of threads or on
# interruptions and kills, nor on how many machines play; wrong arguments, a bad state and write errors give an error message and
# leave the old files unchanged. So it is with the options of another engine, whose errors end a run.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
tool=$(full "$1") alula=$(full "$2") fake=$(full "$3")
openings=$PWD/openings/unbalanced.epd rules=$PWD/engine/search/params.inc
small=$work/small # a file system of a few kilobytes, if it can be mounted
leave() { umount "$small" 2>/dev/null; }
cd "$work" || exit 1
grammar=-F
patience=

# shellcheck disable=SC2086
{
    games="--games 48 --nodes 200 --hash 1 --openings $openings"
    says "games" 0 "written      a.rules" "$tool" $games --out a.rules --state a.state
    says "progress in a file" 0 " of 48 games  " "$tool" $games --out b.rules
    says "threads" 0 "games        48 of 48" "$tool" $games --out b.rules --state b.state --threads 3
    holds "threads change no parameter" cmp a.rules b.rules
    holds "threads change no state" cmp a.state b.state
    says "games, another seed" 0 "written" "$tool" $games --out b.rules --seed 2
    if cmp -s a.rules b.rules; then fail "the seed changes no parameter"; else pass; fi
    says "some parameters" 0 "written" "$tool" $games --out b.rules --params lmr_cut_node,see_quiet_margin
    holds "no other parameter changes" sh -c "grep PARAM $rules | diff - b.rules | sed -n 's/^> PARAM(\\([a-z_]*\\).*/\\1/p' |
        grep -vE 'lmr_cut|see_quiet'; [ \$? -eq 1 ]"
    holds "all parameters are written, with bounds and texts" sh -c "
        sed -n 's/^\\(PARAM([a-z_]*,\\) *-*[0-9]*,/\\1/p' $rules > wanted.rows
        sed -n 's/^\\(PARAM([a-z_]*,\\) *-*[0-9]*,/\\1/p' a.rules | cmp - wanted.rows && [ -s wanted.rows ]"
    cut=$(sed -n 's/^PARAM(lmr_cut_node, *\([0-9]*\),.*/\1/p' $rules)
    says "a table" 0 "lmr_cut_node             $cut   $cut" "$tool" $games --out b.rules --params lmr_cut_node --games 2 --a 0.001
    says "nothing left to play" 0 "games        48 of 48" "$tool" $games --out b.rules --state a.state
    holds "nothing left to play, the same parameters" cmp a.rules b.rules

    # a second run with the same state
    "$tool" --games 100000 --nodes 200 --hash 1 --openings $openings --out t.rules --state t.state > /dev/null 2>&1 &
    job=$!
    soon [ -f t.state ]
    says "a second run with the state" 1 "another run is using the state t.state" \
        "$tool" --games 100000 --nodes 200 --hash 1 --openings $openings --out u.rules --state t.state
    holds "the first continues" kill -0 $job
    ends_by TERM
    if [ -e t.state.lock ] || [ -e u.rules ]; then fail "a lock or parameters are left: $(ls)"; else pass; fi

    # killed, interrupted, resumed
    many="--games 400 --nodes 200 --hash 1 --batch 2 --openings $openings"
    "$tool" $many --out whole.rules --state whole.state > whole.text
    played() { [ "$(sed -n 's/^pairs //p' k.state)" -ge "$1" ]; } # so many pairs
    kill_at() {
        "$tool" $many --out k.rules --state k.state --threads 2 > /dev/null 2>&1 &
        job=$!
        soon played "$1"
        ends_by "$2"
    }
    kill_at 5 KILL
    if [ $status -eq 137 ] && [ ! -e k.rules ]; then pass; else fail "killed: status $status, $(ls)"; fi
    : > k.state.new # as if it had been written
    kill_at 40 KILL
    kill_at 80 TERM # a shell's background job ignores SIGINT
    if [ $status -eq 130 ] && grep -q "^   Tuned by [0-9]* games" k.rules; then pass; else fail "interrupted: status $status"; fi
    says "resumed" 0 "written      k.rules" "$tool" $many --out k.rules --state k.state
    holds "resumed: the parameters" cmp k.rules whole.rules
    holds "resumed: the state" cmp k.state whole.state
    holds "killed: no half of a state is left" [ "$(echo k.state*)" = "k.state" ]

    # several machines: in units, with a slice and a log, some results twice, one worker killed in the middle
    sliced="--games 40 --nodes 200 --hash 1 --batch 7 --openings $openings"
    "$tool" $sliced --out s.rules --state s.state > /dev/null
    units="$sliced --out u.rules --state u.state"
    : > results
    for batch in 1 2 3 4; do
        "$tool" $units --emit units 2> said
        [ -s units ] || break
        "$tool" --play units --slice 1/2 > half 2> /dev/null
        [ -e first ] || cp units first
        [ -e second ] || { cat half; head -n 1 half | head -c 300; } > results # as killed in a line
        input=units
        says "play the rest of batch $batch" 0 "0 left" "$tool" --play - --threads 2 --log results
        input=/dev/null
        [ -e second ] || grep pair half > second
        says "absorb" 0 "" "$tool" $units --absorb results half second
    done
    cp u.state kept
    says "units over the state" 2 "--state and --emit are the same file: u.state" "$tool" $units --emit u.state
    says "parameters over results" 2 "--out would replace another file of this run: half" "$tool" $sliced --state u.state --out half --absorb results half
    says "a log over units" 2 "--log would replace another file of this run: first" "$tool" --play first --log first
    holds "nothing was overwritten" cmp kept u.state
    holds "the loop ends in words" grep -q "alula-tune: all 20 pairs are played" said
    holds "units: the state" cmp u.state s.state
    holds "units: the parameters" cmp u.rules s.rules
    says "units to standard output" 0 "all 20 pairs are played" "$tool" $units --emit -
    rm u.state
    "$tool" $units --emit - > units
    holds "the same units again" cmp units first
    "$tool" --play units > results 2> /dev/null
    head -n 3 results > three
    says "a pair is missing" 1 "alula-tune: pair 4 is missing" "$tool" $units --absorb three
    # reseal: standard input with check words that fit
    reseal() { sed 's/ ;check .*//' | awk 'BEGIN { for (i = 0; i < 256; i++) code[sprintf("%c", i)] = i }
        function xor(a, b, r, k) { r = 0; for (k = 1; k < 256; k *= 2) if (int(a / k) % 2 != int(b / k) % 2) r += k; return r }
        { h = 2166136261; for (i = 1; i <= length($0); i++) {
            h += xor(h % 256, code[substr($0, i, 1)]) - h % 256
            low = h % 65536; h = (((h - low) / 65536 * 403 + low * 256) % 65536 * 65536 + low * 403) % 4294967296 }
          printf "%s ;check %08x\n", $0, h }'; }
    reseal < results > again
    holds "reseal is right" cmp again results
    for points in "-1 -1" "1 1"; do head -n 1 results | sed "s/;points .*/;points $points/" | reseal; done > other
    says "two results of a pair" 1 "other:2: pair 1 has a different result in other" "$tool" $units --absorb other results
    sed 's/nodes=200/nodes=300/' results | reseal > other
    says "a result of other settings" 1 "other:1: this is from a run with different settings: nodes=300 there, nodes=200 here" \
        "$tool" $units --absorb other
    sed 's/rfp_margin=[0-9]*/rfp_margin=65/' results | reseal > other
    says "a result of other values" 1 "other:1: pair 1 has different values: it belongs to another state" "$tool" $units --absorb other
    says "a changed result" 1 "other:1: this line has been changed: its check word does not match" \
        sh -c "sed 's/;points /;points -/' results > other; '$tool' $units --absorb other"
    if [ -e u.state ]; then fail "refused results make a state"; else pass; fi
    { cat results; head -c 300 results; } > other
    says "half a line besides" 0 "other:8: this line is cut short" "$tool" $units --absorb other
    says "results of a later batch" 1 "pair 8 is later than this batch, which ends at 7" \
        sh -c "'$tool' $units --emit - | '$tool' --play - > later 2> /dev/null; rm u.state; '$tool' $units --absorb later"
    # play
    sed 's/engine=[^ ]*/engine=00000000/' units | reseal > other
    says "units of another engine" 1 "other:1: engine=00000000 there, engine=" "$tool" --play other
    echo a > kept.text
    says "a log that is another file" 1 "kept.text:1: this is not a result of a unit; the log is unchanged" \
        "$tool" --play units --log kept.text
    holds "it is left alone" [ "$(cat kept.text)" = a ]
    says "options of the run" 2 "--play takes only --threads, --log and --slice" "$tool" --play units --nodes 3
    says "--emit without a state" 2 "--state FILE is missing" "$tool" $sliced --emit units
    [ -c /dev/full ] && says "results on a full disk" 1 "the output cannot be written: No space" \
        sh -c "'$tool' --play units > /dev/full"

    # bad input: an error message, and nothing changes
    cp a.rules kept.rules
    cp a.state kept.state
    out="--out a.rules --state a.state"
    says "no games" 2 "--games N is missing" "$tool" $out
    says "games: a bad number" 2 "--games needs a number from 1" "$tool" --games 0 $out
    says "an unknown parameter" 2 "do not include speed" "$tool" $games $out --params lmr_cut_node,speed
    says "a parameter without a step" 2 "has no step, so it cannot be tuned: nmp_depth" "$tool" $games $out --params nmp_depth
    says "a bad rate" 2 "--a needs a percentage" "$tool" $games $out --a fast
    says "extra words" 2 "only options are expected" "$tool" $games $out a
    says "an unknown option" 2 "unknown option: --blend" "$tool" $games $out --blend 3
    says "no openings" 1 "nowhere.epd: No such file" "$tool" $games $out --openings nowhere.epd
    mkdir hollow
    mkfifo pipe
    : > hollow.epd
    says "empty openings" 1 "there are no openings in hollow.epd" "$tool" $games $out --openings hollow.epd
    { head -n 2 "$openings"; echo "8/8/8/8/8/8/8/K7 w - -"; } > bad.epd
    says "an illegal opening" 1 "bad opening: bad.epd:3" "$tool" $games $out --openings bad.epd
    head -n 9 "$openings" > few.epd
    says "a state of other openings" 1 "a.state: has different settings: openings=" "$tool" $games $out --openings few.epd
    says "a state of other nodes" 1 "has different settings: nodes=200 there, nodes=300 here" "$tool" $games $out --nodes 300
    says "a state of other parameters" 1 "a.state: has different parameters" "$tool" $games $out --params see_quiet_margin
    for cut in 0 $(($(wc -c < a.state) - 1)); do
        head -c "$cut" kept.state > torn.state
        says "a state of $cut bytes" 1 "torn.state: is not a state" "$tool" $games --out a.rules --state torn.state
    done
    # a valid state of version 2, before the parameters were renamed
    { printf 'alula-tune, state 2\nsettings games=48\npairs 0\ngames 0 0 0\n'; echo "check e6db5e13"; } > old.state
    says "a state of an older version" 1 "is of another version of alula-tune" "$tool" $games --out a.rules --state old.state
    sed 's/^pairs 24/pairs 23/' kept.state > torn.state
    says "a state that was changed" 1 "damaged" "$tool" $games --out a.rules --state torn.state
    says "a state that is a folder" 1 "hollow: " "$tool" $games --out a.rules --state hollow
    says "a state that is a pipe" 1 "pipe: this is not a regular file" timeout 20 "$tool" $games --out a.rules --state pipe
    says "--out in a missing folder" 1 "no/r.inc: cannot be made: No such file" "$tool" $games --out no/r.inc --state new.state
    says "--out is a folder" 1 "hollow: cannot be made: Is a directory" "$tool" $games --out hollow --state new.state
    if [ -e new.state ]; then fail "a state is left over"; else pass; fi
    says "a state that may not grow" 1 "a.state: cannot be written: File too large" \
        sh -c "ulimit -f 1; exec \"\$0\" $games $out" "$tool"
    mkdir -p small
    if mount -t tmpfs -o size=4k none small 2>/dev/null; then
        head -c 4096 /dev/zero > small/filler
        says "a state on a full disk" 1 "cannot be written: No space left on device" "$tool" $games --out a.rules --state small/s
        if [ -e small/s ] || [ -e small/s.new ]; then fail "a file is left on the full disk"; else pass; fi
        umount small
    else
        skip "no small disk can be mounted, so no state fills it"
    fi
    holds "the old parameters are unchanged" cmp a.rules kept.rules
    holds "the old state is unchanged" cmp a.state kept.state

    # pipes and links are written to, not replaced
    quick="$games --state a.state" # no games left: only the parameters are written
    timeout 60 cat pipe > piped.rules & job=$!
    says "a pipe" 0 "written      pipe" "$tool" $quick --out pipe
    wait $job
    job=
    holds "a pipe receives the parameters" cmp piped.rules a.rules
    if [ -p pipe ]; then pass; else fail "a pipe was replaced: $(ls -l pipe)"; fi
    mkdir far
    : > far/two.rules
    ln -s far/two.rules link.rules
    says "a link" 0 "written      link.rules" "$tool" $quick --out link.rules
    holds "the target of a link is written" cmp far/two.rules a.rules
    if [ -L link.rules ] && [ "$(ls far)" = two.rules ]; then pass; else fail "a link was replaced: $(ls -l . far)"; fi
    ln -s far/new.rules new.rules
    says "a dangling link" 0 "written      new.rules" "$tool" $quick --out new.rules
    holds "the target of a dangling link is written" cmp far/new.rules a.rules
    ln -s circle.rules circle.rules
    says "links in a circle" 1 "circle.rules: cannot be made: Too many" "$tool" $quick --out circle.rules
    if mount -t tmpfs -o size=8k none small 2>/dev/null; then
        head -c 8192 /dev/zero > small/filler
        says "parameters on a full disk" 1 "cannot be written: No space left on device" "$tool" $quick --out small/r
        if [ -e small/r ] || [ -e small/r.new ]; then fail "a file is left on the full disk"; else pass; fi
        umount small
    else
        skip "no small disk can be mounted, so no parameters fill it"
    fi

    # the options of another engine
    ln -s "$alula" player # a name that no other process has
    printf '%s\n' '# of Alula' 'MultiPV, int, 3, 1, 4, 1, 0.002' '' 'Move Overhead,int,30,0,100,7.5,0.25' > values
    printf '%s\n' 'MultiPV, int, N, 1, 4, 1, 0.002' 'Move Overhead, int, N, 0, 100, 7.5, 0.25' > wanted.values
    other="--nodes 100 --hash 1 --batch 1 --a 90 --openings $openings --engine $work/player,proto=uci"
    says "another engine" 0 "written      e.values" "$tool" $other --values values --games 4 --out e.values --state e.state
    holds "the result has the form of the input" sh -c "sed 's/int, [0-9]*/int, N/' e.values | diff - wanted.values"
    says "the result is an input" 0 "MultiPV  " "$tool" $other --values e.values --games 2 --out f.values
    says "a state of another engine" 1 "e.state: has different settings: engine=" \
        "$tool" $other,option.Hash=2 --values values --games 4 --out f.values --state e.state
    says "a state of other options" 1 "e.state: has different parameters, or different values or bounds of MultiPV" \
        sh -c "sed 's/4, 1/5, 1/' values | '$tool' $other --values - --games 4 --out f.values --state e.state"

    # interrupted, resumed
    "$tool" $other --values values --games 12 --out whole.values > /dev/null 2>&1
    for _ in 1 2 3 4 5; do # again, if a busy machine has played all games before the signal
        rm -f part.*
        "$tool" $other --values values --games 12 --out part.values --state part.state --threads 2 > /dev/null 2>&1 &
        job=$!
        soon grep -q '^pairs [1-9]' part.state
        ends_by TERM
        [ $status -eq 0 ] || break
    done
    if [ $status -eq 130 ] && [ -s part.values ]; then pass; else fail "another engine, interrupted: status $status"; fi
    for _ in $(seq 600); do pgrep -f "^$work/player" > /dev/null || break; sleep 0.1; done
    if pgrep -f "^$work/player" > /dev/null; then fail "an engine is left over"; else pass; fi
    says "another engine: resumed" 0 "written" "$tool" $other --values values --games 12 --out part.values --state part.state
    holds "another engine, resumed: the values" cmp part.values whole.values

    # what other engines do wrong
    echo 'Some Thing, int, 3, 0, 5, 1, 0.002' > thing.values
    failing() { # NAME TEXT ENGINE
        rm -f no.state
        says "an engine: $1" 1 "alula-tune: $2" "$tool" --engine "$3" --values thing.values --games 2 --nodes 9 \
            --openings $openings --out no.values --state no.state --patience 5
    }
    says "another engine: CECP" 0 "Some Thing  " "$tool" --engine "$fake ok" --values thing.values --games 2 --nodes 9 \
        --openings $openings --out f.values
    failing "there is none" "the engine cannot be used: ./nowhere: No such file" ./nowhere
    failing "no protocol" "the engine cannot be used: cat: it answers neither CECP nor UCI" cat
    failing "no such option" "Fake ok: the engine has no option \"Some Thing\" in UCI" "$fake ok,proto=uci"
    if [ -e no.state ]; then fail "there is a state of no engine"; else pass; fi
    failing "it dies" "Fake crash: the engine died: exit status 3" "$fake crash 2"
    failing "it falls silent" "Fake stall: the engine fell silent" "$fake stall 2"
    failing "an illegal move" "Fake illegal: the engine makes an illegal move: e1e8" "$fake illegal 2"
    failing "a false claim" "Fake claim: the engine claims a result" "$fake claim 2"
    holds "the state is that of the last batch" grep -q '^pairs 0' no.state
    if [ -e no.values ]; then fail "values of a run that failed"; else pass; fi

    # wrong TEXT LINE...: the last line of these values is wrong
    wrong() {
        text=$1
        shift
        printf '%s\n' "$@" > wrong.values
        says "values: $*" 1 "alula-tune: wrong.values:$#: $text" "$tool" $other --values wrong.values --games 2 --out no.values
    }
    good="MultiPV, int, 3, 1, 4, 1, 0.002" form="an option is NAME, int, START, LOW, HIGH, C_END, R_END"
    wrong "there are no options in this file" ""
    wrong "$form" "$good" "Hash, int, 3, 1, 4, 1"
    wrong "the name is missing, too long or not printable" "$(printf 'Mu\001lti'), int, 3, 1, 4, 1, 0.002"
    wrong "this option occurs twice" "$good" "multipv, int, 3, 1, 4, 1, 0.002"
    wrong "only int is supported" "MultiPV, float, 3, 1, 4, 1, 0.002"
    wrong "only int is supported" "MultiPV, int, 3, -99999999999, 4, 1, 0.002"
    wrong "START is not from LOW to HIGH" "MultiPV, int, 5, 1, 4, 1, 0.002"
    for step in 0 nan 1e999; do
        wrong "C_END, the step, must be a number above 0" "MultiPV, int, 3, 1, 4, $step, 0.002"
    done
    awk 'BEGIN { for (i = 1; i <= 257; i++) print "x" i ", int, 3, 1, 4, 1, 0.002" }' > wrong.values
    says "values: too many" 1 "wrong.values:257: there are more than 256 options" \
        "$tool" $other --values wrong.values --games 2 --out no.values
    says "values beyond the engine" 1 "MultiPV must be from 1 to 256, not 300" \
        sh -c "sed 's/, 4,/, 300,/' values | '$tool' $other --values - --games 2 --out no.values"
    says "no values" 1 "the file cannot be read: nowhere" "$tool" $other --values nowhere --games 2 --out no.values
    says "an engine without values" 2 "--engine and --values belong together" "$tool" $other --games 2 --out no.values
    says "values without an engine" 2 "--engine and --values belong together" "$tool" $games --values values --out no.values
    says "an engine and parameters" 2 "cannot be used with --engine" \
        "$tool" $other --values values --games 2 --out no.values --params rfp_margin
    says "an engine and several machines" 2 "cannot be used with --engine" \
        "$tool" $other --values values --games 2 --out no.values --state no.state --emit units
    says "values over values" 2 "--out would replace another file of this run: values" \
        "$tool" $other --values values --games 2 --out values
    if [ -e no.values ]; then fail "values of a wrong run"; else pass; fi
}

finish
