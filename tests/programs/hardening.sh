#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/hardening.sh PROGRAM...: each program was built with the hardening of the Makefile.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
command -v readelf > /dev/null || {
    echo "skipped: no readelf"
    exit 77
}

# has NAME TEXT PROGRAM: readelf says so
has() {
    if LC_ALL=C readelf -Wdhls "$3" 2>&1 | grep -Eq -- "$2"; then pass; else fail "$3: $1"; fi
}

for program in "$@"; do
    has "not position-independent" "Type: +DYN" "$program"
    has "no RELRO segment" "GNU_RELRO" "$program"
    has "symbols are not bound at the start" "FLAGS.*NOW" "$program"
    has "an executable stack" "GNU_STACK .* RW " "$program"
    has "no stack protector" "__stack_chk_fail" "$program"
    # not __stack_chk_fail
    has "no FORTIFY_SOURCE" " __[a-z]+_chk(@|$)" "$program"
    # pages of a large frame are touched one by one; looked for where we know the instruction
    case $(readelf -h "$program") in
    *X86-64*)
        ! command -v objdump >/dev/null || if objdump -d "$program" | grep -q 'sub  *\$0x1000,%rsp'; then pass
        else fail "$program: no stack clash protection"; fi ;;
    esac
done
finish
