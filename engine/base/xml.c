/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "xml.h"

/* Bytes of the UTF-8 character that begins here; 0 if XML does not take it. */
static size_t character(const unsigned char *s) {
    const size_t bytes = *s < 0x80 ? 1 : *s < 0xc2 ? 0 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : 4;

    if (*s < ' ' || *s == 0x7f || *s > 0xf4 || (*s == 0xe0 && s[1] < 0xa0) ||
        (*s == 0xed && s[1] > 0x9f) || (*s == 0xf0 && s[1] < 0x90) || (*s == 0xf4 && s[1] > 0x8f))
        return 0;
    for (size_t i = 1; i < bytes; i++)
        if (s[i] < 0x80 || s[i] > 0xbf)
            return 0;
    return *s == 0xef && s[1] == 0xbf && s[2] >= 0xbe ? 0 : bytes;
}

void xml_text(FILE *out, const char *words) {
    for (const unsigned char *s = (const unsigned char *)words; *s;) {
        const size_t bytes = character(s);

        if (*s == '<' || *s == '>' || *s == '&')
            fputs(*s == '<' ? "&lt;" : *s == '>' ? "&gt;" : "&amp;", out);
        else if (bytes)
            fwrite(s, 1, bytes, out);
        else
            fputc('?', out);
        s += bytes ? bytes : 1;
    }
}
