#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/programs/book.sh ALULA_BOOK [TEST_DATA]: made and merged books equal those of Polyglot, are
# reproducible, and are written completely or not at all; probe and dump show them; bad arguments,
# games and books get an error message.
# shellcheck source=tests/programs/says.sh
. "${0%/*}/says.sh"
tool=$1 data=${2:-tests/data}/polyglot
PATH=$PATH:/usr/games:/usr/local/games
start="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

# prints WHAT FILE COMMAND...: the output equals the file.
prints() {
    what=$1 file=$2
    shift 2
    if timeout 60 "$@" > "$work/printed" 2>&1 && cmp -s "$work/printed" "$file"; then pass; else
        fail "$what: $(diff "$file" "$work/printed")"
    fi
}

# entries FILE: sorted entries in hexadecimal, one per line.
entries() { od -An -v -tx1 "$1" | tr -d ' ' | sort; }

# agree WHAT BOOK BOOK: the same entries; moves of equal weight may be in any order.
agree() {
    entries "$2" > "$work/one"
    entries "$3" > "$work/two"
    if [ -s "$work/one" ] && cmp -s "$work/one" "$work/two"; then pass; else
        fail "$1: $(diff "$work/one" "$work/two")"
    fi
}

# is_sorted WHAT BOOK: by key, and the best move first.
is_sorted() {
    od -An -v -tx1 "$2" | tr -d ' ' |
        awk '{ print substr($0, 1, 16), substr($0, 21, 4) }' > "$work/keys"
    if LC_ALL=C sort -c -s -k1,1 "$work/keys" 2> /dev/null &&
        LC_ALL=C sort -s -k1,1 -k2,2r "$work/keys" | cmp -s - "$work/keys"; then pass; else
        fail "$1: not sorted"
    fi
}

# game RESULT MOVES: print a game.
game() { printf '[Event "?"]\n[Result "%s"]\n\n%s %s\n\n' "$1" "$2" "$1"; }

{
    game 1-0 "1. e4 e5 2. Nf3 Nc6"
    game 0-1 "1. e4 e5 2. Nf3 Nf6"
    game 1/2-1/2 "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4"
    game '*' "1. d4 d5 2. c4"
    game 0-1 "1. c4 c5"
    game 1-0 "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O O-O"
    game 0-1 "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. O-O-O O-O-O"
    # after 1. e4 e6 2. e5 d5 the en passant capture is played once and not played once; a promotion
    game 1-0 "1. e4 e6 2. e5 d5 3. exd6 Bxd6"
    game 0-1 "1. e4 e6 2. e5 d5 3. d4 c5"
    game 1-0 "1. a4 b5 2. axb5 a6 3. bxa6 Nc6 4. a7 Nb8 5. axb8=N Rxa1"
    # transposition to 1. e4 e5 2. Nf3
    game 1/2-1/2 "1. Nf3 e5 2. e4 Nc6"
} > "$work/games.pgn"
"$tool" make "$work/games.pgn" "$work/all.bin" --min-games 1 > "$work/said" 2>&1
is_sorted "make" "$work/all.bin"

# --- probe and dump
cat > "$work/wanted" << END
key 463b96181691fc9c
e4       e2e4       5   45.5%
Nf3      g1f3       3   27.3%
a4       a2a4       2   18.2%
d4       d2d4       1    9.1%
END
# shellcheck disable=SC2086 # an unquoted FEN
{
    prints "probe" "$work/wanted" "$tool" probe "$work/all.bin" "$start"
    prints "probe, several words" "$work/wanted" "$tool" probe "$work/all.bin" $start
}
cat > "$work/wanted" << END
1. e4  5  45.5%
  1... e5  2  40.0%
    2. Nf3  2  100.0%
  1... e6  2  40.0%
    2. e5  2  100.0%
  1... c5  1  20.0%
    2. Nf3  1  100.0%
1. Nf3  3  27.3%
  1... e5  1  100.0%
    2. e4  1  100.0%
1. a4  2  18.2%
1. d4  1  9.1%
  1... d5  3  100.0%
    2. c4  1  100.0%
END
prints "dump" "$work/wanted" "$tool" dump "$work/all.bin" --plies 3
says "dump from a position" 0 "^4. O-O  2  100.0%" "$tool" dump "$work/all.bin" --fen "rnbqk2r/ppppppbp/5np1/8/8/5NP1/PPPPPPBP/RNBQK2R w KQkq - 4 4"
says "dump from nowhere" 1 "not in the book, which has [0-9]+ entries: start from another position with --fen FEN" \
    "$tool" dump "$work/all.bin" --fen "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
says "dump, a transposition" 0 "\(as above\)" "$tool" dump "$work/all.bin"
says "a position that is not in the book" 1 "the position is not in the book" "$tool" probe "$work/all.bin" "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
says "en passant" 0 "^exd6     e5d6 " "$tool" probe "$work/all.bin" "rnbqkbnr/ppp2ppp/4p3/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"
says "the same without en passant is another position" 1 "not in the book" "$tool" probe "$work/all.bin" "rnbqkbnr/ppp2ppp/4p3/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3"
says "promotion" 0 "^axb8=N   a7b8n " "$tool" probe "$work/all.bin" "rnbqkbnr/P1pppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQkq - 1 5"

# --- the same book from the same games
"$tool" make - "$work/b.bin" --min-games 1 < "$work/games.pgn" > "$work/said"
same "standard input" "$work/all.bin" "$work/b.bin"
sed -n '1,20p' "$work/games.pgn" > "$work/part1.pgn"
sed '1,20d' "$work/games.pgn" > "$work/part2.pgn"
"$tool" make "$work/part2.pgn" - "$work/b.bin" --min-games 1 < "$work/part1.pgn" > "$work/said"
same "several files, in another order" "$work/all.bin" "$work/b.bin"
says "how many" 0 "all.bin: [0-9]+ entries from 11 games" "$tool" make "$work/games.pgn" "$work/all.bin" --min-games 1

# --- Chess960, and positions that the format cannot express
{
    printf '[Event "?"]\n[SetUp "1"]\n[Variant "fischerandom"]\n[FEN "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"]\n'
    printf '[Result "1-0"]\n\n1. O-O Ke7 1-0\n\n'
} > "$work/960.pgn"
"$tool" make "$work/960.pgn" "$work/960.bin" --min-games 1 > "$work/said" 2>&1
says "chess960" 0 "^O-O +O-O +2 +100.0%" "$tool" probe "$work/960.bin" --chess960 "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"
{
    printf '[Event "?"]\n[SetUp "1"]\n[Variant "fischerandom"]\n[FEN "4k3/8/8/8/8/8/8/1R1RKR1R w FB - 0 1"]\n'
    printf '[Result "1-0"]\n\n1. O-O Ke7 1-0\n\n'
} > "$work/inner.pgn"
"$tool" make "$work/inner.pgn" "$work/inner.bin" --min-games 1 > "$work/said" 2>&1
says "an inner rook" 1 "no move qualifies for the book: 1 game was read, and --min-games is 1" "$tool" make "$work/inner.pgn" "$work/inner.bin" --min-games 1

# --- many games: weights beyond 16 bits
awk 'BEGIN { for (i = 0; i < 40000; i++) printf "[Result \"1-0\"]\n\n1. e4 1-0\n\n%s", i % 40 ? "" : "[Result \"1-0\"]\n\n1. d4 1-0\n\n"
             print "[Result \"1/2-1/2\"]\n\n1. c4 1/2-1/2\n" }' > "$work/many.pgn"
"$tool" make "$work/many.pgn" "$work/many.bin" --min-games 1 > "$work/said" 2>&1
says "the largest" 0 "^e4 +e2e4 +65535 " "$tool" probe "$work/many.bin" "$start"
says "in proportion" 0 "^d4 +d2d4 +1638 " "$tool" probe "$work/many.bin" "$start"
says "nothing becomes 0" 0 "^c4 +c2c4 +1 " "$tool" probe "$work/many.bin" "$start"
"$tool" merge "$work/many.bin" "$work/many.bin" "$work/twice.bin" > "$work/said" 2>&1
says "merged, the largest" 0 "^e4 +e2e4 +65535 " "$tool" probe "$work/twice.bin" "$start"

# --- compared with Polyglot, which always returns 0, so the books are compared
if command -v polyglot > /dev/null 2>&1; then
    compare() {
        what=$1 file=$2 ours=$3 theirs=$4
        rm -f "$work/ours.bin" "$work/theirs.bin"
        # shellcheck disable=SC2086
        {
            "$tool" make "$file" "$work/ours.bin" $ours > "$work/said" 2>&1
            (cd "$work" && polyglot make-book -pgn "$file" -bin theirs.bin $theirs > said 2>&1)
        }
        agree "polyglot, $what" "$work/ours.bin" "$work/theirs.bin"
        is_sorted "polyglot, $what" "$work/ours.bin"
    }
    compare "one game is enough" "$work/games.pgn" "--min-games 1 --plies 1000" "-min-game 1"
    compare "two games" "$work/games.pgn" "--min-games 2" "-min-game 2"
    compare "default options" "$work/games.pgn" "" ""
    compare "Black" "$work/games.pgn" "--min-games 1 --only-black" "-min-game 1 -only-black"
    compare "uniform" "$work/games.pgn" "--min-games 1 --uniform" "-min-game 1 -uniform"
    cp "${data%/*}/pgn/games/twic-40.pgn" "$work/many.pgn"
    compare "games of a tournament" "$work/many.pgn" "--min-games 1 --plies 1000" "-min-game 1"
    "$tool" make "$work/part1.pgn" "$work/one.bin" --min-games 1 > "$work/said"
    "$tool" make "$work/part2.pgn" "$work/two.bin" --min-games 1 > "$work/said"
    "$tool" merge "$work/one.bin" "$work/two.bin" "$work/ours.bin" > "$work/said"
    (cd "$work" && polyglot merge-book -in1 one.bin -in2 two.bin -out theirs.bin > said 2>&1)
    agree "polyglot, merged" "$work/ours.bin" "$work/theirs.bin"
    agree "the parts and the whole" "$work/ours.bin" "$work/all.bin"
else
    skip "polyglot is not installed, so nothing was compared with it"
fi

# --- the reference books
if [ -r "$data/book_small.bin" ]; then
    says "a large book" 0 "^d4 +d2d4 +11712 +41.5%" "$tool" probe "$data/book_small.bin" "$start"
    "$tool" merge "$data/book_small.bin" "$work/same.bin" > "$work/said"
    agree "a large book, merged alone" "$data/book_small.bin" "$work/same.bin"
    says "its tree" 0 "^1. d4  11712" "$tool" dump "$data/book_small.bin"
    says "learn is kept" 0 "learn 4294967295" "$tool" probe "$data/crafted.bin" "$start"
    "$tool" merge "$data/crafted.bin" "$work/kept.bin" > "$work/said"
    says "learn is kept by merge" 0 "learn 4294967295" "$tool" probe "$work/kept.bin" "$start"
    says "weight 0 stays 0" 0 "^e4 +e2e4 +0 " "$tool" probe "$work/kept.bin" "$start"
    cp "$data/crafted-unsorted.bin" "$work/unsorted.bin"
    head -c 155 "$data/crafted.bin" > "$work/155.bin"
    for book in 155 unsorted; do
        says "$book" 1 "$book.bin: (there is no entry in the book|this is not a Polyglot book|the book is damaged)" "$tool" probe "$work/$book.bin" "$start"
        says "$book, merged" 1 "$book.bin: " "$tool" merge "$work/$book.bin" "$work/none.bin"
    done
else
    skip "no $data, so no reference books"
fi

# --- written completely or not at all
cp "$work/all.bin" "$work/old.bin"
printf '[Result "1-0"]\n\n1. e4 e5 2. Ke4 1-0\n\n' > "$work/bad.pgn"
says "a broken game" 1 "^$work/bad.pgn:3: game 1: .*Ke4" "$tool" make "$work/bad.pgn" "$work/old.bin" --min-games 1
same "the book is unchanged" "$work/all.bin" "$work/old.bin"
cat "$work/bad.pgn" "$work/games.pgn" > "$work/mixed.pgn"
says "a broken game among others" 1 "from 11 games" "$tool" make "$work/mixed.pgn" "$work/b.bin" --min-games 1
same "the others are there" "$work/all.bin" "$work/b.bin"
head -c 30 "$work/all.bin" > "$work/damaged.bin"
says "merge of a damaged book" 1 "damaged.bin: the book is damaged: its size is not a multiple of 16 bytes$" \
    "$tool" merge "$work/damaged.bin" "$work/old.bin"
sed '4s/1-0/0-1/' "$work/games.pgn" > "$work/result.pgn"
says "a result that differs" 0 "^$work/result.pgn:4: game 1: the tag Result says 1-0, the game ends 0-1, which counts$" "$tool" make "$work/result.pgn" "$work/b.bin"
says "no such games" 1 "none.pgn: No such file" "$tool" make "$work/none.pgn" "$work/old.bin"
says "merging what is no book" 1 "games.pgn: this is not a Polyglot book" "$tool" merge "$work/all.bin" "$work/games.pgn" "$work/old.bin"
{
    cat "$work/all.bin"
    head -c 16 "$work/all.bin"
} > "$work/unsorted.bin"
says "an entry out of order" 1 "unsorted.bin: (entry [0-9]+ is out of order|this is not a Polyglot book)" "$tool" merge "$work/unsorted.bin" "$work/old.bin"
same "the old book stays" "$work/all.bin" "$work/old.bin"
"$tool" merge "$work/old.bin" "$work/all.bin" "$work/old.bin" > "$work/said"
says "the output is one of the inputs" 0 "^e4 +e2e4 +10 " "$tool" probe "$work/old.bin" "$start"
says "no such folder" 1 "none/b.bin: " "$tool" make "$work/games.pgn" "$work/none/b.bin"
if [ -c /dev/full ]; then
    says "a full disk" 1 "No space" "$tool" make "$work/games.pgn" /dev/full --min-games 1
    says "a full disk, shown" 1 "the output cannot be written" sh -c "'$tool' dump '$work/all.bin' > /dev/full"
fi
for left in "$work"/*.new; do
    [ -e "$left" ] && fail "left over: $left"
done

# --- refused
says "no command" 2 "the first word must be make, probe, dump or merge" "$tool"
says "make without games" 2 "make needs files of games and a book" "$tool" make "$work/b.bin"
cp "$work/games.pgn" "$work/kept.pgn"
says "the book forgotten" 2 "the book to write, would replace a file of games" "$tool" make "$work/part1.pgn" "$work/kept.pgn"
same "the games are still there" "$work/games.pgn" "$work/kept.pgn"
cp "$work/games.pgn" "$work/kept"
says "games without an ending" 2 "would replace a file of games: $work/kept " "$tool" merge "$work/all.bin" "$work/kept"
same "these are there, too" "$work/games.pgn" "$work/kept"
says "White and Black" 2 "exclude each other" "$tool" make "$work/games.pgn" "$work/b.bin" --only-white --only-black
says "a bad position" 2 "the position is not valid: " "$tool" probe "$work/all.bin" "8/8 w - -"

finish
