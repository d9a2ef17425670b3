# SPDX-License-Identifier: GPL-3.0-or-later
# awk -f tools/dev/header-man.awk -v date=DATE -v version=VERSION library/alula.h: the header as the man page alula(3).
# Its declarations are blocks, each below the comment that explains it; lines "/* --- NAME --- */" begin sections.

BEGIN {
    print ".\\\" Made by tools/dev/header-man.awk of library/alula.h."
    print ".TH ALULA 3 " date " \"Alula " version "\" \"Library Functions\"\n.nh\n.ad l"
    print ".SH NAME\nalula \\- chess in a library: rules, PGN and searches"
    print ".SH LIBRARY\nlibalula: compiler and linker options:\n.B pkg\\-config \\-\\-cflags \\-\\-libs alula"
    print ".SH SYNOPSIS\n.nf\n.B #include <alula.h>\n.fi\n.SH DESCRIPTION"
    fresh = 1
}

function plain(line) {
    gsub(/\\/, "\\e", line)
    gsub(/-/, "\\-", line)
    return line ~ /^[.\047]/ ? "\\&" line : line
}

# Prints a text in lines of up to 75 characters.
function fill(text,   word, count, i, line) {
    count = split(text, word, " ")
    for (i = 1; i <= count; i++) {
        if (line && length(line word[i]) > 74) {
            print plain(line)
            line = ""
        }
        line = line (line ? " " : "") word[i]
    }
    print plain(line)
}

# Prints a block: its code, and the comment that explains it.
function flush() {
    if (!fresh && (code || said)) print ".PP"
    if (code) printf ".nf\n%s.fi\n", code
    if (code && said) print ".RS 4"
    if (said) fill(said)
    if (code && said) print ".RE"
    fresh = fresh && !code && !said
    code = said = ""
}

/^#/ || /SPDX/ || /^extern "C"/ { next }
/^}$/ { next }
/^\/\* --- / {
    flush()
    gsub(/^\/\* --- | -+ \*\/$/, "")
    print ".SH " toupper($0)
    fresh = 1
    next
}
/^\/\*/ && !code { comment = 1 }
comment {
    ended = /\*\/$/
    gsub(/^\/\*+ ?|^ \*\/$|^ \* ?| ?\*\/$/, "")
    if ($0) said = said " " $0
    if (ended) comment = 0
    next
}
/^$/ { flush(); next }
{
    if (!sub(/^ALULA_API /, "") && /^                    /) sub(/^          /, "") # the rest of a declaration
    code = code plain($0) "\n"
}

END {
    flush()
    print ".SH SEE ALSO\n.BR alula (6)"
}
