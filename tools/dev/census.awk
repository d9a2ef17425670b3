# SPDX-License-Identifier: GPL-3.0-or-later
# awk -v groups="A+B C+D" -f census.awk SYMBOLS SOURCE...: rows of tools/dev/census that need sources and
# symbols, as lines ROW<tab>VALUE. SYMBOLS has lines "FILE NAME CLASS SECTION"; groups are interfaces
# that may use their implementations.

function module(file) {
    sub(/\.[a-z]+$/, "", file)
    return file
}

function base(file) {
    sub(/^.*\//, "", file)
    return module(file)
}

function folder_of(file) {
    return sub(/\/[^\/]*$/, "", file) ? file : "."
}

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

# Set reach[start, ...]: all nodes that are reachable from `start` by edges of one kind.
function walk(kind, start,    stack, top, at, i) {
    top = 1
    stack[1] = start
    while (top > 0) {
        at = stack[top--]
        for (i = 1; i <= arrows[kind, at]; i++)
            if (!((start, arrow[kind, at, i]) in reach)) {
                reach[start, arrow[kind, at, i]] = 1
                stack[++top] = arrow[kind, at, i]
            }
    }
}

function add_arrow(kind, from, to) {
    if (from != to && !((kind, from, to) in has_arrow)) {
        has_arrow[kind, from, to] = 1
        arrow[kind, from, ++arrows[kind, from]] = to
    }
}

# Print the circles: groups of files that depend on each other.
function circles(kind, title,    i, k, done, size, list, count, largest, lists, allowed, inside) {
    split("", reach)
    for (i = 1; i <= modules; i++)
        walk(kind, name_of[i])
    for (i = 1; i <= modules; i++) {
        if (name_of[i] in done || !((name_of[i], name_of[i]) in reach))
            continue
        size = 0
        list = ""
        inside = 1
        for (k = 1; k <= modules; k++)
            if (((name_of[i], name_of[k]) in reach) && ((name_of[k], name_of[i]) in reach)) {
                done[name_of[k]] = 1
                list = list " " base(name_of[k])
                inside = inside && index("+" groups "+", "+" base(name_of[k]) "+")
                size++
            }
        if (inside) {
            allowed++
            continue
        }
        count++
        largest = size > largest ? size : largest
        lists = lists ";" list
    }
    print "circles by " title "\t" count + 0
    print "files in the largest circle by " title "\t" largest + 0
    print "interfaces in one circle with their implementations, by " title "\t" allowed + 0
    if (count)
        print "circles by " title ":" substr(lists, 2) > "/dev/stderr"
}

BEGIN {
    gsub(/ /, "++", groups)
    for (i = 2; i < ARGC; i++) {
        exists[ARGV[i]] = 1
        if (!(module(ARGV[i]) in is_module)) {
            is_module[module(ARGV[i])] = 1
            name_of[++modules] = module(ARGV[i])
            bases[base(ARGV[i])]++
        }
    }
    for (b in bases)
        bases_twice += bases[b] > 1
}

FILENAME == ARGV[1] {
    if ($3 == "U")
        wanted[++wants] = $1 " " $2
    else if ($3 ~ /[A-TV-Z]/ && $2 != "main") {
        if (!(($1, $2) in owns) && owners[$2]++ == 1)
            names_twice++
        owns[$1, $2] = 1
        owner[$2] = $1
        owner[folder_of($1), $2] = $1
    }
    if ($3 ~ /^[bBdDC]$/ && $4 !~ /^\.data\.rel\.ro/) {
        top = $1
        sub(/\/.*/, "", top)
        globals[top]++
    }
    next
}

FNR == 1 { folder = folder_of(FILENAME) }

{ lines_of[FILENAME]++ }

/^#include "/ {
    split($0, quoted, "\"")
    if ((to = find(folder, quoted[2])) != "")
        add_arrow("include", module(FILENAME), module(to))
}

END {
    for (i = 1; i <= wants; i++) {
        split(wanted[i], part, " ")
        to = ((folder_of(part[1]), part[2]) in owner) ? owner[folder_of(part[1]), part[2]] : \
             owners[part[2]] == 1 ? owner[part[2]] : ""
        if (to != "" && (to in is_module))
            add_arrow("object", part[1], to)
    }
    circles("include", "includes")
    circles("object", "objects")
    print "external names that exist twice\t" names_twice + 0
    print "base names that exist twice\t" bases_twice + 0
    print "variables outside functions, engine\t" globals["engine"] + 0
    print "variables outside functions, protocol\t" globals["protocol"] + 0
    print "variables outside functions, tools\t" globals["tools"] + 0
    for (file in lines_of)
        long += lines_of[file] > 600
    print "files over 600 lines, without tests\t" long + 0
}
