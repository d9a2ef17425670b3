// SPDX-License-Identifier: GPL-3.0-or-later
// The board of the page, operated by mouse, touch and keyboard.
"use strict";

class Board {
    // onMove(choices) gets the legal moves to choose from, which differ in the promotion only.
    constructor(element, onMove) {
        Object.assign(this, { element, onMove, flipped: false, chosen: -1, cursor: 12, locked: false, square: [], shown: "", arrow: [] });
        for (let i = 0; i < 64; i++)
            this.square.push(make("div", { role: "gridcell", tabindex: -1, class: "square" + ((i >> 3) + i & 1 ? "" : " dark") }));
        this.arrows = make("svg", { id: "arrows", viewBox: "0 0 320 320", "aria-hidden": "true" });
        this.layOut();
        element.addEventListener("pointerdown", event => this.press(event));
        element.addEventListener("pointermove", event => this.drag(event));
        element.addEventListener("pointerup", event => this.drop(event));
        element.addEventListener("pointercancel", () => this.release());
        element.addEventListener("keydown", event => this.type(event));
        element.addEventListener("click", event => { // only for screen readers; other clicks are pointer events
            if (!event.detail)
                this.pick(this.squareOf(event.target));
        });
        element.addEventListener("contextmenu", event => { if (this.held) event.preventDefault(); });
    }

    layOut() {
        const focused = this.element.contains(document.activeElement), order = [...Array(8).keys()], ranks = [];

        for (const row of order) {
            const rank = make("div", { role: "row", class: "rank" });

            for (const column of order) {
                const s = this.flipped ? row * 8 + 7 - column : (7 - row) * 8 + column;

                this.square[s].querySelectorAll("span").forEach(label => label.remove());
                if (row === 7)
                    this.square[s].append(make("span", { class: "file", "aria-hidden": "true" }, "abcdefgh"[s % 8]));
                if (column === 0)
                    this.square[s].append(make("span", { class: "rankname", "aria-hidden": "true" }, String(1 + (s >> 3))));
                rank.append(this.square[s]);
            }
            ranks.push(rank);
        }
        this.element.replaceChildren(...ranks, this.arrows);
        if (focused)
            this.square[this.cursor].focus();
    }

    flip(flipped) {
        if (this.flipped === flipped)
            return;
        this.flipped = flipped;
        this.layOut();
        this.drawArrows(this.arrow);
    }

    // Returns the column and row of a square on the screen, from the upper left corner.
    place(s) {
        return this.flipped ? [7 - s % 8, s >> 3] : [s % 8, 7 - (s >> 3)];
    }

    squareOf(target) {
        return this.square.indexOf(target.closest(".square"));
    }

    squareAt({ clientX, clientY }) {
        const box = this.element.getBoundingClientRect();
        const x = Math.floor((clientX - box.left) / box.width * 8), y = Math.floor((clientY - box.top) / box.height * 8);

        return x < 0 || x > 7 || y < 0 || y > 7 ? -1 : this.flipped ? y * 8 + 7 - x : (7 - y) * 8 + x;
    }

    // Draws a position. at: the answer to the question `at` of alula-page.c, and .chess960. still: without animation,
    // for example after a drag. locked: the user cannot move pieces.
    draw(at, { still = false, locked = this.locked } = {}) {
        const before = this.shown;

        this.at = at;
        this.locked = locked;
        this.shown = at.board;
        this.chosen = -1;
        for (let s = 0; s < 64; s++) {
            const letter = at.board[s], old = this.square[s].querySelector("svg");

            if (before[s] !== letter || (old && letter === ".")) {
                if (old)
                    old.remove();
                if (letter !== ".")
                    this.square[s].append(pieceImage(letter));
            }
        }
        this.mark();
        if (!still && before && !matchMedia("(prefers-reduced-motion: reduce)").matches)
            this.slide(before, at.board);
    }

    // Animates the pieces that have moved.
    slide(before, now) {
        const left = [...before].map((letter, s) => letter !== "." && letter !== now[s] ? s : -1).filter(s => s >= 0);
        const width = this.element.clientWidth / 8;

        if (left.length > 8)
            return;
        for (let s = 0; s < 64; s++) {
            const i = now[s] === before[s] ? -1 : left.findIndex(from => before[from] === now[s]);

            if (i >= 0) {
                const [x, y] = this.place(s), [oldX, oldY] = this.place(left.splice(i, 1)[0]);

                this.square[s].querySelector("svg").animate([{ transform: `translate(${(oldX - x) * width}px, ${(oldY - y) * width}px)`, zIndex: 6 }, { zIndex: 6 }],
                    { duration: 130, easing: "ease-out" });
            }
        }
    }

    canMove(s) {
        return !this.locked && this.at.legal.some(move => move[1] === s);
    }

    // Returns the moves from a square, by the square where the piece may be dropped.
    targets(from) {
        const moves = new Map();

        for (const move of this.at.legal)
            if (move[1] === from)
                for (const to of this.at.chess960 ? new Set([move[2], move[3]]) : [move[3]])
                    moves.set(to, [...(moves.get(to) || []), move]);
        return moves;
    }

    mark() {
        const targets = this.chosen < 0 ? new Map() : this.targets(this.chosen);

        this.square.forEach((cell, s) => {
            const letter = this.at.board[s], list = cell.classList;
            const piece = letter === "." ? "" : `, ${letter < "a" ? "white" : "black"} ${PIECES[letter.toLowerCase()]}`;

            list.toggle("last", this.at.last.includes(s));
            list.toggle("check", this.at.check === s);
            list.toggle("chosen", this.chosen === s);
            list.toggle("target", targets.has(s));
            list.toggle("taken", targets.has(s) && letter !== ".");
            list.toggle("movable", this.canMove(s));
            cell.tabIndex = s === this.cursor ? 0 : -1;
            cell.setAttribute("aria-selected", String(this.chosen === s));
            cell.setAttribute("aria-label", squareName(s) + piece + (targets.has(s) ? ", can move here" : ""));
        });
    }

    // Picks a piece up, drops it, or puts it back. Returns true after a move.
    pick(s) {
        const choices = this.chosen < 0 ? null : this.targets(this.chosen).get(s);

        if (s < 0)
            return false;
        this.cursor = s;
        if (!choices)
            this.chosen = s !== this.chosen && this.canMove(s) ? s : -1;
        this.mark();
        if (choices)
            this.onMove(choices, this.held && this.held.moved);
        return !!choices;
    }

    press(event) {
        const s = this.squareAt(event);

        if (event.button || this.held || s < 0)
            return;
        event.preventDefault();
        this.square[s].focus({ preventScroll: true, focusVisible: false });
        const was = this.chosen === s;

        if (was || (!this.pick(s) && this.chosen === s)) {
            this.held = { s, was, x: event.clientX, y: event.clientY, moved: false };
            this.element.setPointerCapture(event.pointerId);
        }
    }

    drag(event) {
        const { held } = this;

        if (!held || (!held.moved && Math.hypot(event.clientX - held.x, event.clientY - held.y) < 5))
            return;
        if (!held.moved) {
            const image = this.square[held.s].querySelector("svg"), size = this.element.clientWidth / 8;

            held.moved = true;
            held.image = image;
            held.size = event.pointerType === "touch" ? size * 1.5 : size;
            held.ghost = image.cloneNode(true);
            held.ghost.classList.add("ghost");
            held.ghost.style.width = held.ghost.style.height = held.size + "px";
            image.classList.add("lifted");
            document.body.append(held.ghost);
        }
        const over = this.squareAt(event), lift = event.pointerType === "touch" ? .9 : .5;

        held.ghost.style.left = event.clientX - held.size / 2 + "px";
        held.ghost.style.top = event.clientY - held.size * lift + "px";
        this.square.forEach((cell, s) => cell.classList.toggle("over", s === over && this.targets(held.s).has(s)));
    }

    drop(event) {
        const { held } = this, s = this.squareAt(event);

        if (!held)
            return;
        if (held.moved && s !== held.s && s >= 0 && this.targets(held.s).has(s))
            this.pick(s);
        else if (!held.moved && held.was)
            this.pick(held.s); // a second click puts it down
        this.release();
    }

    release() {
        const { held } = this;

        this.held = null;
        if (held && held.ghost) {
            held.ghost.remove();
            held.image.classList.remove("lifted");
            this.square.forEach(cell => cell.classList.remove("over"));
        }
    }

    type(event) {
        const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];

        if (event.ctrlKey || event.altKey || event.metaKey)
            return;
        if (step) {
            const turn = this.flipped ? -1 : 1, x = this.cursor % 8 + turn * step[0], y = (this.cursor >> 3) + turn * step[1];

            if (x >= 0 && x < 8 && y >= 0 && y < 8)
                this.cursor = y * 8 + x;
            this.mark();
            this.square[this.cursor].focus();
        } else if (event.key === "Enter" || event.key === " ") {
            this.pick(this.cursor);
        } else if (event.key === "Escape") {
            this.chosen = -1;
            this.release();
            this.mark();
        } else {
            return;
        }
        event.preventDefault();
    }

    // Draws arrows, given as [from, to, kind] with the kinds of svgboard.h; an arrow that ends where it begins is a
    // ring.
    drawArrows(list) {
        this.arrow = list;
        this.arrows.replaceChildren(...list.map(([from, to, kind]) => {
            const [a, b] = this.place(from), [c, d] = this.place(to), ring = r => `M${a * 40 + 20 - r} ${b * 40 + 20}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

            if (from === to)
                return make("path", { class: "ab-" + kind, "fill-rule": "evenodd", d: ring(19) + ring(16) });
            const length = Math.hypot(c - a, d - b) * 40;
            const at = (base, along, across) => [base[0] * 40 + 20 + (along * (c - a) - across * (d - b)) * 40 / length, base[1] * 40 + 20 + (along * (d - b) + across * (c - a)) * 40 / length];
            const corners = [at([a, b], 12, 3.2), at([c, d], -15, 3.2), at([c, d], -15, 9.5), at([c, d], 0, 0), at([c, d], -15, -9.5), at([c, d], -15, -3.2), at([a, b], 12, -3.2)];

            return make("path", { class: "ab-" + kind, d: "M" + corners.map(p => p.map(n => n.toFixed(1)).join(" ")).join("L") + "z" });
        }));
    }
}
