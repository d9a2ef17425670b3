// SPDX-License-Identifier: GPL-3.0-or-later
// What the worker promises, the same in a browser and in Node. wanted.bench: the node count of `bench 10`.
// say() gets "ok NAME", "FAIL NAME: why", or "figure WHAT".

// A dialogue with an engine.
class Dialogue {
    constructor(folder) {
        this.lines = [];
        this.engine = new AlulaEngine(line => this.hear(line), folder, error => this.fail(error));
    }

    hear(line) {
        this.lines.push(line);
        if (this.wanted && this.wanted.test(line))
            this.found(line);
    }

    fail(error) {
        this.error = error;
        if (this.refused)
            this.refused(new Error(error));
    }

    // The first line from now on that matches; this.lines are those up to it.
    until(wanted, ...send) {
        this.lines = [];
        return new Promise((found, refused) => {
            const timer = setTimeout(() => refused(new Error("no answer " + wanted + " to " + send)), 120000);

            Object.assign(this, { wanted, refused, found: line => {
                this.wanted = null;
                clearTimeout(timer);
                found(line);
            } });
            send.forEach(line => this.engine.send(line));
        });
    }

    // The same with a position first.
    move(position, go) {
        return this.until(/^bestmove/, "position " + position, go);
    }
}

function expect(truth, what) {
    if (!truth)
        throw new Error(what);
}

const KINGS = "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";

const checks = {
    async "uci and isready"(d) {
        await d.until(/^uciok$/, "uci");
        expect(d.lines[0].startsWith("id name Alula"), d.lines[0]);
        expect(d.lines.includes("option name Hash type spin default 16 min 1 max 1024"), "another Hash: " + d.lines);
        await d.until(/^readyok$/, "isready");
    },
    async "a search to a depth"(d) {
        const move = await d.move("startpos moves e2e4 e7e5", "go depth 6");

        expect(/^bestmove [a-h][1-8][a-h][1-8]/.test(move), move);
        expect(d.lines.some(line => /^info depth 6 .*score cp .* pv /.test(line)), "no line of depth 6: " + d.lines);
    },
    async "infos come while it thinks, stop is heard, the state stays"(d, say) {
        const worker = d.engine.worker;

        let move, ms = Infinity;

        for (let tries = 0; tries < 5 && ms >= 1000; tries++) { // a busy machine makes one of them late
            await d.until(/^info depth 9 /, "position startpos", "go infinite");
            const began = performance.now();

            move = await d.until(/^bestmove/, "stop");
            ms = Math.round(performance.now() - began);
        }
        say("figure stop answered after " + ms + " ms");
        expect(ms < 1000, "stop took " + ms + " ms");
        expect(/^bestmove [a-h]/.test(move), move);
        expect(worker === d.engine.worker || globalThis.origin === "null", "the worker was replaced");
    },
    async "stop at once"(d) {
        for (let i = 0; i < 5; i++) {
            const move = await d.until(/^bestmove/, "position startpos", "go infinite", "stop");

            expect(/^bestmove [a-h]/.test(move), move);
        }
    },
    async "searches follow each other without waiting"(d) {
        // the second stop is for the second search, and the timer of the first one must not end it
        const worker = d.engine.worker, hears = globalThis.origin !== "null";

        await d.until(/^info depth 6 /, "position startpos", "go infinite");
        await d.until(/^bestmove/, "stop", "position " + KINGS, "go infinite");
        await d.until(/^info depth 6 /);
        expect(/^bestmove [eh]1/.test(await d.until(/^bestmove/, "stop")), "a move of another position: " + d.lines);

        // a stop is for all searches sent before it, and not for those after it
        await d.until(/^readyok$/, "position startpos", "go infinite", "go perft 1", "go infinite", "stop", "position " + KINGS, "go depth 6", "isready");
        const lines = d.lines.filter(line => /^bestmove/.test(line));
        expect(lines.length === 3 && /^bestmove [eh]1/.test(lines[2]), "not an answer for each: " + lines);
        expect(d.lines.some(line => /^info depth 6 /.test(line)), "the last search was stopped: " + d.lines);
        expect(worker === d.engine.worker || !hears, "the worker was replaced");
    },
    async "stop while the table of an ending is filled"(d) {
        const move = await d.until(/^bestmove/, "position fen 8/8/8/8/8/2k5/8/KBN5 w - - 0 1", "go infinite", "stop");

        expect(/^bestmove [a-d]/.test(move), move);
    },
    async "an infinite search that has ended waits for stop"(d) {
        await d.until(/^info .*score mate 1 /, "position fen 7k/5K2/8/8/8/8/8/6R1 w - - 0 1", "go infinite");
        expect(/^bestmove g1h1/.test(await d.until(/^bestmove/, "stop")), d.lines);
    },
    async "movetime and nodes"(d) {
        await d.move("startpos", "go movetime 100");
        await d.move("startpos", "go nodes 5000");
        await d.move("startpos", "go wtime 1000 btime 1000 winc 10 binc 10");
    },
    async "MultiPV"(d) {
        d.engine.send("setoption name MultiPV value 3");
        await d.move("startpos", "go depth 5");
        for (const n of [1, 2, 3])
            expect(d.lines.some(line => line.startsWith("info depth 5 ") && line.includes(" multipv " + n + " ")), "line " + n);
        d.engine.send("setoption name MultiPV value 1");
    },
    async "a level plays, and shows its own score"(d) {
        d.engine.send("setoption name UCI_LimitStrength value true");
        d.engine.send("setoption name UCI_Elo value 800");
        await d.move("fen r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", "go movetime 1000");
        expect(d.lines.some(line => / score cp .* nodes (\d+) .* pv /.test(line)), d.lines);
        d.engine.send("setoption name UCI_LimitStrength value false");
    },
    async "HumanTime can be stopped"(d) {
        d.engine.send("setoption name HumanTime value true");
        await d.until(/^info/, "position startpos", "go depth 5 movetime 60000");
        await d.until(/^bestmove/, "stop");
        d.engine.send("setoption name HumanTime value false");
    },
    async "Chess960"(d) {
        d.engine.send("setoption name UCI_Chess960 value true");
        const fen = await d.until(/^Fen:/, "position " + KINGS.replace(" K ", " H ") + " moves e1h1", "d");

        expect(fen === "Fen: 4k3/8/8/8/8/8/8/5RK1 b - - 1 1", fen);
        await d.move("fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", "go depth 5");
        d.engine.send("setoption name UCI_Chess960 value false");
        expect((await d.until(/^Fen:/, "position " + KINGS + " moves e1g1", "d")).includes("5RK1"), d.lines);
    },
    async "bad input is refused"(d) {
        for (const bad of ["position fen 8/8/8 w", "position fen " + "x".repeat(5000), "position", "setoption name Hash value 9999",
                           "setoption name Nothing value 1", "position startpos moves e2e5", "setoption name EvalFile value net.nn",
                           "setoption name BookFile value book.bin", "setoption name SyzygyPath value tables",
                           "setoption name SettingsFile value settings", "position fen \u265e\ud83d\ude00\u0000 w - - 0 1"])
            await d.until(/^info string/, bad);
        expect(/^bestmove 0000/.test(await d.move("fen 8/8/8 w", "go depth 3")), d.lines);
        d.engine.send("");
        d.engine.send("nonsense " + "y".repeat(3000000));
        await d.move("startpos", "go depth 3");
    },
    async "a long game"(d) {
        await d.move("startpos moves" + " g1f3 g8f6 f3g1 f6g8".repeat(2000), "go depth 3");
    },
    async "the deepest tree"(d) {
        // checks for 230 plies, or a wall of pawns: the stack must do
        await d.move("fen 6k1/8/8/p1p1p1p1/P1P1P1P1/8/8/1K6 w - - 0 1", "go depth 100 nodes 1500000");
        await d.move("fen k7/1q6/8/8/8/8/6Q1/7K w - - 0 1", "go nodes 300000");
        await d.move("fen qqqq1k2/qqqq4/8/8/8/8/4QQQQ/3K1QQQ w - - 0 1", "go nodes 100000");
    },
    async "a larger hash table"(d) {
        d.engine.send("setoption name Hash value 64");
        await d.move("startpos", "go depth 8");
        d.engine.send("setoption name Hash value 16");
    },
    async "bench 10"(d, say, wanted) {
        const [, nodes, nps] = /^(\d+) nodes (\d+) nps$/.exec(await d.until(/ nps$/, "bench 10"));

        say("figure bench 10: " + nps + " nodes a second");
        expect(nodes === wanted.bench, nodes + " nodes instead of " + wanted.bench);
    },
    async "a worker that does not hear is replaced"(d) {
        const worker = d.engine.worker, patience = AlulaEngine.PATIENCE_MS;

        d.engine.dropStop = () => {};
        AlulaEngine.PATIENCE_MS = 50;
        d.engine.send("setoption name UCI_ShowWDL value true");
        await d.until(/^info depth 5 /, "position " + KINGS, "go infinite");
        expect(/^bestmove [a-h]/.test(await d.until(/^bestmove/, "stop")), d.lines);
        expect(worker !== d.engine.worker, "it was not");
        await d.until(/^info depth 5 /, "go infinite");
        await d.until(/^readyok$/, "stop", "go depth 4", "isready"); // they waited for the worker that was ended
        expect(d.lines.filter(line => /^bestmove/.test(line)).length === 2, "a search is lost: " + d.lines);
        delete d.engine.dropStop;
        AlulaEngine.PATIENCE_MS = patience;
        expect((await d.until(/^Fen:/, "d")).includes("4K2R"), "the position is lost: " + d.lines);
        await d.until(/^bestmove/, "go depth 5");
        expect(d.lines.some(line => line.includes(" wdl ")), "an option is lost: " + d.lines);
    },
};

async function runChecks(folder, wanted, say) {
    const began = performance.now(), d = new Dialogue(folder);

    await d.until(/^uciok$/, "uci");
    say("figure ready after " + Math.round(performance.now() - began) + " ms");
    for (const name of Object.keys(checks)) {
        try {
            if (d.error)
                throw new Error(d.error);
            await checks[name](d, say, wanted);
            say("ok " + name);
        } catch (error) {
            say("FAIL " + name + ": " + error.message);
        }
    }
    d.engine.close();
    say("done");
}
