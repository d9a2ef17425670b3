#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/tools/stages.sh: tests/stages.sh, which runs the parts of `make test`, lists all failures.
# shellcheck source=tests/tools/says.sh
. "${0%/*}/says.sh"
stages=$(full "${0%/*}/../stages.sh")
cd "$work" || exit 2
unset ALL_INSTALLED

says "all pass" 0 "name: all passed, 0 skipped" "$stages" name log "echo one" "echo two"
says "a failure, then the next stage" 1 "^two$" "$stages" name log "echo one; false" "echo two"
says "the stage that failed" 1 "^  stage failed: echo one; false$" "$stages" name log "echo one; false" "echo two"
says "a failed test of a script" 1 "^  FAIL a thing: why$" "$stages" name log "echo two" "echo FAIL a thing: why; exit 1"
says "a failed unit test" 1 "^  a.c:12:F:all:b:0: c$" "$stages" name log "echo a.c:12:F:all:b:0: c; exit 1"
says "what make gave up" 1 "^  make: \*\*\* .*here" "$stages" name log "printf 'here:\n\tfalse\n' | env -u MAKEFLAGS -u MAKELEVEL make -f -"
says "a part is skipped" 0 "^  skipped: this$" "$stages" name log "echo skipped: this" "echo x: skipped: that"
says "skipped parts are counted" 0 "all passed, 2 skipped" "$stages" name log "echo skipped: this" "echo x: skipped: that"
export ALL_INSTALLED=1
says "a program is missing" 1 "all passed, 1 skipped" "$stages" name log "echo skipped: x is not installed"
says "something else is missing" 0 "all passed, 1 skipped" "$stages" name log "echo skipped: no TEST_DATA"
finish
