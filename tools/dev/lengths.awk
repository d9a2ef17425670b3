# Usage: awk -v most=80 -f lengths.awk FILE...
# Reports functions with more than `most` lines, including braces. Exit status 1 if there are any.
# As clang-format writes it, a function starts in the first column, its first line ends with "{",
# and a "}" in the first column ends it.
FNR == 1 { name = "" }
/^[A-Za-z].*\)[ ]*\{$/ { name = $0; start = FNR }
/^[A-Za-z][^;{]*[(,]$/ || /^[A-Za-z][^;{]*\($/ { pending = $0; begun = FNR }
/^[ ]+.*\)[ ]*\{$/ && pending != "" && name == "" && FNR - begun < 6 { name = pending; start = begun }
/^}/ {
    if (name != "" && FNR - start + 1 > most) {
        printf "%s:%d: %d lines: %s\n", FILENAME, start, FNR - start + 1, name
        bad = 1
    }
    name = ""; pending = ""
}
END { exit bad }
