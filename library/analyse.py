#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""analyse.py [FEN]: the three best moves of a position, while they are searched for a second."""

import sys

import alula


def main():
    try:
        board = alula.Board(*sys.argv[1:2])
    except ValueError as error:
        sys.exit(f"analyse.py: {error}")
    print(board)
    if board.is_game_over():
        print("the game is over:", board.result())
        return
    with alula.Engine(hash=64, threads=1) as engine:
        analysis = engine.analysis(board, alula.Limit(time=1), multipv=3)
        for info in analysis:
            print(f"{info['depth']:3} {info['score'].white()!s:>6} ", board.variation_san(info["pv"]))
        print("best:")
        for info in analysis.wait():
            win, draw, loss = info["wdl"]
            print(f"{info['score'].white()!s:>6} ({win}/{draw}/{loss}) ", board.variation_san(info["pv"][:8]))


if __name__ == "__main__":
    main()
