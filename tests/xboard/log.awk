# SPDX-License-Identifier: GPL-3.0-or-later
# awk -v ours="first second" [-v want=play|ponder|analyze] -f log.awk DEBUGFILE
# Judge what XBoard has written with -debug -engineDebugOutput 3. Ours are the engines that must be
# faultless; from the others only false claims matter. Prints what is wrong; exit status 1 if
# anything is.

function wrong(why) {
    printf "%s: line %d: %s\n", why, FNR, $0
    found = 1
}

# Lines that the protocol's document has, and XBoard 4.9.1 marks nevertheless: the list of forms that
# it compares with (ReceiveFromProgram in its backend.c) has no "highlight", no "stat01" and nothing
# for the answer to bk, which is lines that begin with a blank and an empty one behind; and it knows
# only "hint: " with a small letter, which neither the document nor its own HandleMachineMove takes
# for a hint (what it writes down, and reads on, has the letter changed). Nor is the empty line there
# that answers "xboard". All of these are answers: they may be there only where XBoard has asked; but
# one hint may follow a move, to tell what is pondered on.
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
        return 1 # the adapter's own greeting
    if (text ~ /^hint: ([a-h][1-8][a-h][1-8][nbrq]?|O-O(-O)?)$/)
        return asked[who, "hint"] ? asked[who, "hint"]-- > 0 : moves[who] && !told[who]++
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

# The lines of conversation: "1234 >first : go", "1250 <second: move e2e4".
/^[0-9]+ [<>](first |second): ?/ {
    said = substr($2, 1, 1) == "<"
    who = substr($2, 2)
    sub(/:$/, "", who)
    text = $0
    sub(/^[0-9]+ [<>](first |second): ?/, "", text)
    if (said && text ~ /[Ii]llegal/)
        wrong("an engine speaks of something illegal")
    if (!(who in is_ours))
        next
    if (!said) {
        # the document has it, XBoard 4.9.1 does not
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
        told[who] = 0
    }
    if (text ~ /^stat01: /)
        stat01++
    if (text ~ /^[0-9]+ [-+]?[0-9]+ [0-9]+ [0-9]+/) {
        thoughts++
        ponders[who] += waits[who]
    }
    next
}

/^New game .* \([wb]\)$/ { first_is = /\(w\)$/ ? "White" : "Black" }

# Was it the clock of an engine that we do not answer for?
function others_flag(    loser) {
    loser = /Black wins on time/ ? "White" : "Black"
    return / wins on time/ && first_is && !((loser == first_is ? "first" : "second") in is_ours)
}

/exited unexpectedly|Failed to start/ { wrong("an engine is gone") }
/[Ff]orfeit|wins on time|False (win|draw|illegal)|Illegal move "/ {
    if (!others_flag())
        wrong("a game lost by a fault")
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
            wrong("the " who " engine does not think on the other side's time")
    }
    if (want == "analyze" && (!analyzes || !stat01 || !thoughts))
        wrong("no analysis, or no answer to the question how far it is")
    exit found
}
