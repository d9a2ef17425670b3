// SPDX-License-Identifier: GPL-3.0-or-later
// The game of the page, its move list, and the control of the engine.
"use strict";

// control: time control of the next game, as in the tag TimeControl, or "". clockFrom: the ply from which this game has
// clocks; -1: none
const settings = { human: "w", elo: 1200, full: false, seconds: 1, patient: false, control: "", clockFrom: -1, analyze: false, lines: 1, flipped: false, warn: false };
let rules, study, thinker, board, game, ply = 0, replaced = null, ready = false, reporting = false;
// study: the rules with another game, which is not on the board
let scores = []; // scores of positions, by ply: {white: chance in percent, text}
let marks = []; // marks of the report, by the ply before the move: [ply, index and text of the mark, its name, the reason, the better line]
let here; // the position of the game that is shown (under `peeked`, if set)
let peeked = null; // the button of a line whose position is shown
let retried = null; // a mistake of the report that the user retries: {n: the ply before it, judging: a move, lesson: the exercise that it answers}

const ended = () => game.result !== "*" || !!game.outcome;
const sideOf = (of, n) => (of.first + n) % 2 ? "b" : "w";
const turnAt = n => sideOf(game, n);
const computersTurn = () => settings.human !== "both" && !ended() && turnAt(game.moves.length) !== settings.human;
const positionOf = (of, n) => "fen " + of.start + (n ? " moves " + of.moves.slice(0, n).join(" ") : "");
const positionAt = n => positionOf(game, n);
const tagOf = name => (game.tags.find(tag => tag[0] === name) || ["", ""])[1];

let saving = 0; // a timer: a long game takes time
let unsaved = false; // the user was told that the game on the board is not saved

// Stores damaged data under another name. Throws if there is no room.
function putAside(name, text) {
    localStorage.setItem(`${name}-damaged-${Date.now()}`, text);
    localStorage.removeItem(name);
}

function save() {
    saving = saving || setTimeout(saveNow, 200);
}

// Saves the game on the board; during training, the game before the training.
function saveNow() {
    clearTimeout(saving);
    saving = 0;
    try {
        const { open, ...now } = training ? training.before : snapshot();

        localStorage.setItem("alula", JSON.stringify({ ...settings, ...now }));
    } catch (error) {
        if (!unsaved && error.name === "QuotaExceededError")
            say($("status").textContent + " (This browser has no room to remember the game on the board: download it if you want to keep it.)");
        unsaved = true;
    }
}

// Restores the saved game. Returns the time used in the current turn. Damaged data is put aside, with a message.
function restore() {
    let text = null;

    try {
        text = localStorage.getItem("alula");

        const saved = JSON.parse(text);

        for (const name of Object.keys(settings))
            if (saved && typeof saved[name] === typeof settings[name])
                settings[name] = saved[name];
        if (saved) {
            if (typeof saved.pgn !== "string")
                throw new Error("no game");
            rules.ask("read 0", saved.pgn);
            ply = Number.isInteger(saved.ply) ? saved.ply : 0;
            return saved.used > 0 ? saved.used : 0;
        }
    } catch {
        try {
            if (text)
                putAside("alula", text);
            damaged = text ? " The game that was remembered here is damaged: Your games can download what is left of it." : "";
        } catch { /* no room: the damaged data is lost with the next move */ }
    }
    return 0;
}

// --- clocks -------------------------------------------------------------------------------------------------------

// The clocks follow from the PGN comments and the time used in this turn: `used`, and the time since `since` (by
// performance.now()) while the clock runs. Timers only draw the clocks and check for a fallen flag.
let used = 0, since = null, ticking = 0;

const LOW_MS = 10000;
const onTime = () => tagOf("Termination") === "time forfeit";
const spent = () => used + (since === null ? 0 : performance.now() - since);

// Returns the initial time and the increment of this game, in milliseconds; null: no clocks.
function control() {
    const [, base, gain] = (settings.clockFrom >= 0 && /^(\d+)\+(\d+)$/.exec(tagOf("TimeControl"))) || [];

    return base ? { base: 1000 * base, gain: 1000 * gain } : null;
}

function leftOf(color) {
    const now = game.moves.length;
    let n = now - 1;

    while (n >= settings.clockFrom && (turnAt(n) !== color || game.clocks[n] === null))
        n--;
    const left = n >= settings.clockFrom ? game.clocks[n] : control().base;

    return color !== turnAt(now) ? left : onTime() ? 0 : Math.max(left - spent(), 0);
}

function runClocks() {
    if (!ready || reporting || ended() || !control()) {
        used = spent();
        since = null;
    } else if (since === null) {
        since = performance.now();
    }
    tick();
}

function tick() {
    clearTimeout(ticking);
    drawClocks();
    if (since === null || flagFalls())
        return;
    const left = leftOf(turnAt(game.moves.length));

    ticking = setTimeout(tick, 1 + left % (left <= LOW_MS ? 100 : 1000));
}

function drawClocks() {
    for (const clock of document.querySelectorAll(".clock")) {
        const { color } = clock.dataset, left = leftOf(color), tenths = Math.ceil(left / 100), seconds = Math.ceil(left / 1000);

        clock.textContent = left < LOW_MS ? `0:${String(Math.floor(tenths / 10)).padStart(2, "0")}.${tenths % 10}` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
        clock.classList.toggle("low", left < LOW_MS);
        clock.classList.toggle("runs", since !== null && color === turnAt(game.moves.length));
    }
}

// Ends the game and returns true if the side to move is out of time. A bare king does not win.
function flagFalls() {
    const n = game.moves.length, loser = turnAt(n);

    if (since === null || leftOf(loser) > 0)
        return false;
    const men = [...JSON.parse(rules.ask("at " + n)).board].filter(letter => letter !== "." && (letter < "a") === (loser === "b")).length;

    used = 0;
    since = null;
    rules.ask("result " + (men === 1 ? "1/2-1/2" : loser === "w" ? "0-1" : "1-0"));
    rules.ask("tag Termination", "time forfeit");
    changed(n);
    keepGame();
    showState();
    $("spoken").textContent = $("status").textContent;
    return true;
}

// Plays a move after n plies; at the end of the game, also stops the clock.
function playAt(n, move) {
    const time = n === game.moves.length && !ended() && control(), left = time && leftOf(turnAt(n));

    rules.ask(`play ${n} ${move}`);
    if (time)
        rules.ask("clock " + (Math.max(100, 100 * Math.round(left / 100)) + time.gain));
}

// Returns a move for screen readers: "knight takes f6, check".
function spoken(san) {
    const [, piece, from, takes, to, promotion] = /^([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([QRBN]))?/.exec(san) || [];
    const name = letter => PIECES[letter.toLowerCase()];
    const words = !to ? [san.startsWith("O-O-O") ? "castles queen side" : "castles king side"]
        : [piece ? name(piece) : "pawn", from, takes && "takes", to, promotion && "promotes to " + name(promotion)];

    return words.filter(Boolean).join(" ") + (san.endsWith("#") ? ", checkmate" : san.endsWith("+") ? ", check" : "");
}

function say(text, bad = false) {
    $("status").textContent = text;
    $("status").parentElement.classList.toggle("bad", bad);
}

// Calls `run`. Returns false and shows the error if it fails.
function attempt(run) {
    try {
        run();
        return true;
    } catch (error) {
        say(sentence(error.message), true);
        return false;
    }
}

const sentence = text => text[0].toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

// Fetches the game after a change, and shows the position after `showPly` plies.
function changed(showPly, options = {}) {
    const old = game;
    let same = 0;

    game = JSON.parse(rules.ask("game"));
    unkept = "";
    if (options.played && game.outcome) { // the game has ended by the rules
        game.result = game.outcome.split(" ")[0];
        rules.ask("result " + game.result);
        keepGame();
    }
    if (old && old.start === game.start)
        while (same < game.moves.length && old.moves[same] === game.moves[same])
            same++;
    if (!old || old.start !== game.start || same < old.moves.length || same < game.moves.length) {
        used = 0; // a new turn
        since = null;
    }
    scores.length = Math.min(scores.length, old && old.start === game.start ? same + 1 : 0);
    marks.length = Math.min(marks.length, old && old.start === game.start ? same : 0);
    listMoves(old && old.start === game.start ? same : 0);
    $("opening").textContent = game.opening || (game.chess960 ? "Chess960" : "");
    if (!options.reply) {
        $("undo").hidden = true;
        replaced = null;
    }
    show(showPly, options);
    if (training && !options.exercise && (!old || settings.human !== "both"))
        leaveTraining();
}

// Shows the position after `showPly` plies.
function show(showPly, options = {}) {
    const moved = board.at, at = JSON.parse(rules.ask("at " + Math.min(Math.max(showPly, 0), game.moves.length)));

    ply = Math.min(Math.max(showPly, 0), game.moves.length);
    at.chess960 = game.chess960;
    here = at;
    retried = options.retry ? { n: ply, judging: null, lesson: null } : null;
    doubted = null;
    $("doubt").hidden = true;
    unpeek();
    if ($("best").contains(document.activeElement))
        document.activeElement.blur(); // so that the lines are updated again
    board.drawArrows([]);
    board.draw(at, { still: !moved || options.still, locked: settings.human !== "both" && ply === game.moves.length && (computersTurn() || ended()) });
    if (!settings.analyze || !at.legal.length || computersTurn() || retried)
        $("best").replaceChildren();
    else if (!$("best").firstChild) // reserves the room of the lines
        $("best").append(make("li", {}, make("span", { class: "depth" }, "…")));
    $("best").style.setProperty("--lines", settings.lines);
    showState(options);
    showWhy();
    drawGraph();
    save();
    think();
}

// --- lines with clickable moves -----------------------------------------------------------------------------------

// Returns the element of a line after n plies; `moves` are [number, SAN, coordinates]. A line is one Tab stop; arrow
// keys move within the line.
function lineOf(n, moves) {
    return make("span", { class: "pv" }, ...moves.flatMap(([number, san], i) => [(i ? " " : "") + number,
        make("button", { type: "button", tabindex: i ? -1 : 0, "data-peek": `peek ${n} ${moves.slice(0, i + 1).map(move => move[2]).join(" ")}` }, san)]));
}

const askLine = (n, moves) => JSON.parse(rules.ask(`line ${n} ${moves}`));

// Shows the position after a move of a line, without changing the game.
function peek(button) {
    unpeek();
    peeked = button;
    button.setAttribute("aria-current", "true");
    button.focus({ preventScroll: true });
    board.drawArrows([]);
    board.draw(JSON.parse(rules.ask(button.dataset.peek)), { locked: true });
    $("return").hidden = false;
    say(`After ${button.textContent}, not in the game.`);
    $("spoken").textContent = spoken(button.textContent);
}

function unpeek() {
    $("return").hidden = true;
    if (peeked)
        peeked.removeAttribute("aria-current");
    peeked = null;
}

function endPeek() {
    if (peeked) {
        show(ply);
        thaw();
    }
}

// Shows the report's comment on the last move, and a hint for the next one.
function showWhy() {
    const mark = retried ? null : marks[ply - 1], line = hintLine();

    showRetry();
    $("why").hidden = !mark && !line.length;
    $("why").replaceChildren(...line);
    if (!mark)
        return;
    const [n, index, text, name, reason, better] = mark;

    $("why").prepend(make("p", {}, make("b", { class: "m" + index, "aria-hidden": "true" }, text), make("span", { class: "unseen" }, name), ` ${game.san[n]}: ${reason}`),
        ...(better.length ? [make("p", {}, "Better: ", lineOf(n, better)), make("button", { type: "button", "data-retry": n }, "Find it yourself")] : []));
}

function showState({ error } = {}) {
    const last = ply === game.moves.length, who = here.turn;
    const result = /\{(.*)\}/.exec(game.outcome), over = result ? result[1] : { "1-0": "White wins", "0-1": "Black wins", "1/2-1/2": "a draw" }[game.result] || "";
    const how = over && onTime() ? " on time" + (game.result === "1/2-1/2" ? `, as ${colorName(turnAt(game.moves.length - 1))} has only a king` : "") : "";

    for (const [id, color] of [["above", settings.flipped ? "w" : "b"], ["below", settings.flipped ? "b" : "w"]]) {
        const name = tagOf(colorName(color));

        $(id).className = "player " + color;
        $(id).replaceChildren(make("span", {}, name && name !== "?" ? name : colorName(color)));
        if (last && !over && who === color)
            $(id).append(make("span", { class: "turn" }, "to move"));
        if (control())
            $(id).append(make("span", { class: "clock", role: "timer", "data-color": color }));
    }
    drawClocks();
    for (const button of document.querySelectorAll("#moves [aria-current]"))
        button.removeAttribute("aria-current");
    if (ply)
        document.querySelector(`#moves button[data-ply="${ply}"]`).setAttribute("aria-current", "true");
    scrollToMove();
    $("first").disabled = $("previous").disabled = ply === 0;
    $("next").disabled = $("last").disabled = last;
    $("back").disabled = !game.moves.length && game.result === "*";
    $("resign").disabled = !!training || ended() || !game.moves.length;
    $("hint").disabled = $("threat").disabled = !here.legal.length || (last && computersTurn());
    $("report").disabled = !game.moves.length;
    if (error)
        say(sentence(error), true);
    else if (over && last)
        say("The game is over: " + over + how + "." + unkept);
    else if (!last)
        say(`After ${numberOf(ply - 1)}${ply ? " " + game.san[ply - 1] : ""}: ${colorName(who)} to move.`.replace("After :", "Start:"));
    else if (computersTurn())
        say("Alula is thinking …");
    else
        say(settings.human === "both" ? colorName(who) + " to move." : "Your move" + (here.check >= 0 ? ": you are in check." : "."));
    $("now").hidden = !(computersTurn() && (settings.seconds >= 2 || control()));
}

const numberOf = n => n < 0 ? "" : 1 + (game.first + n >> 1) + ((game.first + n) % 2 ? " …" : ".");

function scrollToMove() {
    const list = $("moves"), now = list.querySelector("[aria-current]");

    if (!now)
        list.scrollTop = ply ? list.scrollHeight : 0;
    else if (now.offsetTop < list.scrollTop || now.offsetTop + now.offsetHeight > list.scrollTop + list.clientHeight)
        list.scrollTop = now.offsetTop - list.clientHeight / 2;
}

// Updates the move list, whose first `same` moves are unchanged.
function listMoves(same) {
    const list = $("moves");

    for (const child of [...list.children])
        if (!same || Number(child.dataset.ply) > same)
            child.remove();
    for (let n = same; n < game.san.length; n++) {
        if (turnAt(n) === "w" || n === 0)
            list.append(make("span", { "data-ply": n + 1 }, 1 + (game.first + n >> 1) + "."));
        if (turnAt(n) === "b" && n === 0)
            list.append(make("span", { "data-ply": 1 }, "…"));
        list.append(make("button", { type: "button", "data-ply": n + 1 }, game.san[n]));
    }
}

function listMarks() {
    for (const button of document.querySelectorAll("#moves button")) {
        const n = button.dataset.ply - 1;

        button.replaceChildren(game.san[n], ...(marks[n] ? [make("b", { class: "m" + marks[n][1], "aria-hidden": "true" }, marks[n][2]), make("span", { class: "unseen" }, ` (${marks[n][3]})`)] : []));
    }
    showWhy();
}

// Plays a move, in any notation, in the position shown. Returns true if it was legal.
function play(move, options = {}) {
    if (retried) {
        attempt(() => tryMove(move));
        return true;
    }
    const before = ply, old = game, who = here.turn, text = before < game.moves.length ? rules.ask("pgn") : "";

    if (before === game.moves.length && flagFalls())
        return true;
    if (isWarned(options) && askLine(before, move).length) {
        doubt(askLine(before, move)[0][2], options);
        return true;
    }
    return attempt(() => {
        playAt(before, move);
        changed(before + 1, { ...options, played: true });
        if (text && old.moves[before] !== game.moves[before])
            offerUndo(text);
        $("spoken").textContent = `${colorName(who)} plays ${spoken(game.san[before])}`;
    });
}

function offerUndo(pgn, { human = settings.human, clockFrom = settings.clockFrom, ply: n = ply, used: time = 0, what = "The moves after it were replaced.", button = "Restore them" } = {}) {
    replaced = { pgn, human, clockFrom, ply: n, used: time };
    $("undo").textContent = button;
    $("undo").hidden = false;
    say(what);
}

// --- the engine -------------------------------------------------------------------------------------------------

// Makes the engine play, analyze or wait, depending on the game and the settings.
async function think() {
    runClocks();
    if (!ready || reporting)
        return;
    if (retried)
        thinker.stop();
    else if (computersTurn())
        await reply();
    else if (settings.analyze && here.legal.length)
        await analyze();
    else
        thinker.stop();
}

const chess960 = () => ({ name: "UCI_Chess960", value: String(game.chess960) });

async function reply() {
    const n = game.moves.length, position = positionAt(n), key = ["reply", settings.full, settings.elo, settings.seconds, settings.patient, JSON.stringify(control()), position].join(" ");
    const level = [{ name: "UCI_LimitStrength", value: String(!settings.full) }, { name: "UCI_Elo", value: String(settings.elo) }, { name: "MultiPV", value: "1" },
                   { name: "HumanTime", value: String(settings.patient) }];

    if (thinker.key === key)
        return;
    const best = await thinker.search({ key, options: [...level, chess960()], position, go: () => {
        const time = control(), of = color => Math.max(1, Math.floor(leftOf(color)));

        return time ? `wtime ${of("w")} btime ${of("b")} winc ${time.gain} binc ${time.gain}` : "movetime " + settings.seconds * 1000;
    } });

    if (!best || !computersTurn())
        return;
    if (ply === n) {
        play(best, { reply: true });
        return;
    }
    const shown = ply; // the user may be looking at an earlier move

    if (flagFalls())
        return;
    playAt(n, best);
    changed(shown, { played: true, reply: true });
    $("spoken").textContent = `${colorName(turnAt(n))} plays ${spoken(game.san[n])}`;
}

let redraw = () => {}, pressed = false; // the lines of the analysis; pressed: a button among them

// Redraws the lines, unless the user is picking a move in them.
function thaw() {
    if (!pressed && !(peeked && $("best").contains(peeked)) && !$("best").querySelector(":focus-visible"))
        redraw();
}

async function analyze() {
    const n = ply, position = positionAt(n), key = ["analyze", settings.lines, position].join(" "), found = [];

    if (thinker.key === key)
        return;
    const draw = () => {
        found.drawing = 0;
        redraw = () => {
            if (thinker.key === key && found[0])
                showLines(n, found);
        };
        thaw();
    };

    await thinker.search({
        key, position, go: "infinite", options: [FULL, { name: "MultiPV", value: String(settings.lines) }, chess960()],
        onInfo: info => {
            found[info.n - 1] = info;
            if (info.n === 1)
                scores[n] = scoreOf(info, turnAt(n));
            found.drawing = found.drawing || setTimeout(draw, DRAW_MS);
        },
    });
}

// Returns White's winning chances by lichess's formula.
function scoreOf({ kind, value, depth }, turn) {
    const white = turn === "w" ? value : -value, cp = kind === "mate" ? (value > 0) === (turn === "w") ? 1000 : -1000 : Math.max(-1000, Math.min(1000, white));

    return { white: 50 + 50 * (2 / (1 + Math.exp(-0.00368208 * cp)) - 1), depth,
             text: kind === "mate" ? "#" + white : (white < 0 ? "−" : "+") + (Math.abs(white) / 100).toFixed(2) };
}

function showLines(n, found) {
    const list = found.filter(Boolean).map(info => make("li", {}, make("b", {}, scoreOf(info, turnAt(n)).text), lineOf(n, askLine(n, info.pv))));

    list.forEach(item => { item.lastChild.title = item.lastChild.textContent; });
    $("best").replaceChildren(...list, make("li", {}, make("span", { class: "depth" }, "depth " + found[0].depth)));
    arrowFor(found[0].pv.split(" ")[0], "better");
    drawGraph();
}

// Returns an arrow for a legal move in coordinates.
function arrowFor(move, kind) {
    const legal = !peeked && here.legal.find(m => m[0] === move);

    board.drawArrows(legal ? [[legal[1], legal[3], kind]] : []);
}

function drawGraph() {
    const known = [...scores.keys()].filter(n => scores[n]), width = Math.max(game.moves.length, 1), now = scores[ply];

    $("bar").hidden = !settings.analyze;
    $("bar").classList.toggle("flipped", settings.flipped);
    $("bar").firstChild.style.height = (now ? now.white : 50) + "%";
    $("bar").setAttribute("aria-label", "Evaluation " + (now ? now.text : "unknown"));
    $("graph").hidden = known.length < 2 && !settings.analyze;
    const y = n => (GRAPH_HEIGHT - scores[n].white).toFixed(1), line = known.map(n => `L${n} ${y(n)}`).join(""), ends = [known[0], known[known.length - 1]];
    const picture = make("svg", { viewBox: `0 0 ${width} ${GRAPH_HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": `Evaluation of ${known.length} positions; now ${now ? now.text : "unknown"}` },
        ...(known.length < 2 ? [] : [make("path", { d: `M${ends[0]} 0H${ends[1]}V${GRAPH_HEIGHT}H${ends[0]}z`, fill: "var(--graph-black)" }),
            make("path", { d: `M${ends[0]} ${GRAPH_HEIGHT}${line}L${ends[1]} ${GRAPH_HEIGHT}z`, fill: "var(--graph-white)" })]),
        make("path", { d: `M0 50H${width}`, stroke: "#808080", "vector-effect": "non-scaling-stroke" }),
        make("path", { d: `M${ply} 0V${GRAPH_HEIGHT}`, stroke: "#d9772b", "stroke-width": 2, "vector-effect": "non-scaling-stroke" }));

    $("graph").replaceChildren(picture);
}
