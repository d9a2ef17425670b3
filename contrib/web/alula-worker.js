// SPDX-License-Identifier: GPL-3.0-or-later
// The worker: a string is a UCI line, answered by its lines and then {done: true}; {stop: URL} names the blob
// whose URL is revoked to stop the search of the next line; {wasm: BYTES} is alula.wasm, for a worker that was itself made of a blob and cannot fetch it.
if (typeof Alula === "undefined")
    importScripts("alula.js");

(() => {
    const ASK_MS = 20; // how often a search checks for a stop, unless the check takes long
    let stopUrl = null, askAt = 0, giveWasm;

    function isThere(url) {
        const request = new XMLHttpRequest();

        try {
            request.open("GET", url, false);
            request.send();
        } catch {
            return false;
        }
        return true;
    }

    // Returns true if the worker can read the page's blobs. Some browsers do not allow this, and in a page opened as a
    // file the blobs have another origin; the page then starts another worker to stop a search.
    function canAsk() {
        const url = URL.createObjectURL(new Blob(["1"])), can = self.origin !== "null" && isThere(url);

        URL.revokeObjectURL(url);
        return can;
    }

    const asks = canAsk();

    function stops() {
        const now = performance.now();
        let stopped;

        if (!asks || !stopUrl || now < askAt)
            return 0;
        stopped = !isThere(stopUrl);
        askAt = performance.now() + Math.max(ASK_MS, 9 * (performance.now() - now));
        if (stopped)
            stopUrl = null;
        return stopped ? 1 : 0;
    }

    const wasm = self.location.protocol === "blob:" ? new Promise(resolve => { giveWasm = resolve; })
        : fetch("alula.wasm").then(answer => {
            if (!answer.ok)
                throw new Error("alula.wasm: " + answer.status);
            return answer.arrayBuffer();
        });
    let engine = wasm.then(bytes => Alula({ wasm: bytes, say: line => postMessage(line), stops })).then(module => {
        module.engine = module.create();
        if (!module.engine)
            throw new Error("there is not enough memory to start");
        return module;
    });

    function run(module, line) {
        module.line = line;
        const goesOn = module.command(module.engine, 3 * line.length + 1); // UTF-8, and a NUL

        stopUrl = null;
        postMessage({ done: true });
        if (!goesOn)
            self.close();
        return module;
    }

    onmessage = event => {
        const data = event.data;

        if (data.wasm)
            giveWasm(data.wasm);
        else if (data.stop)
            engine = engine.then(module => { stopUrl = data.stop; return module; });
        else
            engine = engine.then(module => run(module, data));
        engine.catch(error => setTimeout(() => { throw error; })); // to the page's onerror
    };
})();
