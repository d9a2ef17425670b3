# SPDX-License-Identifier: GPL-3.0-or-later
# Usage: awk -f symbols.awk tables.txt SYMBOLS FILE...
# Checks external symbols and file names. SYMBOLS has lines "FILE NAME CLASS SECTION", as the Makefile
# makes them from nm; FILE... are all sources, of which only the names matter. Exit status 1 with an
# error message if
# - two objects, of any programs, define the same external name (main is the exception);
# - two source files in different folders have the same base name;
# - engine/ has a variable that tables.txt does not list with the function that fills it;
# - engine/ prints, reads standard input, exits, starts a program, or reads the environment. Only
#   engine/file opens, writes, renames and removes files.

# Is the symbol one of these, or a variant of one that compilers and C libraries use?
function is(name, names) {
    return name ~ ("^_*(IO_|isoc[0-9]+_)?(" names ")(64)?(_chk|_unlocked)?$")
}

function wrong(what) {
    print what
    bad = 1
}

BEGIN {
    files = "fwrite|fputs|f(d|re)?open|open(at)?|creat|rename(at)?|remove|unlink|tmpfile|mkstemp"
    forbidden = "v?[fd]?printf|f?put(s|c|char)|putc|putw|f?putw[cs]|perror|psignal|p?writev?|send(to|msg|file)?|" \
        "v?f?scanf|gets|getchar|readv?|std(in|out|err)|exit|Exit|quick_exit|abort|raise|p?kill|pthread_(exit|kill)|" \
        "signal|sigaction|v?fork|exec[lv]p?e?|posix_spawnp?|popen|system|(secure_)?getenv|environ|" files
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

$1 ~ /^engine\// && $3 == "U" && is($2, forbidden) && !($1 == "engine/file" && is($2, files)) {
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
