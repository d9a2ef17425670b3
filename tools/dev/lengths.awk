# Usage: awk -v most=80 -f lengths.awk FILE...
# Says which functions have more than `most` lines, braces included; exit status 1 if any has.
# A function is what starts in the first column, ends its line with "{" and is closed by a "}" in
# the first column, as clang-format lays it out.
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
