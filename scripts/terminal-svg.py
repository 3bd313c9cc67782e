#!/usr/bin/env python3
"""Draws the text of a terminal, with its colours, as an SVG.

terminal-svg.py TITLE < TEXT > PICTURE.svg

The text has the escape sequences of ECMA-48 for bold, faint, reverse and colours, as terminals and
`tmux capture-pane -e` write them.
"""

import re
import sys
import unicodedata
from html import escape

CELL, LINE, SIZE, MARGIN, BAR = 8.4, 19, 14, 18, 34
BACKGROUND, FOREGROUND, FAINT = "#16181d", "#d5d8de", "#8b919c"
COLORS = ["#4b505a", "#f0717d", "#8bc874", "#e6c06c", "#6fb1f2", "#cf8ff0", "#5fc4c9", "#d5d8de"]
BRIGHT = ["#8b919c", "#ff8f99", "#a5e08d", "#ffd98a", "#8fc7ff", "#e2aaff", "#7fdde2", "#ffffff"]
LEVELS = (0, 95, 135, 175, 215, 255)


def indexed(number):
    """A colour of the table of 256 colours."""
    if number < 8:
        return COLORS[number]
    if number < 16:
        return BRIGHT[number - 8]
    if number < 232:
        number -= 16
        parts = (LEVELS[number // 36], LEVELS[number // 6 % 6], LEVELS[number % 6])
    else:
        parts = (8 + 10 * (number - 232),) * 3
    return "#{:02x}{:02x}{:02x}".format(*parts)


class Style:
    """How the next characters look."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.color = self.back = None
        self.is_bold = self.is_faint = self.is_reversed = False

    def apply(self, text):
        codes = [int(code or 0) for code in text.replace(":", ";").split(";")]
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.reset()
            elif code == 1:
                self.is_bold = True
            elif code == 2:
                self.is_faint = True
            elif code == 7:
                self.is_reversed = True
            elif code == 22:
                self.is_bold = self.is_faint = False
            elif code == 27:
                self.is_reversed = False
            elif code in (38, 48) and codes:
                color = None
                if codes.pop(0) == 5 and codes:
                    color = indexed(codes.pop(0))
                elif len(codes) >= 3:
                    color = "#{:02x}{:02x}{:02x}".format(*codes[:3])
                    del codes[:3]
                if code == 38:
                    self.color = color
                else:
                    self.back = color
            elif code == 39:
                self.color = None
            elif code == 49:
                self.back = None
            elif 30 <= code <= 37:
                self.color = COLORS[code - 30]
            elif 40 <= code <= 47:
                self.back = COLORS[code - 40]
            elif 90 <= code <= 97:
                self.color = BRIGHT[code - 90]
            elif 100 <= code <= 107:
                self.back = BRIGHT[code - 100]

    def drawn(self):
        """Colour, background and weight."""
        color = self.color or (FAINT if self.is_faint else FOREGROUND)
        back = self.back
        if self.is_reversed:
            color, back = back or BACKGROUND, color
        return color, back, self.is_bold


def width(character):
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def runs(line, style):
    """Characters of one look that follow each other, each with its column."""
    column, text, start, look = 0, "", 0, None
    for part in re.split(r"(\x1b\[[0-9;:]*m|\x1b\(B|\x0f)", line):
        if part.startswith("\x1b[") and part.endswith("m"):
            style.apply(part[2:-1])
            continue
        if part in ("\x1b(B", "\x0f"):
            continue
        for character in part:
            if style.drawn() != look:
                if text:
                    yield start, column, text, look
                text, start, look = "", column, style.drawn()
            text += character
            column += width(character)
    if text:
        yield start, column, text, look


def picture(title, text):
    lines = text.rstrip("\n").split("\n")
    style = Style()
    rows = [list(runs(line, style)) for line in lines]
    columns = max((row[-1][1] for row in rows if row), default=1)
    size = (round(columns * CELL + 2 * MARGIN), BAR + len(rows) * LINE + MARGIN)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" '
        f'viewBox="0 0 {size[0]} {size[1]}" font-size="{SIZE}" '
        "font-family=\"ui-monospace,'SF Mono','DejaVu Sans Mono',Menlo,Consolas,monospace\">"
    )
    yield f"<title>{escape(title)}</title>"
    yield f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>'
    for number, color in enumerate(("#f0717d", "#e6c06c", "#8bc874")):
        yield f'<circle cx="{MARGIN + 6 + number * 18}" cy="18" r="5" fill="{color}"/>'
    yield (
        f'<text x="50%" y="22" fill="{FAINT}" font-size="12" text-anchor="middle">'
        f"{escape(title)}</text>"
    )
    for number, row in enumerate(rows):
        top = BAR + number * LINE
        for start, end, text, (color, back, is_bold) in row:
            left, length = MARGIN + start * CELL, (end - start) * CELL
            if back:
                yield (
                    f'<rect x="{left:.1f}" y="{top}" width="{length:.1f}" height="{LINE}" '
                    f'fill="{back}"/>'
                )
            if not text.strip():
                continue
            # Spaces at the ends have no glyphs, but would count for the length.
            left += (len(text) - len(text.lstrip())) * CELL
            text = text.strip()
            length = sum(map(width, text)) * CELL
            weight = ' font-weight="bold"' if is_bold else ""
            yield (
                f'<text x="{left:.1f}" y="{top + 14}" fill="{color}" textLength="{length:.1f}" '
                f'xml:space="preserve"{weight}>{escape(text)}</text>'
            )
    yield "</svg>"


if len(sys.argv) != 2:
    sys.exit(__doc__)
sys.stdin.reconfigure(encoding="utf-8")
sys.stdout.reconfigure(encoding="utf-8")
print("\n".join(picture(sys.argv[1], sys.stdin.read())))
