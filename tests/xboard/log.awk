# SPDX-License-Identifier: GPL-3.0-or-later
# awk -v ours="first second" [-v want=play|ponder|analyze] -f log.awk DEBUGFILE
# Check the log that XBoard writes with -debug -engineDebugOutput 3. Engines in `ours` must make no
# error; who lost a game against another engine by one is found by pgn.awk. Prints all errors; exit
# status 1 if there are any.

function wrong(why) {
    printf "%s: line %d: %s\n", why, FNR, $0
    found = 1
}

# Lines that are valid by the protocol document, but marked by XBoard 4.9.1: the list of forms that
# it accepts (ReceiveFromProgram in its backend.c) lacks "highlight", "stat01", and the answer to
# bk, which is lines with a leading blank and an empty line at the end. It has "hint: " in lower
# case only, where the document and its own HandleMachineMove want "Hint: " (in the log the letter
# is changed). The empty line that answers "xboard" is not in the list either. All of these are
# answers, so XBoard must have asked; but one hint may follow a move, to show the expected reply.
function may_be_so(text, who) {
    if (text == "" && asked[who, "xboard"]) {
        asked[who, "xboard"]--
        return 1
    }
    if (asked[who, "bk"] && (text == "" || text ~ /^[ \t]/)) {
        asked[who, "bk"] -= text == ""
        return 1
    }
    if (text ~ /^polyGlot [0-9.]+ by /)
        return 1 # greeting of the adapter
    if (text ~ /^hint: ([a-h][1-8][a-h][1-8][nbrq]?|O-O(-O)?)$/)
        return asked[who, "hint"] ? asked[who, "hint"]-- > 0 : moves[who] && !hinted[who]++
    if (text ~ /^stat01: [0-9]+ [0-9]+ [0-9]+ [0-9]+ [0-9]+( [a-h][1-8][a-h][1-8][nbrq]?| O-O(-O)?)?$/)
        return asked[who, "."]-- > 0
    if (text ~ /^highlight ([1-8yrm]+\/)+[1-8yrm]+$/)
        return asked[who, "lift"]-- > 0
    return 0
}

BEGIN {
    if (!want)
        want = "play"
    count = split(ours, tag, " ")
    for (i = 1; i <= count; i++)
        is_ours[tag[i]] = 1
}

# Lines between XBoard and the engines: "1234 >first : go", "1250 <second: move e2e4".
/^[0-9]+ [<>](first |second): ?/ {
    said = substr($2, 1, 1) == "<"
    who = substr($2, 2)
    sub(/:$/, "", who)
    text = $0
    sub(/^[0-9]+ [<>](first |second): ?/, "", text)
    if (!(who in is_ours))
        next
    if (said && text ~ /[Ii]llegal/)
        wrong("our engine speaks of something illegal")
    if (!said) {
        # setscore is in the document, but XBoard 4.9.1 does not know it
        if (text ~ /^rejected/ && text !~ /^rejected setscore/)
            wrong("XBoard rejects a feature")
        if (text ~ /^analyze/)
            analyzes = 1
        if (text ~ /^(usermove|go|new|force|analyze)/)
            waits[who] = 0
        if (text ~ /^(hint|bk|\.|xboard|lift .*)$/)
            asked[who, substr(text, 1, index(text " ", " ") - 1)]++
        next
    }
    if (sub(/^### NON-COMPLIANT! ### /, "", text) && !may_be_so(text, who))
        wrong("not CECP")
    if (tolower(text) ~ /^(error|warning|telluser|tellusererror|askuser)/)
        wrong("a complaint from our engine")
    if (text ~ /^feature done=1/)
        met[who] = 1
    if (text ~ /^move /) {
        moves[who]++
        waits[who] = 1
        hinted[who] = 0
    }
    if (text ~ /^stat01: /)
        stat01++
    if (text ~ /^[0-9]+ [-+]?[0-9]+ [0-9]+ [0-9]+/) {
        thoughts++
        ponders[who] += waits[who]
    }
    next
}

/exited unexpectedly|Failed to start/ {
    if ((/second chess program/ ? "second" : "first") in is_ours)
        wrong("our engine has exited")
}
/[Ff]orfeit|wins on time|False (win|draw|illegal)|Illegal move "/ {
    if (count == 2)
        wrong("a game lost by an error")
}

END {
    FNR = NR
    $0 = "(end)"
    for (who in is_ours) {
        if (!met[who])
            wrong("no handshake with the " who " engine")
        if (want != "analyze" && !moves[who])
            wrong("no move from the " who " engine")
        if (want == "ponder" && !ponders[who])
            wrong("the " who " engine does not ponder")
    }
    if (want == "analyze" && (!analyzes || !stat01 || !thoughts))
        wrong("no analysis, or no stat01 line")
    exit found
}
