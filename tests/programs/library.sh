#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/library.sh: the library as `make install-library` installs it, found by pkg-config: its example from C
# with the shared and the static one, from C++, and no names but those of its header. For another processor: CC names
# its compiler (TRIPLE-gcc), RUN the emulator.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
cc=${CC:-cc} cxx=${CXX:-c++} run=${RUN:-} tool=
case $cc:$(command -v "$cxx") in gcc:* | cc:*) ;; *-gcc:*) tool=${cc%gcc} cxx=${cc%gcc}g++ ;; *) cxx=clang++ ;; esac
for program in "$cc" pkg-config "${tool}nm" "${tool}objcopy"; do
    command -v "$program" >/dev/null || {
        echo "skipped: no $program"
        exit 77
    }
done

root=$work/a\ root
patience=600
says "it is installed" 0 "^installed: " make -s PREFIX="$work/usr" install-library
export PKG_CONFIG_PATH="$work/usr/lib/pkgconfig"
example=$work/usr/share/doc/alula/library/example.c
strict="-Wall -Wextra -Wpedantic -Werror"

# builds NAME WORD...: a compiler call with the flags of pkg-config after it.
builds() {
    what=$1
    shift
    holds "$what" sh -c '"$@"' builds "$@"
}

# shellcheck disable=SC2046,SC2086 # lists of words
{
    builds "shared" $cc -std=c11 $strict "$example" $(pkg-config --cflags --libs alula) -o "$work/shared"
    builds "static" $cc -std=c11 $strict "$example" $(pkg-config --cflags alula) "$work/usr/lib/libalula.a" -pthread -lm -o "$work/static"
    if command -v "$cxx" >/dev/null; then
        builds "C++" $cxx -std=c++17 -Wall -Wpedantic -Werror -x c++ "$example" $(pkg-config --cflags --libs alula) -o "$work/plus"
    else
        skip "no C++ compiler"
        cp "$work/shared" "$work/plus"
    fi
}
export LD_LIBRARY_PATH="$work/usr/lib"
mate='6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1'
# shellcheck disable=SC2086 # lists of words
for program in shared static plus; do
    says "$program: a mate" 0 '^best: Rd8#$' $run "$work/$program" "$mate"
    [ -c /dev/full ] && says "$program: a full disk" 1 '^the output cannot' sh -c "$run '$work/$program' '$mate' >/dev/full"
    says "$program: a bad FEN" 1 '^an unknown letter' $run "$work/$program" x
    says "$program: stalemate" 0 '^the game is over$' $run "$work/$program" '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'
done
"${tool}nm" -D --defined-only "$work/usr/lib/libalula.so" >"$work/names"
"${tool}nm" -g --defined-only "$work/usr/lib/libalula.a" | grep ' [A-Z] ' >>"$work/names"
says "its names" 0 '^166 166$' awk '{ n++; ours += $3 ~ /^alula_/ } END { print n, ours }' "$work/names"

# forty times; 0.2 MB each would be kept without that
cat >"$work/unload.c" <<'EOT'
#include <alula.h>
#include <dlfcn.h>
#include <stdio.h>
#include <sys/resource.h>

static void *function(void *library, const char *name) {
    void *found = dlsym(library, name);

    if (!found)
        printf("no %s\n", name);
    return found;
}

int main(int argc, char **argv) {
    struct rusage before, after;

    for (int i = 0; i < 45; i++) {
        void *library = dlopen(argv[argc - 1], RTLD_NOW | RTLD_LOCAL), *add, *drop;
        AlulaEngine *e;

        if (!library)
            return 1;
        add = function(library, "alula_engine_new");
        drop = function(library, "alula_engine_free");
        e = (*(AlulaEngine * (**)(size_t, int)) & add)(1, 1);
        (*(void (**)(AlulaEngine *)) & drop)(e);
        if (!e || dlclose(library))
            return 1;
        getrusage(RUSAGE_SELF, i < 5 ? &before : &after);
    }
    printf("%s\n", after.ru_maxrss - before.ru_maxrss < 3000 ? "given back" : "kept");
    return 0;
}
EOT
# shellcheck disable=SC2046,SC2086
builds "a program that loads it" $cc -std=c11 -D_DEFAULT_SOURCE "$work/unload.c" $(pkg-config --cflags alula) $([ "$(uname)" = Linux ] && echo -ldl) -o "$work/unload"
# an emulator keeps what it has translated
[ -n "$run" ] || says "its memory is given back" 0 '^given back$' "$work/unload" "$work/usr/lib/libalula.so"

says "a copy for a package" 0 "^installed: " make -s DESTDIR="$root" prefix=/usr libdir=/usr/lib/multi install-library
holds "its link" [ "$(readlink "$root/usr/lib/multi/libalula.so")" = libalula.so.2 ]
holds "its man page" grep -q '^.TH ALULA 3 ' "$root/usr/share/man/man3/alula.3"
holds "its folders" grep -x 'libdir=/usr/lib/multi' "$root/usr/lib/multi/pkgconfig/alula.pc"
make -s DESTDIR="$root" prefix=/usr libdir=/usr/lib/multi uninstall-library
make -s PREFIX="$work/usr" uninstall-library
holds "nothing is left" [ -z "$(find "$work/usr" "$root" -type f -o -type l)" ]
finish
