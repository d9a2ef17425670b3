# Usage: awk -f layers.awk layers.txt FILE...
# Says which #include goes up or sideways; exit status 1 if any does.
function module(path) { sub(/.*\//, "", path); sub(/[._].*/, "", path); return path }

FILENAME == ARGV[1] { if (!/^#/) for (i = 1; i <= NF; i++) level[$i] = FNR; next }
/^#include "/ {
    split($0, part, "\"")
    from = module(FILENAME); to = module(part[2])
    if (from == to) next
    if (!(from in level) || !(to in level)) {
        printf "%s:%d: %s is not in the layers\n", FILENAME, FNR, from in level ? to : from
        bad = 1
    } else if (level[to] >= level[from]) {
        printf "%s:%d: %s may not include %s\n", FILENAME, FNR, from, to
        bad = 1
    }
}
END { exit bad }
