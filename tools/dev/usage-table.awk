# SPDX-License-Identifier: GPL-3.0-or-later
# A part of tools/dev/usage: reads a table, and finds its options and commands.

BEGIN {
    FORM = ARGV[1]
    WIDTH = 79
    if (ARGC != 3 || FORM !~ /^(help|include|man|bash|zsh|options)$/)
        fail("usage: tools/dev/usage help|include|man|bash|zsh|options PROGRAM.usage")
    parse(ARGV[2])
    understand()
    if (FORM == "help" || FORM == "include") help()
    if (FORM == "man") man()
    if (FORM == "bash") bash()
    if (FORM == "zsh") zsh()
    if (FORM == "options") options()
    exit 0
}

function fail(sentence) {
    print sentence | "cat 1>&2"
    close("cat 1>&2")
    exit 2
}

# Adds a block, 1 to N: kind, term, body, scope (a command), gap (an empty line before it).
function add(k, t, b) {
    kind[++N] = k
    term[N] = t
    body[N] = b
    scope[N] = command
    gap[N] = blank
    blank = 0
}

function parse(file,   line, section, rest, word, result) {
    while ((result = (getline line < file)) > 0) {
        if (line ~ /^#/)
            continue
        if (line !~ /[^ \t]/) {
            blank = 1
        } else if (line ~ /^%/) {
            split(substr(line, 2), word, " ")
            section = word[1]
            rest = substr(line, length(section) + 3)
            if (section == "name") NAME = rest
            else if (section == "purpose") PURPOSE = rest
            else if (section == "column") COLUMN = rest + 0
            else if (section == "synopsis") SYNOPSIS_COLUMN = rest ? rest + 0 : COLUMN
            else if (section == "heading" || section == "table") add(section, rest, "")
            else if (section == "command") {
                command = rest
                if (rest) add(section, rest, "")
            } else if (section == "text" && rest == "man") section = "mantext"
            else if (section !~ /^(text|options|commands|status|arguments|hidden|files|environment|examples|see)$/)
                fail(file ": no section is called " section)
        } else if (section ~ /^(text|mantext|command)$/) {
            if (section == "command" && !body[N] && !blank) body[N] = line
            else if (line ~ /^ /) add(section == "mantext" ? "manverbatim" : "verbatim", line, "")
            else if (blank || kind[N] != (section == "mantext" ? "mantext" : "text") && kind[N] != "command")
                add(section == "mantext" ? section : "text", "", line)
            else body[N] = body[N] " " line
        } else if (line ~ /^ /) {
            sub(/^ +/, "", line)
            body[N] = body[N] (body[N] ? " " : "") line
        } else if (line ~ /^[+] /) add("part", substr(line, 3), "")
        else add(section, line, "")
    }
    if (result < 0 || !N || !NAME || !PURPOSE)
        fail(file ": " (result < 0 ? "cannot be read" : "needs %name, %purpose and a section"))
    FILE = file
}

# Finds the types of arguments, argument[NAME]; commands[1 to C]; options with their scopes; operands of each command.
function understand(   i, k, w, count) {
    for (i = 1; i <= N; i++)
        if (kind[i] == "arguments") {
            split(term[i], w, " ")
            argument[w[1]] = substr(term[i], length(w[1]) + 2)
        }
    for (i = 1; i <= N; i++) {
        if (kind[i] == "options") {
            count = split(term[i], w, ", ")
            for (k = 1; k <= count; k++)
                declare(scope[i], w[k], body[i])
        }
    }
    for (i = 1; i <= N; i++)
        if (kind[i] == "synopsis")
            understand_synopsis(term[i], body[i])
    for (i = 1; i <= N; i++) {
        count = kind[i] == "examples" ? split(term[i], w, " ") : 0
        for (k = 2; k <= count && w[1] == NAME; k++)
            if (w[k] ~ /^--/ && !(w[k] in taker))
                fail(FILE ": an example has the unknown option " w[k])
    }
}

# Declares an option "--hash MB" of a command, or of all commands if the scope is "".
function declare(at, words, what,   w, count) {
    count = split(words, w, " ")
    if (w[1] !~ /^-/)
        return
    if (!((at, w[1]) in described)) {
        described[at, w[1]] = what
        if (!(w[1] in taker)) {
            taker[w[1]] = count > 1 ? w[2] : ""
            option[++O] = w[1]
        }
        if (count > 1)
            type_of(w[2])
    }
    offered[at, w[1]] = 1
    if (!what && described["", w[1]])
        described[at, w[1]] = described["", w[1]]
}

# Reads a synopsis: a command, if the first word is in lower case; then options and operands. Sets PLAIN for a line
# without a command.
function understand_synopsis(line, what,   w, count, i, at, word, next_word, part, parts, k) {
    count = split(line, w, " ")
    at = w[1] ~ /^[a-z0-9]+$/ ? w[1] : ""
    if (at && !(at in purpose)) {
        commands[++C] = at
        purpose[at] = what
    }
    if (!at)
        PLAIN = 1
    for (i = at ? 2 : 1; i <= count; i++) {
        word = w[i]
        gsub(/[()]|\[|\]/, "", word)
        if (w[i] ~ /^(\[|\()*--[a-z0-9-]+$/ && i < count && w[i + 1] ~ /^[A-Za-z]/) {
            next_word = w[++i]
            gsub(/[()]|\[|\]|[.][.][.]/, "", next_word)
            declare(at, word " " next_word, at ? "" : what)
            if (w[i] ~ /[.][.][.]/)
                add_operand(at, next_word)
        } else if (word ~ /^-/) {
            declare(at, word, "")
        } else if (word == "OPTION...") {
            takes_all[at] = 1
        } else if (word != "|") {
            sub(/[.][.][.]$/, "", word)
            parts = split(word, part, "|")
            for (k = 1; k <= parts; k++)
                if (part[k])
                    add_operand(at, part[k])
        }
    }
}

# Adds the type of an operand: files of all suffixes are one type, and words another.
function add_operand(at, word,   w) {
    split(type_of(word), w, " ")
    word = substr(type_of(word), length(w[1]) + 1)
    if (w[1] == "file" && !word)
        any_file[at] = 1
    if (!index(operand[at, w[1]] " ", word " "))
        operand[at, w[1]] = operand[at, w[1]] word
    has_operand[at, w[1]] = 1
}

# Stores the types of the operands of a command in types[1 to n]; returns n.
function operand_types(at, types,   w, count, i, n) {
    count = split("words file dir engine", w, " ")
    for (i = n = 0; i <= count; i++)
        if ((at, w[i]) in has_operand)
            types[++n] = w[i] (w[i] == "file" && any_file[at] ? "" : operand[at, w[i]])
    return n
}

# Returns the type of an argument: of the whole word, or of its first name; words in lower case are literal.
function type_of(word,   type) {
    if (word in argument)
        return argument[word]
    gsub(/\[|\]/, "", word)
    if (word in argument)
        return argument[word]
    if (match(word, /^[A-Z]+/) && (substr(word, 1, RLENGTH) in argument))
        return argument[substr(word, 1, RLENGTH)]
    if (word !~ /^[a-z0-9]+([|][a-z0-9]+)*$/)
        fail(FILE ": %arguments lacks " word)
    type = word
    gsub(/[|]/, " ", type)
    return "words " type
}

# Returns true if the command has the option; without commands, a program has all options.
function takes(at, o) {
    return ((at, o) in offered) || !C || (("", o) in offered) && (takes_all[at] || o ~ /^--(help|version)$/)
}

function description(at, o) {
    if (o == "--help") return "print the options and exit"
    if (o == "--version") return "print the version and exit"
    return ((at, o) in described) && described[at, o] ? described[at, o] : described["", o]
}

# Returns the beginning of a text, up to the end of its first phrase.
function in_short(text) {
    gsub(/ [(][^()]*[)]/, "", text)
    if (match(text, /[;:]/) && RSTART > 12)
        text = substr(text, 1, RSTART - 1)
    if (match(text, /[^. ][.]( |$)/))
        text = substr(text, 1, RSTART)
    if (length(text) > 70) {
        text = substr(text, 1, 68)
        sub(/,? [^ ]*$/, " ...", text)
    }
    return text
}

function options(   i, k, used) {
    for (i = 1; i <= C; i++)
        print commands[i], "-"
    for (k = 1; k <= O; k++) {
        used = 0
        for (i = 1; i <= C; i++)
            if (takes(commands[i], option[k])) {
                print commands[i], option[k]
                used = 1
            }
        if (!used)
            print "-", option[k]
    }
    for (i = 1; i <= N; i++)
        if (kind[i] == "hidden")
            print "hidden", term[i]
}
