// SPDX-License-Identifier: GPL-3.0-or-later
// For the page: const engine = new AlulaEngine(line => ..., "folder/"); engine.send("go infinite"); engine.send("stop");
// With alula-inline.js before it no other file is needed, and the page may be a file itself.
class AlulaEngine {
    // onLine gets each UCI line; onError a sentence, after which the engine is gone.
    constructor(onLine, folder = "", onError = console.error) {
        Object.assign(this, { onLine, folder, onError, options: new Map(), busy: false, overdue: false, position: "position startpos", best: null, stopUrl: null });
        this.start();
    }

    start() {
        if (typeof alulaInline === "undefined") {
            this.worker = new Worker(this.folder + "alula-worker.js");
        } else {
            const url = URL.createObjectURL(new Blob(["(" + alulaInline.worker + ")()"], { type: "text/javascript" }));

            this.wasm = this.wasm || Uint8Array.from(atob(alulaInline.wasm), c => c.charCodeAt(0));
            this.worker = new Worker(url);
            this.worker.postMessage({ wasm: this.wasm });
        }
        this.worker.onmessage = event => this.hear(event.data);
        this.worker.onerror = event => this.onError(event.message || "alula-worker.js cannot be loaded");
    }

    // A UCI line. What it sets is kept for a worker that has to be replaced.
    send(line) {
        const [, name] = /^\s*setoption\s+name\s+(.*?)(?:\s+value\s.*)?$/.exec(line) || [];

        if (name)
            this.options.set(name.toLowerCase(), line);
        if (/^\s*position\b/.test(line))
            this.position = line;
        if (/^\s*go\b/.test(line)) {
            this.dropStop();
            this.stopUrl = URL.createObjectURL(new Blob(["1"]));
            this.worker.postMessage({ stop: this.stopUrl });
            this.busy = true;
            this.overdue = false;
            this.best = null;
        }
        this.worker.postMessage(line);
        if (/^\s*stop\b/.test(line) && this.busy) {
            this.dropStop();
            clearTimeout(this.timer);
            this.timer = setTimeout(() => this.replace(), AlulaEngine.PATIENCE_MS);
        }
    }

    // The search sees that the URL is gone.
    dropStop() {
        if (this.stopUrl)
            URL.revokeObjectURL(this.stopUrl);
        this.stopUrl = null;
    }

    hear(line) {
        const [, best] = /^info .*\bmultipv 1 .*\bpv (\S+)/.exec(line) || [];

        if (line.startsWith("bestmove"))
            this.busy = false;
        if (!this.busy)
            clearTimeout(this.timer);
        this.best = best || this.best;
        this.onLine(line);
        if (this.busy && this.overdue)
            this.replace();
    }

    // The search does not hear `stop`: another worker, with the same options and position, and the best move
    // known. (A level does not tell its move, but ends soon.)
    replace() {
        this.overdue = true;
        if (!this.best)
            return;
        this.worker.onmessage = null;
        this.worker.terminate();
        this.start();
        for (const line of [...this.options.values(), this.position])
            this.worker.postMessage(line);
        this.hear("bestmove " + this.best);
    }

    close() {
        this.dropStop();
        clearTimeout(this.timer);
        this.worker.terminate();
    }
}
// After `stop`. A worker of a page that is a file hears it only when the search has ended.
AlulaEngine.PATIENCE_MS = globalThis.origin === "null" ? 40 : 1000;
