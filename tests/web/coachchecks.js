// SPDX-License-Identifier: GPL-3.0-or-later
// What the page promises to a learner, for pagechecks.js: hints, threats, warnings, kept games, mistakes asked again.
"use strict";

module.exports = ({ expect, square, moved, sans, clickMove, setUp, load, startNew }) => ({
    async "a hint"(b) {
        await setUp(b, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "w");
        await b.click("#hint");
        await b.until("document.querySelector('#status').textContent === 'Look at the rook on a1. Press Hint again for the move.'");
        expect(await b.run("document.querySelectorAll('#arrows path').length") === 1, "no ring");
        await b.picture("light-hint");
        await b.click("#hint");
        await b.until("document.querySelector('#status').textContent === 'A good move: 1. Ra8#'");
        expect(await b.run("document.querySelectorAll('#arrows path').length") === 1, "no arrow");
        expect(/^Hint: 1\. Ra8# \(#1 at depth \d+\)$/.test(await b.text("#why")), await b.text("#why"));
    },
    async "a hint has its reason"(b) {
        await setUp(b, "4k3/8/8/4q3/8/5N2/8/4K3 w - - 0 1", "both");
        await b.click("#hint");
        await b.until("/^Look at the knight on f3\\./.test(document.querySelector('#status').textContent)");
        await b.click("#hint");
        await b.until("/^A good move/.test(document.querySelector('#status').textContent)");
        expect(await b.text("#status") === "A good move: 1. Nxe5, which takes the queen on e5.", await b.text("#status"));
    },
    async "a mistake retried on the page, and in the report"(b, { origin, serve }) {
        await load(b, "1. f3 e5 2. g4 d6 3. a3 *");
        await b.click("#report");
        await b.run(`document.querySelector("#report-seconds").value = "0.2"`);
        await b.click("#report-start");
        await b.until("!document.querySelector('#report-links').hidden");
        const report = await b.run("fetch(document.querySelector('#report-open').href).then(answer => answer.text())");

        await b.click("#report-retry");
        expect(await b.run("retried.n === 2 && ply === 2") && /^2\. g4 was played\. Find a better move for White\.$/.test(await b.text("#status")), await b.text("#status"));
        expect(await b.run("document.querySelector('#why').hidden && !document.querySelector('#retry').hidden"), "the answer is shown");
        await b.picture("light-retry");
        await clickMove(b, "g2", "g4");
        expect(/^2\. g4 was played in the game\./.test(await b.text("#status")), await b.text("#status"));
        const best = await b.run("marks[2][5][0][2]");

        await clickMove(b, best.slice(0, 2), best.slice(2, 4));
        await b.until("/^Right: 2\\. .* is best\\.$/.test(document.querySelector('#status').textContent)");
        expect(await b.run("ply === 3 && !document.querySelector('#why').hidden && retried === null"), "the better line is not shown");
        await b.click("#retry-next");
        await clickMove(b, "a7", "a6");
        await b.until("/^Not that: after 2\\.\\.\\. a6 .* your winning chances fall from \\d+ % to \\d+ %\\. Try once more\\.$/.test(document.querySelector('#status').textContent)");
        expect(await sans(b) === "f3 e5 g4 d6 a3" && await b.run("ply === 3 && board.shown[40] === '.'"), "an answer changed the game");
        await b.fill("#move", "Qh4");
        await b.key("Enter");
        await b.until("document.querySelector('#status').textContent === 'Right: 2... Qh4# is best.'");
        await b.click('#moves b.m0');
        await b.click("#why [data-retry]");
        await b.click("#retry-show");
        expect(await b.run("ply === 3 && !document.querySelector('#why').hidden"), "the answer is not shown");
        // an exercise of the report, solved by two clicks on its board
        await b.send("Page.navigate", { url: serve("made.html", report) });
        await b.until("document.readyState === 'complete' && document.querySelector('.keys .quiz')");
        await b.click(".keys .quiz");
        const clicks = await b.run(`(() => { const root = document.querySelector(".find"), board = root.querySelector("svg"), black = root.dataset.t === "b";
            board.scrollIntoView({ block: "center" });
            const box = board.getBoundingClientRect(), at = s => { const f = s.charCodeAt(0) - 97, r = s.charCodeAt(1) - 49;
                return { x: box.x + box.width * ((black ? 7 - f : f) + .5) / 8, y: box.y + box.height * ((black ? r : 7 - r) + .5) / 8 }; };
            return [root.dataset.p, root.dataset.b].flatMap(m => [at(m.slice(0, 2)), at(m.slice(2))]); })()`);
        const answers = [];

        for (const point of clicks) {
            await b.mouse("mousePressed", point);
            await b.mouse("mouseReleased", point);
            answers.push(await b.text(".find output"));
        }
        expect(answers[1] === "That was played in the game." && answers[3] === "Right." && await b.run("document.querySelector('.find details').open"), answers);
        // the best line of a position, which is not a marked one
        await b.click("#g1m2");
        await b.click(".best button");
        expect(/^In the best line: 2\. /.test(await b.text(".now")), await b.text(".now"));
        await b.go(origin + "index.html");
    },
    async "threats in words"(b) {
        for (const [fen, said] of [["r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3", /^White threatens 4\. Qxf7#\.$/], ["4k3/8/8/4q3/8/5N2/8/6K1 b - - 0 1", /^White threatens 2\. Nxe5, which takes the queen on e5\.$/],
            ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", /^Black threatens nothing\.$/], ["4k3/8/8/8/8/8/3n4/4rK2 w - - 0 1", /^White is in check: the rook on e1 and the knight on d2 attack the king\.$/]]) {
            await setUp(b, fen, "both");
            await b.click("#threat");
            await b.until("!/^Looking/.test(document.querySelector('#status').textContent)");
            expect(said.test(await b.text("#status")) && await b.run("document.querySelectorAll('#arrows path').length") === (/threatens .*[0-9]/.test(said) ? 1 : 0), await b.text("#status"));
            if (fen.includes("Q/2B1P3"))
                await b.picture("light-threat");
        }
    },
    async "a question before a bad move"(b, { origin }) {
        const fen = "r1bqkbnr/pppp1pp1/2n4p/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4", asked = /^That leaves the knight to [hQ]xg5\. Play it anyway\?$/;

        await startNew(b);
        await b.click("#warn");
        await setUp(b, fen, "w");
        const before = await b.run("board.shown");

        for (const leave of [() => b.click("#doubt-no"), () => b.key("Escape"), () => b.key("Enter")]) {
            await clickMove(b, "f3", "g5");
            await b.until("!document.querySelector('#doubt').hidden");
            expect(asked.test(await b.text("#status")) && await b.run("document.activeElement.id === 'doubt-no' && board.shown[38] === 'N'"), await b.text("#status"));
            await leave();
            await b.until("document.querySelector('#doubt').hidden");
            expect(await sans(b) === "" && await b.run("board.shown") === before && await b.text("#status") === "Your move.", [await sans(b), await b.text("#status")]);
        }
        await b.fill("#move", "Ng5");
        await b.key("Enter");
        await b.until("!document.querySelector('#doubt').hidden");
        await b.picture("light-warn");
        await b.size(360, 740, true);
        await b.scheme("dark");
        await b.picture("phone-dark-warn");
        expect(await b.run("document.documentElement.scrollWidth") <= 360, "a question makes it wider than a phone");
        await b.size(1280, 800);
        await b.scheme("light");
        await b.click("#doubt-yes");
        await moved(b, 2);
        expect((await sans(b)).startsWith("Ng5 "), await sans(b));
        await setUp(b, fen, "w");
        await clickMove(b, "b1", "c3");
        await moved(b, 2);
        expect((await sans(b)).startsWith("Nc3 "), "a good move is not played: " + await sans(b));
        await b.run("saveNow()");
        await b.go(origin + "index.html?warn");
        expect(await b.run("document.querySelector('#warn').checked"), "it forgets to warn");
        await b.click("#warn");
        await setUp(b, fen, "w");
        await clickMove(b, "f3", "g5");
        await moved(b, 2);
    },
    async "games by result and level, and their score"(b) {
        const games = [["won", "1400"], ["lost", "1400"], ["won", "Full"], ["drawn", "800"]].map(([result, level], i) => ({ date: "2026.01.0" + (i + 1), side: "w", result, level, opening: "",
            pgn: `[White "You"]\n[AlulaLevel "${level}"]\n[Round "${i}"]\n\n1. e4 e5 2. Nf3 Nc6 ${{ won: "1-0", lost: "0-1", drawn: "1/2-1/2" }[result]}\n\n` }));

        await b.run(`localStorage.setItem("alula-games", ${JSON.stringify(JSON.stringify(games))})`);
        await b.click("#kept-open");
        const choose = (id, value) => b.run(`document.querySelector("${id}").value = "${value}"; document.querySelector("${id}").dispatchEvent(new Event("change"))`);

        expect(await b.run("[...document.querySelectorAll('#kept-level option')].map(option => option.textContent).join()") === "any level,800,1400,full strength", "the levels");
        // three games at a level, and a draw against their average
        expect(/^Score: 2\.5 of 4 points, your rating 1\d\d\d ± \d+$/.test(await b.text("#kept-points")), await b.text("#kept-points"));
        expect(await b.text("#kept-table tr:nth-child(3)") === "140010150 %" && await b.text("#kept-table tr:nth-child(4)") === "full strength100100 %", await b.text("#kept-table"));
        for (const [result, level, shown, said] of [["won", "", 2, "2 of 4 games."], ["won", "1400", 1, "1 of 4 games."], ["lost", "800", 0, "0 of 4 games."], ["", "1400", 2, "2 of 4 games."]]) {
            await choose("#kept-result", result);
            await choose("#kept-level", level);
            expect(await b.run("document.querySelectorAll('#kept li').length") === shown && await b.text("#kept-said") === said, [result, level, await b.text("#kept-said")]);
        }
        await b.click("#kept-points");
        await b.picture("light-score");
        await b.scheme("dark");
        await b.size(360, 740, true);
        expect(await b.run("document.querySelector('#kept-dialog').scrollWidth <= document.querySelector('#kept-dialog').clientWidth"), "the score is wider than a phone");
        await b.run("document.querySelector('#kept-score').scrollIntoView()");
        await b.picture("phone-dark-score");
        await b.size(1280, 800);
        await b.scheme("light");
        await b.click("#kept-delete");
        expect(await b.text("#kept-question") === "Delete these 2 games for good?", await b.text("#kept-question"));
        await b.click("#kept-really");
        expect(await b.run("readKept().map(kept => kept.level).join()") === "Full,800" && await b.text("#kept-said") === "2 games, the latest first. They are in this browser alone.", "not those of the list are deleted");
        await b.key("Escape");
    },
    async "mistakes of kept games, asked again after days"(b, { origin }) {
        const status = () => b.text("#status"), due = async (day, button) => {
            await b.run(`today = () => "${day}"; showDue()`);
            expect(await b.text("#train") === button, [day, await b.text("#train")]);
        }, answer = async move => {
            await b.run(`say("asked"); play(${JSON.stringify(move)})`);
            await b.until("!/^(asked|Looking)/.test(document.querySelector('#status').textContent)");
        };

        await b.run("localStorage.removeItem('alula-training')");
        await b.run(`localStorage.setItem("alula-games", JSON.stringify([{ pgn: '[White "You"]\\n[Black "Alula"]\\n[Date "2026.11.28"]\\n\\n1. f3 e5 2. g4 d6 3. a3 Qh4# 0-1\\n\\n', date: "2026.11.28", side: "w", result: "lost" }]))`);
        await startNew(b);
        await clickMove(b, "e2", "e4");
        await moved(b, 2);
        const playing = await sans(b);

        await due("2026-11-28", "Train");
        await b.click("#train");
        expect(await b.text("#train-said") === "No mistake is due. 1 finished game can be searched for mistakes.", await b.text("#train-said"));
        await b.picture("light-train-dialog");
        await b.click("#train-start");
        await b.until("training && retried");
        expect(await status() === "2. g4 was played (You – Alula, 2026.11.28). Find a better move for White." && await b.text("#train") === "Train (2)" && await b.run("readKept()[0].searched"), await status());
        await b.picture("light-train");
        await answer("g4");
        expect(await status() === "2. g4 was played in the game. Find a better move. The exercise returns on 2026-11-29." && await b.text("#train") === "Train (1)", await status());
        await answer("Ke2");
        expect(await status() === "That is not a legal move here.", await status());
        const best = await b.run("marks[0][5][0][1]");

        await answer(best);
        expect(await status() === `Right: 2. ${best} is best.` && await b.run("ply === 1 && !document.querySelector('#why').hidden"), await status());
        await b.picture("light-trained");
        await b.click("#retry-next");
        expect(/^3\. a3 was played/.test(await status()), await status());
        await answer(await b.run("marks[0][5][0][1]"));
        expect(/^Right: 3\. \S+ is best\. That was the last one\.$/.test(await status()) && await b.text("#train") === "Train", await status());
        await b.size(360, 740, true);
        await b.scheme("dark");
        await b.run("document.querySelector('#retry').scrollIntoView({ block: 'center' })");
        await b.picture("phone-dark-trained");
        expect(await b.run("document.documentElement.scrollWidth") <= 360, "training is wider than a phone");
        await b.size(1280, 800);
        await b.scheme("light");
        await b.run("saveNow()"); // the game before is what is remembered
        await b.go(origin + "index.html?training");
        expect(await sans(b) === playing && await b.run("settings.human") === "w", "the game is lost: " + await sans(b));
        for (const [day, button, said] of [["2026-11-28", "Train", ""], ["2026-11-29", "Train (1)", " The exercise returns on 2026-12-02."], ["2026-12-01", "Train", ""], ["2026-12-03", "Train (1)", " The exercise returns on 2026-12-10."],
            ["2026-12-10", "Train (1)", " The exercise returns on 2026-12-31."], ["2027-01-02", "Train (1)", " It is learned."], ["2028-01-01", "Train", ""]]) {
            await due(day, button);
            if (said) {
                await b.click("#train");
                await answer(best);
                expect(await status() === `Right: 2. ${best} is best.${said} That was the last one.`, await status());
            }
        }
        await b.click("#untrain");
        expect(await sans(b) === playing && await b.run("settings.human === 'w' && !training && document.querySelector('#retry').hidden"), "not back: " + await sans(b));
        // wrong ones start again; a damaged entry is left out and told; a full store is told
        await b.run(`(() => { const [good] = readLessons().map(l => ({ ...l, stage: 3, due: "2028-01-01" })); localStorage.setItem("alula-training", JSON.stringify([{ fen: 5 }, { ...good, fen: "8/8", due: "2027-01-01" }, good])); })()`);
        await due("2028-01-01", "Train (2)");
        expect(/ A damaged exercise is left out: Your games can download its text\.$/.test(await status()), await status());
        await b.click("#train");
        expect(/^2\. g4 was played .* A damaged exercise is left out/.test(await status()) && await b.text("#train") === "Train (1)", await status());
        expect(await b.run("damagedKeys().filter(key => key.startsWith('alula-training-damaged-')).length") === 2, "what was damaged is lost");
        await b.run("setItem = Storage.prototype.setItem; Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }");
        await answer("g4");
        expect(/ That is not remembered: there is no room for more\. /.test(await status()), await status());
        await b.run("Storage.prototype.setItem = setItem");
        await b.click("#train");
        await b.click("#retry-show");
        expect(await status() === "The better move is under the list. The exercise returns on 2028-01-02. That was the last one." && await b.run("readLessons()[0].stage") === 1, await status());
        await load(b, "1. d4 *");
        expect(await b.run("!training && !document.querySelector('#undo').hidden"), "the game before the training is lost");
        await b.click("#undo");
        expect(await sans(b) === playing, await sans(b));
        // a report of a kept game makes exercises, too
        await b.run("localStorage.removeItem('alula-training'); localStorage.setItem('alula-games', JSON.stringify(readKept().map(kept => ({ ...kept, searched: false })))); showKept(readKept()[0])");
        await b.click("#report");
        await b.run(`document.querySelector("#report-seconds").value = "0.2"`);
        await b.click("#report-start");
        await b.until("!document.querySelector('#report-links').hidden");
        expect(await b.run("readLessons().length === 2 && readKept()[0].searched"), "a report makes no exercises");
        await b.key("Escape");
        await b.run("['alula-training', ...damagedKeys()].forEach(key => localStorage.removeItem(key))");
    },
    async "finished games are kept"(b) {
        const kept = () => b.run("JSON.parse(localStorage.getItem('alula-games') || '[]').length");

        await b.run("localStorage.removeItem('alula-games')");
        await setUp(b, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "w");
        await clickMove(b, "a1", "a8");
        await b.click("#back");
        await clickMove(b, "a1", "a8");
        expect(await kept() === 1, "a game that ends again as before is there " + await kept() + " times");
        await startNew(b, { side: "b", elo: 1400 });
        await moved(b, 1);
        await b.run("play(board.at.legal[0][0])");
        await moved(b, 3);
        await b.click("#resign");
        expect(await kept() === 2, "a resigned game is not kept");
        await startNew(b);
        await clickMove(b, "e2", "e4");
        await moved(b, 2);
        const playing = await sans(b);

        await b.click("#kept-open");
        expect(/^\d{4}\.\d\d\.\d\dBlacklost1400/.test(await b.text("#kept li:first-child")), await b.text("#kept"));
        expect(/^\d{4}\.\d\d\.\d\dWhitewon/.test(await b.text("#kept li:last-child")), await b.text("#kept"));
        await b.picture("light-kept");
        await b.scheme("dark");
        await b.picture("dark-kept");
        await b.size(360, 740, true);
        expect(await b.run("document.querySelector('#kept-dialog').scrollWidth <= document.querySelector('#kept-dialog').clientWidth"), "it is wider than a phone");
        await b.picture("phone-kept");
        await b.size(1280, 800);
        await b.scheme("light");
        await b.click("#kept li:last-child button");
        expect(await sans(b) === "Ra8#" && await b.run("settings.human") === "both", await sans(b));
        await b.click("#undo");
        expect(await sans(b) === playing && await b.run("settings.human") === "w", "the game before it is lost");
        await b.click("#kept-open");
        await b.run("saveAs = (name, text) => { saved = [name, text]; }");
        await b.click("#kept-save");
        const [name, text] = await b.run("saved"), games = await b.run(`JSON.parse(rules.ask("list 9", saved[1]))`);

        expect(name === "games.pgn" && games.length === 2 && games.every(found => !found[4]) && /^\[AlulaLevel "1400"\]$/m.test(text) && /^\[ECO "[A-E]\d\d"\]$/m.test(text), text);
        await b.click("#kept-delete");
        await b.picture("light-kept-sure");
        await b.click("#kept-keep");
        expect(await kept() === 2, "deleted without being sure");
        await b.run("localStorage.setItem('alula-games', JSON.stringify([...readKept().slice(1), { pgn: '1. e4 1-0' }, { pgn: '1. d4 1-0' }]))"); // in another window
        await b.click("#kept-delete");
        await b.click("#kept-really");
        expect(await b.run("readKept().map(kept => kept.pgn).join()") === "1. e4 1-0,1. d4 1-0", "not those of the list are deleted");
        await b.run("localStorage.setItem('alula-games', '{\"a\"')");
        await b.key("Escape");
        await b.click("#kept-open");
        expect(await b.text("#kept") === "" && await b.run("localStorage[Object.keys(localStorage).find(key => key.startsWith('alula-games-damaged-'))]") === '{"a"', "damaged games are lost");
        await b.key("Escape");
        await b.run("setItem = Storage.prototype.setItem; Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }");
        await b.click("#resign");
        expect(/no room for more games/.test(await b.text("#status")), await b.text("#status"));
        await b.run("Storage.prototype.setItem = setItem");
    },
});
