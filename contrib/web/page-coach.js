// SPDX-License-Identifier: GPL-3.0-or-later
// The page's help for learners: finished games and the score in them, exercises from mistakes, hints, threats,
// warnings.
"use strict";

// --- lists in the browser's storage -------------------------------------------------------------------------------

const KEPT = "alula-games"; // {pgn, date, side, result, level, opening, searched: for mistakes} of each game, the latest last
const LESSONS = "alula-training"; // {fen, played, line, score, mark, reason, white, black, date, stage, due}
let unkept = ""; // why the finished game was not saved
let damaged = ""; // message at the start about a damaged game
let omitted = ""; // message about damaged exercises

const dateOf = (day, between = ".") => [day.getFullYear(), String(day.getMonth() + 1).padStart(2, "0"), String(day.getDate()).padStart(2, "0")].join(between);
const isFull = error => error.name === "QuotaExceededError";
const count = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;

// Reads a list; throws if the browser stores nothing. A damaged list is put aside, and its valid items are kept.
function readList(key, isGood, onDamage = () => {}) {
    const text = localStorage.getItem(key);
    let list = null;

    try {
        list = JSON.parse(text || "[]");
        if (list.every(isGood))
            return list;
    } catch { /* the list is damaged */ }
    list = Array.isArray(list) ? list.filter(isGood) : [];
    putAside(key, text);
    localStorage.setItem(key, JSON.stringify(list));
    onDamage();
    return list;
}

const readKept = () => readList(KEPT, kept => kept && typeof kept.pgn === "string");
const damagedKeys = () => Object.keys(localStorage).filter(key => /^alula(-games|-training)?-damaged-/.test(key));

function keepGame() {
    if (training)
        return; // the game is an exercise
    const side = settings.human, winner = { "1-0": "w", "0-1": "b" }[game.result];
    const tags = [["ECO", game.eco], ["Opening", game.opening], ["Termination", "normal"]].filter(([name, value]) => value && !tagOf(name));
    const kept = { pgn: rules.ask("pgn").replace("\n\n", () => `\n${tags.map(([name, value]) => `[${name} "${value}"]\n`).join("")}\n`), date: tagOf("Date") || dateOf(new Date()), side,
                   result: side === "both" ? game.result : !winner ? "drawn" : winner === side ? "won" : "lost", level: tagOf("AlulaLevel"), opening: game.opening };

    try {
        const list = readKept();

        if (list.length && list[list.length - 1].pgn === kept.pgn)
            return; // moves were taken back, and the game has ended in the same way
        localStorage.setItem(KEPT, JSON.stringify([...list, kept]));
    } catch (error) {
        unkept = isFull(error) ? " It is not kept: there is no room for more games. Download and delete those of Your games."
            : " It is not kept, as this browser stores nothing.";
    }
}

// --- the finished games -------------------------------------------------------------------------------------------

let listed = []; // the saved games shown in the list, the latest last

// Calls `run` with the saved games and shows the text that it returns, or a message if the browser stores nothing.
function withKept(run) {
    try {
        $("kept-said").textContent = run(readKept());
        $("kept-save").disabled = !listed.length && !damagedKeys().length;
    } catch (error) {
        $("kept-said").textContent = isFull(error) ? "The games kept here are damaged, and there is no room to put them aside: they stay as they are."
            : "This browser stores nothing for this page.";
        $("kept-save").disabled = true;
    }
    $("kept-delete").disabled = !listed.length;
    $("kept-sure").hidden = true;
}

const levelOf = kept => kept.side === "both" ? "both sides" : { Full: "full strength", Mixed: "mixed" }[kept.level] || String(kept.level || "–");

// Sorts levels: ratings first, in ascending order.
const byLevel = (a, b) => Number.isNaN(a - b) ? Number.isNaN(+a) - Number.isNaN(+b) || (a < b ? -1 : a > b ? 1 : 0) : a - b;

function listKept(list) {
    const { value } = $("kept-level"), levels = [...new Set(list.map(levelOf))].sort(byLevel);

    $("kept-level").replaceChildren(make("option", { value: "" }, "any level"), ...levels.map(level => make("option", { value: level }, level)));
    $("kept-level").value = levels.includes(value) ? value : "";
    $("kept-filter").hidden = !list.length;
    const result = $("kept-result").value, level = $("kept-level").value;

    listed = list.filter(kept => (!result || kept.result === result) && (!level || levelOf(kept) === level));
    const all = listed.length === list.length;

    $("kept-save").textContent = all ? "Download all" : "Download these";
    $("kept-delete").textContent = all ? "Delete all …" : "Delete these …";
    $("kept").replaceChildren(...listed.map(kept => {
        const button = make("button", { type: "button" }, ...[kept.date, kept.side === "both" ? "both" : colorName(kept.side), kept.result, kept.side === "both" ? "–" : levelOf(kept), kept.opening].map(text => make("span", {}, String(text || "–"))));

        button.onclick = () => showKept(kept);
        return make("li", {}, button);
    }).reverse());
    showScore(list);
    return (!list.length ? "Games that end here are kept in this browser alone." : all ? `${count(list.length, "game")}, the latest first. They are in this browser alone.` : `${listed.length} of ${count(list.length, "game")}.`)
        + (damagedKeys().length ? " What was damaged is put aside: Download saves its text, too." : "");
}

// Shows the points by level, and the rating computed from them, like the console's `score`.
function showScore(list) {
    const rows = new Map(), all = [0, 0, 0], points = row => row[0] + row[1] / 2, games = row => row[0] + row[1] + row[2];

    for (const kept of list) {
        const at = ["won", "drawn", "lost"].indexOf(kept.result), row = rows.get(levelOf(kept)) || [0, 0, 0];

        if (at < 0)
            continue;
        rows.set(levelOf(kept), row);
        row[at]++;
        all[at]++;
    }
    $("kept-score").hidden = !rows.size;
    if (!rows.size)
        return;
    const [rated, rating, error] = JSON.parse(rules.ask("rating", list.map(kept => kept.pgn).join("\n\n")));
    const line = (kind, name, row) => make("tr", {}, make("th", { scope: kind }, name), ...row.map(text => make(kind === "col" ? "th" : "td", {}, String(text))));

    $("kept-points").textContent = `Score: ${points(all)} of ${count(games(all), "point")}` + (rated ? `, your rating ${rating} ± ${error}` : "");
    $("kept-table").replaceChildren(line("col", "Level", ["Won", "Drawn", "Lost", "Points"]),
        ...[...rows].sort((a, b) => byLevel(a[0], b[0])).map(([level, row]) => line("row", level, [...row, `${Math.round(100 * points(row) / games(row))} %`])));
    $("kept-rated").textContent = rated ? `The rating is on the scale of the levels, with its error (95 %), from ${count(rated, "game")} and a draw against the average level that is added to them.`
        : "No game counts for a rating yet: it takes a game at a level, from a position of all 32 pieces, with two moves by each side.";
}

function openKept() {
    listed = [];
    $("kept").replaceChildren();
    withKept(listKept);
    $("kept-dialog").showModal();
}

// Shows a saved game. The game on the board, if unfinished, can be restored.
function showKept(kept) {
    const before = snapshot();

    try {
        loadGame(kept.pgn, 0);
        $("kept-dialog").close();
        offerGame(before);
    } catch (error) {
        $("kept-said").textContent = sentence(error.message);
    }
}

// Deletes only the games shown in the list, not games that another window has saved since then.
function deleteKept() {
    withKept(list => {
        const gone = listed.map(kept => kept.pgn), rest = list.filter(({ pgn }) => {
            const at = gone.indexOf(pgn);

            if (at >= 0)
                gone.splice(at, 1);
            return at < 0;
        });

        localStorage.setItem(KEPT, JSON.stringify(rest));
        return listKept(rest);
    });
    $("kept-close").focus();
}

function saveKept() {
    withKept(list => {
        if (listed.length)
            saveAs("games.pgn", listed.map(kept => kept.pgn).join(""));
        if (damagedKeys().length)
            saveAs("damaged.txt", damagedKeys().map(key => localStorage.getItem(key)).join("\n"));
        return listKept(list);
    });
}

// Returns the game on the board, to be restored later.
const snapshot = () => ({ pgn: rules.ask("pgn"), human: settings.human, clockFrom: settings.clockFrom, flipped: settings.flipped, ply, used: spent(), open: game.moves.length > 0 && !ended() });

function offerGame(before) {
    if (before.open)
        offerUndo(before.pgn, { ...before, what: "The game before it is not over.", button: "Restore it" });
}

// --- exercises: mistakes, repeated after some days -------------------------------------------------------------------

const DAYS = [1, 3, 7, 21], LEARNED = DAYS.length + 1; // stages: 0 is new, 1 to 4 are repeated after these days

function today() {
    return dateOf(new Date(), "-");
}

function daysLater(days) {
    const [year, month, day] = today().split("-").map(Number);

    return dateOf(new Date(year, month - 1, day + days), "-");
}

function isLesson(l) {
    return !!l && ["fen", "played", "line", "reason", "white", "black", "date"].every(name => typeof l[name] === "string") && [0, 1].includes(l.mark) && /^\d{4}-\d\d-\d\d$/.test(l.due)
        && Number.isInteger(l.stage) && l.stage >= 0 && l.stage <= LEARNED && !!l.score && l.score.white >= 0 && l.score.white <= 100 && typeof l.score.text === "string";
}

const readLessons = () => readList(LESSONS, isLesson, () => { omitted = " A damaged exercise is left out: Your games can download its text."; });
const keyOf = ({ fen, played }) => fen.split(" ").slice(0, 4).join(" ") + " " + played;

// Returns the exercises that are due, the longest overdue first.
function dueLessons() {
    try {
        return readLessons().filter(l => l.stage < LEARNED && l.due <= today()).sort((a, b) => a.due < b.due ? -1 : a.due > b.due ? 1 : 0);
    } catch {
        return []; // the browser stores nothing
    }
}

// Calls `change`, which changes the storage. Returns an error message after a space, or "".
function attemptStore(change) {
    try {
        change();
        return "";
    } catch (error) {
        return isFull(error) ? " That is not remembered: there is no room for more. Download and delete some of Your games." : " That is not remembered, as this browser stores nothing.";
    }
}

// Adds new exercises; with `replace`, also updates stage and day of known ones.
function storeLessons(lessons, replace = false) {
    return attemptStore(() => {
        const list = readLessons(), at = new Map(list.map((l, i) => [keyOf(l), i]));

        for (const l of lessons)
            if (!at.has(keyOf(l)))
                at.set(keyOf(l), list.push(l) - 1);
            else if (replace)
                Object.assign(list[at.get(keyOf(l))], { stage: l.stage, due: l.due });
        localStorage.setItem(LESSONS, JSON.stringify(list));
    });
}

function showDue() {
    const due = dueLessons().length;

    $("train").textContent = due ? `Train (${due})` : "Train";
    $("train").setAttribute("aria-label", due ? `Train: ${count(due, "mistake")} due` : "Train: find better moves than yours");
    if (omitted)
        say($("status").textContent + omitted);
    omitted = "";
}

// Returns the exercises of a judged game: the blunders and mistakes of a side, or of "both". `from` has the game, `of`
// describes it.
function lessonsOf(from, of, found, all, side) {
    const tag = name => (of.tags.find(([key]) => key === name) || ["", ""])[1];

    return found.filter(([n, mark, , , , better]) => mark < 2 && better.length && all[n] && [sideOf(of, n), "both"].includes(side)).map(([n, mark, , , reason, better]) => ({
        fen: JSON.parse(from.ask("at " + n)).fen, played: of.san[n], line: better.map(move => move[1]).join(" "), score: all[n], mark, reason,
        white: tag("White"), black: tag("Black"), date: tag("Date"), stage: 0, due: today() }));
}

// Stores the exercises of a saved game and marks the game as searched. Returns an error message or "".
function storeSearched(pgn, lessons) {
    return storeLessons(lessons) || attemptStore(() => {
        const list = readKept();

        for (const kept of list)
            kept.searched = kept.searched || kept.pgn === pgn;
        localStorage.setItem(KEPT, JSON.stringify(list));
    });
}

// Turns the mistakes of a report into exercises, if the game on the board is a saved one.
function storeReported() {
    const bare = pgn => pgn.replace(/^\[(ECO|Opening|Termination) .*\]\n/gm, ""), text = bare(rules.ask("pgn"));

    try {
        const kept = readKept().find(({ pgn }) => {
            try {
                study.ask("read 0", pgn);
                return bare(study.ask("pgn")) === text;
            } catch {
                return false; // the saved game cannot be read
            }
        });

        return kept ? storeSearched(kept.pgn, lessonsOf(rules, game, marks.filter(Boolean), scores, kept.side)) : "";
    } catch {
        return ""; // the browser stores nothing
    }
}

// --- the search for mistakes in saved games -------------------------------------------------------------------------

const SEARCH_NODES = 30000;

function unsearched() {
    try {
        return readKept().filter(kept => !kept.searched).reverse();
    } catch {
        return [];
    }
}

function openTrain(said = "") {
    const games = unsearched(), next = attemptDue();

    $("train-said").textContent = said || "No mistake is due" + (next ? ` before ${next}.` : ".") + (games.length ? ` ${count(games.length, "finished game")} can be searched for mistakes.` : "")
        + (next || games.length ? "" : " Yours in finished games are asked here, and again after 1, 3, 7 and 21 days.");
    $("train-start").hidden = !games.length;
    $("train-progress").hidden = true;
    if (!$("train-dialog").open)
        $("train-dialog").showModal();
}

// Returns the next day with an exercise, or "".
function attemptDue() {
    try {
        return readLessons().filter(l => l.stage < LEARNED).map(l => l.due).sort()[0] || "";
    } catch {
        return "";
    }
}

async function searchKept() {
    const games = unsearched();
    let found = 0, error = "";

    reporting = true;
    runClocks();
    $("train-start").textContent = "Stop";
    $("train-progress").hidden = false;
    for (const [i, { pgn, side, date }] of games.entries()) {
        let lessons = [];

        try {
            study.ask("read 0", pgn);
            lessons = await mistakesOf(side, part => {
                $("train-progress").value = (i + part) / games.length;
                $("train-said").textContent = `Game ${i + 1} of ${games.length}, of ${date}: ${count(found, "mistake")} so far.`;
            });
        } catch { /* an unreadable game has no mistakes */ }
        error = lessons && storeSearched(pgn, lessons);
        if (!lessons || error)
            break;
        found += lessons.length;
    }
    reporting = false;
    $("train-start").textContent = "Search";
    showDue();
    think();
    if (!$("train-dialog").open)
        return;
    if (!error && dueLessons().length) {
        $("train-dialog").close();
        trainNext();
    } else {
        openTrain(error ? error.trim() : games.length > unsearched().length ? "No mistakes were found." : "");
    }
}

// Searches the game of `study` and returns its exercises; null if the search was stopped.
async function mistakesOf(side, tell) {
    const of = JSON.parse(study.ask("game")), all = [], notes = await searchGame(study, of, all, "nodes " + SEARCH_NODES, (n, last) => tell(n / last));

    return notes && lessonsOf(study, of, JSON.parse(study.ask("marks " + thinker.name, notes.join("\n"))), all, side);
}

// --- training -------------------------------------------------------------------------------------------------------

let training = null; // {before: the game that was on the board, marks, scores: from its report, asked: keys of the exercises so far}

function train() {
    if (training)
        training.asked.clear();
    if (dueLessons().length)
        trainNext();
    else
        openTrain();
}

const nextLesson = () => dueLessons().find(l => !training || !training.asked.has(keyOf(l)));

// Shows the exercise that is due for longest, as a game of one move. An invalid exercise is put aside.
function trainNext() {
    const l = nextLesson();
    let line = [];

    if (!l) {
        showWhy(); // the exercise was answered in another window
        return;
    }
    try {
        study.ask("fen " + l.fen);
        study.ask("play 0 " + l.played);
        line = JSON.parse(study.ask("line 0 " + l.line));
    } catch { /* no such position or move */ }
    if (!line.length) {
        const error = attemptStore(() => {
            localStorage.setItem(`${LESSONS}-damaged-${Date.now()}`, JSON.stringify(l));
            localStorage.setItem(LESSONS, JSON.stringify(readLessons().filter(other => keyOf(other) !== keyOf(l))));
        });

        omitted = " A damaged exercise is left out: Your games can download its text.";
        if (error)
            say(error.trim(), true);
        else
            train();
        showDue();
        return;
    }
    training = training || { before: snapshot(), marks: [...marks], scores: [...scores], asked: new Set() };
    training.asked.add(keyOf(l));
    rules.ask("fen " + l.fen);
    rules.ask("play 0 " + l.played);
    for (const name of ["White", "Black", "Date"])
        rules.ask(`tag ${name}`, l[name.toLowerCase()]);
    game = null;
    Object.assign(settings, { human: "both", clockFrom: -1 });
    changed(0, { exercise: true });
    setFlipped(game.first % 2 === 1);
    marks = [[0, l.mark, ["??", "?"][l.mark], ["Blunder", "Mistake"][l.mark], l.reason, line]];
    scores = [{ depth: 0, ...l.score }];
    listMarks();
    retry(0);
    showDue();
}

// Restores the game before the training.
function endTraining() {
    const { pgn, human, clockFrom, flipped, ply: n, used: time } = training.before, report = training;

    training = null;
    rules.ask("read 0", pgn);
    Object.assign(settings, { human, clockFrom });
    game = null;
    changed(n);
    ({ marks, scores } = report);
    listMarks();
    setFlipped(flipped);
    used = time;
    runClocks();
}

// Leaves the training because another game is on the board.
function leaveTraining() {
    const { before } = training;

    training = null;
    showWhy();
    offerGame(before);
}

// --- retrying mistakes ----------------------------------------------------------------------------------------------

const RETRY_MS = 400, NEAR_BEST = 2.5; // percent of the winning chances

// Returns the next blunder or mistake from ply n on, of the user's side if the user played one.
function mistakeFrom(n) {
    const side = { w: "w", b: "b" }[settings.human] || (tagOf("White") === "You" ? "w" : tagOf("Black") === "You" ? "b" : "");

    return marks.find(mark => mark && mark[0] >= n && mark[1] < 2 && mark[5].length && (!side || turnAt(mark[0]) === side));
}

const nextMistake = () => training ? nextLesson() : mistakeFrom(retried ? retried.n + 1 : ply);

function retryNext() {
    if (training)
        trainNext();
    else
        retry(nextMistake()[0]);
}

function retry(n) {
    const key = keyOf({ fen: JSON.parse(rules.ask("at " + n)).fen, played: game.san[n] });

    show(n, { retry: true });
    retried.lesson = dueLessons().find(l => keyOf(l) === key) || null;
    say(`${numberOf(n)} ${game.san[n]} was played${training && tagOf("Date") ? ` (${tagOf("White")} – ${tagOf("Black")}, ${tagOf("Date")})` : ""}. Find a better move for ${colorName(turnAt(n))}.`);
    $("spoken").textContent = $("status").textContent;
}

// Schedules an exercise after the first answer. Returns a message after a space, or "".
function answered(right) {
    const l = retried.lesson, stage = !right ? 1 : l && l.stage ? l.stage + 1 : LEARNED;

    if (!l)
        return "";
    retried.lesson = null;
    const due = stage < LEARNED ? daysLater(DAYS[stage - 1]) : today(), error = storeLessons([{ ...l, stage, due }], true);

    showDue();
    return error || (stage < LEARNED ? ` The exercise returns on ${due}.` : l.stage ? " It is learned." : "");
}

// Judges an answer by a search, as the console's `train` does.
async function tryMove(move) {
    const now = retried, { n } = now, answer = askLine(n, move), name = (answer[0] || []).slice(0, 2).join(""), best = marks[n][5];

    board.draw(board.at, { still: true });
    if (now.judging)
        return;
    if (!answer.length) {
        say("That is not a legal move here.", true);
        return;
    }
    if (answer[0][2] === best[0][2]) {
        finishRetry(`Right: ${name} is best.`, true);
        return;
    }
    if (answer[0][2] === game.moves[n]) {
        say(`${name} was played in the game. Find a better move.` + answered(false), true);
        return;
    }
    now.judging = move;
    say(`Looking at ${name} …`);

    const of = score => turnAt(n) === "w" ? score.white : 100 - score.white;
    const found = await look("retry", positionAt(n) + (n ? " " : " moves ") + answer[0][2], "movetime " + RETRY_MS);

    if (retried !== now || !found)
        return;
    const { info } = found, before = of(scores[n]), left = info ? of(scoreOf(info, turnAt(n + 1))) : answer[0][1].endsWith("#") ? 100 : 50; // else stalemate

    now.judging = null;
    if (before - left <= NEAR_BEST) {
        finishRetry(`Right: ${name} is as good as ${best[0].slice(0, 2).join("")}.`, true);
    } else {
        const line = info ? askLine(n, `${answer[0][2]} ${info.pv}`).slice(0, 2).map(part => part.slice(0, 2).join("")).join(" ") : name;

        say(`Not that: after ${line} your winning chances fall from ${Math.round(before)} % to ${Math.round(left)} %. Try once more.` + answered(false), true);
    }
}

// Shows the better line after the move of the game, and the button for the next mistake.
function finishRetry(text, right) {
    const { n } = retried, said = text + answered(right);

    show(n + 1);
    say(training && !nextMistake() ? said + " That was the last one." : said);
    $("spoken").textContent = said;
    $("retry").hidden = !training && !nextMistake();
    $("retry-next").hidden = !nextMistake();
    if (!$("retry-next").hidden && document.activeElement === document.body)
        $("retry-next").focus();
}

// Shows the buttons for a mistake to retry, or for training.
function showRetry() {
    $("retry").hidden = !retried && !training;
    $("retry-show").hidden = !retried;
    $("retry-next").hidden = $("retry").hidden || !nextMistake();
    $("untrain").hidden = !training;
}

// --- hints, threats, and warnings -----------------------------------------------------------------------------------

const THREAT_NODES = 60000, WARN_NODES = 30000; // the same on all machines
let hinted = null; // {position, best, info, told: 1 for the piece, 2 for the move}
let doubted = null; // a move that is being checked, or that the user has to confirm: {move, options}

// Searches at full strength. Returns {best, info, note: as in a report}, or null if another search replaced this one.
async function look(key, position, go) {
    let info = null;
    const best = await thinker.search({ key: `${key} ${position}`, position, go, options: [FULL, AT_ONCE, { name: "MultiPV", value: "1" }, chess960()], onInfo: found => { info = found; } });

    return best === null ? null : { best, info, note: noteOf(info) };
}

const noteOf = info => info ? `${info.kind} ${info.value} ${info.depth} ${info.pv}` : "";
const squareOf = name => "abcdefgh".indexOf(name[0]) + 8 * (name[1] - 1);

// Shows a hint: first the piece, then the move with its reason and line.
async function hint() {
    const n = ply, position = positionAt(n);

    endPeek();
    if (!hinted || hinted.position !== position) {
        say("Looking for a good move …");
        const found = await look("hint", position, "movetime 1000");

        if (!found || n !== ply || position !== positionAt(n))
            return;
        hinted = { ...found, position, told: 0 };
    }
    const { best, info } = hinted, [, from] = here.legal.find(move => move[0] === best);

    hinted.told = Math.min(hinted.told + 1, 2);
    if (settings.analyze)
        think();
    if (hinted.told === 1) {
        say(`Look at the ${PIECES[here.board[from].toLowerCase()]} on ${squareName(from)}. Press Hint again for the move.`);
        board.drawArrows([[from, from, "better"]]);
        return;
    }
    const reason = !info || info.pv.split(" ")[0] !== best ? "" : info.kind === "mate" && info.value > 0 ? (info.value > 1 ? `mates in ${info.value}` : "")
        : rules.ask(`purpose ${n} ${noteOf(info)}`);

    say("A good move: " + askLine(n, best)[0].slice(0, 2).join("") + (reason ? `, which ${reason}.` : "") + (retried ? answered(false) : ""));
    arrowFor(best, "better");
    showWhy();
}

// Returns the line of a hint given in this position, for showWhy().
function hintLine() {
    const { position, told, info } = hinted || {};

    if (!info || told < 2 || position !== positionAt(ply))
        return [];
    return [make("p", {}, "Hint: ", lineOf(ply, askLine(ply, info.pv)), ` (${scoreOf(info, turnAt(ply)).text} at depth ${info.depth})`)];
}

// Shows what the opponent would play if the side to move passed.
async function threat() {
    const n = ply, position = positionAt(n), notes = [];
    let passed, answer;

    endPeek();
    try {
        passed = rules.ask("pass " + n);
    } catch (error) {
        say(sentence(error.message));
        return;
    }
    say("Looking for a threat …");
    for (const where of [position, "fen " + passed]) {
        answer = await look("threat", where, "nodes " + THREAT_NODES);
        if (!answer || n !== ply || position !== positionAt(n))
            return;
        notes.push(answer.note);
    }
    const said = rules.ask("threat " + n, notes.join("\n"));

    if (settings.analyze)
        think();
    say(said);
    board.drawArrows(/ nothing\.$/.test(said) ? [] : [[squareOf(answer.best), squareOf(answer.best.slice(2)), "played"]]);
}

const isWarned = options => settings.warn && !options.reply && !options.sure && !settings.analyze && settings.human !== "both" && ply === game.moves.length && !ended() && !computersTurn();

// Searches a move before it is played, and asks for confirmation if it is bad.
async function doubt(move, options) {
    const n = ply, now = { move, options }, position = positionAt(n);
    let said = "", second = null;

    doubted = now;
    board.draw(JSON.parse(rules.ask(`peek ${n} ${move}`)), { still: options.still, locked: true });
    const first = await look("warn", position, "nodes " + WARN_NODES);

    if (first && first.best !== move)
        second = await look("warned", position + (n ? " " : " moves ") + move, "nodes " + WARN_NODES);
    if (doubted !== now)
        return;
    if (second)
        said = rules.ask(`warning ${n} ${move}`, first.note + "\n" + second.note);
    if (!said) {
        answerDoubt(true);
        return;
    }
    say(said + " Play it anyway?");
    $("doubt").hidden = false;
    $("doubt-no").focus();
    if (second.info)
        board.drawArrows([[squareOf(second.best), squareOf(second.best.slice(2)), "played"]]);
}

function answerDoubt(yes) {
    const { move, options } = doubted;

    $("doubt").hidden = true;
    board.draw(here, { still: true });
    if (yes) {
        play(move, { ...options, still: true, sure: true });
        return;
    }
    show(ply, { still: true });
    board.square[board.cursor].focus({ preventScroll: true });
}
