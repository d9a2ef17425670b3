#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/tools/commits.sh: tools/dev/commits and tools/dev/results, in a temporary repository.
# shellcheck source=tests/tools/says.sh
. "${0%/*}/says.sh"
[ $# -eq 0 ] || {
    echo "usage: tests/tools/commits.sh" >&2
    exit 2
}
if ! command -v git >/dev/null; then
    echo "commits: skipped: git is not installed"
    exit 0
fi
tools=$(cd "${0%/*}/../../tools/dev" && pwd) || exit 2
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_CEILING_DIRECTORIES="$work"
export GIT_AUTHOR_NAME=tester GIT_AUTHOR_EMAIL=tester@localhost
export GIT_COMMITTER_NAME=tester GIT_COMMITTER_EMAIL=tester@localhost
grammar=-F

# commit LINE...: make a commit with this message.
commit() {
    printf '%s\n' "$@" | git commit -q --allow-empty -F - || exit 2
}

mkdir "$work/tarball" && cd "$work/tarball" || exit 2
says "commits of a tarball" 0 "skipped: this is not a git repository" "$tools/commits"
says "results of a tarball" 2 "there is no HEAD" "$tools/results"

git init -q "$work/repository" && cd "$work/repository" || exit 2
commit "Add the first file" "" "No functional change"
says "no results" 0 "There is no result" "$tools/results"
commit "Reduce late moves more" "" "They are rarely good." "" \
    "Elo: 3.91 +- 2.86" \
    "SPRT: 5+0.05, 1 thread, 16 MB, LLR 2.95 (-2.94, 2.94) [0, 5]" \
    "Games: 14120, won 3631, lost 3472, drawn 7017" \
    "Penta: 301, 1582, 3174, 1663, 340" \
    "Command: ./alula-match --engine ./alula,name=new --sprt elo0=0,elo1=5" "" "Bench: 123"
commit "Use 60 characters, of which ä, ö and ü are two bytes long..." "" "Bench: 3726146"
says "another history" 0 "skipped: this copy does not have the history" "$tools/commits"
says "good commits" 0 "commits: 3 checked" "$tools/commits" HEAD
says "a range" 0 "commits: 1 checked" "$tools/commits" HEAD~1..HEAD
says "an empty range" 0 "commits: none in HEAD..HEAD" "$tools/commits" HEAD..HEAD
says "a wrong range" 2 "there is no nothing..HEAD" "$tools/commits" nothing..HEAD
says "two arguments" 2 "usage" "$tools/commits" HEAD HEAD

says "a result" 0 "3.91 +- 2.86      14120  3631/3472/7017     301, 1582, 3174, 1663, 340      Reduce late moves" "$tools/results"
says "its SPRT" 0 "    5+0.05, 1 thread, 16 MB, LLR 2.95 (-2.94, 2.94) [0, 5]" "$tools/results"
says "its command" 0 "    ./alula-match --engine ./alula,name=new --sprt elo0=0,elo1=5" "$tools/results"
says "how many results" 0 "1 result, 14120 games" "$tools/results"
says "a range without results" 0 "There is no result" "$tools/results" HEAD~1..HEAD
says "two arguments" 2 "usage" "$tools/results" HEAD HEAD
# Blocks of alula-match --summary
cat > "$work/one.txt" << 'END'
Elo: 3.91 +- 2.86
nElo: 7.22
LOS: 99.63 %
SPRT: LLR 2.96 (-2.94, 2.94) [0, 5] normalized, H1 accepted
Games: 14121, won 3631, lost 3473, drawn 7017, without a pair 1
Penta: 301, 1582, 3174, 1663, 340
Engines: new against old
Limits: 5+0.05, 1 thread, 16 MB
Openings: openings/balanced.epd, 1000, random, seed 1
Command: ./alula-match --summary one.txt
END
sed 's/H1/H0/' "$work/one.txt" > "$work/two.txt"
sed '/^Limits/d; /^SPRT/d' "$work/one.txt" > "$work/three.txt"
sed 's/won 3631, lost 3473/won 3633, lost 3471/' "$work/one.txt" > "$work/four.txt"
sed 's/^Elo: 3/Elo: 4/' "$work/one.txt" > "$work/five.txt"
says "a result in a file" 0 "340      new against old" "$tools/results" "$work/one.txt"
says "its limits" 0 "    5+0.05, 1 thread, 16 MB" "$tools/results" "$work/one.txt"
says "two results" 0 "2 results, 28242 games" "$tools/results" "$work/one.txt" "$work/one.txt"
input=$work/one.txt
says "a result in standard input" 0 "1 result, 14121 games" "$tools/results" -
input=/dev/null
says "another hypothesis" 1 "results: two: the LLR does not accept this hypothesis" "$tools/results" "$work/two.txt"
says "no limits" 1 "results: three: one of the lines Elo, SPRT or Limits" "$tools/results" "$work/three.txt"
says "another score" 1 "results: four: Penta and won, lost, drawn give different scores" "$tools/results" "$work/four.txt"
says "another Elo" 1 "results: five: Elo is not that of won, lost, drawn" "$tools/results" "$work/five.txt"
says "no file" 2 "results: there is no file $work/none" "$tools/results" "$work/one.txt" "$work/none"

git clone -q --depth 1 "file://$work/repository" "$work/shallow" && cd "$work/shallow" || exit 2
says "a shallow clone" 0 "skipped: this copy does not have the history" "$tools/commits"
cd "$work/repository" || exit 2

# Planted faults.
commit "Use 61 characters, of which ä, ö and ü are two bytes long...." "" "No functional change"
says "a long subject" 1 "a subject of 61 characters" "$tools/commits" HEAD
commit "Write something after the last line" "" "Bench: 1" "And more."
says "a wrong last line" 1 'not "Bench: N" or "No functional change": And more.' "$tools/commits" HEAD~1..HEAD
commit "Have no body"
says "no body" 1 'change": Have no body' "$tools/commits" HEAD~1..HEAD
commit "Leave out lines" "" "Elo: 1 +- 2" "Bench: 1"
says "half a result" 1 "Command is missing" "$tools/results" HEAD~1..HEAD
commit "Count games wrongly" "" "Elo: 1 +- 2" "SPRT: x" "Games: 4, won 1, lost 1, drawn 1" "Penta: 0, 1, 1, 0, 0" \
    "Command: x" "Bench: 1"
says "a wrong sum" 1 "do not add up to 4 games" "$tools/results" HEAD~1..HEAD
commit "Count pairs wrongly" "" "Elo: 1 +- 2" "SPRT: x" "Games: 4, won 1, lost 1, drawn 2" "Penta: 0, 1, 1, 1, 0" \
    "Command: x" "Bench: 1"
says "a wrong sum of pairs" 1 "does not add up to half of 4 games" "$tools/results" HEAD~1..HEAD

finish
