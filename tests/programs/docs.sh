#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/docs.sh PROGRAMS: are the documents correct? PROGRAMS is the folder of the programs.
#
#   - Commands exit with status 0 and print the lines shown below them. Commands are lines "$ COMMAND"
#     in blocks marked "console", and `$ COMMAND` in tables. "..." stands for lines, or the end of a
#     line, that are left out.
#   - Options in other blocks occur in the --help of that tool.
#   - The programs know the commands and options of their tables of the command line, and the tables know theirs.
#   - Link targets exist, and engine/README.md names every file of engine/.
#   - The tables of options and console commands are complete, with the right defaults.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
[ $# -eq 1 ] && [ -x "$1/alula" ] || {
    echo "usage: tests/programs/docs.sh PROGRAMS" >&2
    exit 2
}
programs=$(cd "$1" && pwd)
top=$(cd "${0%/*}/../.." && pwd)
tab=$(printf '\t')
documents="README.md CONTRIBUTING.md docs/*.md docs/measurements/*.md */README.md */*/README.md"
LC_ALL=C.UTF-8 XDG_STATE_HOME=$work
export LC_ALL XDG_STATE_HOME

# The commands of documents: FILE:LINE, "run" or "says", text.
commands() {
    awk -v OFS='\t' '
        FNR == 1 { inside = 0 }
        /^```/ { inside = $0 == "```console"; next }
        inside && /^\$ / { print FILENAME ":" FNR, "run", substr($0, 3); next }
        inside && NF && $0 != "..." { sub(/ \.\.\.$/, ""); print FILENAME ":" FNR, "says", $0 }
        /^\|/ {
            row = $0
            while (match(row, /`\$ [^`]*`/)) {
                command = substr(row, RSTART + 3, RLENGTH - 4)
                gsub(/\\\|/, "|", command)
                print FILENAME ":" FNR, "run", command
                row = substr(row, RSTART + RLENGTH)
            }
        }' "$@"
}

# run_commands DOCUMENT...: in a folder of their own, with links to the programs and the data.
run_commands() {
    rm -rf "$work/run" && mkdir "$work/run"
    mkdir "$work/run/docs" && ln -s "$top/docs/examples" "$work/run/docs"
    ln -s "$programs"/alula "$programs"/alula-[a-z]* "$top/openings" "$top/perft-suites" "$top/nets" "$work/run"
    commands "$@" >"$work/commands"
    while IFS=$tab read -r place kind text; do
        if [ "$kind" = run ]; then
            what="$place: $text"
            (cd "$work/run" && timeout 600 sh -c "$text") >"$work/output" 2>&1 </dev/null
            status=$?
            if [ $status -eq 0 ]; then pass; else
                fail "$what: status $status: $(head -n 5 "$work/output")"
            fi
        elif grep -qF -- "$text" "$work/output"; then
            pass
        else
            fail "$what: it does not say \"$text\""
        fi
    done <"$work/commands"
}

# Options of the tools in blocks of code: FILE:LINE, tool, option.
tool_options() {
    awk -v OFS='\t' '
        FNR == 1 { fenced = 0; joined = "" }
        /^```/ { fenced = !fenced; next }
        !fenced && !/^    / { next }
        { joined = joined $0 }
        /\\$/ { sub(/\\$/, " ", joined); next }
        {
            count = split(joined, word, " ")
            tool = joined = ""
            for (i = 1; i <= count; i++) {
                if (match(word[i], /alula-[a-z]+$/))
                    tool = substr(word[i], RSTART)
                else if (word[i] ~ /^[|;#&<>]/)
                    tool = ""
                else if (tool && match(word[i], /^--[a-z0-9-]+/))
                    print FILENAME ":" FNR, tool, substr(word[i], 1, RLENGTH)
            }
        }' "$@"
}

check_options() {
    for tool in "$programs"/alula-*; do
        case ${tool##*/} in *.* | *-debug | *-asan | *-tsan) continue ;; esac
        "$tool" --help >"$work/help-${tool##*/}" 2>&1
    done
    tool_options "$@" >"$work/options"
    while IFS=$tab read -r place tool option; do
        [ -f "$work/help-$tool" ] || continue
        if grep -q -- "$option\([^a-z0-9-]\|$\)" "$work/help-$tool"; then pass; else
            fail "$place: $tool does not know $option"
        fi
    done <"$work/options"
}

# known NAME COMMAND OPTION: the program does not call the option or command unknown. Whether it takes a value or not,
# a wrong option follows, so that it does no more.
known() {
    command=$2 option=$3
    set -- "$programs/$1"
    [ "$command" = - ] || set -- "$@" "$command"
    [ "$option" = - ] || set -- "$@" "$option"
    timeout 60 "$@" --no-such --no-such >"$work/output" 2>&1 </dev/null
    case $? in 1 | 2) ;; *) return 1 ;; esac
    ! grep -qE -- "unknown (option|argument):? \"$option\"|the first word must be" "$work/output"
}

# The options of a program's sources, which begin rows as {"--hash"; and the commands of its main file.
rows_of_source() {
    main=${1%.usage}.c
    [ -f "$main" ] || main=${1%/*}/main.c
    {
        cat "${1%/*}"/*.c | grep -oE '\{"-[-a-z0-9]+"'
        tr '\n' ' ' <"$main" | grep -oE '\{"[a-z]+", *[a-z_]+(\}|, *[A-Z0-9])'
    } | sed 's/^{"//; s/".*//' | sort -u
}

check_usage() {
    for table in program/alula.usage tools/*/alula-*.usage; do
        name=${table##*/} name=${name%.usage}
        tools/dev/usage options "$table" >"$work/options"
        while read -r command option; do
            case $command,$option in *--help | *--version | hidden,*) continue ;; esac
            if [ "$name" = alula ] || known "$name" "$command" "$option"; then pass; else
                fail "$table: $name does not know: $command $option"
            fi
        done <"$work/options"
        awk '{ for (i = 1; i <= 2; i++) if ($i != "-" && $i != "hidden") print $i }' "$work/options" |
            sort -u >"$work/said"
        { [ "$name" = alula ] || printf '%s\n' --help --version; rows_of_source "$table"; } | sort >"$work/are"
        same "options and commands of $table and of the sources" "$work/said" "$work/are"
    done
}

# A link names a file of this repository, and a heading of it.
check_links() {
    grep -HnoE '\]\([^)]+\)' "$@" | sed 's/](\(.*\))/\1/' >"$work/links"
    while IFS=: read -r file line link; do
        case $link in http*) continue ;; esac
        path=${link%%#*} anchor=${link#"${link%%#*}"}
        folder=${file%/*}
        [ "$folder" != "$file" ] || folder=.
        target=$top/$folder/$path
        [ -n "$path" ] || target=$file
        if [ ! -e "$target" ]; then
            fail "$file:$line: the link $link leads nowhere"
        elif [ -n "$anchor" ] && ! sed -n 's/^##* //p' "$target" | tr 'A-Z ' 'a-z-' |
            sed 's/[^a-z0-9_-]//g' | grep -qx -- "${anchor#?}"; then
            fail "$file:$line: there is no heading for $link"
        else
            pass
        fi
    done <"$work/links"
}

# rows DOCUMENT HEADING COLUMN...: these columns of the first table below a heading.
rows() {
    document=$1 heading=$2
    shift 2
    awk -F' *[|] *' -v heading="$heading" -v columns="$*" '
        BEGIN { count = split(columns, column, " ") }
        /^##* / { at = $0 ~ ("^##* " heading "$") }
        at && /^\|/ && !/^\|--/ && $2 != "option" {
            line = $(column[1] + 1)
            for (i = 2; i <= count; i++)
                line = line "|" $(column[i] + 1)
            print line
        }' "$document" | sort
}

check_tables() {
    cecp=$1 uci=$2 console=$3
    printf 'options\n' | "$programs/alula" |
        awk '{button = $1 == "ClearHash" || $1 == "SaveSettings"; print $1 "|" (button ? "button" : $2)}' |
        sort >"$work/are"
    rows "$cecp" Options 1 2 >"$work/said"
    same "options of docs/cecp.md and of the console" "$work/said" "$work/are"

    printf 'uci\n' | "$programs/alula" | sed -n 's/^option name //p' | awk '
        {
            name = $0
            sub(/ type .*/, "", name)
            for (i = 1; i <= NF; i++) {
                if ($i == "type") type = $(i + 1)
                if ($i == "default") usual = $(i + 1)
                if ($i == "min") range = $(i + 1)
                if ($i == "max") range = range " to " $(i + 1)
            }
            print name "|" type (type == "string" || type == "button" ? "" : " " usual) (range ? ", " range : "")
            range = ""
        }' | sort >"$work/are"
    rows "$uci" Options 1 2 >"$work/said"
    same "options of docs/uci.md" "$work/said" "$work/are"

    printf 'help all\n' | "$programs/alula" | awk '/^  [^ ]/ {print $1}' | sort >"$work/are"
    awk -F' *[|] *' '
        /^## / { at = /^## Commands/ }
        at && /^\|/ {
            count = split($2, part, "`")
            for (i = 2; i <= count; i += 2) {
                split(part[i], word, " ")
                if (!(part[i - 1] ~ / or $/))
                    print word[1]
            }
        }' "$console" | grep -vxE 'off|black`|random|best|utf8|color|on' | sort -u >"$work/said"
    same "commands of docs/console.md" "$work/said" "$work/are"
}

# The table of techniques in engine/README.md names places that exist.
check_places() {
    grep -oE '`[a-z0-9_/]+\.[a-z]+:[A-Za-z0-9_]+`' engine/README.md | tr -d '`' | tr : ' ' >"$work/places"
    [ "$(wc -l <"$work/places")" -gt 90 ] || fail "engine/README.md: the table has $(wc -l <"$work/places") places"
    while read -r file name; do
        if grep -qwF -- "$name" "engine/$file" 2>/dev/null; then pass; else fail "engine/README.md: $file has no $name"; fi
    done <"$work/places"
}

# The tour of engine/README.md names every file of engine/, as `name` or `folder/name.c`.
check_tour() {
    for file in engine/*.c engine/*/*.c; do
        name=${file##*/}
        if grep -qE "\`([a-z]+/)?${name%.c}(\.[ch])?\`" engine/README.md; then pass; else fail "engine/README.md does not name $file"; fi
    done
}

# README.md has the newest result against Stockfish of docs/strength.md.
check_strength() {
    strength=$(awk -F' *[|] *' '/^## / { at = $0 == "## Opponents" }
        at && $3 == "stockfish" { print $6 " (" $7 " Elo) against Stockfish 15.1"; exit }' docs/strength.md)
    holds "README.md: the newest strength is ${strength:=not found}" grep -qF -- "$strength" README.md
}

check_all() {
    # shellcheck disable=SC2046,SC2086 # names and patterns
    set -- $(ls $documents)
    run_commands "$@"
    check_options "$@"
    check_usage
    check_places
    check_tour
    check_links "$@"
    check_tables docs/cecp.md docs/uci.md docs/console.md
    check_strength
}

cd "$top" || exit 2
check_all
says "make install follows PREFIX" 0 "644 build/alula.eng /usr/share/games/plugins/xboard" \
    make -s -n -C "$top" install PREFIX=/usr DESTDIR=/stage
finish
