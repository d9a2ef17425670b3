// SPDX-License-Identifier: GPL-3.0-or-later
// The end of alula.js: the functions for alula-worker.js, then those for alula-page.js.
Module["create"] = () => _alula_new();
Module["command"] = (web, size) => _alula_command(web, size);
Module["newGame"] = () => _alula_page_new();
Module["ask"] = (game, size) => _alula_page_ask(game, size);
