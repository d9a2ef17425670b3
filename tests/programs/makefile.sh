#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/makefile.sh: what the Makefile does with compilers and flags. Its objects are below build/.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
cd "${0%/*}/../.." || exit 2
make=${MAKE:-make} cc=$(command -v "${CC:-cc}")
unset MAKEFLAGS MFLAGS MAKELEVEL CC CFLAGS CPPFLAGS LDFLAGS ARCH BUILD WERROR SKIPPED
mkdir -p build && out=$(mktemp -d build/makefile.XXXXXX) || exit 2
leave() { rm -rf "$out"; }

# A compiler that replaces what -o names, whatever it is, and its binutils, all of which write down their calls.
mkdir "$work/bin"
for name in gcc gcc-ar objcopy; do
    # shellcheck disable=SC2016 # for the script
    printf '#!/bin/sh\necho "%s $*" >>"%s"\ncase $1 in -print-prog-name=objcopy) echo "%s-${1#*=}"; exit ;; esac\nexec %s "$@"\n' \
        "$name" "$work/calls" "$work/bin/odd" "$([ $name = gcc ] && echo "$cc" || echo "${name#gcc-}")" >"$work/bin/odd-$name"
    chmod +x "$work/bin/odd-$name"
done

# A file that is not a whole network stops the build before anything is made.
head -c 1000 nets/small.nn >"$work/cut.nn"
says "a truncated network" 2 "cut.nn is truncated, or not a network of Alula" "$make" -n NET="$work/cut.nn" alula
says "another file" 2 "README.md is truncated, or not a network of Alula" "$make" -n NET=README.md alula

# A probe writes to no device.
holds "make -n" "$make" -n CC="$work/bin/odd-gcc" alula
holds "the compiler was asked" grep -q '^gcc .*-o ' "$work/calls"
says "no probe writes to a device" 1 '^$' grep -e '-o */dev/' "$work/calls"
says "a probe is in the tree" 1 '^$' grep -e "-o *${TMPDIR:-/tmp}/alula" "$work/calls"

# Another compiler or other flags: the objects are made again; the same ones, or warnings that are errors: they are not.
made() { "$make" -s ARCH=portable OUT="$out/o" "$@" "$out/o/engine/base/clock.o"; }
again() {
    text=$1
    shift
    says "made: $*" 0 "$text" made "$@"
}
patience='' # a function
again '^  CC engine/base/clock.c$' CC="$cc"
again '^$' CC="$cc"
again '^$' CC="$cc" WERROR=1
for flag in CFLAGS=-g CFLAGS='-g -DTEXT="it'\''s one"' CPPFLAGS=-DNEW LDFLAGS=-s CC="$work/bin/odd-gcc" HARDEN=; do
    again '^  CC engine/base/clock.c$' CC="$cc" "$flag"
    again '^$' CC="$cc" "$flag"
done
patience=60

# The binutils of the compiler make libraries and programs.
says "its ar" 0 "$work/bin/odd-gcc-ar rcs" "$make" -n CC="$work/bin/odd-gcc" ARCH=portable OUT="$out/a" "$out/a/libengine.a"
says "its ar and objcopy" 0 "$work/bin/odd-objcopy --keep-global" "$make" -n CC="$work/bin/odd-gcc" library
says "an ar of one's own" 0 'my-ar rcs' "$make" -n CC="$cc" AR=my-ar ARCH=portable OUT="$out/a" "$out/a/libengine.a"

# Link-time optimisation: not of the network, and not where symbols are hidden.
says "-flto" 0 '-flto  *-DNET_FILE=.* -fno-lto .*nnue_bytes.c' "$make" -n CC="$cc" CFLAGS=-flto OUT="$out/l" "$out/l/engine/eval/nnue_bytes.o"
says "a library with -flto" 0 '-flto .*-fno-lto .*library/library_game.c' "$make" -n CC="$cc" CFLAGS=-flto library

# Installed documents link to what is there only.
mkdir -p "$work/doc/docs"
printf '[a](docs/b.md#x) and [one\ntwo](docs/none.md) [w](https://example.org/) ![p](none.png)[`c`](../c) [d](#d) [e](docs).\n' >"$work/doc/a.md"
echo '[up](../a.md) [no](../COPYING)' >"$work/doc/docs/b.md"
holds "links" tools/dev/links "$work/doc"
printf '[a](docs/b.md#x) and one\ntwo [w](https://example.org/) p`c` [d](#d) [e](docs).\n[up](../a.md) no\n' >"$work/expected"
says "documents" 0 '^$' sh -c 'cat "$1/doc/a.md" "$1/doc/docs/b.md" | diff "$1/expected" -' sh "$work"
finish
