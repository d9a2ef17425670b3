# SPDX-License-Identifier: GPL-3.0-or-later
# Usage: awk -f terms.awk terms.txt FILE... engine/README.md
# Checks that every standard term of terms.txt is in engine/, where the README says. Its table has the head
#     | term | where |
# and rows such as
#     | RFP, reverse futility pruning | `search.c:can_rfp_prune` |
# The first of the words before a comma is a term of terms.txt. The file in engine/ has the name,
# and the term within 20 lines of it. Every term has a row. Exit status 1 if anything is missing.

function wrong(what) {
    print what
    bad = 1
}

function trim(text) {
    gsub(/^[ \t]+|[ \t]+$/, "", text)
    return text
}

# Lower case, with one blank for blanks, hyphens, underscores and stars of comments.
function plain(text) {
    text = tolower(text)
    gsub(/[-_ \t*]+/, " ", text)
    return text
}

# Does the text contain one of the spellings?
function has(text, term,    i) {
    for (i = 1; i <= spellings[term]; i++)
        if (text ~ ("(^|[^a-z0-9])" spelling[term, i] "(e?s)?([^a-z0-9]|$)"))
            return 1
    return 0
}

# Is this term within 20 lines of this name in a file?
function is_near(file, name, term,    n, k, text) {
    for (n = 1; n <= lines[file]; n++) {
        if (line[file, n] !~ ("(^|[^A-Za-z0-9_])" name "([^A-Za-z0-9_]|$)"))
            continue
        text = ""
        for (k = n - 20; k <= n + 20; k++)
            text = text " " line[file, k]
        if (has(plain(text), term))
            return 1
    }
    return 0
}

FILENAME == ARGV[1] {
    sub(/#.*/, "")
    if (!(count = split($0, part, "|")))
        next
    if (!(term = trim(part[1])))
        next
    order[++terms] = term
    spellings[term] = count
    for (i = 1; i <= count; i++)
        known[spelling[term, i] = plain(trim(part[i]))] = term
    next
}

FILENAME !~ /\.md$/ {
    file = FILENAME
    sub(/^.*\//, "", file)
    line[file, FNR] = $0
    lines[file] = FNR
    sources = sources " " $0
    next
}

/^\| term \| where \|$/ { inside = 1; next }
!/^\|/ { inside = 0 }

inside && !/^\|-/ {
    split($0, cell, "|")
    split(cell[2], words, /[,(]/)
    if (!(plain(trim(words[1])) in known)) {
        wrong(FILENAME ":" FNR ": tools/dev/terms.txt does not have the term " trim(words[1]))
        next
    }
    term = known[plain(trim(words[1]))]
    row[term] = 1
    rows++
    if ((count = split(cell[3], places, "`")) < 3)
        wrong(FILENAME ":" FNR ": a place is written `file.c:name`")
    for (i = 2; i <= count; i += 2) {
        split(places[i], place, ":")
        if (!(place[1] in lines))
            wrong(FILENAME ":" FNR ": there is no engine/" place[1])
        else if (!place[2] || !is_near(place[1], place[2], term))
            wrong(FILENAME ":" FNR ": engine/" place[1] " does not have \"" term "\" near " place[2])
    }
}

END {
    sources = plain(sources)
    for (i = 1; i <= terms; i++) {
        found += has(sources, order[i])
        if (!has(sources, order[i]))
            wrong("engine/ does not have the term " order[i])
        if (!(order[i] in row))
            without = without ", " order[i]
    }
    if (without)
        wrong("the table of engine/README.md has no row for: " substr(without, 3))
    if (terms < 40)
        wrong(ARGV[1] ": fewer than 40 terms")
    print "terms: " found " of " terms " in engine/, " rows + 0 " rows in engine/README.md"
    exit bad
}
