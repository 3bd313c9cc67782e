#!/usr/bin/env python3
"""Checks the prose of files, or wraps it: Markdown, and the comments of code.

usage: prose.py lint FILE…        prints each violation, and exits with 1 if there is any
       prose.py format FILE…      wraps paragraphs that have a long line; changes no word
       prose.py density [--update] [DIRECTORY]
                                  compares the density of weak wording in each folder with
                                  scripts/prose-figures.tsv, or records it there

Lines of prose have at most 100 columns. Tables, code, and lines with a link are exempt. Some words
are not used at all, as CONTRIBUTING.md, "Words", has better ones. Other wording is acceptable at
times, and a sign of sentences without a subject where it accumulates: its density must not rise.
"""
import collections
import os
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
# Files that only the density covers.
OTHER_MARKERS = {
    ".css": MARKERS[".js"],
    ".html": r"\s*<!--",
    **dict.fromkeys(
        [".yml", ".service", ".supp", "Makefile", "Containerfile", "run"], r"\s*#(?!!)"
    ),
}
LINK = re.compile(r"\]\(|https?://")
BULLET = re.compile(r"(\s*)((?:[-*+]|\d+\.) +)?")
# Lines that never continue a paragraph. Columns of a usage are two or more blanks apart.
SINGLE = re.compile(r"[|#<]|!\[|MARK:|swift-format|.*----|\S.*\S {2,}\S")


def marker_of(path):
    name = os.path.basename(path)
    return (MARKERS | OTHER_MARKERS).get(name[max(name.rfind("."), 0):])


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
    marker = re.compile(marker_of(path))
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
    """The violations in a file, as (line number, message)."""
    for line in prose(path, lines):
        if line.is_long:
            yield line.number, f"{len(line.line)} columns, at most {WIDTH}"
    # Messages are strings of the code, so all of it is searched; the code in a document is not, as
    # it shows the output of other programs.
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


PATTERNS = {
    "start with “What”": re.compile(r"^(?:[-*] )?What\b"),
    "use “what”": re.compile(r"\b[Ww]hat\b"),
    "use “that of” or “those of”": re.compile(r"\b(?:that|those) of\b", re.I),
    "are comments of declarations that start with a pronoun": re.compile(
        r"^(?:It|Its|They|Their|Them|This|These|That|Those|Ones|Such|Who|Whose|Which|None|Neither|"
        r"He|She|His|Her|One (?:of|that|which|whose))\b"
    ),
}
PRONOUN = list(PATTERNS)[-1]
FIGURES = "scripts/prose-figures.tsv"
# Generated, or the output of other programs.
EXCLUDED = ("Tests/Architecture/MacrosTests/Fixtures", "scripts/prose.py")
TRAILING = re.compile(r"\S\s+//+ (.+)$")
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
DOCSTRING = re.compile(r'^[ ]*"""(.+?)"""', re.DOTALL | re.MULTILINE)
EXAMPLE = re.compile(r"`[^`]*`|“[^”]*”")


def texts(path, lines):
    """The prose of a file, as (line number, text, whether it documents a declaration)."""
    for paragraph in paragraphs(path, lines):
        first = paragraph[0]
        above = lines[first.number - 1].strip() if first.number > 0 else ""
        text = " ".join(line.text.strip() for line in paragraph)
        marker = first.marker.strip()
        is_first = marker == "/**" or marker == "///" and not above.startswith("///")
        yield first.number, text, is_first
    if path.endswith((".swift", ".c", ".h", ".js", ".mjs")):
        for number, line in enumerate(lines):
            if match := TRAILING.search(line):
                yield number, match[1], False
    # Messages and help texts.
    if path.endswith(".swift") and "Sources/" in path:
        for number, line in enumerate(lines):
            for match in STRING.finditer(line):
                if match[1].count(" ") > 2:
                    yield number, match[1], False
    if path.endswith(".py"):
        content = "\n".join(lines)
        for match in DOCSTRING.finditer(content):
            number = content.count("\n", 0, match.start())
            for index, text in enumerate(re.split(r"\n\s*\n", match[1])):
                yield number, " ".join(text.split()), index == 0


def folder_of(path):
    parts = path.split("/")
    depth = 2 if parts[0] in ("Sources", "Tests") else 1
    return "/".join(parts[:-1][:depth]) or "."


def readable_files():
    for directory, folders, files in os.walk("."):
        folders[:] = [
            name for name in folders if name in (".github", ".ci") or not name.startswith(".")
        ]
        for name in files:
            path = os.path.relpath(os.path.join(directory, name))
            if marker_of(path) is not None and not path.startswith(EXCLUDED):
                yield path


def measure():
    """The number of words in each folder, and the places of each pattern."""
    words = collections.Counter()
    places = collections.defaultdict(lambda: {name: [] for name in PATTERNS})
    for path in sorted(readable_files()):
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        folder = folder_of(path)
        for number, text, documents in texts(path, lines):
            text = EXAMPLE.sub("`code`", text)
            words[folder] += len(text.split())
            for name, pattern in PATTERNS.items():
                if name != PRONOUN or documents:
                    places[folder][name] += [f"{path}:{number + 1}"] * len(pattern.findall(text))
    return words, places


def density(arguments):
    directories = [argument for argument in arguments if argument != "--update"]
    os.chdir(directories[0] if directories else f"{os.path.dirname(__file__)}/..")
    words, places = measure()
    if "--update" in arguments:
        with open(FIGURES, "w", encoding="utf-8") as file:
            print("folder", "words", *PATTERNS, sep="\t", file=file)
            for folder in sorted(words):
                counts = [len(found) for found in places[folder].values()]
                print(folder, words[folder], *counts, sep="\t", file=file)
        return 0
    recorded = {}
    with open(FIGURES, encoding="utf-8") as file:
        for line in file.read().splitlines()[1:]:
            folder, *counts = line.split("\t")
            recorded[folder] = [int(count) for count in counts]
    # A new folder may be as all folders together.
    everywhere = [sum(column) for column in zip(*recorded.values())]
    status = 0
    for folder in sorted(words):
        limit, *limits = recorded.get(folder, everywhere)
        for (name, found), before in zip(places[folder].items(), limits):
            # Other text may be deleted, and text may grow with its usual density.
            is_denser = len(found) * limit > before * words[folder]
            if is_denser and (len(found) > before or folder not in recorded):
                status = 1
                usual = f"recorded: {before} of {limit} words"
                print(f"{folder}: {len(found)} sentences {name}; {usual}")
                print(*(f"  {place}" for place in found[:20]), sep="\n")
    if status:
        print("Name the subject. If the wording is right: scripts/prose.py density --update")
    return status


if __name__ == "__main__":
    commands = {"lint": lint, "format": format, "density": density}
    if len(sys.argv) < 2 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    sys.exit(commands[sys.argv[1]](sys.argv[2:]))
