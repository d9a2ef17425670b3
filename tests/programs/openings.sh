#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/openings.sh ALULA_OPENINGS ALULA_EPD ALULA_MATCH ALULA: the same seed gives the same
# openings with any number of threads, and after interruptions and kills; there are no duplicates; bad
# arguments and files get an error message. The sets in openings/ are in range.
# shellcheck source=tests/programs/says.sh disable=SC2086 # the words of $signalled
. "${0%/*}/says.sh"
tool=$1 epd=$2 match=$3 alula=$4

# is_set WHAT FILE COUNT LOW HIGH MIN [OPTION]: COUNT legal positions, no duplicates, scores in range,
# at least MIN with each side to move.
is_set() {
    if awk -v count="$3" -v low="$4" -v high="$5" -v least="$6" '
        { key = $1 " " $2 " " $3 " " $4; side[$2]++ }
        key in seen { print "twice: " $0; bad = 1 }
        { seen[key]; score = $6 < 0 ? -$6 : $6 + 0 }
        !/^[^ ]+ [wb] [^ ]+ [^ ]+ ce -?[0-9]+; fmvn [0-9]+; hmvc [0-9]+; id "[a-z]+ [0-9]+\.[0-9]+";$/ { print; bad = 1 }
        score < low || score > high { print; bad = 1 }
        END { if (NR != count || side["w"] < least || side["b"] < least) print NR, side["w"], side["b"]
              exit bad || NR != count || side["w"] < least || side["b"] < least }' "$2" > "$work/why"; then
        pass
    else
        fail "$1: $(cat "$work/why")"
    fi
    # shellcheck disable=SC2086
    says "$1: legal" 0 "^0 of 0 solved" "$epd" "$2" --depth 1 ${7:-}
}

quick="--nodes 2000 --hash 1"
# shellcheck disable=SC2086
{
    # --- the same openings in several ways
    says "a run" 0 "^40 openings in $work/a.epd, [0-9]+ candidates tried" "$tool" --count 40 --out "$work/a.epd" $quick
    is_set "balanced" "$work/a.epd" 40 0 60 0
    "$tool" --count 40 --balanced --threads 3 $quick > "$work/b.epd"
    same "threads, and standard output" "$work/a.epd" "$work/b.epd"
    "$tool" --count 15 --out "$work/c.epd" $quick > /dev/null
    says "continued" 0 "^40 openings" "$tool" --count 40 --out "$work/c.epd" $quick
    same "continued" "$work/a.epd" "$work/c.epd"
    says "nothing left to do" 0 "^40 openings in .*, 0 candidates tried" "$tool" --count 40 --out "$work/c.epd" $quick
    printf 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPP' >> "$work/c.epd"
    says "an incomplete line" 0 "^50 openings" "$tool" --count 50 --out "$work/c.epd" $quick
    "$tool" --count 50 $quick > "$work/d.epd"
    same "after an incomplete line" "$work/c.epd" "$work/d.epd"
    # a last line without newline: the user's stays, anything strange is refused
    head -c -1 "$work/c.epd" > "$work/end.epd"
    printf '\n# mine' >> "$work/end.epd"
    says "a comment at the end" 0 "^51 openings" "$tool" --count 51 --out "$work/end.epd" $quick
    holds "the comment stays" grep -qx '# mine' "$work/end.epd"
    printf '8/8/4k3/8/8/4K3/4P3/8 w - - 0 1' > "$work/own.epd"
    says "a position at the end" 0 "^3 openings" "$tool" --count 3 --out "$work/own.epd" $quick
    holds "the position stays" grep -qx '8/8/4k3/8/8/4K3/4P3/8 w - - 0 1' "$work/own.epd"
    printf 'My openings' > "$work/own.epd"
    says "no position at the end" 1 "own.epd: the last line is not a position" "$tool" --count 3 --out "$work/own.epd" $quick
    holds "it stays as it was" [ "$(cat "$work/own.epd")" = "My openings" ]
    says "more than there are" 1 "^alula-openings: [0-9]+ candidates in a row gave no new opening: there may be only these [0-9]+ " \
        "$tool" --count 21 --plies 1 --nodes 1 --hash 1
    says "another seed adds" 0 "^60 openings" "$tool" --count 60 --out "$work/c.epd" $quick --seed 2
    is_set "two seeds" "$work/c.epd" 60 0 60 0
    if [ "$(grep -c 'balanced 2\.' "$work/c.epd")" -eq 10 ]; then pass; else fail "the second seed: $(tail -n 3 "$work/c.epd")"; fi

    says "more than enough" 0 "^$work/c.epd has 60 openings already, more than the 40 that" "$tool" --count 40 --out "$work/c.epd" $quick
    cp "$work/c.epd" "$work/d.epd"
    says "openings of another kind" 1 "^alula-openings: $work/c.epd:[0-9]+: the opening is of another kind" \
        "$tool" --count 80 --unbalanced --out "$work/c.epd" $quick
    same "openings of another kind" "$work/c.epd" "$work/d.epd"

    # --- other kinds
    "$tool" --count 30 --unbalanced --plies 4-5 --out "$work/u.epd" $quick > /dev/null
    is_set "unbalanced" "$work/u.epd" 30 70 130 5
    "$tool" --count 30 --from 10 --to 20 --name odd --out "$work/r.epd" $quick > /dev/null
    is_set "a range" "$work/r.epd" 30 10 20 0
    if grep -q "\"odd 1\\." "$work/r.epd"; then pass; else fail "a name: $(head -n 1 "$work/r.epd")"; fi
    "$tool" --count 30 --chess960 --plies 3-4 --out "$work/f.epd" $quick > /dev/null
    is_set "chess960" "$work/f.epd" 30 0 60 5 --chess960
    if [ "$(grep -c '^rnbqkbnr' "$work/f.epd")" -le 3 ]; then pass; else fail "chess960: $(cat "$work/f.epd")"; fi
    # two plies: few positions, hence many duplicates
    "$tool" --count 100 --plies 2 --out "$work/t.epd" $quick > /dev/null
    is_set "transpositions" "$work/t.epd" 100 0 60 0

    # --- killed, interrupted, two at once
    "$tool" --count 100000 --threads 2 --out "$work/k.epd" $quick > /dev/null 2>&1 &
    job=$!
    has_sixty() { [ "$(wc -l < "$work/k.epd")" -ge 60 ]; }
    soon has_sixty
    says "two at once" 1 "another process is writing it" "$tool" --count 400 --out "$work/k.epd" $quick
    ends_by KILL
    lines=$(wc -l < "$work/k.epd")
    head -n 40 "$work/k.epd" > "$work/head"
    same "killed: what it wrote" "$work/head" "$work/a.epd"
    "$tool" --count $((lines + 20)) --out "$work/k.epd" $quick > /dev/null
    "$tool" --count $((lines + 20)) $quick > "$work/whole.epd"
    same "killed and continued" "$work/k.epd" "$work/whole.epd"
    # a background job of a shell ignores SIGINT
    "$tool" --count 1000000 --out "$work/i.epd" $quick > /dev/null 2>&1 &
    job=$!
    soon [ -s "$work/i.epd" ]
    ends_by TERM
    holds "interrupted: status $status" [ $status -eq 130 ]
    holds "interrupted: whole lines" [ -z "$(tail -c 1 "$work/i.epd")" ]

    # --- refused
    says "no count" 2 "--count is needed" "$tool"
    says "a bad name" 2 "letters, digits" "$tool" --count 1 --name 'a"b'
    says "a stray word" 2 "--out names the file" "$tool" --count 1 file.epd
    says "no such folder" 1 "$work/none/a: No such file" "$tool" --count 1 --out "$work/none/a"
    [ -c /dev/full ] && says "a full disk" 1 "the output: No space" sh -c "'$tool' --count 5 $quick > /dev/full"
    mkfifo "$work/pipe"
    timeout 60 cat "$work/pipe" > "$work/piped.epd" &
    says "a pipe" 0 "^40 openings in $work/pipe" timeout 60 "$tool" --count 40 --out "$work/pipe" $quick
    wait $!
    same "a pipe" "$work/piped.epd" "$work/a.epd"
    says "a pipe without a reader" 1 "pipe: No such device" timeout -k 1 60 "$tool" --count 1 --out "$work/pipe" $quick
    { cat "$work/a.epd"; echo "8/8/8 w - -"; } > "$work/bad.epd"
    says "a file of something else" 1 "^alula-openings: $work/bad.epd:41: there are fewer" "$tool" --count 50 --out "$work/bad.epd"
    { cat "$work/a.epd"; head -n 1 "$work/a.epd"; } > "$work/bad.epd"
    says "a position twice" 1 "bad.epd:41: the position occurs twice" "$tool" --count 50 --out "$work/bad.epd"
}

# --- the sets of the repository
is_set "openings/balanced.epd" openings/balanced.epd 1000 0 60 400
is_set "openings/unbalanced.epd" openings/unbalanced.epd 1000 70 130 400
for set in balanced unbalanced; do
    says "a match from $set.epd" 0 ": 4 games" "$match" --engine "cmd=$alula,proto=cecp,name=one" \
        --engine "cmd=$alula,proto=cecp,name=two" --games 4 --nodes 200 --openings openings/$set.epd --quiet
done

# --- bytes that look like blanks
printf '4k3/8/8/8/8/8/4P3/4K3 w - -\302\240 id "a";\n' > "$work/byte.epd"
says "a no-break space in an opening" 1 "byte.epd:1: a no-break space stands in column 28 of the line" \
    "$match" --engine "$alula" --engine "$alula,name=b" --games 2 --nodes 1 --openings "$work/byte.epd"
says "and in a file to be continued" 1 "byte.epd:1: a no-break space stands in column 28 of the line" \
    "$tool" --count 1 --nodes 100 --from 0 --to 3000 --out "$work/byte.epd"
printf '4k3/8/8/8/8/8/4P3/4K3 w - - id "a";\0\r\n' > "$work/byte.epd"
says "a NUL before the end of a line" 0 "no crash" \
    "$match" --engine "$alula" --engine "$alula,name=b" --games 2 --nodes 1 --openings "$work/byte.epd"

finish
