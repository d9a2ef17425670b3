// SPDX-License-Identifier: GPL-3.0-or-later
// A few moves on the page, in any browser: page.js has the checks for Chromium.
"use strict";
async function runChecks(folder, wanted, tell) {
    const until = async (what, holds) => {
        const end = performance.now() + 120000;

        while (!holds() && performance.now() < end)
            await new Promise(resolve => setTimeout(resolve, 20));
        tell((holds() ? "ok " : "FAIL ") + what);
    };
    const click = name => {
        const cell = document.querySelector(`.square[aria-label^="${name}"]`), box = cell.getBoundingClientRect();
        const at = { bubbles: true, button: 0, pointerId: 1, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };

        for (const type of ["pointerdown", "pointerup"])
            cell.dispatchEvent(new PointerEvent(type, at));
    };

    Element.prototype.setPointerCapture = () => {}; // there is no real pointer
    await until("it starts", () => document.documentElement.dataset.ready);
    tell("figure page ready after " + document.documentElement.dataset.ready + " ms");
    click("e2");
    click("e4");
    await until("a move and its answer", () => game.moves.length === 2 && game.moves[0] === "e2e4");
    document.querySelector("#analyze").click();
    await until("analysis", () => document.querySelector("#best b"));
    click("d2");
    click("d4");
    await until("a move while it analyzes", () => game.moves.length === 4 && game.moves[2] === "d2d4");
    document.querySelector("#back").click();
    await until("taken back", () => game.moves.length === 2 && document.querySelectorAll("#best b").length);
    document.querySelector("#analyze").click();
    document.querySelector("#report").click();
    document.querySelector("#report-start").click();
    await until("a report", () => !document.querySelector("#report-links").hidden);
    tell("done");
}
