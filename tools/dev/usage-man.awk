# SPDX-License-Identifier: GPL-3.0-or-later
# A part of tools/dev/usage: the man page.

function man_plain(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    gsub(/\^/, "\\(ha", text)
    gsub(/~/, "\\(ti", text)
    gsub(/`/, "\\(ga", text)
    gsub(/'/, "\\(aq", text)
    gsub(/…/, "...", text)
    return text
}

# Marks options bold and, if `arguments` is set, arguments (words in capital letters) italic.
function man_words(text, arguments,   done, before) {
    done = ""
    while (match(text, /--[a-z][a-z0-9-]*|[A-Z][A-Z0-9]*/)) {
        before = RSTART > 1 ? substr(text, RSTART - 1, 1) : " "
        done = done man_plain(substr(text, 1, RSTART - 1))
        if (substr(text, RSTART, 2) == "--")
            done = done "\\fB" man_plain(substr(text, RSTART, RLENGTH)) "\\fR"
        else if (arguments && before !~ /[A-Za-z0-9]/ && substr(text, RSTART + RLENGTH, 1) !~ /[a-z0-9]/)
            done = done "\\fI" substr(text, RSTART, RLENGTH) "\\fR"
        else
            done = done substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
    }
    return done man_plain(text)
}

# Prints text in short lines, and escapes a leading period, which would be a request.
function man_text(text,   w, count, i, line) {
    count = split(man_words(text, 0), w, " ")
    for (i = 1; i <= count; i++) {
        if (line && length(line) + 1 + length(w[i]) > WIDTH) {
            print line
            line = ""
        }
        line = line (line ? " " : w[i] ~ /^[.']/ ? "\\&" : "") w[i]
    }
    print line
    headed = 0
}

function man_row(t, b) {
    print ".TP"
    print man_words(t, 1)
    if (b)
        man_text(b)
}

function man_paragraph(k, i) {
    if (!headed && (k ~ /text$/ || kind[i - 1] !~ /verbatim$/))
        print ".PP"
    if (k ~ /text$/) {
        man_text(body[i])
        return
    }
    if (kind[i - 1] !~ /verbatim$/)
        print ".nf"
    print man_plain(term[i])
    if (kind[i + 1] !~ /verbatim$/)
        print ".fi"
    headed = 0
}

function man_section(title) {
    print ".SH " title
    headed = 1
}

# Prints the rows of a section under this title.
function man_rows(k, title,   i, started) {
    for (i = 1; i <= N; i++)
        if (kind[i] == k) {
            if (!started++)
                man_section(title)
            man_row(term[i], body[i])
        }
}

function man_description(   i, k) {
    man_section("DESCRIPTION")
    for (i = 1; i <= N; i++)
        if (kind[i] ~ /^(text|verbatim|mantext|manverbatim)$/ && !scope[i])
            man_paragraph(kind[i], i)
    for (i = 1; i <= N; i++)
        if (kind[i] == "synopsis" && body[i]) {
            print ".TP\n\\fB" man_plain(NAME) "\\fR " man_synopsis(term[i])
            man_text(body[i])
        }
}

# Marks a command bold, and lets lines break between the pieces of group() only.
function man_synopsis(line,   w, count, i, done) {
    count = split(line, w, " ")
    group(w, count)
    for (i = 1; i <= count; i++) {
        if (!w[i])
            continue
        if (i == 1 && w[i] ~ /^[a-z0-9]+$/) {
            done = "\\fB" w[i] "\\fR"
            continue
        }
        w[i] = man_words(w[i], 1)
        gsub(/ /, "\\ ", w[i])
        done = done (done ? " " : "") w[i]
    }
    return done
}

function man_options(   i, started, inside) {
    for (i = 1; i <= N; i++) {
        if (scope[i] || kind[i] !~ /^(heading|options|part)$/)
            continue
        if (!started++)
            man_section("OPTIONS")
        if (kind[i] == "heading")
            print ".SS " toupper(substr(term[i], 1, 1)) substr(term[i], 2)
        else {
            if (kind[i] == "part" && kind[i - 1] != "part")
                print ".RS"
            man_row(term[i], body[i])
            if (kind[i] == "part" && kind[i + 1] != "part")
                print ".RE"
        }
    }
}

function man_commands(   i, started) {
    man_rows("commands", "COMMANDS")
    for (i = 1; i <= N; i++) {
        if (!scope[i])
            continue
        if (!started++)
            man_section("COMMANDS")
        if (kind[i] == "command") {
            print ".SS " term[i]
            man_text(body[i])
        } else if (kind[i] == "options")
            man_row(term[i], body[i])
        else if (kind[i] ~ /^(text|verbatim)$/)
            man_paragraph(kind[i], i)
    }
}

function man_tables(   i) {
    for (i = 1; i <= N; i++)
        if (kind[i] == "table")
            man_table(term[i])
}

# Prints the rows of a document's tables below a heading: the first and the last cell; of three cells, the second is the
# default value.
function man_table(what,   w, count, line, at, cell, cells, i, wanted, found, first) {
    count = split(what, w, " ")
    man_section(toupper(w[2] == "Commands" ? "Console" : w[2]))
    if (w[2] == "Commands")
        print "The most used commands; \\fBhelp\\fR lists all."
    while ((getline line < w[1]) > 0) {
        if (line ~ /^## /)
            at = line == "## " w[2]
        if (!at || line !~ /^[|] / || line ~ /^[|] (command|option) [|]/)
            continue
        gsub(/\\[|]/, "\001", line)
        cells = split(line, cell, / *[|] */)
        first = cell[2]
        gsub(/`/, "", first)
        sub(/[^A-Za-z0-9?].*/, "", first)
        wanted = count == 2
        for (i = 3; i <= count; i++)
            if (w[i] == first)
                wanted = 1
        if (!wanted)
            continue
        found++
        for (i = 2; i < cells; i++)
            cell[i] = man_markdown(cell[i])
        man_row_of(cell[2], cell[cells - 1] (cells == 5 ? " (" cell[3] ")" : ""))
    }
    close(w[1])
    if (found < (count == 2 ? 1 : count - 2))
        fail(w[1] ": rows are missing of: " what)
}

function man_row_of(t, b) {
    print ".TP\n\\fB" man_plain(t) "\\fR"
    man_text(b)
}

# Returns Markdown text without links and code marks.
function man_markdown(text,   link) {
    while (match(text, /\[[^]]*\]\([^)]*\)/)) {
        link = substr(text, RSTART, RLENGTH)
        link = substr(link, 2, index(link, "]") - 2)
        text = substr(text, 1, RSTART - 1) link substr(text, RSTART + RLENGTH)
    }
    gsub(/`/, "", text)
    gsub("\001", "|", text)
    return text
}

# Prints the title, with the date of the newest changes and the version.
function man_head(   line, date, version, header) {
    header = "engine/base/version.h"
    if ((getline line < header) < 0)
        header = "engine/chess/chess.h"
    while ((getline line < "CHANGELOG.md") > 0 && !date)
        if (line ~ /^## / && match(line, /[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]/))
            date = substr(line, RSTART, RLENGTH)
    while ((getline line < header) > 0)
        if (line ~ /^#define ALULA_VERSION "/)
            split(line, version, "\"")
    if (!date || !version[2])
        fail("CHANGELOG.md or " header " lacks the date or the version")
    print ".\\\" Made by tools/dev/usage of " FILE "."
    print ".TH " toupper(man_plain(NAME)) " 6 " date " \"Alula " version[2] "\" \"Games Manual\""
    print ".nh\n.ad l"
}

function man(   i, started) {
    man_head()
    man_section("NAME")
    print man_plain(NAME) " \\- " man_plain(PURPOSE)
    man_section("SYNOPSIS")
    for (i = 1; i <= N; i++)
        if (kind[i] == "synopsis") {
            if (started++)
                print ".br"
            print "\\fB" man_plain(NAME) "\\fR " man_synopsis(term[i])
        }
    man_description()
    man_commands()
    man_options()
    man_tables()
    man_rows("status", "EXIT STATUS")
    man_rows("files", "FILES")
    man_rows("environment", "ENVIRONMENT")
    for (i = started = 0; i <= N; i++)
        if (kind[i] == "examples") {
            if (!started++)
                man_section("EXAMPLES")
            man_row_of(term[i], body[i])
        }
    for (i = started = 0; i <= N; i++)
        if (kind[i] == "see") {
            if (!started++)
                man_section("SEE ALSO")
            man_text(term[i])
        }
}
