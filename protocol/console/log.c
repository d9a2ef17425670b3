/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The log, and echo. */
#include <errno.h>

#include "base/file.h"
#include "handlers.h"
#include "path.h"
#include "reply.h"

void console_log(Frontend *f, Word arguments) {
    char path[OPTION_TEXT_SIZE];
    FILE *file = NULL;

    if (!console_needs(f, arguments, "log needs a file, or off, as in: log today.txt"))
        return;
    if (word_is_any_case(arguments, "off")) {
        output_set_log(&f->out, NULL);
        return;
    }
    errno = ENAMETOOLONG;
    if (console_path(path, arguments)) {
        if (!file_is_replaceable(path))
            errno = EINVAL; /* opening a pipe would wait for its reader */
        else
            file = fopen(path, "ab");
    }
    if (!file)
        console_refuse_file(f, arguments, "write");
    else
        output_set_log(&f->out, file);
}

void console_echo(Frontend *f, Word arguments) {
    char buffer[1024];
    Text text = text_in(buffer, sizeof buffer);

    text_add_quoted(&text, text_rest(arguments), sizeof buffer - 4);
    frontend_say_text(f, buffer);
}
