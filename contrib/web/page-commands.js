// SPDX-License-Identifier: GPL-3.0-or-later
// The buttons and dialogs of the page, and its start.
"use strict";

async function choosePromotion(choices) {
    const dialog = $("promotion"), white = board.at.turn === "w";

    if (choices.length === 1)
        return choices[0];
    dialog.replaceChildren(...["q", "r", "b", "n"].map(letter => {
        const button = make("button", { type: "button", "aria-label": PIECES[letter] }, pieceImage(white ? letter.toUpperCase() : letter));

        button.onclick = () => dialog.close(letter);
        return button;
    }));
    const box = board.element.getBoundingClientRect();

    dialog.returnValue = "";
    dialog.showModal();
    dialog.style.margin = `${Math.max(box.top + box.height / 2 - dialog.offsetHeight / 2, 8)}px 0 0 ${Math.max(box.left + box.width / 2 - dialog.offsetWidth / 2, 8)}px`;
    await new Promise(closed => dialog.addEventListener("close", closed, { once: true }));
    return choices.find(move => move[4] === dialog.returnValue) || null;
}

async function moveOnBoard(choices, dragged) {
    const move = await choosePromotion(choices);

    if (move && retried) {
        tryMove(move[0]);
        return;
    }
    if (!move || (ply === game.moves.length && computersTurn())) {
        board.draw(board.at, { still: true });
        return;
    }
    play(move[0], { still: dragged });
}

function takeBack() {
    let n = game.moves.length - 1;

    if (settings.human !== "both" && n > 0 && turnAt(n) !== settings.human)
        n--;
    if (settings.human !== "both" && game.result !== "*" && !game.outcome)
        rules.ask("result *"); // takes a resignation back
    else
        rules.ask("cut " + Math.max(n, 0));
    changed(game.moves.length);
    $("spoken").textContent = "Taken back.";
}

function resign() {
    const loser = settings.human === "both" ? turnAt(game.moves.length) : settings.human;

    rules.ask("result " + (loser === "w" ? "0-1" : "1-0"));
    changed(game.moves.length);
    keepGame();
    say(`The game is over: ${colorName(loser)} resigns.` + unkept);
}

function nameSides() {
    const own = thinker.name + (settings.full ? "" : ` (${settings.elo})`);

    for (const color of ["w", "b"])
        if (settings.human !== "both")
            rules.ask("tag " + colorName(color), settings.human === color ? "You" : own);
        else if (game && (tagOf(colorName(color)) === "You" || tagOf(colorName(color)).startsWith(thinker.name)))
            rules.ask("tag " + colorName(color));
    if (settings.human === "both")
        rules.ask("tag AlulaLevel");
    else
        rules.ask("tag AlulaLevel", game && game.moves.length ? "Mixed" : settings.full ? "Full" : String(settings.elo));
}

function startGame(question) {
    rules.ask(question);
    game = null;
    rules.ask("tag Event", "Game in the browser");
    rules.ask("tag Date", dateOf(new Date()));
    rules.ask("tag TimeControl", settings.control);
    settings.clockFrom = settings.control ? 0 : -1;
    nameSides();
    thinker.newGame();
    changed(0);
}

function setFlipped(flipped) {
    endPeek();
    settings.flipped = flipped;
    board.flip(flipped);
    showState();
    drawGraph();
    save();
}

function openNew() {
    const form = $("new-dialog").querySelector("form");

    form.side.value = settings.human;
    $("elo").value = settings.elo;
    $("full").checked = settings.full;
    $("seconds").value = String(settings.seconds);
    $("patient").checked = settings.patient;
    $("control").value = settings.control;
    showNew();
    $("new-dialog").returnValue = "";
    $("new-dialog").showModal();
}

function showNew() {
    $("elo-value").textContent = $("full").checked ? "full" : $("elo").value;
    $("elo").disabled = $("full").checked;
    $("seconds").disabled = $("control").value !== "";
    $("chess960-row").hidden = $("new-dialog").querySelector("form").start.value !== "chess960";
}

function closeNew() {
    const form = $("new-dialog").querySelector("form"), start = $("new-dialog").returnValue;
    const side = form.side.value === "random" ? "wb"[Math.floor(2 * Math.random())] : form.side.value;

    if (start !== "start" && start !== "apply")
        return;
    Object.assign(settings, { human: side, elo: Number($("elo").value), full: $("full").checked, seconds: Number($("seconds").value), patient: $("patient").checked, control: $("control").value });
    if (side !== "both" && settings.flipped !== (side === "b"))
        setFlipped(side === "b");
    attempt(() => {
        if (start === "start") {
            startGame(form.start.value === "chess960" ? "chess960 " + $("number").value : "fen");
        } else {
            const text = side !== "both" && ply < game.moves.length ? rules.ask("pgn") : "", { clockFrom } = settings;

            if (text)
                rules.ask("cut " + ply);
            else if (side !== "both" && game.result !== "*" && !game.outcome)
                rules.ask("result *"); // removes a resignation, even in a loaded game
            nameSides();
            if (settings.control !== (clockFrom < 0 ? "" : tagOf("TimeControl"))) { // from here on with full clocks, or without clocks
                rules.ask("tag TimeControl", settings.control);
                settings.clockFrom = settings.control ? ply : -1;
            }
            changed(ply);
            if (text)
                offerUndo(text, { clockFrom });
        }
    });
}

// --- FEN and PGN --------------------------------------------------------------------------------------------------

function openTexts() {
    $("fen").value = board.at.fen;
    $("pgn").value = rules.ask("pgn").trimEnd() + "\n";
    $("games-row").hidden = true;
    $("texts-said").textContent = "";
    $("texts-dialog").showModal();
}

// Calls `run` and shows its error in the dialog.
function attemptTexts(run) {
    try {
        $("texts-said").textContent = run() || "";
    } catch (error) {
        $("texts-said").textContent = sentence(error.message);
    }
}

function setUp(fen) {
    if (!fen.trim())
        throw new Error("there is no FEN");
    rules.ask("fen " + fen.trim().replace(/\s+/g, " "));
    game = null;
    settings.clockFrom = -1;
    settings.human = settings.human === "both" ? "both" : JSON.parse(rules.ask("at 0")).turn;
    nameSides();
    thinker.newGame();
    changed(0);
    if (settings.human !== "both")
        setFlipped(settings.human === "b");
    $("texts-dialog").close();
}

// Loads a game. The engine does not reply until "Play on" is chosen.
function loadGame(text, number) {
    rules.ask("read " + number, text);
    game = null;
    settings.human = "both";
    settings.clockFrom = -1;
    thinker.newGame();
    changed(0);
    show(game.moves.length, { error: game.error && `The game ends at an error in line ${game.line}: ${game.error}` });
    $("texts-dialog").close();
}

function loadText(text) {
    const isFen = /^\s*[1-8pnbrqkPNBRQK/]{15,}\s+[wb]\b/.test(text);

    if (isFen)
        return setUp(text);
    const games = JSON.parse(rules.ask("list " + GAMES_MAX, text));

    if (!games.length)
        throw new Error("there is no game in the text");
    if (games.length === 1 && games[0][4])
        throw new Error(`there is no game in the text: ${games[0][4]}`);
    if (games.length === 1)
        return loadGame(text, 0);
    $("games").replaceChildren(...games.map(([white, black, date, result], n) => make("option", { value: n }, `${n + 1}. ${white} – ${black}, ${date}, ${result}`)));
    $("games-row").hidden = false;
    $("games").onchange = () => attemptTexts(() => loadGame(text, Number($("games").value)));
    $("games").focus();
    return `${games.length}${games.length === GAMES_MAX ? " or more" : ""} games: choose one.`;
}

async function readFile(file) {
    if (reporting) // a report on the current game must be completed first
        return;
    if (!$("texts-dialog").open)
        openTexts();
    if (file.size > FILE_MAX) {
        $("texts-said").textContent = "The file is larger than 64 MB.";
        return;
    }
    const bytes = await file.arrayBuffer();
    let text;

    if (reporting)
        return;
    try {
        text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
        text = new TextDecoder("windows-1252").decode(bytes); // older files are Latin-1
    }
    $("pgn").value = text.length < 100000 ? text : "";
    attemptTexts(() => loadText(text));
}

async function copy(field) {
    try {
        await navigator.clipboard.writeText(field.value);
    } catch {
        field.select();
        document.execCommand("copy");
    }
    $("texts-said").textContent = "Copied.";
}

function saveAs(name, pgn) {
    const url = URL.createObjectURL(new Blob([pgn], { type: "application/x-chess-pgn" }));

    make("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
}

// --- reports ------------------------------------------------------------------------------------------------------

let reportUrl = null;

async function makeReport() {
    const seconds = $("report-seconds").value;

    reporting = true;
    runClocks();
    showReport("");
    const notes = await searchGame(rules, game, scores, "movetime " + 1000 * seconds, (n, last) => {
        $("progress").value = n / last;
        $("report-said").textContent = `${n} of ${last} positions, ${Math.ceil((last - n) * seconds)} s left`;
    });

    reporting = false;
    drawGraph();
    think();
    if (!notes) {
        showReport("Stopped.");
        return;
    }
    try {
        const judged = ` ${thinker.name}, ${seconds} s a move`, page = rules.ask("report" + judged, notes.join("\n"));

        marks = [];
        for (const mark of JSON.parse(rules.ask("marks" + judged, notes.join("\n"))))
            marks[mark[0]] = mark;
        listMarks();

        if (reportUrl)
            URL.revokeObjectURL(reportUrl);
        reportUrl = URL.createObjectURL(new Blob([page], { type: "text/html;charset=utf-8" }));
        $("report-open").href = $("report-save").href = reportUrl;
        $("report-save").download = "report.html";
        showReport("The report is ready, and the moves are marked." + storeReported(), true);
        showDue();
        $("report-open").focus();
    } catch (error) {
        showReport(sentence(error.message));
    }
}

// Searches each position of the game in `from`. Returns notes for a report, and sets the scores by ply; null if
// stopped.
async function searchGame(from, of, found, go, tell) {
    const notes = [], last = of.moves.length + 1;

    for (let n = 0; n < last; n++) {
        let info = null;

        if (JSON.parse(from.ask("at " + n)).legal.length)
            await thinker.search({ key: "report", position: positionOf(of, n), go, onInfo: heard => { info = heard; },
                                   options: [FULL, AT_ONCE, { name: "MultiPV", value: "1" }, { name: "UCI_Chess960", value: String(of.chess960) }] });
        if (!reporting)
            return null;
        if (info)
            found[n] = scoreOf(info, sideOf(of, n));
        notes.push(noteOf(info));
        tell(n + 1, last);
    }
    return notes;
}

function showReport(said, done = false) {
    $("report-said").textContent = said;
    $("report-links").hidden = !done;
    $("report-retry").hidden = !done || !mistakeFrom(0);
    $("report-start").textContent = reporting ? "Stop" : "Start";
    $("report-close").disabled = reporting;
}

function stopReport() {
    reporting = false;
    thinker.stop();
}

// --- the start ----------------------------------------------------------------------------------------------------

function listen() {
    const on = (id, run) => $(id).addEventListener("click", run), walk = { first: () => 0, previous: () => ply - 1, next: () => ply + 1, last: () => game.moves.length };

    for (const id of Object.keys(walk))
        on(id, () => show(walk[id]()));
    on("moves", event => {
        const button = event.target.closest("button");

        if (button)
            show(Number(button.dataset.ply));
    });
    for (const id of ["why", "best"]) {
        on(id, event => { if (event.target.dataset.peek) peek(event.target); });
        $(id).addEventListener("keydown", event => {
            const next = { ArrowLeft: "previousElementSibling", ArrowRight: "nextElementSibling" }[event.key], button = next && event.target.dataset.peek && event.target[next];

            if (button)
                peek(button);
            if (next)
                event.preventDefault();
        });
    }
    $("best").addEventListener("pointerdown", () => { pressed = true; });
    for (const end of ["pointerup", "pointercancel"]) // after the click event
        addEventListener(end, () => setTimeout(() => { pressed = false; thaw(); }));
    $("best").addEventListener("focusout", () => setTimeout(thaw));
    on("why", event => { if (event.target.dataset.retry) retry(Number(event.target.dataset.retry)); });
    on("retry-show", () => finishRetry("The better move is under the list.", false));
    on("retry-next", retryNext);
    on("untrain", endTraining);
    on("train", train);
    on("train-start", () => { if (reporting) stopReport(); else searchKept(); });
    on("train-close", () => $("train-dialog").close());
    $("train-dialog").addEventListener("close", () => { if (reporting) stopReport(); });
    on("threat", threat);
    on("doubt-yes", () => answerDoubt(true));
    on("doubt-no", () => answerDoubt(false));
    $("warn").addEventListener("change", () => { settings.warn = $("warn").checked; save(); });
    addEventListener("storage", event => { if (event.key === LESSONS) showDue(); });
    on("report-retry", () => { $("report-dialog").close(); retry(mistakeFrom(0)[0]); });
    on("return", endPeek);
    on("graph", event => {
        const box = $("graph").getBoundingClientRect();

        show(Math.round((event.clientX - box.left) / box.width * game.moves.length));
    });
    on("new", openNew);
    on("back", takeBack);
    on("hint", hint);
    on("flip", () => setFlipped(!settings.flipped));
    on("resign", resign);
    on("now", () => thinker.halt());
    on("undo", () => {
        const { pgn, human, clockFrom, ply: n, used: time } = replaced;

        rules.ask("read 0", pgn);
        Object.assign(settings, { human, clockFrom });
        game = null;
        changed(n, { exercise: true });
        used = time;
        runClocks();
    });
    $("typed").addEventListener("submit", event => {
        event.preventDefault();
        if (ply === game.moves.length && computersTurn())
            say("It is Alula's turn.", true);
        else if (play($("move").value.trim() || "?"))
            $("move").value = "";
    });
    $("analyze").addEventListener("change", () => { settings.analyze = $("analyze").checked; show(ply); });
    $("lines").addEventListener("change", () => { settings.lines = Number($("lines").value); show(ply); });
    $("new-dialog").addEventListener("input", showNew);
    $("new-dialog").addEventListener("close", closeNew);
    on("random", () => { $("number").value = Math.floor(960 * Math.random()); });
    on("texts", openTexts);
    on("texts-close", () => $("texts-dialog").close());
    on("fen-copy", () => copy($("fen")));
    on("pgn-copy", () => copy($("pgn")));
    on("fen-set", () => attemptTexts(() => setUp($("fen").value)));
    on("pgn-load", () => attemptTexts(() => loadText($("pgn").value)));
    on("pgn-open", () => $("file").click());
    on("pgn-save", () => saveAs("game.pgn", rules.ask("pgn")));
    on("kept-open", openKept);
    on("kept-close", () => $("kept-dialog").close());
    on("kept-save", saveKept);
    for (const id of ["kept-result", "kept-level"])
        $(id).addEventListener("change", () => withKept(listKept));
    on("kept-delete", () => {
        $("kept-question").textContent = `Delete ${listed.length === 1 ? "this game" : `these ${listed.length} games`} for good?`;
        $("kept-sure").hidden = false;
        $("kept-keep").focus();
    });
    on("kept-keep", () => { $("kept-sure").hidden = true; $("kept-delete").focus(); });
    on("kept-really", deleteKept);
    $("file").addEventListener("change", () => { if ($("file").files[0]) readFile($("file").files[0]); $("file").value = ""; });
    addEventListener("dragover", event => event.preventDefault());
    addEventListener("drop", event => { event.preventDefault(); if (event.dataTransfer.files[0]) readFile(event.dataTransfer.files[0]); });
    on("report", () => { showReport(""); $("progress").value = 0; $("report-dialog").showModal(); });
    on("report-start", () => reporting ? stopReport() : makeReport());
    on("report-close", () => $("report-dialog").close());
    $("report-dialog").addEventListener("cancel", () => { if (reporting) stopReport(); });
    addEventListener("pagehide", () => { if (saving || since !== null) saveNow(); });
    new ResizeObserver(scrollToMove).observe($("moves"));
    addEventListener("keydown", event => {
        if (event.key === "Escape" && !event.target.closest("dialog"))
            if (doubted)
                answerDoubt(false);
            else
                endPeek();
        const key = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];

        if (key && !event.defaultPrevented && !event.target.closest("input, select, textarea, dialog, #board") && !$(key).disabled) {
            event.preventDefault();
            $(key).click();
        }
    });
}

function whenReady() {
    const [low, high] = thinker.elo;

    $("elo").min = low;
    $("elo").max = high;
    settings.elo = Math.min(Math.max(settings.elo, low), high);
    ready = true;
    document.documentElement.dataset.ready = Math.round(performance.now());
    if (!game.tags.length) {
        nameSides();
        changed(ply);
    }
    think();
}

async function start() {
    await loadInline();
    const heard = new Promise(resolve => { thinker = new Thinker(resolve, error => say(`The engine has ended: ${error}. Reload the page.`, true)); });

    rules = await Rules.load();
    study = rules.another();
    $("pieces").innerHTML = rules.ask("pieces"); // constant text of svgboard.c
    $("pieces").hidden = false;
    board = new Board($("board"), moveOnBoard);
    const turnUsed = restore();

    board.flip(settings.flipped);
    $("analyze").checked = settings.analyze;
    $("warn").checked = settings.warn;
    $("lines").value = String(settings.lines);
    listen();
    changed(ply);
    used = turnUsed;
    drawClocks();
    document.documentElement.dataset.shown = Math.round(performance.now());
    await heard;
    whenReady();
    if (damaged)
        say($("status").textContent + damaged);
    showDue();
}

start().catch(error => say("Alula cannot start: " + error.message, true));
