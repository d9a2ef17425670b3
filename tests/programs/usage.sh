#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/usage.sh PROGRAMS: does each program say what its table says, and are the man pages and completions
# made of it good? PROGRAMS is the folder of the programs.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
[ $# -eq 1 ] && [ -x "$1/alula" ] || {
    echo "usage: tests/programs/usage.sh PROGRAMS" >&2
    exit 2
}
programs=$(cd "$1" && pwd)
cd "${0%/*}/../.." || exit 2
tables="program/alula.usage $(echo tools/*/alula-*.usage)"
LC_ALL=C.UTF-8 MANWIDTH=80
export LC_ALL MANWIDTH


# lint_page PAGE: by the formatters that are installed.
lint_page() {
    if command -v mandoc >/dev/null; then
        holds "$1 for mandoc" mandoc -Tlint -Wstyle "$1"
    fi
    if command -v groff >/dev/null; then
        groff -ww -man -Tutf8 -P-cbou "$1" >"$work/page" 2>"$work/warnings"
        same "warnings of groff for $1" /dev/null "$work/warnings"
        holds "$1 has all sections" grep -q 'SEE ALSO' "$work/page"
    fi
    if man --version 2>/dev/null | grep -q '^man 2'; then
        man --warnings -l "$1" >/dev/null 2>"$work/warnings"
        same "warnings of man for $1" /dev/null "$work/warnings"
    fi
}

for table in $tables; do
    name=${table##*/} name=${name%.usage}
    says "$name --help" 0 "^usage: $name " "$programs/$name" --help
    says "$name -h" 0 "^usage: $name " "$programs/$name" -h
    says "$name --version" 0 "^(Alula|$name) [0-9]" "$programs/$name" --version
    for word in --help --version; do
        [ -c /dev/full ] && says "$name: a full disk for $word" 1 "^$name: the output cannot be written" \
            sh -c "'$programs/$name' $word > /dev/full"
    done
    "$programs/$name" --help >"$work/help"
    tools/dev/usage help "$table" >"$work/said"
    same "$name --help is its table" "$work/said" "$work/help"
    holds "$name --help fits into 80 columns" awk 'length > 79 { exit 1 }' "$work/help"
    holds "$name: the usage is indented" awk 'NR > 1 && /^[^ ]/ { exit 1 } /^$/ { exit 0 }' "$work/help"
    for form in man bash zsh; do
        holds "$form of $name" tools/dev/usage $form "$table"
        tools/dev/usage $form "$table" >"$work/$name.$form"
    done
    lint_page "$work/$name.man"
    holds "bash reads the completion of $name" bash -n "$work/$name.bash"
    ! command -v zsh >/dev/null || holds "zsh reads the completion of $name" zsh -n "$work/$name.zsh"
done
awk -f tools/dev/header-man.awk -v date=2026-01-01 -v version=1 library/alula.h >"$work/alula.3"
lint_page "$work/alula.3"
holds "alula(3) has every function" sh -c 'sed -n "s/^ALULA_API.*[ *]\(alula_[a-z_]*\)(.*/\1/p" library/alula.h |
    while read -r name; do grep -q "[ *]$name(" "$1" || exit 1; done' sh "$work/alula.3"
command -v mandoc >/dev/null || command -v groff >/dev/null || skip "man pages: mandoc or groff is not installed"
command -v zsh >/dev/null || skip "completion in zsh, which is not installed"

# Every awk makes the same.
for awk in mawk gawk 'gawk --posix' original-awk 'busybox awk'; do
    $awk 'BEGIN { exit 0 }' 2>/dev/null </dev/null || continue
    for form in help include man bash zsh options; do
        for table in $tables; do
            tools/dev/usage $form "$table" >"$work/one"
            AWK=$awk tools/dev/usage $form "$table" >"$work/other"
            same "$form of $table by $awk" "$work/one" "$work/other"
        done
    done
done

# A wrong table gets one sentence, and status 2.
# refused TEXT LINE...: of a table with these lines.
refused() {
    text=$1
    shift
    printf '%s\n' '%name alula-x' '%purpose nothing' "$@" >"$work/wrong.usage"
    says "a wrong table: $*" 2 "^[^ ]*wrong.usage: $text$" tools/dev/usage help "$work/wrong.usage"
}
refused 'no section is called option' '%option' '--x'
refused '%arguments lacks N' '%options' '--x N'
refused 'an example has the unknown option --y' '%options' '--x' '%examples' 'alula-x --y'
refused 'needs %name, %purpose and a section'
says "no table" 2 "^$work/none: cannot be read$" tools/dev/usage help "$work/none"
says "no form" 2 "^usage: tools/dev/usage" tools/dev/usage html program/alula.usage

# completes ANSWERS WORDS...: bash offers these lines for the last of the words, in a folder of its own.
mkdir "$work/here" "$work/here/folder" || exit 2
touch "$work/here/one.epd" "$work/here/two words.epd" "$work/here/games.pgn" "$work/here/book.bin"
completes() {
    printf '%s\n' "$1" | sed '/^$/d' | sort >"$work/said"
    shift
    # shellcheck disable=SC2016 # for bash
    (cd "$work/here" && bash -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); "_${1//-/_}"
        [ ${#COMPREPLY[@]} -eq 0 ] || printf "%s\n" "${COMPREPLY[@]}"' "$work/$1.bash" "$@") 2>&1 | sort >"$work/are"
    same "completion of $*" "$work/said" "$work/are"
}
lines() { printf '%s\n' "$@"; }
if command -v bash >/dev/null; then
    completes --threads alula-perft --th
    completes "$(lines cecp)" alula-perft 6 --protocol c
    completes "$(lines one.epd 'two words.epd' folder)" alula-perft --suite ''
    completes 'two words.epd' alula-epd two
    completes folder alula-datagen run --out ''
    completes '' alula-perft --hash ''
    completes "$(lines make probe dump merge --help --version)" alula-book ''
    completes "$(lines games.pgn book.bin folder)" alula-book make ''
    completes "$(lines --chess960 --fen --help --json --plies --version)" alula-book dump --
    completes "$(lines book.bin folder games.pgn one.epd 'two words.epd')" alula --ini ''
    completes ./games.pgn alula-perft --compare mine = ./g
    completes --games alula-match --engine ./alula --gam
    completes games.pgn alula-match report games.pgn g
else
    skip "completion in bash, which is not installed"
fi

# asks OPTION WORDS...: zsh is given this option where the last of the words is completed.
asks() {
    option=$1
    shift
    # shellcheck disable=SC2016 # for zsh
    says "completion in zsh of $*" 0 "^[*]?$option(:|[[]|$)" zsh -c 'file=$1; shift; words=("$@"); CURRENT=$#
        _arguments() { print -l -- "$@"; }; _describe() { print -l -- ${(P)@[-1]}; }; . $file' zsh "$work/$1.zsh" "$@"
}
if command -v zsh >/dev/null; then
    asks --games alula-match --engine ./alula ''
    asks --svg alula-match report games.pgn ''
    asks --suite alula-perft 5 ''
fi
finish
