#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/order.sh ALULA [COMMANDS [SEED [PAUSE]]]: random commands in UCI and CECP, sent without waiting for any
# answer; with PAUSE a tenth of them after a random time, of up to that many milliseconds. In UCI each go has one bestmove, for the position it was sent in, and each isready one readyok. In CECP each ping has its pong, in
# their order; there is no move without a command that asks for one, and none after `force` and its pong. Then one episode
# after another in CECP: a position in which only the king can move, a command that makes a move due, others that must not
# change that, and a ping: the one move comes before the pong, and is of that position. After a command that cancels the
# move there is one or none; after illegal moves, in analysis and in force there is none. Nothing about pondering comes
# between a move and the pong of a ping that follows at once.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
alula=$1 commands=${2:-2000} seed=${3:-1} pause=${4:-0}

# waited FILE PATTERN COUNT: wait until that many lines of the file match, or the program has ended; false then.
matched() { [ "$(grep -c "$2" "$1")" -ge "$3" ]; }
matched_or_ended() { matched "$@" || ! kill -0 "$job"; }
waited() { soon matched_or_ended "$@" && matched "$@"; }

# talk NAME: send $work/in to the program, and leave its output in $work/out.
talk() {
    rm -f "$work/pipe"
    mkfifo "$work/pipe"
    : > "$work/out"
    "$alula" < "$work/pipe" > "$work/out" 2> "$work/err" &
    job=$!
    exec 3> "$work/pipe"
    if [ "$pause" -eq 0 ]; then
        cat "$work/in"
    else
        awk -v seed="$seed" -v most="$pause" 'BEGIN { srand(seed + 1) }
            { print }
            rand() < 0.1 { fflush(); system(sprintf("sleep %.3f", rand() * most / 1000)) }' "$work/in"
    fi >&3
}

ended() {
    echo quit >&3
    exec 3>&-
    wait "$job"
    status=$?
    job=
    if [ "$status" -eq 0 ]; then pass; else fail "$1: status $status: $(tail -n 2 "$work/err")"; fi
}

: > "$work/expected"
awk -v n="$commands" -v seed="$seed" -v expected="$work/expected" 'BEGIN {
    srand(seed)
    split("go nodes 300|go depth 2|go movetime 3|go infinite|go ponder wtime 50 btime 50|stop|stop|stop|ponderhit|isready|isready|" \
          "position fen 4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1|position fen 2k5/8/8/p1p1p1p1/P1P1P1P1/8/8/1K6 w - - 0 1|" \
          "position fen 6k1/8/8/p1p1p1p1/P1P1P1P1/8/8/2K5 b - - 0 1|position fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 1 1|" \
          "position fen 2k5/8/8/p1p1p1p1/P1P1P1P1/8/8/2K5 w - - 0 1 moves c1d1 c8d8|position fen 8/8/8 w - - 0 1|" \
          "setoption name Hash value 1|setoption name Hash value 3|setoption name Threads value 2|setoption name Threads value 1|" \
          "setoption name MultiPV value 2|setoption name Clear Hash|setoption name Nothing value 1|ucinewgame|debug on|foo|", c, "|")
    for (k = 1; c[k] != ""; k++) m++
    # only the king can move, so a move tells its position; without a legal move or position it is 0000
    split("e1|b1|g8|00|d1|00", from, "|")
    print "uci\n" (at = "position fen 2k5/8/8/p1p1p1p1/P1P1P1P1/8/8/1K6 w - - 0 1")
    for (k = 1; k <= m; k++) if (c[k] ~ /^position/) of[c[k]] = from[++p]
    for (i = 1; i <= n; i++) {
        print line = c[1 + int(rand() * m)]
        if (line in of) at = line
        if (line ~ /^go/) print of[at] > expected
    }
    print "setoption name Threads value 1"
}' > "$work/in"
gos=$(grep -c '^go' "$work/in") asked=$(grep -c '^isready' "$work/in")
talk
# a search without a limit may wait behind another one
for _ in $(seq 6000); do
    [ "$(grep -c '^bestmove' "$work/out")" -lt "$gos" ] || break
    echo stop >&3
    sleep 0.01
done
echo isready >&3
waited "$work/out" '^readyok' $((asked + 1)) || fail "UCI: no readyok at the end"
ended "UCI"
holds "UCI: one bestmove a go" [ "$(grep -c '^bestmove' "$work/out")" -eq "$gos" ]
sed -n 's/^bestmove \(..\).*/\1/p' "$work/out" > "$work/from"
same "UCI: each bestmove is for the position of its go" "$work/expected" "$work/from"
holds "UCI: one readyok an isready" [ "$(grep -c '^readyok$' "$work/out")" -eq $((asked + 1)) ]

awk -v n="$commands" -v seed="$seed" 'BEGIN {
    srand(seed)
    split("new|force|go|go|usermove e2e4|usermove e7e5|usermove d2d4|usermove a7a5|usermove e1e8|undo|remove|?|?|analyze|exit|exit|" \
          "setboard 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1|setboard 8/8/8 w - - 0 1|sd 3|st 1|level 40 5 0|time 1000|otim 1000|" \
          "hard|easy|post|nopost|hint|playother|draw|result *|memory 8|cores 1|cores 2|.|bk|foo|", c, "|")
    for (k = 1; c[k] != ""; k++) m++
    print "xboard\nprotover 2\nnew\nsd 2"
    for (i = 1; i <= n; i++)
        if (rand() < 0.15) print "ping " ++ping
        else print c[1 + int(rand() * m)]
    print "exit\nforce\nping " ++ping
}' > "$work/in"
asked=$(grep -c '^ping' "$work/in")
talk
waited "$work/out" "^pong $asked\$" 1 || fail "CECP: no pong at the end"
holds "CECP: no move after force" [ -z "$(sed "1,/^pong $asked\$/d" "$work/out" | grep '^move')" ]
ended "CECP"
sed -n 's/^pong //p' "$work/out" > "$work/pongs"
seq "$asked" > "$work/wanted"
same "CECP: a pong for each ping, in order" "$work/wanted" "$work/pongs"
holds "CECP: moves only when asked" [ "$(grep -c '^move ' "$work/out")" -le \
    "$(grep -cE '^(go|usermove|playother|undo|remove|new|setboard|exit)' "$work/in")" ]

# Episodes: "NUMBER MIN MAX FROM" is expected before the pong of that number, for which the next episode waits.
awk -v n="$commands" -v seed="$seed" -v expected="$work/expected" '
function pick(list,   part) { return part[1 + int(rand() * split(list, part, "|"))] }
function others(list,   i) { for (i = int(rand() * 4); i > 0; i--) { print pick(list); i_done++ } }
BEGIN {
    srand(seed + 7)
    quiet = "hint|.|bk|time 1000|otim 900|post|nopost|draw|foo|hard|easy|?x|level 40 5 0|name x|computer|rating 1 2"
    after = "hint|.|bk|time 1000|otim 900|post|nopost|draw|foo|hard|easy|name x|?|?"
    cancel = "force|new|result *|setboard 2k5/8/8/p1p1p1p1/P1P1P1P1/8/8/1K6 w - - 0 1|undo|remove|analyze"
    print "xboard\nprotover 2"
    for (k = 1; i_done < n; k++) {
        split("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1=e1|2k5/8/8/p1p1p1p1/P1P1P1P1/8/8/1K6 w - - 0 1=b1|" \
              "6k1/8/8/p1p1p1p1/P1P1P1P1/8/8/2K5 b - - 0 1=g8|k7/8/8/p1p1p1p1/P1P1P1P1/8/8/2K5 b - - 0 1=a8", p, "|")
        split(p[1 + int(rand() * 4)], q, "=")
        print "new\nforce\nsetboard " q[1] "\nsd " 1 + int(rand() * 3)
        others(quiet)
        kind = int(rand() * 6)
        least = most = 0
        strict = 0
        if (kind <= 1) { print "go"; was = i_done; others(after); least = most = 1; strict = i_done == was }
        else if (kind == 2) { print "go"; others(after); print pick(cancel); most = 1 }
        else if (kind == 3) { print "usermove " pick("a4b5|e4e5|h1h8|e9e4|zzzz|g4h5"); others(quiet) }
        else if (kind == 4) { print "analyze"; others("hint|.|bk|post|foo"); print "exit" }
        else others(quiet)
        print "ping " k
        i_done += 7
        print k, least, most, q[2], strict > expected
    }
}' > "$work/episodes"
episodes=$(wc -l < "$work/expected")
: > "$work/in"
talk
# what is sent after the ping could cancel the move that is due
lines=
while IFS= read -r line; do
    lines="$lines$line
"
    case $line in
    ping*) printf '%s' "$lines" >&3; lines=; tail -n 40 "$work/out" | grep -q "^pong ${line#ping }\$" || waited "$work/out" "^pong ${line#ping }\$" 1 || break ;;
    esac
done < "$work/episodes"
ended "CECP, episodes"
awk 'NR == FNR { least[$1] = $2; most[$1] = $3; from[$1] = $4; strict[$1] = $5; next }
    /^move / { moves++; square = substr($2, 1, 2) }
    moves && /^([0-9]+ -?[0-9]+ |Hint)/ { early = 1 }
    /^pong [1-9]/ {
        if (strict[$2] && early) { print "episode " $2 ": pondering before the pong"; bad++ }
        early = 0
        if (moves < least[$2] || moves > most[$2]) { print "episode " $2 ": " moves + 0 " moves"; bad++ }
        else if (moves && square != from[$2]) { print "episode " $2 ": from " square ", not " from[$2]; bad++ }
        moves = 0; seen++
    }
    END { for (k in least) wanted++; if (seen != wanted) print seen " of " wanted " episodes"
        exit bad || seen != wanted }' "$work/expected" "$work/out" > "$work/wrong" ||
    wrong=1
if [ -z "${wrong:-}" ]; then pass; else fail "CECP: each move that is due comes once: $(head -n 5 "$work/wrong")"; fi
finish
