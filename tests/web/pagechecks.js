// SPDX-License-Identifier: GPL-3.0-or-later
// What the page promises. b: the Browser of page.js; its run() sees the page's own names, such as `game`.
"use strict";
const fs = require("fs"), os = require("os"), path = require("path");

function expect(truth, what) {
    if (!truth)
        throw new Error(typeof what === "string" ? what : JSON.stringify(what));
}

const square = name => `.square[aria-label^="${name}"]`;
const moved = (b, n) => b.until(`game.moves.length >= ${n}`);
const sans = b => b.run("game.san.join(' ')");

async function clickMove(b, from, to) {
    await b.click(square(from));
    await b.click(square(to));
}

async function setUp(b, fen, side = null) {
    if (side)
        await b.run(`settings.human = "${side}"`);
    await b.click("#texts");
    await b.fill("#fen", fen);
    await b.click("#fen-set");
    await b.until("!document.querySelector('#texts-dialog').open");
}

async function load(b, pgn) {
    await b.click("#texts");
    await b.run(`document.querySelector("#pgn").value = ${JSON.stringify(pgn)}`);
    await b.click("#pgn-load");
}

async function startNew(b, { side = "w", elo = 1200, seconds = "0.2", number = null, patient = false, control = "" } = {}) {
    await b.click("#new");
    await b.click(`#new-dialog [value="${side}"]`);
    await b.run(`(() => { const e = document.querySelector("#elo"); e.value = ${elo}; e.dispatchEvent(new Event("input", { bubbles: true })); document.querySelector("#seconds").value = "${seconds}"; document.querySelector("#patient").checked = ${patient}; document.querySelector("#control").value = "${control}"; })()`);
    await b.click(`#new-dialog [name="start"][value="${number === null ? "chess" : "chess960"}"]`);
    if (number !== null)
        await b.fill("#number", String(number));
    await b.run("before = game");
    await b.click('#new-dialog [value="start"]');
    await b.until("game !== before");
}

async function playOn(b) {
    await b.click("#new");
    await b.click('#new-dialog [value="w"]');
    await b.click('#new-dialog [value="apply"]');
    await b.until("!document.querySelector('#new-dialog').open && settings.human === 'w'");
}

const GAME = `[Event "A test"]
[Site "?"]
[Date "2026.01.02"]
[Round "3"]
[White "Anderssen, Adolf"]
[Black "Dufresne; Jean"]
[Result "1-0"]
[Annotator "somebody"]

1. e4 {the king's pawn} 1... e5 2. Nf3 (2. f4 exf4 {a gambit} 3. Nf3) 2... Nc6
3. Bc4 $1 Nf6 4. O-O 1-0

`;

// Text of which nothing may become HTML, in each place of a PGN.
const HOSTILE = ["<img src=x onerror=hacked=1>", "<script>hacked=1</script>", "\\\"><svg onload=hacked=1>", "&lt;b&gt;&amp;amp;", "javascript:hacked=1", "</textarea><img src=x onerror=hacked=1>",
                 "</option></select><img src=x onerror=hacked=1>", "{{hacked=1}}${hacked=1}", "\u202egnp.exe", "<style>*{display:none}</style>", "' onmouseover='hacked=1", "\u0000\u0001\u001b[2J", "]]>--><!--<p>", "x".repeat(20000)];

const checks = {
    async "it starts"(b, { say }) {
        say(`figure the board is shown after ${await b.run("document.documentElement.dataset.shown")} ms, the engine ready after ${await b.run("document.documentElement.dataset.ready")} ms`);
        expect(await b.run("document.querySelectorAll('#board .square svg').length") === 32, "pieces are missing");
        expect(await b.run("document.querySelectorAll('.square[tabindex=\"0\"]').length") === 1, "the board has not one place to Tab to");
        await b.picture("light");
    },
    async "a game by clicks, to mate"(b) {
        await startNew(b, { elo: 400 });
        for (let n = 0; n < 300 && !(await b.run("game.outcome")); n += 2) {
            const best = await b.run(`thinker.search({ key: "test", position: positionAt(ply), options: [FULL], go: "movetime 100" })`);

            await clickMove(b, best.slice(0, 2), best.slice(2, 4));
            if (best[4])
                await b.click('#promotion [aria-label="queen"]');
            await b.until(`game.outcome || game.moves.length === ${n + 2}`);
        }
        expect(await b.run("game.outcome") === "1-0 {White mates}", await sans(b));
        expect((await b.text("#status")).includes("White mates"), await b.text("#status"));
        expect((await b.text("#spoken")).endsWith("checkmate"), await b.text("#spoken"));
        expect((await b.run("rules.ask('pgn')")).includes('[Result "1-0"]'), "the PGN has no result");
        await b.picture("light-mate");
    },
    async "take back"(b) {
        const plies = await b.run("game.moves.length");

        await b.click("#back");
        expect(await b.run("game.moves.length") === plies - 1 && await b.run("game.result") === "*", "the mate is still there");
        await b.click("#back");
        expect(await b.run("game.moves.length") === plies - 3, "not a move of each side");
    },
    async "forced replies"(b) {
        await setUp(b, "7k/8/8/8/8/8/R7/1R5K w - - 0 1", "w");
        await clickMove(b, "a2", "a7");
        await moved(b, 2);
        await clickMove(b, "b1", "b8");
        expect(await sans(b) === "Ra7 Kg8 Rb8#", await sans(b));
    },
    async "keyboard"(b) {
        await startNew(b);
        await b.run("spokenAll = []; new MutationObserver(() => spokenAll.push(document.querySelector('#spoken').textContent)).observe(document.querySelector('#spoken'), { childList: true })");
        await b.run("board.cursor = 12; board.mark(); board.square[12].focus()");
        for (const key of ["Enter", "Escape"])
            await b.key(key);
        expect(await b.run("board.chosen") === -1, "Escape does not cancel");
        for (const key of ["Enter", "ArrowUp", "ArrowUp"])
            await b.key(key);
        expect(await b.run("document.activeElement.getAttribute('aria-label')") === "e4, can move here", await b.run("document.activeElement.getAttribute('aria-label')"));
        await b.picture("light-keys");
        await b.key("Enter");
        await moved(b, 2);
        expect(/^White plays pawn e4;Black plays [a-z]+ [a-h][1-8]/.test(await b.run("spokenAll.join(';')")), await b.run("spokenAll"));
        await b.run("document.activeElement.blur()");
        for (const [key, ply] of [["ArrowLeft", 1], ["Home", 0], ["ArrowRight", 1], ["End", 2]]) {
            await b.key(key);
            expect(await b.run("ply") === ply, key);
        }
    },
    async "each control can be reached by Tab, and shows it"(b) {
        const seen = new Set();

        await b.run("document.activeElement.blur()");
        for (let i = 0; i < 30; i++) {
            await b.key("Tab");
            seen.add(await b.run("document.activeElement.id || document.activeElement.className"));
            expect(await b.run("document.activeElement === document.body || document.activeElement.matches(':focus-visible')"), "focus is not to be seen");
        }
        for (const id of ["new", "back", "hint", "flip", "move", "analyze", "lines", "report", "texts", "kept-open", "train", "threat", "warn", "previous"])
            expect(seen.has(id), id + " cannot be reached: " + [...seen]);
    },
    async "drag, touch, typing"(b) {
        await startNew(b, { side: "both" });
        await b.drag(square("e2"), square("e4"));
        expect(await sans(b) === "e4", await sans(b));
        await b.tap(square("e7"));
        await b.tap(square("e5"));
        expect(await sans(b) === "e4 e5", await sans(b));
        await b.drag(square("g1"), square("g4"));
        expect(await sans(b) === "e4 e5" && !(await b.run("document.querySelector('.ghost')")), "a drag elsewhere is a move");
        await b.fill("#move", "Nf3");
        await b.key("Enter");
        expect(await sans(b) === "e4 e5 Nf3" && await b.run("document.querySelector('#move').value") === "", await sans(b));
        await b.fill("#move", "Ke5");
        await b.key("Enter");
        expect(/illegal|not/.test(await b.text("#status")) && await sans(b) === "e4 e5 Nf3", await b.text("#status"));
        await b.fill("#move", "");
    },
    async "moves replaced, and restored"(b) {
        await b.click("#first");
        await clickMove(b, "d2", "d4");
        expect(await sans(b) === "d4", await sans(b));
        await b.click("#undo");
        expect(await sans(b) === "e4 e5 Nf3", await sans(b));
        await b.click("#first");
        await clickMove(b, "e2", "e4");
        expect(await sans(b) === "e4 e5 Nf3", "the game's own move has cut it");
        await b.click('#moves [data-ply="2"][type]');
        expect(await b.run("ply") === 2, "a click on a move");
    },
    async "promotion"(b) {
        await setUp(b, "8/P6k/8/8/8/8/8/K7 w - - 0 1", "both");
        await clickMove(b, "a7", "a8");
        await b.picture("light-promotion");
        await b.key("Escape");
        await b.until("board.chosen === -1");
        expect(await sans(b) === "", "Escape plays");
        await clickMove(b, "a7", "a8");
        await b.click('#promotion [aria-label="knight"]');
        await b.until("game.san[0] === 'a8=N'");
    },
    async "castling"(b) {
        await setUp(b, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "both");
        await clickMove(b, "e1", "h1");
        expect(await sans(b) === "", "king takes rook in chess");
        await b.click(square("h1")); // puts the rook down
        await clickMove(b, "e1", "c1");
        expect(await sans(b) === "O-O-O", await sans(b));
    },
    async "Chess960"(b) {
        await startNew(b, { side: "both", number: 0 });
        expect((await b.run("game.start")).startsWith("bbqnnrkr/"), await b.run("game.start"));
        await setUp(b, "4k3/8/8/8/8/8/8/1R2KR2 w FB - 0 1", "both");
        await clickMove(b, "e1", "f1");
        expect(await sans(b) === "O-O" && await b.run("board.at.board.slice(0, 8)") === ".R...RK.", await sans(b));
        const pgn = await b.run("rules.ask('pgn')");

        expect(pgn.includes('[Variant "'), pgn);
        await load(b, pgn);
        expect(await sans(b) === "O-O" && await b.run("game.chess960"), "it is not read again");
        await startNew(b, { number: 100 });
        await b.run(`play(board.at.legal[0][0])`);
        await moved(b, 2);
    },
    async "analysis"(b, { say }) {
        await setUp(b, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "both");
        await b.run(`document.querySelector("#lines").value = "3"; document.querySelector("#lines").dispatchEvent(new Event("change"))`);
        await b.click("#analyze");
        await b.until("document.querySelectorAll('#best b').length === 3 && document.querySelector('#best b').textContent === '#1'");
        expect((await b.text("#best li span")).startsWith("1. Ra8#"), await b.text("#best"));
        expect(await b.run("document.querySelectorAll('#arrows path').length") === 1, "no arrow");
        expect(await b.run("document.querySelector('#bar div').style.height") > "90%", "the bar");
        await load(b, fs.readFileSync(path.join(__dirname, "../../docs/examples/immortal.pgn"), "utf8"));
        for (let ply = 44; ply >= 25; ply--) {
            await b.click("#previous");
            await b.until(`scores[${ply}] && scores[${ply}].depth > 5`);
        }
        await b.until("document.querySelector('#graph svg')");
        for (let ply = 26; ply <= 34; ply++)
            await b.click("#next");
        await b.until("document.querySelectorAll('#best b').length === 3");
        await b.picture("light-analysis");
        await b.scheme("dark");
        await b.picture("dark-analysis");
        await b.scheme("light");
        // clicks while it thinks: from the event to the picture
        await b.run(`times = []; addEventListener("pointerdown", event => requestAnimationFrame(() => times.push(performance.now() - event.timeStamp)), true)`);
        for (let i = 0; i < 20; i++)
            await b.click(square(i % 2 ? "d7" : "h7"));
        const times = await b.until("times.length >= 20 && times.sort((x, y) => x - y)");

        say(`figure clicks while it thinks: ${times[10].toFixed(1)} ms, the slowest ${times[times.length - 1].toFixed(1)} ms`);
        await b.click("#analyze");
        expect(await b.run("thinker.key") === null && !(await b.run("document.querySelector('#best b')")), "it goes on");
    },
    async "lines of the analysis"(b) {
        await load(b, GAME);
        await b.run(`document.querySelector("#lines").value = "2"; document.querySelector("#lines").dispatchEvent(new Event("change"))`);
        await b.click("#previous");
        const before = await b.run("board.shown");

        await b.click("#analyze");
        await b.until("document.querySelectorAll('#best li:nth-child(2) .pv button').length > 3 && document.querySelectorAll('#best li').length === 3");
        for (let i = 0; i < 3; i++) { // while they change
            let tries = 0;

            do { // again if the button moved before the press
                await b.run("window.hit = false; addEventListener('pointerdown', event => { window.hit = event.target.closest('.pv button') !== null; }, { capture: true, once: true })");
                await b.click("#best li:nth-child(2) .pv button:nth-of-type(2)");
            } while (!await b.run("hit") && ++tries < 20);
            expect(await b.run("peeked !== null && board.at.legal.length === 0"), "a click is lost");
            if (i < 2)
                await b.key("Escape");
        }
        const line = await b.text("#best li:nth-child(2) .pv");

        await b.key("ArrowRight");
        expect(await b.run("peeked === document.querySelectorAll('#best li:nth-child(2) .pv button')[2] && document.activeElement === peeked"), "an arrow key goes elsewhere");
        await b.picture("light-best");
        await b.size(360, 740, true);
        await b.run("document.querySelector('#best').scrollIntoView({ block: 'center' })");
        await b.picture("phone-best");
        await b.size(1280, 800);
        await b.run("new Promise(resolve => setTimeout(resolve, 300))");
        expect(await b.text("#best li:nth-child(2) .pv") === line && await b.run("document.querySelectorAll('#arrows path').length") === 0, "the line has changed meanwhile");
        await b.click("#return");
        expect(await b.run("board.shown") === before && await b.run("ply") === 6 && await b.run("game.moves.length") === 7, "not back");
        await b.until("document.querySelectorAll('#arrows path').length === 1");
        await b.click("#best .pv button");
        await b.click("#next");
        expect(await b.run("ply") === 7 && await b.run("peeked") === null, "the next move does not return");
        await b.until("document.querySelector('#best .pv') && document.querySelector('#best .pv').textContent.startsWith('4... ')");
        await b.click("#analyze");
    },
    async "PGN in and out"(b) {
        await load(b, GAME);
        await b.click("#texts");
        expect(await b.run("document.querySelector('#pgn').value") + "\n" === GAME, await b.run("document.querySelector('#pgn').value"));
        expect((await b.run("document.querySelector('#fen').value")).startsWith("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq"), "the FEN");
        await b.picture("light-texts");
        await b.key("Escape");
        expect(await b.text("#above") === "Dufresne; Jean", await b.text("#above"));
        await b.click("#previous");
        await b.fill("#move", "Ng5");
        await b.key("Enter");
        expect((await b.run("rules.ask('pgn')")).includes("{a gambit}") && await b.run("game.result") === "*", "a move has cut too much");
    },
    async "a file of games"(b) {
        const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "alula-games-")), "games.pgn");

        fs.writeFileSync(file, Buffer.from(GAME + GAME.replace("Anderssen, Adolf", "M\xfcller"), "latin1"));
        await b.click("#texts");
        await b.choose("#file", file);
        await b.until("document.querySelectorAll('#games option').length === 2");
        await b.run(`document.querySelector("#games").value = "1"; document.querySelector("#games").dispatchEvent(new Event("change"))`);
        expect(await b.text("#below") === "Müller", await b.text("#below"));
        fs.rmSync(path.dirname(file), { recursive: true });
    },
    async "bad input is refused in a sentence"(b) {
        const before = await sans(b);

        for (const [field, text, button] of [["#fen", "8/8/8 w", "#fen-set"], ["#fen", "", "#fen-set"], ["#fen", "k7/8/8/8/8/8/8/QK6 w - - 0 1", "#fen-set"], ["#fen", "<b>", "#fen-set"], ["#pgn", "", "#pgn-load"], ["#pgn", "hello world", "#pgn-load"]]) {
            await b.click("#texts");
            await b.fill(field, text || " ");
            await b.run(`document.querySelector("${field}").value = ${JSON.stringify(text)}`);
            await b.click(button);
            const said = await b.text("#texts-said");

            expect(/^[A-Z].*\.$/.test(said) && await sans(b) === before, [text, said]);
            await b.key("Escape");
        }
        await load(b, "1. e4 e5 2. Ke3 a6");
        expect(await sans(b) === "e4 e5" && /line 1/.test(await b.text("#status")), await b.text("#status"));
    },
    async "nothing of a PGN becomes HTML"(b) {
        await b.run("hacked = 0; elements = document.querySelectorAll('*').length");
        for (const text of HOSTILE) {
            await b.click("#texts");
            const pgn = ["Event", "White", "Black", "Date", "Result", "Annotator"].map(name => `[${name} "${text}"]\n`).join("") + `\n{${text}} 1. e4 {${text}} e5 $3 (1... c5 {${text}}) 2. Nf3 *\n\n`.replace(/(?<=\{[^ ]*)[{}](?=[^ ]*\})/g, "");

            await b.run(`document.querySelector("#pgn").value = ${JSON.stringify(pgn + pgn)}`);
            await b.click("#pgn-load");
            if (await b.run("document.querySelector('#texts-dialog').open"))
                await b.run(`document.querySelector("#games").value = "0"; document.querySelector("#games").dispatchEvent(new Event("change"))`);
            await b.until("!document.querySelector('#texts-dialog').open");
            expect(await sans(b) === "e4 e5 Nf3", [text.slice(0, 50), await sans(b), await b.text("#texts-said")]);
            expect(await b.run("document.querySelectorAll('img, script:not([src]), #above *, #below *').length") <= 3, "an element of " + text);
            await b.click("#texts");
            await b.key("Escape");
        }
        expect(await b.run("hacked") === 0, "a script ran");
        expect(await b.run("document.documentElement.scrollWidth <= innerWidth"), "a long name makes the page wider");
        await b.picture("light-hostile");
    },
    async "a report"(b, { pictures }) {
        await load(b, GAME.replace("Anderssen, Adolf", HOSTILE[0]).replace("the king's pawn", HOSTILE[1]));
        await b.click("#report");
        await b.run(`document.querySelector("#report-seconds").value = "3"`);
        await b.click("#report-start");
        await b.until("thinker.key === 'report'");
        await b.run(`(() => { const data = new DataTransfer();
            data.items.add(new File(["1. d4 d5 *"], "other.pgn"));
            document.querySelector("#report-dialog").dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data })); })()`);
        await b.run("new Promise(resolve => setTimeout(resolve, 100))"); // reading a file takes time
        expect((await sans(b)).startsWith("e4 e5 Nf3") && !(await b.run("document.querySelector('#texts-dialog').open")), "a file replaced the game of the report");
        await b.click("#report-start"); // which is "Stop" now
        await b.until("document.querySelector('#report-said').textContent === 'Stopped.'");
        await b.run(`document.querySelector("#report-seconds").value = "0.1"`);
        await b.click("#report-start");
        await b.until("!document.querySelector('#report-links').hidden");
        await b.picture("light-report-dialog");
        const page = await b.run("fetch(document.querySelector('#report-open').href).then(answer => answer.text())");
        const found = await b.run(`fetch(document.querySelector('#report-open').href).then(answer => answer.text()).then(text => {
            const page = new DOMParser().parseFromString(text, "text/html");
            return { images: page.querySelectorAll("img, object, iframe, link[rel=stylesheet]").length, hacked: [...page.querySelectorAll("script")].filter(s => s.src || s.textContent.includes("hacked")).length,
                     boards: page.querySelectorAll("svg").length, text: page.body.textContent }; })`);

        expect(!found.images && !found.hacked && found.boards > 0, { ...found, text: "" });
        expect(found.text.includes(HOSTILE[0]) && found.text.includes("0.1 s a move"), "the report does not tell names and judge: " + found.text.slice(0, 500));
        if (pictures)
            fs.writeFileSync(path.join(pictures, "report.html"), page);
        await b.click("#report-close");
        expect(await b.run("scores.filter(Boolean).length") === 8, "the graph has not its scores");
        await b.click("#graph");
        expect([3, 4].includes(await b.run("ply")), "a click on the graph");
    },
    async "marks of a report, and lines to look at"(b) {
        await load(b, "1. f3 e5 2. g4 d6 3. a3 *");
        await b.click("#report");
        await b.run(`document.querySelector("#report-seconds").value = "0.2"`);
        await b.click("#report-start");
        await b.until("!document.querySelector('#report-links').hidden");
        await b.click("#report-close");
        expect(/^g4\?\? \(Blunder\)$/.test(await b.text('#moves [data-ply="3"][type]')), await b.text("#moves"));
        await b.click('#moves [data-ply="2"][type]');
        expect(await b.run("document.querySelector('#why').hidden"), "a sentence for a good move");
        await b.click('#moves b.m0');
        expect(await b.run("ply") === 3 && / g4: Allows mate: 2\.\.\. Qh4#/.test(await b.text("#why")), await b.text("#why"));
        await b.picture("light-marks");
        await b.click('#moves [data-ply="4"][type]');
        expect(/Better: 2\.\.\. Qh4#Find it yourself$/.test(await b.text("#why")), await b.text("#why"));
        await b.click("#why .pv button");
        expect(await b.run("board.shown[31] === 'q' && board.locked") && await sans(b) === "f3 e5 g4 d6 a3", "the line is not shown");
        await b.picture("light-line");
        await b.scheme("dark");
        await b.picture("dark-line");
        await b.size(360, 740, true);
        expect(await b.run("document.documentElement.scrollWidth") <= 360, "a mark makes it wider than a phone");
        await b.picture("phone-line");
        await b.size(1280, 800);
        await b.scheme("light");
        await b.key("Escape");
        expect(await b.run("board.shown[31] === '.' && !board.locked && peeked === null && ply === 4"), "Escape does not return");
        await b.click("#why .pv button");
        await b.click("#return");
        expect(await b.run("board.shown[31] === '.'"), "the button does not return");
        await b.click("#why .pv button");
        await b.fill("#move", "a3");
        await b.key("Enter");
        expect(await b.run("ply") === 5 && await b.run("peeked") === null && await b.run("document.querySelectorAll('#moves b').length") >= 2, "the game's own move does not return");
        await b.click('#moves [data-ply="3"][type]');
        await b.fill("#move", "Qh4");
        await b.key("Enter");
        expect(await sans(b) === "f3 e5 g4 Qh4#" && await b.text('#moves [data-ply="3"][type]') === "g4?? (Blunder)" && await b.text('#moves [data-ply="4"][type]') === "Qh4#", await b.text("#moves"));
    },
    async "resign, flip, the other side"(b) {
        await startNew(b, { side: "b" });
        expect(await b.run("board.flipped") && (await b.text("#below")).startsWith("You"), "Black is not below");
        await moved(b, 1);
        await b.run("play(board.at.legal[0][0])");
        await moved(b, 3);
        await b.click("#resign");
        expect(await b.run("game.result") === "1-0" && (await b.run("rules.ask('pgn')")).includes('[Result "1-0"]'), "no result");
        await clickMove(b, "a7", "a5");
        expect(await b.run("game.moves.length") === 3, "the game goes on");
        await b.click("#back");
        expect(await b.run("game.result") === "*" && await b.run("game.moves.length") === 3, "resigning is not taken back");
        await b.click("#flip");
        expect(!(await b.run("board.flipped")), "not flipped");
    },
    async "play on after a result"(b) {
        await load(b, '[Result "0-1"]\n\n1. e4 e5 2. Nf3 0-1\n');
        await playOn(b);
        await moved(b, 4);
        expect(await b.run("game.result") === "*" && !(await b.run("board.locked")), "a game that was read stays ended");
        await b.click("#resign");
        expect(await b.run("game.result") === "0-1" && await b.run("board.locked"), "not resigned");
        await playOn(b);
        await b.run("play(board.at.legal[0][0])");
        await moved(b, 6);
        await load(b, '[FEN "7k/8/6K1/8/8/8/8/R7 w - - 0 1"]\n\n1. Ra8# 1-0\n');
        await playOn(b);
        expect(await b.run("game.result") === "1-0" && await b.run("board.locked"), "a mate has lost its result");
    },
    ...require("./coachchecks.js")({ expect, square, moved, sans, clickMove, setUp, load, startNew }),
    async "clocks"(b, { origin }) {
        const clock = color => b.text(`.clock[data-color="${color}"]`), pass = ms => b.run(`passed = ${ms}; tick()`);

        // time passes as the test wants it
        await b.run("now = performance.now(); passed = 0; performance.now = () => now + passed");
        await startNew(b, { control: "180+2" });
        expect(await clock("w") === "3:00" && await clock("b") === "3:00", await clock("w") + await clock("b"));
        await pass(61500);
        expect(await clock("w") === "1:59" && await clock("b") === "3:00", await clock("w") + await clock("b"));
        await b.run("sent = []; send = thinker.engine.send; thinker.engine.send = line => { sent.push(line); send.call(thinker.engine, line); }");
        await clickMove(b, "e2", "e4");
        expect(await clock("w") === "2:01" && await b.until("sent.some(line => line === 'go wtime 120500 btime 180000 winc 2000 binc 2000')"), await b.run("sent"));
        await moved(b, 2);
        await pass(71500);
        await clickMove(b, "d2", "d3");
        await moved(b, 4);
        await b.picture("light-clocks");
        const pgn = await b.run("rules.ask('pgn')");

        expect(/\[TimeControl "180\+2"\]/.test(pgn) && /1\. e4 \{\[%clk 0:02:00\.5\]\} 1\.\.\. \S+ \{\[%clk 0:03:0[12]\.\d\]\}\s2\. d3 \{\[%clk 0:01:52\.5\]\}/.test(pgn), pgn);
        await pass(171500);
        expect(await clock("w") === "0:13", await clock("w"));
        await pass(175500);
        expect(await clock("w") === "0:08.5" && await b.run("document.querySelector('.clock.low').dataset.color") === "w", await clock("w"));
        await b.picture("light-clocks-low");
        await b.scheme("dark");
        await b.size(360, 740, true);
        await b.picture("phone-clocks");
        await b.size(1280, 800);
        await b.scheme("light");
        await b.click("#back");
        expect(await sans(b).then(text => text.split(" ").length) === 2 && await clock("w") === "2:01", "the time is not given back: " + await clock("w"));
        await pass(300000);
        await b.until("document.querySelector('#status').textContent === 'The game is over: Black wins on time.'"); // at a tick
        expect(await b.run("game.result") === "0-1" && await clock("w") === "0:00.0", await clock("w"));
        expect(/\[Termination "time forfeit"\]/.test(await b.run("readKept().pop().pgn")), await b.run("readKept().pop().pgn"));
        await b.click("#back");
        expect(await b.run("game.result") === "*" && !/Termination/.test(await b.run("rules.ask('pgn')")) && await clock("w") === "2:01", await clock("w"));
        await b.run("passed += 30000; delete performance.now");
        await b.run("used = 30000; since = null; runClocks(); saveNow()");
        await b.go(origin + "index.html?clocks");
        const left = await clock("w");

        expect(/^1:(2\d|30|31)$/.test(left) && await b.run("since !== null"), "the clock is lost: " + left);
        await load(b, "[TimeControl \"180+2\"]\n\n1. e4 {[%clk 0:00:01]} *");
        expect(await b.run("document.querySelectorAll('.clock').length") === 0, "a game that was read has clocks");
        await setUp(b, "7k/8/8/8/8/8/8/K6R b - - 0 1", "both");
        await b.click("#new");
        await b.run("document.querySelector('#control').value = '300+3'");
        await b.click('#new-dialog [value="both"]');
        await b.click('#new-dialog [value="apply"]');
        await b.until("document.querySelectorAll('.clock').length === 2");
        await b.run("now = performance.now(); performance.now = () => now + 300001; tick()");
        await b.until("game.result === '1-0'");
        await setUp(b, "7k/8/8/8/8/8/8/K5R1 w - - 0 1", "both");
        await b.click("#new");
        await b.click('#new-dialog [value="apply"]');
        await b.until("since !== null && game.result === '*'");
        await b.run("now = performance.now(); performance.now = () => now + 300001; tick()");
        await b.until("document.querySelector('#status').textContent === 'The game is over: a draw on time, as Black has only a king.'");
        await b.run("delete performance.now");
    },
    async "it remembers"(b, { origin, say }) {
        await startNew(b, { side: "b", elo: 1850, patient: true });
        await moved(b, 1);
        expect(await b.run(`thinker.set.get("HumanTime")`) === "true", "it does not take a person's time");
        const game = await sans(b);

        await b.go(origin + "index.html?again");
        say(`figure again: ${await b.run("document.documentElement.dataset.shown")} ms and ${await b.run("document.documentElement.dataset.ready")} ms`);
        expect(await sans(b) === game && await b.run("settings.elo") === 1850 && await b.run("settings.patient") && await b.run("board.flipped"), [await sans(b), game]);
        expect(/Alula [^ ]+ \(1850\)/.test(await b.text("#above")), await b.text("#above"));
        await b.run("saveNow(); localStorage.setItem('alula', '{\"pgn\":5,\"ply\":\"x\",\"elo\":null,\"human\":[]}')");
        await b.go(origin + "index.html?damaged");
        expect(await sans(b) === "" && /is damaged/.test(await b.text("#status")), await b.text("#status"));
        expect(await b.run("Object.keys(localStorage).some(key => key.startsWith('alula-damaged-') && localStorage[key].includes('human'))"), "a damaged game is lost");
        await startNew(b, { side: "both" });
        await b.run("saveNow()");
        await b.run(`(() => { for (let size = 1 << 20; size; size >>= 1) try { for (;;) localStorage.setItem("fill" + Object.keys(localStorage).length, "x".repeat(size)); } catch { /* full */ } })()`);
        await b.run("['e4', 'e5', 'Nf3'].forEach(move => play(move))"); // before the game is saved
        await b.until("/no room to remember the game/.test(document.querySelector('#status').textContent)");
        await b.run("Object.keys(localStorage).filter(key => key.startsWith('fill')).forEach(key => localStorage.removeItem(key))");
        await b.send("Page.addScriptToEvaluateOnNewDocument", { source: "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } })" });
        await b.go(origin + "index.html?without");
        await startNew(b, { side: "both" });
        await clickMove(b, "e2", "e4");
        expect(await sans(b) === "e4", "it does not work without");
        await b.click("#resign");
        expect(/ resigns\. It is not kept, as this browser stores nothing\.$/.test(await b.text("#status")), await b.text("#status"));
        await b.click("#kept-open");
        expect(await b.text("#kept-said") === "This browser stores nothing for this page.", await b.text("#kept-said"));
        await b.key("Escape");
    },
    async "on a phone"(b) {
        await b.size(360, 740, true);
        await b.picture("phone");
        expect(await b.run("document.documentElement.scrollWidth") <= 360, "it is wider than the screen");
        for (const [button, dialog] of [["#new", "#new-dialog"], ["#texts", "#texts-dialog"], ["#report", "#report-dialog"], ["#train", "#train-dialog"], ["#kept-open", "#kept-dialog"]]) {
            await b.click(button);
            const width = await b.run(`document.querySelector("${dialog}").scrollWidth - document.querySelector("${dialog}").clientWidth`);

            expect(width <= 0, dialog + " is wider than the screen by " + width);
            await b.picture("phone" + dialog.replace("#", "-"));
            await b.key("Escape");
        }
        await b.scheme("dark");
        await b.run("scrollTo(0, 1000)");
        await b.picture("phone-dark");
        await b.size(1280, 800);
        await b.click("#new");
        await b.picture("dark-new");
        await b.key("Escape");
        await b.scheme("light");
    },
    async "no errors, and nothing asked of anybody else"(b, { origin }) {
        expect(!b.errors.length, b.errors);
        expect(b.asked.every(url => url.startsWith(origin) || url.startsWith("blob:") || url.startsWith("data:")), b.asked);
    },
};

exports.run = async (b, tools) => {
    for (const [name, check] of Object.entries(checks)) {
        try {
            await check(b, tools);
            tools.say("ok " + name);
        } catch (error) {
            tools.say("FAIL " + name + ": " + error.message);
        }
    }
};
