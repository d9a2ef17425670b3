# SPDX-License-Identifier: GPL-3.0-or-later
# awk -v ours="first second" [-v want=play|analyze] -f log.awk DEBUGFILE
# Judge what XBoard has written with -debug -engineDebugOutput 3. Ours are the engines that must be
# faultless; from the others only false claims matter. Prints what is wrong; exit status 1 if
# anything is.

function wrong(why) {
    printf "%s: line %d: %s\n", why, FNR, $0
    found = 1
}

# XBoard cries NON-COMPLIANT at three kinds of line that the protocol's document asks for itself.
function may_be_so(text) {
    return text == "" || text ~ /^hint: [a-h][1-8][a-h][1-8][nbrq]?$/ ||
           text ~ /^stat01: [0-9]+ [0-9]+ [0-9]+ [0-9]+ [0-9]+( [a-h][1-8][a-h][1-8][nbrq]?)?$/
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
        next
    }
    if (sub(/^### NON-COMPLIANT! ### /, "", text) && !may_be_so(text))
        wrong("not CECP")
    if (tolower(text) ~ /^(error|warning|telluser|tellusererror|askuser)/)
        wrong("a complaint from our engine")
    if (text ~ /^feature done=1/)
        met[who] = 1
    if (text ~ /^move /)
        moves[who]++
    if (text ~ /^stat01: /)
        stat01++
    if (text ~ /^[0-9]+ -?[0-9]+ [0-9]+ [0-9]+/)
        thoughts++
    next
}

/exited unexpectedly|Failed to start/ { wrong("an engine is gone") }
/[Ff]orfeit|wins on time|False (win|draw|illegal)|Illegal move "/ { wrong("a game lost by a fault") }

END {
    FNR = NR
    $0 = "(end)"
    for (who in is_ours) {
        if (!met[who])
            wrong("no handshake with the " who " engine")
        if (want == "play" && !moves[who])
            wrong("no move from the " who " engine")
    }
    if (want == "analyze" && (!analyzes || !stat01 || !thoughts))
        wrong("no analysis, or no answer to the question how far it is")
    exit found
}
