// SPDX-License-Identifier: GPL-3.0-or-later
// node tests/web/node.js FOLDER NODES: the checks in Node, whose workers get what those of a browser have.
"use strict";
const fs = require("fs"), path = require("path"), vm = require("vm"), threads = require("worker_threads");

// Blobs of all threads, by number: 1 as long as the URL is valid. The first one is the next number.
const blobs = threads.isMainThread ? new Int32Array(new SharedArrayBuffer(4 * 1000)) : threads.workerData.blobs;
const load = file => vm.runInThisContext(fs.readFileSync(file, "utf8"), { filename: file });

URL.createObjectURL = () => {
    const number = Atomics.add(blobs, 0, 1) + 1;

    Atomics.store(blobs, number, 1);
    return "blob:" + number;
};
URL.revokeObjectURL = url => Atomics.store(blobs, Number(url.slice(5)), 0);

function inWorker() {
    const folder = path.dirname(threads.workerData.file);

    Object.assign(globalThis, {
        self: globalThis,
        location: { protocol: "http:" },
        close: () => process.exit(),
        importScripts: file => load(path.join(folder, file)),
        fetch: async file => ({ ok: true, arrayBuffer: () => fs.promises.readFile(path.join(folder, file)) }),
        postMessage: data => threads.parentPort.postMessage(data),
        XMLHttpRequest: class {
            open(method, url) { this.url = url; }
            send() {
                if (!Atomics.load(blobs, Number(this.url.slice(5))))
                    throw new Error("NetworkError");
            }
        },
    });
    load(threads.workerData.file);
    threads.parentPort.on("message", data => globalThis.onmessage({ data }));
}

function inPage(folder, bench) {
    globalThis.Worker = class {
        constructor(file) {
            this.thread = new threads.Worker(__filename, { workerData: { file, blobs } });
            this.thread.on("message", data => this.onmessage({ data }));
            this.thread.on("error", error => this.onerror({ message: String(error.stack) }));
        }
        postMessage(data) { this.thread.postMessage(data); }
        terminate() { this.thread.terminate(); }
    };
    load(path.join(folder, "alula-engine.js"));
    load(path.join(__dirname, "checks.js"));
    vm.runInThisContext("runChecks")(folder + "/", { bench }, line => console.log(line));
}

if (threads.isMainThread)
    inPage(path.resolve(process.argv[2]), process.argv[3]);
else
    inWorker();
