# SPDX-License-Identifier: GPL-3.0-or-later
# LC_ALL=C awk -f tools/dev/prose.awk README.md docs/*.md ...
# Checks that the documents are short and plain. README.md, the first file: at most 100 lines and 800
# words. All: no sentence over 25 words, no table cell over 100 characters, no paths that exist only on
# the developers' machines, and none of the phrases of tools/dev/phrases.txt.

BEGIN {
    while ((getline line < "tools/dev/phrases.txt") > 0)
        if (line !~ /^#/)
            phrases = phrases (phrases ? "|" : "") line
    private = "\\.\\./shared|/home/|/root/"
}

function wrong(what) {
    print FILENAME ":" FNR ": " what
    bad = 1
}

# Count characters, as awk counts bytes.
function characters(text) {
    gsub(/[\200-\277]/, "", text)
    return length(text)
}

# Code counts as one word, the target of a link as none.
function plain(text) {
    gsub(/`[^`]*`/, "CODE", text)
    gsub(/\]\([^)]*\)/, "]", text)
    gsub(/[][*_]/, "", text)
    return text
}

# Check the sentences of a paragraph. They end at . ! ? or a colon.
function check_paragraph(    text, count, i, part, words, w, k) {
    text = plain(paragraph)
    gsub(/(e\.g\.|i\.e\.|etc\.)/, "x", text)
    count = split(text, part, /[.!?:]["')]*( |$)/)
    for (i = 1; i <= count; i++) {
        k = split(part[i], w, " ")
        words = 0
        for (; k > 0; k--)
            words += w[k] ~ /[A-Za-z0-9]/
        if (words > 25) {
            print place ": a sentence of " words " words:" part[i]
            bad = 1
        }
    }
    paragraph = ""
}

FNR == 1 {
    if (NR > 1)
        check_paragraph()
    fenced = 0
}

/^```/ { fenced = !fenced }

match(tolower($0), private) { wrong("outsiders do not have " substr($0, RSTART, RLENGTH)) }

FILENAME == ARGV[1] {
    words_so_far += NF
    if (FNR == 101)
        wrong("more than 100 lines")
    if (words_so_far > 800 && words_so_far - NF <= 800)
        wrong("more than 800 words")
}

/^```/ || fenced || /^    [^ ]/ && !item { check_paragraph(); next }

{
    low = plain(tolower($0))
    if (match(low, "(^|[^a-z])(" phrases ")([^a-z]|$)"))
        wrong("odd: " substr(low, RSTART, RLENGTH))
}

/^\|/ {
    check_paragraph()
    count = split($0, cell, / *\| */)
    for (i = 1; i <= count; i++)
        if (characters(cell[i]) > 100)
            wrong("a cell of " characters(cell[i]) " characters: " cell[i])
    next
}

/^(#|$|!\[)/ { check_paragraph(); item = 0; next }
/^ *([-*]|[0-9]+\.) / { check_paragraph(); item = 1 }

{
    if (paragraph == "")
        place = FILENAME ":" FNR
    sub(/^ *([-*]|[0-9]+\.) /, "")
    paragraph = paragraph " " $0
}

END {
    check_paragraph()
    exit bad
}
