# SPDX-License-Identifier: GPL-3.0-or-later
# Usage: awk -f symbols.awk tables.txt SYMBOLS FILE...
# What the names in object files must not be. SYMBOLS has lines "FILE NAME CLASS SECTION", as the
# Makefile makes them from nm; FILE... are all sources, of which only the names count. Exit status 1
# and a sentence if
# - two objects, of any programs, define the same external name (main is the exception);
# - two source files in different places have the same base name;
# - engine/ has a variable that tables.txt does not list with the function that fills it;
# - engine/ prints, reads standard input, ends the program, or asks the environment.

function wrong(what) {
    print what
    bad = 1
}

BEGIN {
    for (i = 3; i < ARGC; i++) {
        path = base = ARGV[i]
        sub(/\.[a-z]+$/, "", path)
        sub(/^.*\//, "", base)
        sub(/\.[a-z]+$/, "", base)
        if (base in place && place[base] != path)
            wrong(ARGV[i] ": the base name of " place[base])
        place[base] = path
        ARGV[i] = ""
    }
}

FILENAME == ARGV[1] {
    sub(/#.*/, "")
    for (i = 3; i <= NF; i++)
        table[$1, $i] = $2
    next
}

$3 ~ /[A-TV-Z]/ && $2 != "main" { # U is what it takes from others
    defined[$1, $2] = 1
    if (($2 in owner) && owner[$2] != $1)
        wrong($1 ": defines " $2 ", as " owner[$2] " does")
    owner[$2] = $1
}

$1 ~ /^engine\// && $2 !~ /^__/ && $3 ~ /^[bBdDC]$/ && $4 !~ /^\.data\.rel\.ro/ {
    name = $2
    sub(/\.[0-9]+$/, "", name) # a static variable of a function
    found[$1, name] = 1
    if (!(($1, name) in table))
        wrong($1 ": " name " is a variable that is not in tools/dev/tables.txt")
}

$1 ~ /^engine\// && $3 == "U" &&
$2 ~ /^_*(v?f?printf|puts|putchar|perror|exit|quick_exit|abort|(secure_)?getenv|system|std(in|out|err))(_chk|_unlocked)?$/ {
    wrong($1 ": uses " $2)
}

END {
    for (key in table) {
        split(key, part, SUBSEP)
        if (!(key in found))
            wrong(ARGV[1] ": there is no " part[2] " in " part[1])
        else if (!((part[1], table[key]) in defined))
            wrong(ARGV[1] ": there is no " table[key] "() in " part[1])
    }
    exit bad
}
