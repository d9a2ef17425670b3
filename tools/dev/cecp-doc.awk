# SPDX-License-Identifier: GPL-3.0-or-later
# awk -f tools/dev/cecp-doc.awk protocol/cecp/cecp*.c protocol/options.c tests/... docs/cecp.md
# Checks docs/cecp.md, the last file. Every command in a table of protocol/cecp/cecp*.c, every feature that
# it sends and every kind of option needs a row in its section, every option must stand in the row of
# its kind, and every row must name tests that exist: "test_cecp.c: words, edit; dialogue.sh".

function wrong(what) {
    print "docs/cecp.md: " what
    bad = 1
}

function trim(text) {
    gsub(/^[ \t]+|[ \t]+$/, "", text)
    return text
}

# The first words between backquotes in the cell are the subject of the row.
function note_row(section, cell,    part, count, i, words) {
    count = split(cell, part, "`")
    for (i = 2; i <= count; i += 2) {
        split(part[i], words, " ")
        row[section, words[1]] = 1
    }
}

function check_tests(cell,    one, count, i, colon, file, name, names, k) {
    count = split(cell, one, ";")
    for (i = 1; i <= count; i++) {
        colon = index(one[i], ":")
        file = trim(colon ? substr(one[i], 1, colon - 1) : one[i])
        if (!(file in is_file)) {
            wrong("line " FNR ": there is no test file " file)
            continue
        }
        k = colon ? split(substr(one[i], colon + 1), names, ",") : 0
        for (; k > 0; k--) {
            name = trim(names[k])
            if (!((file, name) in test))
                wrong("line " FNR ": there is no test " name " in " file)
        }
        if (!colon && file ~ /\.c$/)
            wrong("line " FNR ": which test of " file "?")
    }
}

FNR == 1 {
    at = FILENAME
    sub(/^.*tests\/((unit|programs)\/)?/, "", at)
    is_file[at] = 1
    table = ""
}

FILENAME ~ /protocol\/cecp\/cecp[a-z_]*\.c$/ && /^static const Command (edit_)?commands\[\]/ {
    table = /edit_/ ? "Commands in edit mode" : "Commands from the interface"
}

table && /^    \{"/ {
    split($0, quoted, "\"")
    needed[table, quoted[2]] = 1
    commands++
}

/^};/ { table = "" }

# Strings that are sent, up to the end of the statement.
FILENAME ~ /protocol\/cecp\/cecp[a-z_]*\.c$/ && /"feature / { sends = 1 }

sends {
    line = $0
    gsub(/\\"[^"\\]*(\\"|")/, "", line)
    while (match(line, /[a-z]+=/)) {
        needed["Features", substr(line, RSTART, RLENGTH - 1)] = 1
        features++
        line = substr(line, RSTART + RLENGTH)
    }
    if (/;$/)
        sends = 0
}

FILENAME ~ /options\.c$/ && !/test_/ {
    line = $0
    while (match(line, /" -[a-z]+/)) {
        needed["Kinds of options", substr(line, RSTART + 2, RLENGTH - 2)] = 1
        kinds++
        line = substr(line, RSTART + RLENGTH)
    }
}

# {"MultiPV", "MultiPV", OPTION_SPIN, ...
FILENAME ~ /protocol\/options\.c$/ && /^    \{"/ && match($0, /OPTION_[A-Z]+/) {
    kind = "-" tolower(substr($0, RSTART + 7, RLENGTH - 7))
    split($0, quoted, "\"")
    kind_of[quoted[2]] = kind
    options++
}

/^(START_TEST|ROW_TEST|REPLAY)\(/ {
    name = $0
    sub(/^[A-Z_]+\(/, "", name)
    sub(/\).*$/, "", name)
    test[at, name] = 1
}

FILENAME ~ /\.md$/ && /^## / { section = trim(substr($0, 3)) }

FILENAME ~ /\.md$/ && /^\|/ && !/^\|--/ {
    if (split($0, cell, "|") != 5) {
        wrong("line " FNR ": a row has three cells")
        next
    }
    if (trim(cell[4]) == "test")
        next # the head of a table
    note_row(section, cell[2])
    if (section == "Kinds of options") {
        gsub(/[` ]/, "", cell[2])
        gsub(/[,;:]/, " ", cell[3])
        listed[cell[2]] = " " cell[3] " "
    }
    check_tests(cell[4])
    rows++
}

END {
    if (!rows || commands < 50 || features < 20 || kinds < 8 || options < 12)
        wrong("not read: " rows + 0 " rows, " commands + 0 " commands, " features + 0 " features, " \
              kinds + 0 " kinds, " options + 0 " options")
    for (name in kind_of)
        if (index(listed[kind_of[name]], " " name " ") == 0)
            wrong(name " is not in the row of " kind_of[name] " under Kinds of options")
    for (key in needed) {
        if (key in row)
            continue
        split(key, pair, SUBSEP)
        wrong("no row for " pair[2] " under " pair[1])
    }
    exit bad
}
