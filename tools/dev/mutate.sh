# shellcheck shell=sh disable=SC2154 # set by the script that reads this file
# SPDX-License-Identifier: GPL-3.0-or-later
# Shared by the scripts that plant faults in a copy of the source. Before reading it, set
#   tool    the name of the script, for messages
#   list    the file of faults, one a line; those that begin with # are comments
#   fields  the number of fields of a line, separated by " :: ": name, file, old text, new text, others

refuse() {
    echo "$tool: $1" >&2
    exit 2
}

# Field $2 of line $1 of the list.
field() {
    awk -F ' :: ' -v line="$1" -v n="$2" 'NR == line {print $n}' "$list"
}

# The numbers of the lines whose names begin with $1.
lines_of() {
    awk -F ' :: ' -v begin="$1" -v fields="$fields" '
        !/^#/ && NF == fields && index($1, begin) == 1 {print NR}' "$list"
}

# Leave out the lines whose old text does not occur exactly once in its file any more, and say so. To
# be called at the root of the source, where all files are unchanged.
check_list() {
    fitting=$(mktemp) || exit 2
    awk -F ' :: ' -v tool="$tool" -v fields="$fields" '
    /^#/ || !NF { print; next }
    !($2 in text) {
        text[$2] = ""
        while ((getline line < $2) > 0)
            text[$2] = text[$2] line "\n"
        close($2)
    }
    {
        at = index(text[$2], $3)
        if (NF == fields && $3 != "" && $3 != $4 && at && !index(substr(text[$2], at + 1), $3))
            print
        else
            print tool ": " $1 " does not fit " $2 " any more: left out" > "/dev/stderr"
    }' "$list" >"$fitting"
    list=$fitting
}

# Print file $2 changed by line $1 of the list.
mutate() {
    awk -v wanted="$1" '
    NR == FNR {
        if (FNR == wanted) {
            split($0, part, " :: ")
            old = part[3]
            new = part[4]
        }
        next
    }
    { text = text $0 "\n" }
    END {
        at = index(text, old)
        if (old == "" || !at || index(substr(text, at + 1), old))
            exit 1
        printf "%s%s%s", substr(text, 1, at - 1), new, substr(text, at + length(old))
    }' "$list" "$2"
}

# Copy the tracked files to a new folder, $dir, which is removed at the end, and go there.
enter_copy() {
    dir=$(mktemp -d) || exit 2
    trap 'rm -rf "$dir"' EXIT
    trap 'exit 2' HUP INT TERM
    git ls-files -z | xargs -0 cp --parents -t "$dir" || exit 2
    cd "$dir" || exit 2
    # shellcheck disable=SC3045 # no core files, if the shell supports that
    ulimit -c 0 2>/dev/null
}

# build KIND FLAGS TARGET...: make the targets in the copy, with the warnings off, as faults may leave
# variables unused. What it prints goes to $dir/log.
build() {
    kind=$1 extra=$2
    shift 2
    make -s -j"${JOBS:-2}" BUILD="$kind" CFLAGS="$extra -w" "$@" >"$dir/log" 2>&1
}

# The folder where make puts a build of this kind.
build_folder() {
    make -s -n -p BUILD="$1" 2>/dev/null | sed -n 's/^OUT := //p' | head -n 1
}

# Change file $2 of the copy by line $1 of the list; restore() undoes it.
plant() {
    cp "$2" "$dir/sound" && mutate "$1" "$dir/sound" >"$2"
}
restore() {
    cp "$dir/sound" "$1"
}
