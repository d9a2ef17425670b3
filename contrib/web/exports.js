// SPDX-License-Identifier: GPL-3.0-or-later
// The end of alula.js: what alula-worker.js may call.
Module["create"] = () => _alula_new();
Module["command"] = (web, size) => _alula_command(web, size);
