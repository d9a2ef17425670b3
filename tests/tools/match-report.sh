#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/tools/match-report.sh ALULA_MATCH ALULA FAKE_ENGINE: what alula-match reports besides results
# and faults: games that repeat. CPUs of engines.
# shellcheck source=tests/tools/says.sh
. "${0%/*}/says.sh"
match=$1 bad=$3
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

finish
