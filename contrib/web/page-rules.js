// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of the page, which is one script with the other page-*.js. A second copy of alula.wasm provides the rules,
// so that the page responds while the engine thinks.
"use strict";
const $ = id => document.getElementById(id);
const FULL = { name: "UCI_LimitStrength", value: "false" }, AT_ONCE = { name: "HumanTime", value: "false" };
const GRAPH_HEIGHT = 100, DRAW_MS = 60, FILE_MAX = 64 << 20, GAMES_MAX = 2000;
const colorName = c => c === "w" ? "White" : "Black";
const squareName = s => "abcdefgh"[s % 8] + (1 + (s >> 3));
const PIECES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

function make(tag, attributes = {}, ...children) {
    const svg = ["svg", "use", "path", "g"].includes(tag);
    const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);

    for (const [name, value] of Object.entries(attributes))
        element.setAttribute(name, value);
    element.append(...children);
    return element;
}

function pieceImage(letter) {
    const white = letter === letter.toUpperCase();

    return make("svg", { viewBox: "0 0 40 40", "aria-hidden": "true", class: white ? "ab-w" : "ab-b" },
        make("use", { href: "#ab-" + letter.toLowerCase() }));
}

// --- rules: questions to alula-page.c -------------------------------------------------------------------------

// Loads the engine as a script, as a page opened as a file can load nothing else.
async function loadInline() {
    if (location.protocol === "file:")
        await new Promise((resolve, reject) => {
            document.head.append(Object.assign(make("script"), { src: "alula-inline.js", onload: resolve, onerror: () => reject(new Error("alula-inline.js is missing")) }));
        });
}

class Rules {
    static async load() {
        const rules = new Rules();
        let wasm;

        if (typeof alulaInline !== "undefined") {
            wasm = Uint8Array.from(atob(alulaInline.wasm), c => c.charCodeAt(0));
        } else {
            const answer = await fetch("alula.wasm");

            if (!answer.ok)
                throw new Error("alula.wasm: " + answer.status);
            wasm = await answer.arrayBuffer();
        }
        rules.module = await Alula({ wasm });
        rules.game = rules.module.newGame();
        if (!rules.game)
            throw new Error("there is not enough memory");
        return rules;
    }

    // Returns rules for another game.
    another() {
        const rules = Object.assign(new Rules(), this, { game: this.module.newGame() });

        if (!rules.game)
            throw new Error("there is not enough memory");
        return rules;
    }

    // Asks a question, with the text that it needs. Returns the answer, or throws the error.
    ask(question, text = "") {
        const module = this.module;

        module.question = new TextEncoder().encode(question + "\n" + text);
        module.ask(this.game, module.question.length);
        if (module.error)
            throw new Error(module.error);
        return module.answer;
    }
}

// --- the engine: one search at a time ---------------------------------------------------------------------------

class Thinker {
    constructor(onReady, onError) {
        Object.assign(this, { name: "Alula", key: null, number: 0, ended: null, set: new Map(), onReady });
        this.engine = new AlulaEngine(line => this.hear(line), "", onError);
        this.engine.send("uci");
    }

    hear(line) {
        const [, elo] = /^option name UCI_Elo type spin default \d+ (min \d+ max \d+)/.exec(line) || [];
        const [, name] = /^id name (.*)/.exec(line) || [];

        this.name = name || this.name;
        this.elo = elo ? elo.match(/\d+/g).map(Number) : this.elo;
        if (line === "uciok")
            this.onReady();
        if (line.startsWith("info ") && this.job && this.job.onInfo && this.job.number === this.number)
            this.tell(line);
        if (line.startsWith("bestmove") && this.job) {
            const { found } = this.job;

            this.job = null;
            found(line.split(" ")[1]);
        }
    }

    tell(line) {
        const [, depth] = / depth (\d+)/.exec(line) || [], [, n] = / multipv (\d+)/.exec(line) || [];
        const [, kind, value] = / score (cp|mate) (-?\d+)(?! (?:lower|upper)bound)/.exec(line) || [];
        const [, pv] = / pv (.*)/.exec(line) || [];

        if (kind && pv && !/ (lower|upper)bound/.test(line))
            this.job.onInfo({ depth: Number(depth), n: Number(n || 1), kind, value: Number(value), pv });
    }

    // Stops any search and runs another: {key, options: [{name, value}], position, go, onInfo}, where `go` may be a
    // function. Returns the best move; null if another search replaced this one.
    async search(job) {
        const number = ++this.number;

        this.key = job.key;
        this.halt();
        await this.ended;
        if (number !== this.number)
            return null;
        this.job = { ...job, number };
        this.ended = new Promise(found => { this.job.found = found; });
        for (const { name, value } of job.options)
            if (this.set.get(name) !== value) {
                this.set.set(name, value);
                this.engine.send(`setoption name ${name} value ${value}`);
            }
        this.engine.send("position " + job.position);
        this.engine.send("go " + (typeof job.go === "function" ? job.go() : job.go));
        const best = await this.ended;

        if (number !== this.number)
            return null;
        this.key = null;
        return best;
    }

    // Ends the running search, which then answers; stop() also drops the answer.
    halt() {
        if (this.job && !this.job.halted) {
            this.job.halted = true;
            this.engine.send("stop");
        }
    }

    stop() {
        this.number++;
        this.key = null;
        this.halt();
    }

    async newGame() {
        this.stop();
        await this.ended;
        this.engine.send("ucinewgame");
    }
}
