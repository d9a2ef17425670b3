#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/perft.sh ALULA_PERFT MAX_NODES [DATA_DIR]: runs our perft suites, and those of DATA_DIR, skipping
# counts over MAX_NODES. That alula-perft notices errors is checked by perft-tool.sh.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
perft=$1 nodes=$2 data=${3:-}
patience='' # an emulator is slow

for suite in perft-suites/*.epd "$data"/*.epd; do
    if [ ! -f "$suite" ]; then
        fail "there is no $suite"
        continue
    fi
    case ${suite##*/} in *960*) variant=--chess960 ;; *) variant= ;; esac
    says "$suite" 0 "^[1-9][0-9]* passed, 0 failed$" "$perft" --suite "$suite" --max-nodes "$nodes" $variant
    echo "$suite: $(printf '%s\n' "$output" | tail -n 1)"
    ! printf '%s\n' "$output" | grep -q '^0 nodes,' || fail "$suite: nothing was counted up to $nodes nodes"
done
finish
