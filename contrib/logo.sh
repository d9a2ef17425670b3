#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# contrib/logo.sh: the logo as SVG, on stdout: a wing with its alula, the feathers of the thumb, in gold. The pictures
# beside it were made by
#   contrib/logo.sh >docs/logo.svg && rsvg-convert -w 100 -h 50 -o contrib/alula.png docs/logo.svg
LC_ALL=C exec awk '
# feather X Y ANGLE LENGTH WIDTH BEND FILL: from its root, at an angle in degrees (0: right, -90: up); the tip is
# turned by BEND degrees.
function feather(x, y, angle, length_, width, bend, fill,   a, b, c, s, ex, ey, mx, my, nx, ny) {
    a = angle * degree; b = (angle + bend) * degree
    mx = x + cos(a) * length_ * 0.55; my = y + sin(a) * length_ * 0.55
    ex = mx + cos(b) * length_ * 0.45; ey = my + sin(b) * length_ * 0.45
    nx = -sin(a) * width; ny = cos(a) * width
    c = -sin(b) * width; s = cos(b) * width
    printf "  <path fill=\"%s\" d=\"M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1fZ\"/>\n", fill,
        x, y, mx - nx, my - ny, ex - c - cos(b) * length_ * 0.16, ey - s - sin(b) * length_ * 0.16, ex, ey,
        ex + c * 0.9 - cos(b) * length_ * 0.03, ey + s * 0.9 - sin(b) * length_ * 0.03, mx + nx, my + ny, x, y
}
function between(from, to, i, n) { return from + (to - from) * i / (n - 1) }
# a tone between two colours, each as red, green, blue
function tone(r, g, b, R, G, B, t) {
    return sprintf("#%02x%02x%02x", r + (R - r) * t, g + (G - g) * t, b + (B - b) * t)
}
BEGIN {
    degree = atan2(0, -1) / 180
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 100\" width=\"200\" height=\"100\">"
    print "<title>Alula</title>"
    print "<defs><linearGradient id=\"sky\" x2=\"1\" y2=\"1\"><stop stop-color=\"#2b6a8f\"/><stop offset=\"1\" stop-color=\"#0b2236\"/></linearGradient></defs>"
    print "<rect width=\"200\" height=\"100\" rx=\"10\" fill=\"url(#sky)\"/>"
    print "<g stroke=\"#12344d\" stroke-width=\"1.2\" stroke-linejoin=\"round\">"
    # secondaries hang from the arm, primaries fan out from the hand; the outermost lies on top
    for (i = 6; i >= 0; i--)
        feather(between(54, 16, i, 7), between(40, 84, i, 7), between(56, 30, i, 7), between(46, 24, i, 7), 6.5, 8,
            tone(206, 222, 234, 150, 182, 204, i / 6))
    for (i = 7; i >= 0; i--)
        feather(between(60, 54, i, 8), between(31, 40, i, 8), -15 + 58 * i / 7, 42 + 90 * (1 - i / 7) ^ 1.1, 8.5, 9,
            tone(255, 255, 255, 206, 222, 234, i / 7))
    # coverts
    for (i = 8; i >= 0; i--)
        feather(between(59, 14, i, 9), between(30, 83, i, 9), between(-2, 36, i, 9), between(36, 15, i, 9), 5.5, 10,
            tone(168, 203, 226, 104, 148, 180, i / 8))
    # the arm
    print "  <path fill=\"#eef5fa\" d=\"M9 92C18 68 34 42 54 26C60 22 69 24 67 31C65 37 57 38 51 45C38 61 24 78 9 92Z\"/>"
    # the alula
    for (i = 2; i >= 0; i--)
        feather(58, 29, between(-50, -22, i, 3), between(33, 32, i, 3), 5.5, 10, tone(255, 206, 50, 240, 134, 16, i / 2))
    print "</g>"
    # the word, of circles and lines
    print "<g fill=\"none\" stroke=\"#ffffff\" stroke-width=\"5\" stroke-linecap=\"round\">"
    print "  <path d=\"M125 76v14M134 62v28M143 76v7a7 7 0 0 0 14 0v-7M157 76v14M166 62v28M189 76v14\"/>"
    print "  <circle cx=\"118\" cy=\"83\" r=\"7\"/><circle cx=\"182\" cy=\"83\" r=\"7\"/>"
    print "</g>"
    print "</svg>"
}'
