/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "svg.h"

void svg_begin(FILE *out, int width, int height) {
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d "
            "%d\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%%\" "
            "height=\"100%%\" fill=\"#fff\"/>\n",
            width, height, width, height);
}

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

void svg_words(FILE *out, const char *words) {
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

void svg_text(FILE *out, double x, double y, const char *manner, const char *words) {
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\"%s>", x, y, manner);
    svg_words(out, words);
    fputs("</text>\n", out);
}
