// SPDX-License-Identifier: GPL-3.0-or-later
// For the page: const engine = new AlulaEngine(line => ..., "folder/"); engine.send("go infinite"); engine.send("stop");
// Loaded after alula-inline.js, this class needs no other file, and the page may be opened as a file.
class AlulaEngine {
    // onLine gets each UCI line; onError gets a sentence, after which the engine cannot be used.
    constructor(onLine, folder = "", onError = console.error) {
        // jobs: the unfinished lines, oldest first; options and position are kept in case the worker is replaced
        Object.assign(this, { onLine, folder, onError, options: new Map(), position: "position startpos", jobs: [], timer: 0 });
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

    // Sends a UCI line. Each search has a separate URL; `stop` ends all searches sent before it.
    send(line) {
        const searches = /\b(go|perft)\b/.test(line);

        if (/^\s*stop\b/.test(line)) {
            for (const job of this.jobs) {
                job.stopped = true;
                this.dropStop(job);
            }
            this.awaitEnd();
        }
        this.post({ line, stopUrl: searches ? URL.createObjectURL(new Blob(["1"])) : null, stopped: false, best: null, answered: false });
    }

    post(job) {
        this.jobs.push(job);
        if (job.stopUrl)
            this.worker.postMessage({ stop: job.stopUrl });
        this.worker.postMessage(job.line);
    }

    // Revokes the URL of a search, which then stops.
    dropStop(job) {
        if (job.stopUrl)
            URL.revokeObjectURL(job.stopUrl);
    }

    // Handles a message of the worker, which is about the oldest job.
    hear(said) {
        const [job] = this.jobs, [, best] = /^info .*\bmultipv 1 .*\bpv (\S+)/.exec(said) || [];

        if (said.done) {
            this.endJob();
            return;
        }
        job.best = best || job.best;
        job.answered = job.answered || said.startsWith("bestmove");
        this.awaitEnd();
        this.onLine(said);
    }

    endJob() {
        const job = this.jobs.shift(), [, name] = /^\s*setoption\s+name\s+(.*?)(?:\s+value\s.*)?$/.exec(job.line) || [];

        if (name)
            this.options.set(name.toLowerCase(), job.line);
        if (/^\s*position\b/.test(job.line))
            this.position = job.line;
        this.dropStop(job);
        clearTimeout(this.timer);
        this.timer = 0;
    }

    // Starts the timeout of a stopped search that has a move. (At limited strength, a search reports a
    // move only at its end, which comes soon.)
    awaitEnd() {
        const [job] = this.jobs;

        if (job && job.stopped && job.best && !job.answered && !this.timer)
            this.timer = setTimeout(() => this.replace(job), AlulaEngine.PATIENCE_MS);
    }

    // Replaces a worker that does not stop: starts another one with the same options and position, answers with the
    // best move so far, and sends the waiting lines.
    replace(job) {
        this.timer = 0;
        if (job !== this.jobs[0] || job.answered)
            return;
        this.endJob();

        const waiting = this.jobs;

        this.worker.onmessage = null;
        this.worker.terminate();
        this.start();
        this.jobs = [];
        for (const line of [...this.options.values(), this.position])
            this.post({ line });
        waiting.forEach(next => this.post(next));
        this.onLine("bestmove " + job.best);
    }

    close() {
        this.jobs.forEach(job => this.dropStop(job));
        clearTimeout(this.timer);
        this.worker.terminate();
    }
}
// Time for a search to stop. If the page is a file, its worker notices `stop` only after the search.
AlulaEngine.PATIENCE_MS = globalThis.origin === "null" ? 40 : 1000;
