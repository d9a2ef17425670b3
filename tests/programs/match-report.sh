#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/match-report.sh ALULA_MATCH ALULA FAKE_ENGINE: what alula-match reports besides results
# and faults: games that repeat, and moves in another notation. CPUs of
# engines. Results for scripts.
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
says "no game is left, and games repeat" 0 "^8 games repeat " repeated --games 16 --pgn "$work/repeats.pgn" --resume
says "games repeat in a progress line" 0 "^20 of 20 games: .*, 12 repeated$" repeated --games 20 --concurrency 2
says "engines other than before" 0 "^no crash" repeated --engine "cmd=$bad ok,name=three" --games 2
if printf '%s\n' "$output" | grep -q repeat; then fail "engines other than before: $output"; else pass; fi

# --- a CPU for each game at once. The two engines that start the first two games wait for each other.
cat > "$work/bound" << END
#!/bin/sh
echo "\$1 \$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status)" >> "$work/cpus"
if [ "\$(wc -l < "$work/cpus")" -ge 3 ]; then
    until [ "\$(wc -l < "$work/cpus")" -ge 4 ]; do sleep 0.02; done
fi
exec "$bad" ok
END
chmod +x "$work/bound"
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
for engine in "cmd=$bad ok,threads=2" "cmd=$bad ok,option.threads=2"; do
    says "affinity with threads" 2 "^alula-match: --affinity gives a game one CPU, and this engine has more threads: $bad ok .see --help.$" \
        "$match" --engine "cmd=$bad ok" --engine "$engine" --depth 1 --affinity
done

# --- notation. spelled PROTOCOL FEN TEXT WANTED: White's first move is TEXT; WANTED is right, loose, or wrong
spelled() {
    protocol=$1 text=$3 wanted=$4 ends="adjudicated 0 won 1 drawn" moves="^no crash"
    echo "$2" > "$work/fen.epd"
    PROTOCOL=$(echo "$protocol" | tr '[:lower:]' '[:upper:]')
    [ "$wanted" = wrong ] && ends="adjudicated 0 won 0 drawn" moves="^the first illegal move of fake is in game 1: $text (not in the notation of $PROTOCOL)$"
    [ "$wanted" = loose ] && moves="^fake wrote 1 move in a notation .* protocol $PROTOCOL, but accepted here; the first is in game 1: $text$"
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
spelled uci "$fen" "a7a8q" right
spelled uci "$fen" "a7a8q ponder e8e7" right
spelled uci "$fen" "a7a8q ponder" right
spelled uci "$fen" "a7a8q and more" loose
spelled uci "$fen" "a7a8Q" loose
says "a loose notation is in the PGN" 0 '^.WhiteNotation "1 moves, a7a8Q"' cat "$work/spelled.pgn"
spelled uci "$fen" "e1h1" loose
spelled uci "$fen" "a8=Q" wrong
says "a wrong notation is in the PGN" 0 "^{White makes an illegal move: a8=Q .not in the notation of UCI.} 0-1" cat "$work/spelled.pgn"
says "a wrong notation, resumed" 0 "^the first illegal move of fake is in game 1: a8=Q .not" "$match" --engine "cmd='$bad' says 'a8=Q',proto=uci,name=fake" \
    --games 1 --depth 1 --engine "cmd='$bad' ok,name=other" --openings "$work/fen.epd" --draw movenumber=1,movecount=1,score=10 \
    --pgn "$work/spelled.pgn" --resume
spelled uci "$fen" "a7a8" wrong
spelled uci "$fen" "0-0" wrong
spelled uci "$fen" "O-O" wrong
spelled uci "$fen" "E1E2" wrong
spelled cecp "$fen" "a7a8q" right
spelled cecp "$fen" "a8=Q+" right
spelled cecp "$fen" "O-O" right
spelled cecp "$fen" "a7a8Q" loose
spelled cecp "$fen" "0-0" loose
says "an illegal move" 0 "^the first illegal move of fake is in game 1: e1e8$" "$match" --engine "cmd='$bad' says e1e8,name=fake" --games 1 \
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
says "a summary of a test" 0 "H0 .Elo 0. is rejected" "$match" --engine "cmd=$alula,proto=cecp,name=good" --engine "cmd=$bad ok,name=fake" \
    --nodes 300 --games 1000 --sprt elo0=0,elo1=200 --openings "$work/openings.epd" --summary "$work/test.txt"
says "a test that is decided" 0 "^SPRT: LLR [3-9][0-9.]* .-2.94, 2.94. .0, 200. logistic, H1 accepted$" cat "$work/test.txt"
says "a summary of three" 2 "summary is for two engines" agreed --engine "$bad" --summary "$work/none.txt"
says "no folder for the summary" 1 "none/x.txt: cannot be made: No such file" agreed --summary "$work/none/x.txt"

finish
