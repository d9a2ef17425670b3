# SPDX-License-Identifier: GPL-3.0-or-later
# A part of tools/dev/usage: the text of --help.

function spaces(n,   s) {
    s = ""
    while (length(s) < n)
        s = s " "
    return s
}

function out(line) {
    sub(/ +$/, "", line)
    if (FORM == "include") {
        gsub(/\\/, "\\\\", line)
        gsub(/"/, "\\\"", line)
        line = "    \"" line "\\n\","
    }
    print line
}

# Prints words after `start`, in lines of WIDTH; further lines begin with `indent` blanks.
function fill(start, indent, text,   w, count, i, fresh) {
    count = split(text, w, " ")
    fresh = 1
    for (i = 1; i <= count; i++) {
        if (length(start) + !fresh + length(w[i]) > WIDTH && length(start) > indent) {
            out(start)
            start = spaces(indent)
            fresh = 1
        }
        start = start (fresh ? "" : " ") w[i]
        fresh = 0
    }
    out(start)
}

function help_row(indent, column, t, b,   start) {
    start = spaces(indent) t
    if (b)
        start = length(start) < column ? start spaces(column - length(start)) : start "   "
    fill(start, column, b)
}

# Joins words in brackets, and an option and its argument, into the first word; the others become "".
function group(w, count,   i, first, open) {
    for (i = 1; i <= count; i++) {
        first = i
        open = brackets(w[i])
        while (i < count && (open > 0 || i == first && w[i] ~ /^-/ && w[i + 1] ~ /^[A-Z]/)) {
            w[first] = w[first] " " w[++i]
            open += brackets(w[i])
            w[i] = ""
        }
    }
}

# Prints a synopsis except for its last line, and returns that.
function help_synopsis(start, indent, line,   w, count, i) {
    count = split(line, w, " ")
    group(w, count)
    start = start " " w[1]
    for (i = 2; i <= count; i++) {
        if (!w[i])
            continue
        if (length(start) + 1 + length(w[i]) > WIDTH) {
            out(start)
            start = spaces(indent - 1)
        }
        start = start " " w[i]
    }
    return start
}

function brackets(word,   opened) {
    opened = gsub(/\[|\(/, "x", word)
    return opened - gsub(/\]|\)/, "x", word)
}

function help_usage(i, first,   start, column) {
    start = help_synopsis((first ? "usage: " : "       ") NAME, length(NAME) + 8, term[i])
    if (!body[i]) {
        out(start)
    } else if (length(start) < SYNOPSIS_COLUMN) {
        fill(start spaces(SYNOPSIS_COLUMN - length(start)), SYNOPSIS_COLUMN, body[i])
    } else if (length(start) + 3 + length(body[i]) <= WIDTH) {
        out(start "   " body[i])
    } else {
        out(start)
        column = SYNOPSIS_COLUMN ? SYNOPSIS_COLUMN : length(NAME) + 8
        fill(spaces(column), column, body[i])
    }
}

function help(   i, k, started, used, stated) {
    for (i = 1; i <= N; i++) {
        k = kind[i]
        if (k !~ /^(text|verbatim|synopsis|commands|command|heading|options|part|status)$/)
            continue
        if (gap[i] && started)
            out("")
        started = 1
        if (k == "text") fill("", 0, body[i])
        if (k == "command") fill(term[i] ": ", 0, body[i])
        if (k == "verbatim") out(term[i])
        if (k == "heading") out(term[i] ":")
        if (k == "synopsis") help_usage(i, !used++)
        if (k == "options") help_row(2, COLUMN, term[i], body[i])
        if (k == "commands") help_row(2, 11, term[i], body[i])
        if (k == "part") help_row(6, COLUMN + 4, term[i], body[i])
        if (k == "status") {
            if (!stated++)
                out("Exit status:")
            help_row(2, 7, term[i], body[i])
        }
    }
}
