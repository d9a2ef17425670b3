#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tools/dev/deps.sh [--ci]: install what the tests need with the package manager of the system. Does
# nothing if everything is installed. Programs for games in XBoard, comparisons with Polyglot and the
# console's screen are optional: their tests are skipped without them. --ci also installs clang,
# cppcheck, mingw-w64, wine, musl, debhelper, lintian, BSD make, and the oldest and newest compilers, and
# fails if a package that the package manager has is still missing at the end. EMCC=1 adds emscripten
# (842 MB).
#
# shellcheck disable=SC2046,SC2086 # the lists of words below are split on purpose

PATH=$PATH:/usr/games:/usr/local/games
needed="cc pkg-config check"
wanted="xboard fairymax Xvfb pgn-extract pgrep parallel polyglot tmux zsh rsvg-convert xmllint groff c++ python3 script clang-format" ci=

case $#:$1 in
0:) ;;
1:--ci)
    needed="$needed clang mingw"
    wanted="$wanted clang-rt musl-gcc cppcheck wine gcc-11 gcc-12 clang-14 clang-newest dh lintian bmake aarch64-linux-gnu-gcc s390x-linux-gnu-gcc qemu-aarch64${EMCC:+ emcc}" ci=yes
    ;;
*)
    echo "usage: tools/dev/deps.sh [--ci]" >&2
    exit 2
    ;;
esac

has() {
    command -v "$1" >/dev/null 2>&1
}

# is_there NAME: succeeds if a dependency is installed. Most dependencies are commands.
is_there() {
    case $1 in
    cc) has cc || has gcc || has clang ;;
    check) pkg-config --exists check 2>/dev/null ;;
    clang-newest) has clang-23 || has clang-22 || has clang-21 || has clang-20 || has clang-19 ;;
    mingw) has x86_64-w64-mingw32-gcc-posix || has x86_64-w64-mingw32-gcc ;;
    clang-rt) built=$(mktemp) && echo 'int main(void) { return 0; }' |
        clang -fsanitize=address -x c -o "$built" - 2>/dev/null && rm "$built" ;;
    clang-format) has clang-format-14 || clang-format --version 2>/dev/null | grep -q 'version 14\.' ;;
    *) has "$1" ;;
    esac
}

# Prints the missing dependencies among the arguments, in one line.
missing() {
    list=
    for thing in "$@"; do
        is_there "$thing" || list="$list $thing"
    done
    echo $list
}

# Prints the names of the packages, or nothing if the package manager has none.
package() {
    case $manager:$1 in
    brew:xboard | brew:fairymax | brew:Xvfb | brew:pgn-extract | brew:pgrep | brew:clang-rt) ;;
    apt-get:cc) echo gcc libc6-dev ;;
    *:cc) echo gcc ;;
    dnf:check) echo check-devel ;;
    dnf:pkg-config) echo pkgconf-pkg-config ;;
    pacman:pkg-config) echo pkgconf ;;
    brew:clang) echo llvm ;;
    apt-get:clang-rt) echo "libclang-rt-$(clang -dumpversion | cut -d. -f1)-dev" ;;
    *:clang-rt) echo compiler-rt ;;
    apt-get:clang-format) echo clang-format-14 ;;
    *:clang-format) ;; # other versions
    apt-get:clang-newest) apt-cache pkgnames clang- | grep -x 'clang-\(19\|2[0-3]\)' | sort -V | tail -n 1 ;;
    apt-get:gcc-1* | apt-get:clang-1*) apt-cache pkgnames "$1" | grep -x "$1" ;;
    *:gcc-1* | *:clang-1* | *:clang-newest) ;;
    apt-get:musl-gcc) echo musl-tools ;;
    pacman:musl-gcc) echo musl ;;
    brew:musl-gcc | brew:wine) ;;
    apt-get:wine) echo wine wine64 ;;
    apt-get:dh) echo debhelper dpkg-dev ;;
    apt-get:lintian | apt-get:bmake) echo "$1" ;;
    *:dh | *:lintian | *:bmake) ;; # Debian
    apt-get:aarch64-linux-gnu-gcc) echo gcc-aarch64-linux-gnu libc6-dev-arm64-cross ;;
    apt-get:s390x-linux-gnu-gcc) echo gcc-s390x-linux-gnu libc6-dev-s390x-cross ;;
    apt-get:qemu-aarch64) echo qemu-user ;;
    *:*-linux-gnu-gcc | *:qemu-aarch64) ;; # other names, or none
    *:emcc) echo emscripten ;;
    apt-get:mingw) echo gcc-mingw-w64-x86-64-posix ;;
    dnf:mingw) echo mingw64-gcc mingw64-winpthreads-static ;;
    pacman:mingw) echo mingw-w64-gcc ;;
    *:mingw) echo mingw-w64 ;;
    apt-get:Xvfb) echo xvfb ;;
    dnf:Xvfb) echo xorg-x11-server-Xvfb ;;
    *:Xvfb) echo xorg-server-xvfb ;;
    apt-get:rsvg-convert) echo librsvg2-bin ;;
    dnf:rsvg-convert) echo librsvg2-tools ;;
    *:rsvg-convert) echo librsvg ;;
    apt-get:xmllint) echo libxml2-utils ;;
    *:xmllint) echo libxml2 ;;
    apt-get:c++) echo g++ ;;
    dnf:c++) echo gcc-c++ ;;
    *:c++) echo gcc ;;
    pacman:python3) echo python ;;
    apt-get:script) echo bsdutils ;;
    *:script) echo util-linux ;;
    apt-get:pgrep) echo procps ;;
    *:pgrep) echo procps-ng ;;
    *) echo "$1" ;;
    esac
}

# Prints a command that changes the system, then runs it.
run() {
    echo "deps: $*"
    "$@"
}

refresh() {
    case $manager in
    apt-get) run $as_root apt-get update ;;
    pacman) run $as_root pacman -Sy ;;
    esac || echo "deps: the package lists could not be updated"
}

install() {
    case $manager in
    apt-get) run $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "$@" ;;
    dnf) run $as_root dnf install -y "$@" ;;
    pacman) run $as_root pacman -S --needed --noconfirm "$@" ;;
    brew) run env NONINTERACTIVE=1 brew install "$@" ;;
    esac
}

# Prints the packages of the arguments, without unknown ones.
packages() {
    list=
    for thing in "$@"; do
        list="$list $(package "$thing")"
    done
    echo $list
}

lacking=$(missing $needed)
all=$(missing $needed $wanted)
if [ -z "$all" ]; then
    echo "deps: everything is installed"
    exit 0
fi
echo "deps: missing: $all"

manager=
for m in apt-get dnf pacman brew; do
    if [ -z "$manager" ] && has "$m"; then
        manager=$m
    fi
done
as_root=
if [ "$(id -u)" -ne 0 ] && [ "$manager" != brew ]; then
    as_root=sudo
fi
if [ -z "$manager" ]; then
    problem="no known package manager is installed (apt-get, dnf, pacman, brew)"
elif [ "$as_root" ] && ! has sudo; then
    problem="this needs root or sudo"
else
    problem=
fi
if [ "$problem" ]; then
    echo "deps: $problem; please install by hand: $all"
    [ -z "$lacking" ]
    exit
fi

if [ "$(packages $all)" ]; then
    refresh
fi
if [ "$lacking" ]; then
    install $(packages $lacking)
    lacking=$(missing $needed)
fi
if [ "$lacking" ]; then
    echo "deps: still missing, and needed: $lacking"
    exit 1
fi

# Install all at once, or one by one if a package is not available.
more=$(packages $(missing $wanted))
if [ "$more" ] && ! install $more; then
    for one in $more; do
        install "$one" || echo "deps: continuing without $one"
    done
fi
without=$(missing $wanted)
echo "deps: done${without:+, without $without; tests that need them are skipped}"
# fail if an available package was not installed
[ -z "$ci" ] || [ -z "$(packages $without)" ] || exit 1
