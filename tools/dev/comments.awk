# SPDX-License-Identifier: GPL-3.0-or-later
# Usage: awk -f comments.awk FILE...
# Reports one-line comments whose end clang-format has moved to the next line because they are too
# long. Exit status 1 if there are any.
FNR == 1 { opened = 0 }
/^ *\*\/$/ && opened {
    printf "%s:%d: shorten this comment by a word: its end stands on a line of its own\n", FILENAME, FNR - 1
    bad = 1
}
{ opened = /^ *\/\*.*[^*]$/ && !/^ *\/\*$/ && !/\*\// }
END { exit bad }
