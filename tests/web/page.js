// SPDX-License-Identifier: GPL-3.0-or-later
// node tests/web/page.js CHROMIUM FOLDER [PICTURES]: the page of `make wasm` in Chromium without a window, driven over
// its debugging pipe as by a person: clicks, keys, drags. PICTURES: a folder for pictures of it.
"use strict";
const child = require("child_process"), fs = require("fs"), http = require("http"), os = require("os"), path = require("path");
const checks = require("./pagechecks.js");
const [chromium, folder, pictures] = process.argv.slice(2);
const profile = fs.mkdtempSync(path.join(os.tmpdir(), "alula-page-"));
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
const PATIENCE_MS = 1500000;
let program;

function leave(status) {
    try { process.kill(-program.pid, "SIGKILL"); } catch { /* it has ended */ }
    setTimeout(() => {
        fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
        process.exit(status);
    }, 200);
}

process.on("SIGTERM", () => leave(1)).on("SIGINT", () => leave(1));

// The debugging protocol: a command and its answer, or an event.
class Browser {
    constructor() {
        this.number = 0;
        this.waiting = new Map();
        this.rest = "";
        this.asked = []; // URLs
        this.errors = [];
        this.output = program.stdio[3];
        program.stdio[4].on("data", data => {
            const parts = (this.rest + data).split("\0");

            this.rest = parts.pop();
            parts.forEach(part => this.hear(JSON.parse(part)));
        });
    }

    hear({ id, method, params, result, error }) {
        if (id) {
            const { resolve, reject } = this.waiting.get(id);

            this.waiting.delete(id);
            if (error)
                reject(new Error(error.message));
            else
                resolve(result);
        } else if (method === "Network.requestWillBeSent") {
            this.asked.push(params.request.url);
        } else if (method === "Runtime.exceptionThrown") {
            this.errors.push(params.exceptionDetails.exception ? params.exceptionDetails.exception.description : params.exceptionDetails.text);
        } else if (method === "Runtime.consoleAPICalled" || (method === "Log.entryAdded" && params.entry.level === "error")) {
            this.errors.push(JSON.stringify(params.entry || params.args));
        }
    }

    send(method, params = {}) {
        const id = ++this.number;

        this.output.write(JSON.stringify({ id, method, params, sessionId: this.session }) + "\0");
        return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    }

    async open(url) {
        const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });

        this.session = (await this.send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
        for (const domain of ["Page", "Runtime", "Log", "Network"])
            await this.send(domain + ".enable");
        await this.size(1280, 800);
        await this.go(url);
    }

    async go(url) {
        await this.send("Page.navigate", { url });
        await this.until("document.documentElement.dataset.ready && document.readyState === 'complete'");
    }

    size(width, height, mobile = false) {
        return this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile });
    }

    scheme(value) {
        return this.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
    }

    async run(expression) {
        const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });

        if (exceptionDetails)
            throw new Error(expression + ": " + (exceptionDetails.exception || exceptionDetails).description);
        return result.value;
    }

    // Wait until it is true.
    async until(expression, ms = 120000) {
        const end = Date.now() + ms;

        for (;;) {
            let value;

            try { value = await this.run(expression); } catch (error) { value = null; if (Date.now() > end) throw error; }
            if (value)
                return value;
            if (Date.now() > end)
                throw new Error("never true: " + expression + " in " + await this.run("location.href + document.querySelector(\"#status\").textContent"));
            await new Promise(resolve => setTimeout(resolve, 20));
        }
    }

    mouse(type, { x, y }) {
        return this.send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: type === "mouseReleased" ? 0 : 1, clickCount: 1 });
    }

    async center(selector) {
        const point = await this.run(`(() => { const e = document.querySelector(${JSON.stringify(selector)}); e.scrollIntoView({ block: "nearest" });
            const b = e.getBoundingClientRect(); return { x: b.x + b.width / 2, y: b.y + b.height / 2, shown: b.width > 0 }; })()`);

        if (!point.shown)
            throw new Error(selector + " is not shown");
        return point;
    }

    async click(selector) {
        const point = await this.center(selector);

        await this.mouse("mousePressed", point);
        await this.mouse("mouseReleased", point);
    }

    async drag(from, to) {
        const a = await this.center(from), b = await this.center(to);

        await this.mouse("mousePressed", a);
        for (let i = 1; i <= 4; i++)
            await this.mouse("mouseMoved", { x: a.x + (b.x - a.x) * i / 4, y: a.y + (b.y - a.y) * i / 4 });
        await this.mouse("mouseReleased", b);
    }

    async tap(selector) {
        const point = await this.center(selector);

        await this.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
        await this.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    }

    // As in the dialog of a file input.
    async choose(selector, file) {
        const { root } = await this.send("DOM.getDocument"), { nodeId } = await this.send("DOM.querySelector", { nodeId: root.nodeId, selector });

        await this.send("DOM.setFileInputFiles", { nodeId, files: [file] });
    }

    async key(key) {
        const text = key === "Enter" ? "\r" : key.length === 1 ? key : undefined;

        await this.send("Input.dispatchKeyEvent", { type: "keyDown", key, code: key, text, windowsVirtualKeyCode: { Enter: 13, Escape: 27, Tab: 9, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Home: 36, End: 35 }[key] });
        await this.send("Input.dispatchKeyEvent", { type: "keyUp", key, code: key });
    }

    // Select all of a field, and type over it.
    async fill(selector, text) {
        await this.run(`(() => { const e = document.querySelector(${JSON.stringify(selector)}); e.focus(); e.select(); })()`);
        await this.send("Input.insertText", { text });
    }

    text(selector) {
        return this.run(`document.querySelector(${JSON.stringify(selector)}).textContent`);
    }

    async picture(name) {
        if (!pictures)
            return;
        await new Promise(resolve => setTimeout(resolve, 400)); // motion
        const { data } = await this.send("Page.captureScreenshot", { captureBeyondViewport: false });

        fs.writeFileSync(path.join(pictures, name + ".png"), Buffer.from(data, "base64"));
    }
}

const served = new Map(); // pages that the checks have made, by name

const server = http.createServer((request, response) => {
    const made = served.get(path.basename(request.url));

    if (made !== undefined) {
        response.writeHead(200, { "content-type": "text/html" });
        response.end(made);
        return;
    }
    fs.readFile(path.join(folder, path.basename(new URL(request.url, "http://x").pathname)), (error, data) => {
        response.writeHead(error ? 404 : 200, { "content-type": types[path.extname(new URL(request.url, "http://x").pathname)] || "text/plain" });
        response.end(error ? "" : data);
    });
});

server.listen(0, "127.0.0.1", async () => {
    const origin = `http://127.0.0.1:${server.address().port}/`;

    program = child.spawn(chromium, ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--user-data-dir=" + profile, "--remote-debugging-pipe", "about:blank"],
        { detached: true, stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], env: { ...process.env, HOME: profile } });
    program.on("error", error => { console.log("FAIL " + error.message); leave(1); });
    setTimeout(() => { console.log("FAIL no end"); leave(1); }, PATIENCE_MS);
    try {
        const browser = new Browser();

        await browser.open(origin + "index.html");
        await checks.run(browser, { origin, pictures, serve: (name, text) => { served.set(name, text); return origin + name; }, say: line => console.log(line) });
        console.log("done");
        leave(0);
    } catch (error) {
        console.log("FAIL " + error.stack);
        leave(1);
    }
});
