# SPDX-License-Identifier: GPL-3.0-or-later
# LC_ALL=C awk -f tools/dev/phrases.awk tools/dev/phrases.txt FILE...
# Are comments and messages free of the phrases of the first file? Identifiers may contain them.

FNR == NR {
    if (!/^#/)
        phrases = phrases (phrases ? "|" : "") $0
    next
}

match(tolower($0), "(^|[^a-z_])(" phrases ")([^a-z_]|$)") {
    print FILENAME ":" FNR ": odd: " substr($0, RSTART, RLENGTH)
    bad = 1
}

END { exit bad }
