// SPDX-License-Identifier: GPL-3.0-or-later
// node tests/web/browser.js BROWSER FOLDER NODES [page] [file]: the checks in a browser without a window, which is
// Chromium or Firefox, from a static server; "file": from a page that is a file; "page": a few moves on the page itself.
"use strict";
const child = require("child_process"), fs = require("fs"), http = require("http"), os = require("os"), path = require("path");
const [browser, folder, bench, ...words] = process.argv.slice(2);
const file = words.includes("file"), whole = words.includes("page");
const profile = fs.mkdtempSync(path.join(os.tmpdir(), "alula-web-"));
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

// Writes the page with its scripts; what the checks say goes to the server.
function writePage(port) {
    const scripts = file ? ["alula-inline.js", "alula-engine.js"] : ["alula-engine.js"];

    for (const name of fs.readdirSync(folder))
        fs.copyFileSync(path.join(folder, name), path.join(profile, name));
    fs.copyFileSync(path.join(__dirname, whole ? "smoke.js" : "checks.js"), path.join(profile, "checks.js"));
    const page = whole ? fs.readFileSync(path.join(folder, "index.html"), "utf8").replace("</body>", "") + '<script src="checks.js"></script>' : `<!DOCTYPE html><title>Alula</title><link rel="icon" href="data:,">
        ${[...scripts, "checks.js"].map(name => `<script src="${name}"></script>`).join("")}`;

    fs.writeFileSync(path.join(profile, "page.html"), page + `<script>
        let lastSaid = Promise.resolve();
        const tell = line => { lastSaid = lastSaid.then(() => fetch("http://127.0.0.1:${port}/", { method: "POST", mode: "no-cors", body: line })); };
        onerror = onunhandledrejection = event => tell("FAIL " + (event.reason || event));
        runChecks("", { bench: "${bench}" }, tell);
        </script>`);
}

// A static server without any special headers; what is posted is printed.
const server = http.createServer((request, response) => {
    if (request.method === "POST") {
        let body = "";

        request.on("data", data => { body += data; });
        request.on("end", () => {
            response.end();
            console.log(body);
            if (body === "done")
                leave(0);
        });
        return;
    }
    fs.readFile(path.join(profile, path.basename(request.url)), (error, data) => {
        response.writeHead(error ? 404 : 200, { "content-type": types[path.extname(request.url)] || "text/plain" });
        response.end(error ? "" : data);
    });
});

server.listen(0, "127.0.0.1", () => {
    const { port } = server.address();
    const page = file ? "file://" + profile + "/page.html" : `http://127.0.0.1:${port}/page.html`;
    const options = /firefox/.test(browser) ? ["--headless", "--no-remote", "--profile", profile, page]
        : ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--enable-logging=stderr",
           "--user-data-dir=" + profile, "--remote-debugging-port=0", page];

    writePage(port);
    program = child.spawn(browser, options, { detached: true, stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, HOME: profile } });
    program.stderr.on("data", data => String(data).split("\n").filter(line => /CONSOLE/.test(line)).forEach(line => console.log("FAIL " + line)));
    program.on("error", error => { console.log("FAIL " + error.message); leave(1); });
    setTimeout(() => { console.log("FAIL no end"); leave(1); }, PATIENCE_MS);
});
