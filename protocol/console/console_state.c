/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console_state.h"

const PrivateState console_private = {sizeof(ConsoleState)};

ConsoleState *console_state(const Frontend *f) {
    return frontend_state(f, &console_private);
}
