#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/wasm.sh FOLDER ALULA: what `make wasm` built there, against this program with the same network: its
# size, and the checks of tests/web in Node and in the browsers there are.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
built=$1 alula=$2 web=${0%/*}/../web
for program in emcc node; do
    command -v "$program" >/dev/null || {
        echo "skipped: no $program"
        exit 77
    }
done

inline=$(($(wc -c <"$built/alula-inline.js"))) bytes=$(cat "$built"/* | wc -c)
echo "wasm: $bytes bytes in all, $((bytes - inline)) without what pages that are files need"
# 250 KB of them are the names of openings
holds "at most 1.1 MB for a page, 2.4 MB in all" [ $((bytes - inline)) -le 1100000 -a "$bytes" -le 2400000 ]
nodes=$("$alula" bench 10 | awk 'END { print $1 }')

# checked NAME COMMAND...: the checks of tests/web/checks.js, which end by themselves
checked() {
    what=$1
    shift
    TMPDIR=$work timeout 1600 "$@" >"$work/said" 2>&1
    sed -n "s|^figure|wasm: $what:|p" "$work/said"
    while read -r word rest; do
        case $word in
        ok) pass ;;
        FAIL) fail "$what: $rest" ;;
        esac
    done <"$work/said"
    grep -qx "done" "$work/said" || fail "$what: no end: $(tail -n 5 "$work/said")"
}

checked Node node "$web/node.js" "$built" "$nodes"
browsers=0
for browser in chromium firefox-esr firefox; do
    command -v "$browser" >/dev/null || continue
    [ "$browser" != firefox ] || ! command -v firefox-esr >/dev/null || continue
    browsers=$((browsers + 1))
    checked "$browser" node "$web/browser.js" "$browser" "$built" "$nodes"
    checked "$browser, a file" node "$web/browser.js" "$browser" "$built" "$nodes" file
    checked "$browser, the page" node "$web/browser.js" "$browser" "$built" "$nodes" page
    checked "$browser, the page as a file" node "$web/browser.js" "$browser" "$built" "$nodes" page file
done
if command -v chromium >/dev/null; then
    checked "the page" node "$web/page.js" chromium "$built"
else
    skip "no chromium for tests/web/page.js"
fi
[ $browsers -gt 0 ] || skip "no chromium, no firefox"
finish
