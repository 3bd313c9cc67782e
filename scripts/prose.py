#!/usr/bin/env python3
"""Checks the prose of files, or wraps it: Markdown, and the comments of code.

usage: prose.py lint FILE…      prints each place that is not in order, and exits with 1 if there
                                is any
       prose.py format FILE…    wraps paragraphs that have a long line; changes no word

Lines of prose have at most 100 columns. Tables, code, and lines with a link are exempt. Some words
are not used at all, as CONTRIBUTING.md, "Words", has better ones.
"""
import re
import sys
import textwrap

WIDTH = 100

# Each with what to write instead.
WORDS = [
    (r"(no|some|any|every)body", "the noun, such as a listener, a session, a user or a process"),
    (r"hears|(un)?heard", "receives, records, is enabled"),
    (r"bad days?|BadDays", "failure modes, FailureModes"),
    (r"can not", "cannot"),
    (
        r"tells|told|tell (apart|whether|which|what|how|of|the|a|an|it|them|its|from)",
        "emits, reports, notifies, distinguishes, shows",
    ),
    (r"whoever|somehow", "the noun, or nothing"),
]
WORD = re.compile("|".join(rf"(?P<w{i}>\b(?:{word})\b)" for i, (word, _) in enumerate(WORDS)), re.I)

SLASHES = r"\s*///?(?!/)"
MARKERS = {
    ".swift": SLASHES,
    ".h": SLASHES + r"|\s*\*(?=\s)",
    ".c": SLASHES + r"|\s*\*(?=\s)",
    ".js": SLASHES + r"|\s*/?\*+(?=\s)",
    ".mjs": SLASHES + r"|\s*/?\*+(?=\s)",
    ".sh": r"\s*#(?!!)",
    ".py": r"\s*#(?!!)",
    ".awk": r"\s*#(?!!)",
    ".md": "",
}
LINK = re.compile(r"\]\(|https?://")
BULLET = re.compile(r"(\s*)((?:[-*+]|\d+\.) +)?")
# What stands in a line of its own.
SINGLE = re.compile(r"[|#<]|!\[|MARK:|swift-format|.*----")


class Line:
    """A line of prose: the marker of the comment, and the text behind it."""

    def __init__(self, number, line, marker):
        self.number = number
        self.line = line
        self.marker = marker
        self.text = line[len(marker):].removeprefix(" ") if marker else line
        self.is_blank = not self.text.strip()
        self.indent, self.bullet = BULLET.match(self.text).groups(default="")

    @property
    def is_long(self):
        text = self.text.lstrip()
        return len(self.line) > WIDTH and not text.startswith("|") and not LINK.search(text)

    def continues(self, first):
        """Whether the line belongs to the paragraph or list item that begins with another one."""
        return (
            self.marker == first.marker
            and not self.is_blank
            and not self.bullet
            and len(self.indent) == len(first.indent) + len(first.bullet)
            and not SINGLE.match(self.text.lstrip())
        )


def prose(path, lines):
    """The lines that hold prose. Code that prose shows is left out."""
    marker = re.compile(MARKERS[path[path.rfind("."):]])
    is_code = False
    for number, line in enumerate(lines):
        match = marker.match(line)
        if not match:
            is_code = False
            continue
        line = Line(number, line, match[0])
        if line.text.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code and (line.bullet or len(line.indent) < 4):
            yield line


def paragraphs(path, lines):
    """Paragraphs and list items, as lists of lines."""
    paragraph = []
    for line in prose(path, lines):
        is_next = paragraph and line.number == paragraph[-1].number + 1
        if is_next and line.continues(paragraph[0]):
            paragraph.append(line)
            continue
        if paragraph:
            yield paragraph
        paragraph = []
        if not line.is_blank and not SINGLE.match(line.text.lstrip()):
            paragraph = [line]
    if paragraph:
        yield paragraph


def complaints(path, lines):
    """What is not in order in a file, as (line number, message)."""
    for line in prose(path, lines):
        if line.is_long:
            yield line.number, f"{len(line.line)} columns, at most {WIDTH}"
    # Messages are strings of the code, so all of it is searched; the code in a document is not, as
    # it shows what other programs print.
    texts = enumerate(lines)
    if path.endswith(".md"):
        texts = [(line.number, line.line) for line in prose(path, lines)]
    for number, line in texts:
        for match in WORD.finditer(line):
            index = next(i for i, _ in enumerate(WORDS) if match[f"w{i}"])
            yield number, f"“{match[0]}”: write {WORDS[index][1]}"


def wrapped(paragraph):
    """The lines of a paragraph, each as long as it may be. Code within it is kept together."""
    first = paragraph[0]
    text = " ".join(line.text.strip() for line in paragraph).removeprefix(first.bullet.strip())
    text = re.sub(r"`[^`]*`", lambda code: code[0].replace(" ", "\0"), text.strip())
    marker = first.marker + " " if first.marker else ""
    lines = textwrap.wrap(
        text,
        WIDTH,
        initial_indent=marker + first.indent + first.bullet,
        subsequent_indent=marker + first.indent + " " * len(first.bullet),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace("\0", " ") for line in lines]


def lint(paths):
    count = 0
    for path in paths:
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        for number, message in sorted(complaints(path, lines)):
            print(f"{path}:{number + 1}: {message}")
            count += 1
    return 1 if count else 0


def format(paths):
    for path in paths:
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        result, end = [], 0
        for paragraph in paragraphs(path, lines):
            if any(line.is_long for line in paragraph) and "*" not in paragraph[0].marker:
                result += lines[end:paragraph[0].number] + wrapped(paragraph)
                end = paragraph[-1].number + 1
        result += lines[end:]
        if result != lines:
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(result))
    return 0


if __name__ == "__main__":
    commands = {"lint": lint, "format": format}
    if len(sys.argv) < 2 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    sys.exit(commands[sys.argv[1]](sys.argv[2:]))
