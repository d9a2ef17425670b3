# SPDX-License-Identifier: GPL-3.0-or-later
# Usage: awk -f layers.awk layers.txt SYMBOLS FILE...
# Reports files that depend on a file not below them, by an #include or by an external symbol.
# SYMBOLS has lines "FILE NAME CLASS SECTION", as the Makefile makes them from nm; FILE... are all
# sources. The format of layers.txt is described there. A tool may use only its own folder,
# tools/common and tools/player. Exit status 1 if there are any.

function wrong(what) {
    print what
    bad = 1
}

# "engine/tt.h" and "build/planted/engine/tt.c" belong to engine/tt.
function path_of(file) {
    sub(/^.*\/planted\//, "", file)
    return file
}

function module(file) {
    sub(/\.[a-z]+$/, "", file)
    return file
}

# The file of an #include, relative to a folder or the -I folders; "" if there is none.
function find(folder, name,    i, count, places, path) {
    count = split(folder " engine protocol protocol/console tools .", places, " ")
    for (i = 1; i <= count; i++) {
        path = places[i] == "." ? name : places[i] "/" name
        while (sub(/[^\/.]+\/\.\.\//, "", path))
            ;
        if (path in exists)
            return path
    }
    return ""
}

# The tool that a file belongs to: "book" for tools/book/tally and tools/alula-book, "" outside tools/.
function tool(name,    part) {
    if (name !~ /^tools\//)
        return ""
    split(name, part, "/")
    sub(/^alula-/, "", part[2])
    return part[2]
}

function use(from, to, where, how) {
    if (from == to || !(from in level) || !(to in level) || (group[from] == group[to]))
        return
    if (level[to] >= level[from])
        wrong(where ": " from " may not use " to " (" how ")")
    else if (tool(to) && tool(to) != tool(from) && tool(to) !~ /^(common|player)$/)
        wrong(where ": " from " may not use " to " of another tool (" how ")")
}

BEGIN {
    for (i = 3; i < ARGC; i++)
        exists[path_of(ARGV[i])] = 1
}

FILENAME == ARGV[1] {
    sub(/#.*/, "")
    if ($1 ~ /:$/) {
        folder = substr($1, 1, length($1) - 1)
        $1 = ""
    }
    for (i = 1; i <= NF; i++) {
        count = split($i, part, "+")
        if (count > 4)
            wrong(ARGV[1] ":" FNR ": an interface has at most three implementations: " $i)
        for (k = 1; k <= count; k++) {
            name = folder "/" part[k]
            if (name in level)
                wrong(ARGV[1] ":" FNR ": " name " is listed twice")
            level[name] = FNR
            group[name] = FNR ":" $i
        }
    }
    next
}

FILENAME == ARGV[2] {
    if ($3 == "U")
        wanted[$1, $2] = 1
    else if ($3 ~ /[A-Z]/ && $2 != "main")
        owner[$2] = $1
    next
}

FNR == 1 {
    file = path_of(FILENAME)
    here = module(file)
    folder = file
    sub(/\/[^\/]*$/, "", folder)
}

/^#include "/ {
    split($0, quoted, "\"")
    to = find(folder, quoted[2])
    if (to != "")
        use(here, module(to), file ":" FNR, "#include \"" quoted[2] "\"")
    else if (quoted[2] ~ /\.h$/ && quoted[2] != "build.h") # which is generated
        wrong(file ":" FNR ": there is no " quoted[2])
}

END {
    for (key in wanted) {
        split(key, part, SUBSEP)
        if (part[2] in owner)
            use(part[1], owner[part[2]], part[1] ".o", part[2])
    }
    for (file in exists)
        if (!(module(file) in level))
            wrong(file ": " module(file) " is not in tools/dev/layers.txt")
    for (name in level)
        if (!((name ".c") in exists) && !((name ".h") in exists))
            wrong(ARGV[1] ":" level[name] ": there is no " name)
    exit bad
}
