#!/usr/bin/env python3
"""The parts of scripts/docs.sh that are no work for DocC.

docs.py articles CATALOGUE BASE   converts the documents to a catalogue of articles
docs.py examples DIRECTORY        writes the examples of the comments that teach, to be compiled
docs.py check SITE BASE           fails if a link, an anchor or a picture of a site is not there
docs.py versions DIRECTORY        writes the first page of a directory of sites, which lists them

BASE is the path of the site on its host.

A document is written once, as Markdown that is read in the repository. Its links to other
documents become links of DocC, which verifies them; its links to files that are not on the site
become names of files. A link to a file that does not exist is an error.
"""

import json
import os
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SITE_NAME = "composable-signpost"

# Documents whose names say nothing without their directory.
ARTICLES = {
    "Documentation/README.md": SITE_NAME,
    "README.md": "Introduction",
    "Benchmarks/README.md": "Benchmarks",
    "Examples/README.md": "Examples",
    "CHANGELOG.md": "Changelog",
    "CONTRIBUTING.md": "Contributing",
    "SECURITY.md": "Security",
    "STABILITY.md": "Stability",
}
# The title of a page whose first heading is the name of the project.
TITLES = {"README.md": "Introduction"}
# The articles with a link to the page of a recording, to try before anything is installed.
WITH_RECORDING = ("Documentation/README.md", "Documentation/Tutorials/FindASlowReducer.md")
# The declarations that users meet first: the examples of their comments are compiled. The examples
# of the macros are compiled together with the plug-in.
FIRST_MET = {
    "Sources/Companions/Dependencies/Dependency.swift": "struct Dependency<",
    "Sources/Companions/Dependencies/WithDependencies.swift": "func withDependencies<",
    "Sources/Core/Effect/Effect+Cancellation.swift": "func cancellable(",
    "Sources/Core/Effect/Effect+Run.swift": "static func run(",
    "Sources/Core/Navigation/StackState.swift": "struct StackState<",
    "Sources/Core/Observation/Observe.swift": "func observe(",
    "Sources/Core/Reducer/Reducer.swift": "protocol Reducer<",
    "Sources/Core/Reducer/Reducers/ForEachReducer.swift": "func forEach<",
    "Sources/Core/Reducer/Reducers/IfLetReducer.swift": "func ifLet<",
    "Sources/Core/Reducer/Reducers/Scope.swift": "struct Scope<",
    "Sources/Core/Sharing/Shared.swift": "struct Shared<",
    "Sources/Core/Store/Store.swift": "class Store<",
    "Sources/Core/Store/StoreActor.swift": "actor StoreActor<",
    "Sources/Core/Testing/TestStore+Receive.swift": "func receive(",
    "Sources/Core/Testing/TestStore+Send.swift": "func send(",
    "Sources/Signpost/Reducer/Signpost/SignpostReducer.swift": "func signpost(",
    "Sources/Signpost/Reducer/Timing/TimingReducer.swift": "func timing(",
    "Sources/Signpost/Signposter/Signposter.swift": "struct Signposter",
    "Sources/TestSupport/Signpost/Expectations/SignpostRecorder+Expect.swift": "func expect(",
}
# The first pages of modules, whose examples are compiled, too.
FIRST_PAGES = ("TestSupport/Core", "Signpost", "TestSupport/Signpost")
PRELUDE = "IntegrationTests/tests_docs/Prelude.swift"
CATALOGUES = "Sources/**/Documentation.docc"
FENCE = re.compile(r" {0,3}(```+|~~~+)")
HEADING = re.compile(r"(#{1,6}) (.+?)\s*$")
# A link or a picture; its text may be wrapped, and contain code and brackets in pairs.
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]*)\)")
CODE_SPAN = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)


def stop(message):
    sys.exit(f"docs: {message}")


def articles():
    """All documents, by path, and the name of the article that each becomes."""
    found = {
        str(path.relative_to(ROOT)): path.stem
        for path in sorted((ROOT / "Documentation").rglob("*.md"))
    }
    found.update(ARTICLES)
    names = list(found.values())
    if twice := sorted({name for name in names if names.count(name) > 1}):
        stop(f"two documents become the article {twice[0]}: rename one")
    return found


def module_articles():
    """The articles of the modules, by path, and where they are on the site."""
    found = {}
    for catalogue in ROOT.glob(CATALOGUES):
        root = next(catalogue.glob("*.md"))
        for path in catalogue.rglob("*.md"):
            place = root.stem if path == root else f"{root.stem}/{path.stem}"
            found[str(path.relative_to(ROOT))] = place
    return found


def blocks(text):
    """Lines, each with whether it belongs to a block of code."""
    fence = None
    for line in text.splitlines():
        match = FENCE.match(line)
        if fence:
            yield line, True
            if match and match[1].startswith(fence):
                fence = None
        elif match:
            fence = match[1]
            yield line, True
        else:
            yield line, line.startswith("    ") and not line.lstrip().startswith(("-", "*"))


def plain(heading):
    """The text of a heading, without marks."""
    heading = LINK.sub(lambda match: match[2], heading)
    return heading.replace("`", "").replace("*", "")


def anchors(path):
    """The anchors of a document as links in the repository have them, and as DocC has them."""
    found = {}
    for line, is_code in blocks((ROOT / path).read_text()):
        if is_code or not (match := HEADING.match(line)):
            continue
        heading = plain(match[2])
        in_repository = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        found[in_repository] = re.sub(r"[\s\-]+", "-", re.sub("[\"'’“”]", "", heading))
    return found


class Converter:
    """Converts one document."""

    def __init__(self, path, documents, modules, catalogue, base):
        self.path = path
        self.base = base
        self.documents = documents
        self.modules = modules
        self.catalogue = catalogue

    def stop(self, message):
        stop(f"{self.path}: {message}")

    def link(self, match):
        is_picture, text, target = match[1], match[2], match[3]
        if re.match(r"[a-z]+:", target):
            return match[0]
        file, _, anchor = target.partition("#")
        path = os.path.relpath((ROOT / self.path).parent / file, ROOT) if file else self.path
        if not (ROOT / path).exists():
            self.stop(f"links to {target}, which does not exist")
        if is_picture:
            return f"![{' '.join(text.split())}]({self.picture(path)})"
        article = self.documents.get(path)
        module = self.modules.get(path)
        if anchor and (article or module):
            found = anchors(path)
            if anchor not in found:
                self.stop(f"links to {target}, but {path} has no such heading")
            anchor = "#" + found[anchor]
        if article:
            return f"[{text}](doc:{article}{anchor})"
        if module:
            return f"[{text}](doc:/{module}{anchor})"
        name = path.rstrip("/")
        if plain(text).rstrip("/") == name:
            return f"`{name}`"
        return f"{text} (`{name}`)"

    def picture(self, path):
        directory = self.catalogue / "Images"
        directory.mkdir(exist_ok=True)
        # DocC takes the variant for dark pages from the name, as the repository has it.
        source = ROOT / path
        for file in source.parent.glob(f"{source.stem.removesuffix('~dark')}*{source.suffix}"):
            shutil.copy(file, directory)
        return source.name

    def prose(self, text):
        """Links outside of code, and lines that DocC would take for directives."""
        kept = []

        def keep(match):
            kept.append(match[0])
            return f"\0{len(kept) - 1}\0"

        def restore(text):
            return re.sub("\0(\\d+)\0", lambda match: kept[int(match[1])], text)

        text = CODE_SPAN.sub(keep, text)
        text = LINK.sub(
            lambda match: self.link(re.match(LINK, restore(match[0])) or match), text
        )
        text = re.sub(r"(?m)^(\s*)@", r"\1\\@", text)
        return restore(text)

    def body(self):
        text = re.sub(r"<!--.*?-->\n?", "", (ROOT / self.path).read_text(), flags=re.DOTALL)
        parts, prose = [], []
        for line, is_code in blocks(text):
            if is_code:
                if prose:
                    parts.append(self.prose("\n".join(prose)))
                    prose = []
                parts.append(line)
            else:
                prose.append(line)
        if prose:
            parts.append(self.prose("\n".join(prose)))
        text = "\n".join(parts) + "\n"
        if title := TITLES.get(self.path):
            text = re.sub(r"\A# .*", f"# {title}", text)
        return text

    def article(self):
        text = self.body()
        if self.path in WITH_RECORDING:
            title, _, text = text.partition("\n")
            text = f"{title}\n\n@Metadata {{\n{self.recording()}\n}}\n{text}"
        return text

    def recording(self):
        url = f"{self.base}/recording.html"
        return f'  @CallToAction(url: "{url}", purpose: link, label: "Look at a recording")'

    def root(self):
        """The first page: its lists of links become the topics of the site."""
        text = self.body()
        introduction, _, rest = text.partition("\n## ")
        topics = ["## Topics"]
        for line, _ in blocks("## " + rest):
            if match := HEADING.match(line):
                topics.append(f"\n### {match[2]}\n")
            elif match := re.match(r"- \[[^\]]*\]\(doc:([^)]+)\)", line):
                topics.append(f"- <doc:{match[1]}>")
        title, _, introduction = introduction.partition("\n")
        metadata = f"@Metadata {{\n  @TechnologyRoot\n{self.recording()}\n}}\n\n"
        metadata += "@Options {\n  @TopicsVisualStyle(list)\n}"
        return "\n".join([title, "", metadata, introduction, *topics]) + "\n"


def convert(catalogue, base):
    shutil.rmtree(catalogue, ignore_errors=True)
    catalogue.mkdir(parents=True)
    documents, modules = articles(), module_articles()
    for path, name in documents.items():
        converter = Converter(path, documents, modules, catalogue, base)
        text = converter.root() if name == SITE_NAME else converter.article()
        (catalogue / f"{name}.md").write_text(text)


def comment(path, declaration):
    """The lines of the comment above the first declaration of that text."""
    lines = (ROOT / path).read_text().splitlines()
    found = next((i for i, line in enumerate(lines) if f" {declaration}" in line), None)
    if found is None:
        stop(f"{path}: there is no “{declaration}” any more, whose examples are compiled")
    first = found
    while re.match(r"\s*(///|@)", lines[first - 1]):
        first -= 1
    return [
        re.sub(r"^\s*/// ?", "", line)
        for line in lines[first:found]
        if line.lstrip().startswith("///")
    ]


def examples(directory):
    """A file for each comment and page, in which each example has a scope of its own."""
    directory.mkdir(parents=True)
    shutil.copy(ROOT / PRELUDE, directory)
    texts = {
        path: "\n".join(comment(path, declaration)) for path, declaration in FIRST_MET.items()
    }
    for module in FIRST_PAGES:
        for page in (ROOT / f"Sources/{module}/Documentation.docc").glob("*.md"):
            texts[str(page.relative_to(ROOT))] = page.read_text()
    imports = ["ComposableCore", "ComposableCoreTestSupport", "Foundation", "Signpost"]
    imports += ["SignpostTestSupport", "Testing"]
    for path, text in texts.items():
        found = re.findall(r"^```swift\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)
        if not found:
            stop(f"{path}: there is no example, which is compiled")
        name = re.sub(r"\W", "", pathlib.Path(path).name)
        parts = [f"import {module}" for module in imports]
        for number, example in enumerate(found, 1):
            example = re.sub(r"(?m)^import .*\n", "", example)
            # Tests are at the top level, and a body belongs to a reducer; all else may contain
            # statements.
            if re.search(r"(?m)^@(Test|Suite)", example):
                parts.append(example)
                continue
            if example.startswith("var body"):
                scope = f"private struct {name}{number}: Reducer {{ "
                scope += "typealias State = Parent.State; typealias Action = Parent.Action"
            else:
                scope = f"@MainActor private func example{name}{number}() async throws {{"
            parts += [scope, example + "}"]
        (directory / f"{name}.swift").write_text("\n".join(parts) + "\n")


def references(value):
    """The references of a page: its links and pictures."""
    if isinstance(value, dict):
        for key, child in value.items():
            if key == "references":
                yield from child.values()
            yield from references(child)
    elif isinstance(value, list):
        for child in value:
            yield from references(child)


def check(site, base):
    """Everything that a page refers to is there, and so is every document.

    DocC has reported the links that it could not resolve; conformances to protocols of the standard
    library are names without a page.
    """
    problems = set()
    pages = sorted((site / "data").rglob("*.json"))
    for page in pages:
        for reference in references(json.loads(page.read_text())):
            place = None
            if reference.get("type") in ("topic", "section"):
                url = reference["url"].partition("#")[0].lower()
                if url.startswith("/"):
                    place = f"data{url}.json"
            elif reference.get("type") in ("download", "link"):
                if reference["url"].startswith("/"):
                    place = reference["url"].removeprefix(base).lstrip("/")
            elif reference.get("type") == "image":
                for variant in reference["variants"]:
                    url = variant["url"].removeprefix(base)
                    if not (site / url.lstrip("/")).exists():
                        place = url.lstrip("/")
            if place and not (site / place).exists():
                problems.add(f"{page.relative_to(site)}: {place} is not there")
    documents = [f"{SITE_NAME}/{name}" for name in articles().values() if name != SITE_NAME]
    for place in [SITE_NAME, *documents, *module_articles().values()]:
        page = f"documentation/{place}".lower()
        files = [site / "data" / f"{page}.json", site / page / "index.html"]
        if not all(file.exists() for file in files):
            problems.add(f"{place} has no page")
    for problem in sorted(problems):
        print(f"docs: {problem}", file=sys.stderr)
    if problems:
        sys.exit(1)
    print(f"docs: {len(pages)} pages, and no link that leads nowhere")


def versions(sites):
    """Released versions, the latest first, and then other sites, such as `main`."""
    names = [path.name for path in sites.iterdir() if (path / "index.html").exists()]
    released = [name for name in names if re.fullmatch(r"\d+(\.\d+)*", name)]
    released.sort(key=lambda name: [int(part) for part in name.split(".")], reverse=True)
    items = "\n".join(
        f'<li><a href="{name}/">{name}</a></li>'
        for name in released + sorted(set(names) - set(released))
    )
    (sites / "index.html").write_text(
        f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{SITE_NAME}</title>
<h1>{SITE_NAME}</h1>
<p>The documentation of each version:</p>
<ul>
{items}
</ul>
</html>
"""
    )


def main(arguments):
    match arguments:
        case ["articles", catalogue, base]:
            convert(pathlib.Path(catalogue), base)
        case ["examples", directory]:
            examples(pathlib.Path(directory))
        case ["check", site, base]:
            check(pathlib.Path(site), base)
        case ["versions", sites]:
            versions(pathlib.Path(sites))
        case _:
            sys.exit(__doc__)


main(sys.argv[1:])
