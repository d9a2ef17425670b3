# SPDX-License-Identifier: GPL-3.0-or-later
# A part of tools/dev/usage: completions for bash and zsh.

function quoted(text) {
    gsub(/'/, "'\\''", text)
    return "'" text "'"
}

# Returns a call that completes an argument of this type in bash.
function bash_call(type,   w, count) {
    count = split(type, w, " ")
    if (w[1] == "words") return FUNCTION "_words " quoted(substr(type, 7))
    if (w[1] == "file") return FUNCTION "_files" substr(type, 5)
    if (w[1] == "dir") return FUNCTION "_folders"
    if (w[1] == "engine") return FUNCTION "_programs"
    return ""
}

function bash_operands(at,   list, count, i, calls) {
    count = operand_types(at, list)
    for (i = 1; i <= count; i++)
        calls = calls (calls ? "; " : "") bash_call(list[i])
    return calls ? calls : ":"
}

function bash_options(at,   k, list) {
    for (k = 1; k <= O; k++)
        if (takes(at, option[k]))
            list = list (list ? " " : "") option[k]
    return list
}

function bash_functions() {
    print FUNCTION "_add() {"
    print "    local found"
    print "    while IFS= read -r found; do COMPREPLY+=(\"$found\"); done"
    print "}"
    print FUNCTION "_words() { " FUNCTION "_add < <(compgen -W \"$1\" -- \"$current\"); }"
    print FUNCTION "_folders() {"
    print "    compopt -o filenames 2>/dev/null"
    print "    " FUNCTION "_add < <(compgen -d -- \"$current\")"
    print "}"
    print FUNCTION "_programs() {"
    print "    compopt -o filenames 2>/dev/null"
    print "    " FUNCTION "_add < <(compgen -c -- \"$current\"; compgen -f -- \"$current\")"
    print "}"
    print "# files with one of these suffixes, and folders; any file if there are none"
    print FUNCTION "_files() {"
    print "    local suffix"
    print "    compopt -o filenames 2>/dev/null"
    print "    for suffix; do " FUNCTION "_add < <(compgen -f -X \"!*.$suffix\" -- \"$current\"); done"
    print "    [ $# -eq 0 ] || " FUNCTION "_add < <(compgen -d -- \"$current\")"
    print "    [ ${#COMPREPLY[@]} -ne 0 ] || " FUNCTION "_add < <(compgen -f -- \"$current\")"
    print "}"
}

# Prints the completion of options and operands, of a command or of a line without a command.
function bash_words(indent, at) {
    print indent "case $current in"
    print indent "-*) " FUNCTION "_words " quoted(bash_options(at)) " ;;"
    print indent "*) " bash_operands(at) " ;;"
    print indent "esac"
}

function bash_form(pattern, at) {
    print "    " pattern ")"
    bash_words("        ", at)
    print "        ;;"
}

function bash(   k, i, engines, list) {
    FUNCTION = "_" NAME
    gsub(/-/, "_", FUNCTION)
    print "# Completion of " NAME " for bash; made by tools/dev/usage."
    bash_functions()
    print FUNCTION "() {"
    print "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}"
    print "    COMPREPLY=()"
    print "    case $previous in"
    for (k = 1; k <= O; k++)
        if (taker[option[k]]) {
            list = bash_call(type_of(taker[option[k]]))
            print "    " option[k] ") " (list ? list "; " : "") "return ;;"
            if (type_of(taker[option[k]]) == "engine")
                engines = 1
        }
    if (engines) # bash splits NAME=COMMAND
        print "    =) " FUNCTION "_programs; return ;;"
    print "    esac"
    if (C) {
        for (i = 1; i <= C; i++)
            list = (i > 1 ? list " " : "") commands[i]
        print "    if [ \"$COMP_CWORD\" -eq 1 ]; then"
        print "        " FUNCTION "_words " quoted(list " " bash_options(""))
        print "        return"
        print "    fi"
        print "    case ${COMP_WORDS[1]} in"
        for (i = 1; i <= C; i++)
            bash_form(commands[i], commands[i])
        if (PLAIN)
            bash_form("*", "")
        print "    esac"
    } else
        bash_words("    ", "")
    print "}"
    print "complete -F " FUNCTION " " NAME
}

function zsh_action(type,   w, count, i, pattern) {
    count = split(type, w, " ")
    if (w[1] == "words") return "compadd --" substr(type, 6)
    if (w[1] == "dir") return "_files -/"
    if (w[1] == "engine") return "_command_names -e; _files"
    if (w[1] != "file") return ""
    for (i = 2; i <= count; i++)
        pattern = pattern (i > 2 ? " " : "") "*." w[i]
    return "_files" (pattern ? " -g \"" pattern "\"" : "")
}

function zsh_text(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/\[|\]|:/, "\\\\&", text)
    return text
}

# Returns the row of an option for _arguments.
function zsh_option(at, o,   row, action) {
    row = zsh_text(in_short(description(at, o)))
    row = o (row ? "[" row "]" : "")
    if (taker[o]) {
        action = zsh_action(type_of(taker[o]))
        row = row ":" zsh_text(taker[o]) ":" (action ? "{" action "}" : " ")
        if (type_of(taker[o]) == "engine")
            row = "*" row
    }
    return quoted(row)
}

function zsh_arguments(at, indent,   k, list, count, i, actions) {
    printf "%s_arguments", indent
    for (k = 1; k <= O; k++)
        if (takes(at, option[k]))
            printf " \\\n%s    %s", indent, zsh_option(at, option[k])
    count = operand_types(at, list)
    for (i = 1; i <= count; i++)
        actions = actions (actions ? "; " : "") zsh_action(list[i])
    printf " \\\n%s    %s\n", indent, quoted("*:argument:" (actions ? "{" actions "}" : " "))
}

function zsh(   i, k) {
    print "#compdef " NAME
    print "# Completion of " NAME " for zsh; made by tools/dev/usage."
    if (!C) {
        zsh_arguments("", "")
        return
    }
    print "if (( CURRENT == 2 )); then"
    print "    local -a commands options"
    print "    commands=("
    for (i = 1; i <= C; i++)
        print "        " quoted(commands[i] ":" in_short(purpose_of(commands[i])))
    print "    )\n    options=("
    for (k = 1; k <= O; k++)
        if (("", option[k]) in offered)
            print "        " quoted(option[k] ":" in_short(description("", option[k])))
    print "    )"
    print "    _describe command commands"
    print "    _describe -o option options"
    print "    return"
    print "fi"
    print "case $words[2] in"
    for (i = 1; i <= C; i++) {
        print commands[i] ")\n    shift words\n    (( CURRENT-- ))"
        zsh_arguments(commands[i], "    ")
        print "    ;;"
    }
    if (PLAIN) {
        print "*)"
        zsh_arguments("", "    ")
        print "    ;;"
    }
    print "esac"
}

function purpose_of(c,   i) {
    if (purpose[c])
        return purpose[c]
    for (i = 1; i <= N; i++)
        if (kind[i] ~ /^commands?$/ && term[i] == c)
            return body[i]
    return ""
}
