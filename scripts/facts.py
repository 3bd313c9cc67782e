#!/usr/bin/env python3
"""Compares statements of the documents with the repository.

usage: facts.py [DIRECTORY]    prints each statement that is false; exits with 1 if there is any

It checks files, tests and options that documents name, the tables of folders and the picture of
rooms in CONTRIBUTING.md and README.md, versions of Swift and of the trace schema, names of
declarations in Engine.md, where Core has unsafe pointers and libraries import Glibc alone, and the
keys of JSON lines. scripts/docs.py verifies links, and scripts/samples.py the help texts in
Commands.md.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

CODE = re.compile(r"`([^`\n]+)`")
FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
# Names of files and directories at the top, of which documents give paths.
TOP = r"(?:Sources|Tests|Examples|Benchmarks|Documentation|IntegrationTests|scripts)"
PATH = re.compile(rf"(?<![\w/]){TOP}/[\w./*+~-]+")
TEST = re.compile(r"(tests_\w+)/(test_\w+)")
SUITE = re.compile(r"(?!IntegrationTests)(?<!\w)(\w+Tests)/(\w+)")
OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]*")
COMMAND = re.compile(r"(?:^|[\s/`(|])(signpost|Bench) ([^\n`|;&#]*)")
# Build products, and placeholders for files of a user.
NOT_IN_REPOSITORY = re.compile(r"\.build|Tests/Sessions\b|(MyProgram|Shelf)(Tests)?\b")
# Versions of this package, in the lines that a user copies; scripts/release.sh changes them.
VERSION = re.compile(
    r"signpost[_@-](\d+\.\d+\.\d+)|release\.sh (\d+\.\d+\.\d+)|dist/(\d+\.\d+\.\d+)"
    r"|composable-signpost\", from: \"(\d+\.\d+\.\d+)"
)
# Options of LTTng, of containers and of Instruments, which documents explain.
FOREIGN = set(
    "--blocking-timeout --buffers-uid --fields --ipc --launch --privileged --read-only --set-url"
    " --tmpfs --userns --version --vpid".split()
)


EVENT_LINES = pathlib.Path("Sources/Trace/Analysis/Events")


def read(path):
    return pathlib.Path(path).read_text(encoding="utf-8")


def documents():
    """The documents, but for the changelog, which also names removed things."""
    for directory, folders, files in os.walk("."):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if name.endswith(".md") and name != "CHANGELOG.md":
                yield os.path.relpath(os.path.join(directory, name))


def prose(text):
    return FENCE.sub("", text)


def exists(path, document):
    """Whether a path leads to a file, from the top or from the directory of the document."""
    path = re.sub(r"[.:]$", "", path.rstrip("/"))
    places = [pathlib.Path("."), pathlib.Path(document).parent]
    return any(any(place.glob(path)) or (place / path).exists() for place in places)


def false_files(document, text):
    for path in sorted(set(PATH.findall(text))):
        if not NOT_IN_REPOSITORY.search(path) and not exists(path, document):
            yield f"{path} does not exist"
    code = CODE.findall(prose(text))
    for directory, test in sorted({match for span in code for match in TEST.findall(span)}):
        if not pathlib.Path(f"IntegrationTests/{directory}/{test}.sh").exists():
            yield f"there is no test {directory}/{test}"
    for target, suite in sorted({match for span in code for match in SUITE.findall(span)}):
        places = [pathlib.Path(f"Examples/Tests/{target}")]
        places += pathlib.Path("Tests").glob(f"*/{target}")
        if not any(any(place.rglob(f"{suite}*")) for place in places):
            yield f"there are no tests {target}/{suite}"


def helps():
    """The options of each command, such as `signpost record`, from the reference."""
    parts = re.split(r"^## ", read("Documentation/Commands.md"), flags=re.MULTILINE)[1:]
    found = {part.split("\n")[0].strip("`"): set(OPTION.findall(part)) for part in parts}
    if not found:
        sys.exit("facts: Documentation/Commands.md has no command")
    return found


def grep(*arguments):
    return subprocess.run(["grep", *arguments], capture_output=True, text=True).stdout


def options_of_programs():
    """The options that all other programs of the repository accept or pass."""
    option = "(^|[^[:alnum:]-])--[a-z][[:alnum:]-]*"
    places = ["--exclude-dir=.*", "--exclude=*.md", "Examples", "Sources", "scripts"]
    variables = grep("-rhA3", "@Option\\|@Flag", "Examples", "--include=*.swift")
    declared = {
        "--" + re.sub(r"[A-Z]", lambda letter: "-" + letter[0].lower(), name)
        for name in re.findall(r"var (\w+)", variables)
    }
    return set(OPTION.findall(grep("-rhoE", option, *places))) | declared


def false_options(text, commands, others):
    known = set().union(*commands.values()) | others | FOREIGN
    named = OPTION.findall(" ".join(CODE.findall(prose(text))))
    yield from (f"no program has the option {option}" for option in sorted(set(named) - known))
    for name, arguments in COMMAND.findall(text):
        own = re.split(r" -- ", arguments + " ")[0]
        command = f"{name} {own.split(' ')[0]}" if name == "signpost" else name
        if command not in commands:
            continue
        for option in OPTION.findall(own):
            if option not in commands[command] | {"--help"}:
                yield f"{command} has no option {option}"


def table(document, heading, column):
    """The first column of the table with a heading of its first column, below another one."""
    section = re.search(rf"^## {heading}$(.*?)(?:^## |\Z)", read(document), re.M | re.DOTALL)
    rows = re.search(rf"^\| {column} \|.*\n((?:\|.*\n)*)", section[1] if section else "", re.M)
    return re.findall(r"^\| `(.*?)` \|", rows[1] if rows else "", re.M)


def folders_in(directory):
    return sorted(path.name for path in pathlib.Path(directory).iterdir() if path.is_dir())


def false_folders():
    """The tables name each room of Sources once, each folder that holds modules, and no other."""
    rooms = folders_in("Sources")
    named = table("CONTRIBUTING.md", "Where things live", "room")
    yield from difference("CONTRIBUTING.md", [f"Sources/{room}" for room in rooms], named)
    named = table("README.md", "Sources", "room of `Sources`")
    yield from difference("README.md", rooms, named)
    named = table("CONTRIBUTING.md", "Where things live", "folder")
    # A row can name several.
    for folder in "`, `".join(named).split("`, `"):
        if not os.path.isdir(f"Sources/{folder}"):
            yield f"CONTRIBUTING.md: there is no folder Sources/{folder}"
    for room in rooms:
        # These rooms are one module; the companions are alike.
        if room in ("CLTTng", "Companions", "Core", "Signpost"):
            continue
        folders = [f"{room}/{folder}" for folder in folders_in(f"Sources/{room}")]
        rows = [name for name in named if name.startswith(f"{room}/")]
        yield from difference("CONTRIBUTING.md", folders, rows)


def false_arrows():
    """The picture in CONTRIBUTING.md shows which rooms are built with which."""
    command = ["swift", "package", "--ignore-lock", "describe", "--type", "json"]
    # Without the switches that leave modules out.
    variables = {key: value for key, value in os.environ.items() if "COMPOSABLE_" not in key}
    output = subprocess.run(command, env=variables, capture_output=True, text=True, check=True)
    package = json.loads(output.stdout)
    room = {
        target["name"]: target["path"].split("/")[1]
        for target in package["targets"]
        if target["path"].startswith("Sources/")
    }
    arrows = {
        f"{room[target['name']]} --> {room[other]}"
        for target in package["targets"]
        for other in target.get("target_dependencies", [])
        if target["name"] in room and room[target["name"]] != room[other]
    }
    shown = set(re.findall(r"^  (\w+ --> \w+)$", read("CONTRIBUTING.md"), re.M))
    for arrow in sorted(arrows - shown):
        yield f"CONTRIBUTING.md: the picture lacks {arrow}, which Package.swift has"
    for arrow in sorted(shown - arrows):
        yield f"CONTRIBUTING.md: the picture has {arrow}, which Package.swift lacks"


def difference(document, folders, named):
    for name in folders:
        if named.count(name) != 1:
            yield f"{document}: the table names {name} {named.count(name)} times, not once"
    for name in sorted(set(named) - set(folders)):
        yield f"{document}: the table names {name}, which does not exist"


def constant(declaration):
    """The value of a constant, wherever Sources declares it."""
    found = grep("-rhE", declaration, "Sources", "--include=*.swift", "--include=*.h")
    if not (match := re.search(declaration + r"([\d.]+)", found)):
        sys.exit(f"facts: Sources declares no {declaration}")
    return match[1]


def false_versions(texts):
    swift = re.search(r"swift-tools-version: ([\d.]+)", read("Package.swift"))[1]
    for document, text in texts.items():
        for version in re.findall(r"tools.version:? ([\d.]+\d)", text):
            if version != swift:
                yield f"{document}: names tools version {version}; Package.swift has {swift}"
        for claim in re.findall(r"Swift [\d.]+\d or later", text):
            yield f"{document}: claims {claim}; CI runs one version"
    images = set(re.findall(r"image: swift:([\d.]+)", read(".github/workflows/ci.yml")))
    named = re.search(r"CI runs Swift ([\d.]+\d)", texts["README.md"])
    if not named or {named[1]} != images:
        yield f"README.md: does not name the version of Swift that CI runs, {', '.join(images)}"
    schema = constant("#define COMPOSABLE_SCHEMA_VERSION ")
    for version in range(2, int(schema) + 1):
        if f"Trace schema {version}:" not in read("CHANGELOG.md"):
            yield f"CHANGELOG.md: lacks version {version} of the trace schema"
    library = constant('text: StaticString = "')
    if f"present version is {library}," not in read("STABILITY.md"):
        yield f"STABILITY.md: does not name version {library} of the library"
    for document, text in texts.items():
        for version in re.findall(VERSION, text):
            if "".join(version) != library:
                yield f"{document}: names version {''.join(version)}; the library has {library}"


def false_names(text):
    """Declarations that a document on the code names."""
    names = {match[0] for span in CODE.findall(prose(text)) if (match := re.match(r"\w+", span))}
    names = sorted(filter(re.compile(r".*[a-z][A-Z]|[A-Z][a-z]+$").match, names))
    rooms = ("Sources", "Tests")
    folders = {pathlib.Path(path).name for room in rooms for path, _, _ in os.walk(room)}
    files = ("--include=*.swift", "--include=*.[ch]")
    known = folders | set(grep("-rhowE", "|".join(names), *rooms, *files).split())
    yield from (f"there is no {name} in the code" for name in names if name not in known)


UNSAFE = r"Unsafe(Mutable)?(Raw)?(Buffer)?Pointer|Unmanaged|unsafeBitCast|assumingMemoryBound"
# Files outside of the folders that Engine.md names, and why they have unsafe pointers.
UNSAFE_FILES = {
    "Companions/ConcurrencyExtras/AnyHashableSendable.swift": "adds Sendable to an existential",
    "Companions/Dependencies/DependencyRead.swift":
        "a read that is under way, on the stack of its thread",
    "Core/Printing/PrintChangesReducer.swift": "wraps a prepared reducer",
    "Core/Reducer/Reducers/OnChangeReducer.swift": "wraps a prepared reducer",
    "Core/Sharing/Files/DiskFiles.swift": "passes buffers to the system",
    "Core/Sharing/Files/FileWatcher.swift": "passes buffers to the system",
    "Core/Store/Store+CollectionScope.swift": "a table of stores that others keep",
    "Core/Store/Store+OptionalScope.swift": "the place of a presented child",
    "Core/Testing/HeldStore.swift": "delivers an action at its address",
    "Core/Testing/ReplayStore.swift": "wraps a prepared reducer",
    "Core/Testing/TestRecorder.swift": "wraps a prepared reducer",
}


def false_pointers():
    """Unsafe pointers stand in the folders of Core and its companions that Engine.md names."""
    page = read("Documentation/Engine.md")
    sentence = re.search(r"Unsafe pointers\s+are\s+confined\s+to(.*?);", page, re.DOTALL)
    folders = re.findall(r"`((?:Core|Companions)/\w+)`", sentence[1] if sentence else "")
    rooms = ["Sources/Core", "Sources/Companions"]
    found = grep("-rlE", UNSAFE, *rooms, "--include=*.swift").split()
    outside = set()
    for path in (path.removeprefix("Sources/") for path in found):
        # A value that is passed to the engine by its address stays where it is.
        text = re.sub(r"withUnsafe\w+", "", read(f"Sources/{path}"))
        if "/".join(path.split("/")[:2]) not in folders and re.search(UNSAFE, text):
            outside.add(path)
    for path in sorted(outside - set(UNSAFE_FILES)):
        yield f"Sources/{path}: has unsafe pointers; move them to the engine"
    for path in sorted(set(UNSAFE_FILES) - outside):
        yield f"scripts/facts.py: Sources/{path} has no unsafe pointers any more"


def false_imports():
    """Libraries for programs import Musl or Android where there is no Glibc; tools need LTTng."""
    rooms = [f"Sources/{room}" for room in ("Core", "Companions", "Architecture", "Signpost")]
    for path in sorted(grep("-rlE", "^(@\\w+ |public )*import Glibc", *rooms).split()):
        yield f"{path}: imports Glibc alone; import Musl elsewhere, as other files do"
    for path in sorted(grep("-rl", "import Musl", "Sources", "Tests", "--include=*.swift").split()):
        if "  import Android\n" not in read(path):
            yield f"{path}: imports Glibc and Musl; import Android after them"


def false_keys():
    """The report's page lists each key of `signpost events --json`."""
    code = "".join(read(path) for path in sorted(map(str, EVENT_LINES.glob("*.swift"))))
    cells = table("Documentation/Report.md", "Events in the order of time", "keys")
    listed = {key for cell in cells for key in cell.split("`, `")}
    keys = set(re.findall(r'\.add\(\s*(?:fact: )?(?:[^"()]*\? )?"([a-z -]+)"', code))
    keys |= set(re.findall(r'\\"(\w+)\\":', code))
    # A duration has its unit.
    texts = {key.replace(" ", "_").replace("-", "_") for key in keys}
    for key in sorted(texts):
        if not {key, f"{key}_ns"} & listed:
            yield f"Documentation/Report.md: lacks the key '{key}' of signpost events --json"
    for key in sorted(listed - texts - {f"{key}_ns" for key in texts}):
        yield f"Documentation/Report.md: signpost events --json has no key '{key}'"


def main(arguments):
    os.chdir(arguments[0] if arguments else f"{os.path.dirname(__file__)}/..")
    texts = {document: read(document) for document in documents()}
    commands, others = helps(), options_of_programs()
    problems = [*false_folders(), *false_arrows(), *false_pointers(), *false_imports()]
    problems += [*false_versions(texts), *false_keys()]
    for document, text in texts.items():
        found = [*false_files(document, text), *false_options(text, commands, others)]
        if document == "Documentation/Engine.md":
            found += false_names(text)
        problems += [f"{document}: {problem}" for problem in found]
    for problem in problems:
        print(f"facts: {problem}", file=sys.stderr)
    if problems:
        sys.exit(1)
    print(f"facts: {len(texts)} documents agree with the repository")


main(sys.argv[1:])
