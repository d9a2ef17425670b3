# SPDX-License-Identifier: GPL-3.0-or-later
# Usage: awk -f comments.awk FILE...
# Says which comment of one line has its end on the next one, as clang-format leaves it where the
# line is full: it wants a shorter sentence. Exit status 1 if any has.
FNR == 1 { opened = 0 }
/^ *\*\/$/ && opened {
    printf "%s:%d: shorten this comment by a word: its end stands on a line of its own\n", FILENAME, FNR - 1
    bad = 1
}
{ opened = /^ *\/\*.*[^*]$/ && !/^ *\/\*$/ && !/\*\// }
END { exit bad }
