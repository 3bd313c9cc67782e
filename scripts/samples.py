#!/usr/bin/env python3
"""Makes the programs of documents, runs their commands, and fills in the output.

samples.py update DOCUMENT…    in release configuration; writes the output into the documents
samples.py check DOCUMENT…     with the debug build of `make test`; fails if a command fails or
                               prints other names and outcomes than the document shows, or the
                               use of the time, which the document omits

The documents share one directory, in their order: a tutorial continues with the program of the one
before. A comment before a block of code declares its kind:

<!-- file: PATH -->             a file, which replaces an earlier one of that name
<!-- run -->                    commands; <!-- run: 2 --> if the last one ends with status 2
<!-- background -->             a command that runs until the end of the document
<!-- output -->                 the output of the commands above
<!-- output: varies -->         the same, of which the names depend on the machine, too
<!-- output: options -->        the help of a command, of which the options are compared

Otherwise figures are not compared. Where perf cannot sample, functions are not reported.
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
WIDTH = 100
MARK = re.compile(r"<!-- (file|run|background|output)(?:: (.*?))? -->$")
# The public way to depend on a clone, and that to this one, wherever it is.
CLONE = '.package(path: "../composable-signpost")'
HERE = f'.package(name: "composable-signpost", path: "{ROOT}")'
# Builds where this package is built, and says nothing of a build that succeeds.
SWIFT = """#!/bin/bash
command=$1
shift
place=(--scratch-path {scratch})
arguments=()
while (($# > 0)); do
  if [[ $1 == -c ]]; then
    place=({release})
    shift
  else
    arguments+=("$1")
  fi
  shift
done
set -- "$command" "${{place[@]}}" "${{arguments[@]}}"
[[ $command == build ]] || exec {swift} "$@" < /dev/null
{swift} "$@" > {log} 2>&1 < /dev/null || {{ cat {log}; exit 1; }}
# A worktree keeps the program that it has built.
[[ -e .build ]] || mkdir -p .build/release
[[ -L .build/release ]] || cp "{release_products}/${{arguments[-1]}}" .build/release/
"""
# Facts in an output besides figures, and columns that depend on them.
FACT = re.compile(r"\[\w+\] [\w.]+|finished|cancelled|failed|nothing lost")
# The use of the time, with which reports begin.
TIME = re.compile(r"the main actor was busy|reducers took")


def options(lines):
    return set(re.findall(r"(?<![\w-])--[a-z][\w-]*", " ".join(lines)))


def stop(message):
    sys.exit(f"samples: {message}")


class Samples:
    def __init__(self, is_update):
        self.is_update = is_update
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="samples."))
        self.directory = self.scratch / "Shelf"
        self.printed = ""
        self.background = []
        self.failures = []
        self.is_built = True
        (self.directory / ".build").mkdir(parents=True)
        # The versions that this package was built with.
        if (versions := ROOT / "Package.resolved").exists():
            shutil.copy(versions, self.directory)
        self.make_commands()

    def make_commands(self):
        """`swift` builds where this package is built; `signpost` is the one that is built there."""
        debug = pathlib.Path(
            subprocess.check_output(
                ["swift", "build", "--package-path", ROOT, "--show-bin-path"], text=True
            ).strip()
        )
        scratch, configuration = ROOT / ".build", "debug"
        if self.is_update:
            scratch, configuration = ROOT / ".build-samples", "release"
        self.commands = self.scratch / "bin"
        self.commands.mkdir()
        command = self.commands / "swift"
        command.write_text(
            SWIFT.format(
                swift=shutil.which("swift"),
                release=f"-c {configuration} --scratch-path {scratch}",
                release_products=scratch / configuration,
                scratch=ROOT / ".build",
                log=self.scratch / "log",
            )
        )
        command.chmod(0o755)
        for name in ("signpost", "Bench"):
            (self.commands / name).symlink_to(debug / name)
        # As tests do that need perf: not every machine and container permits it.
        doctor = subprocess.run([debug / "signpost", "doctor"], capture_output=True, text=True)
        self.can_profile = bool(re.search(r"(?m)^ok +perf ", doctor.stdout))
        (self.directory / ".build/release").symlink_to(scratch / configuration)
        (self.scratch / "composable-signpost").symlink_to(ROOT)

    def environment(self):
        return os.environ | {
            "PATH": f"{self.commands}:{os.environ['PATH']}",
            "NO_COLOR": "1",
            "COLUMNS": str(WIDTH),
            "LC_ALL": "C.UTF-8",
            # Not the files that this machine ignores. Other settings may be the way to packages.
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": "core.excludesFile",
            "GIT_CONFIG_VALUE_0": "/dev/null",
            "GIT_PAGER": "cat",
            "GIT_AUTHOR_NAME": "User",
            "GIT_AUTHOR_EMAIL": "user@example.org",
            "GIT_COMMITTER_NAME": "User",
            "GIT_COMMITTER_EMAIL": "user@example.org",
        }

    def run(self, text, place, expected=0):
        """The output of commands, as on a terminal."""
        script = self.scratch / "block"
        script.write_text(f"stty cols {WIDTH} 2> /dev/null\nset -eo pipefail\n{text}\n")
        result = subprocess.run(
            ["script", "--quiet", "--return", "--command", f"bash {script}", "/dev/null"],
            cwd=self.directory,
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        # The last text of a line that was written again and again.
        output = result.stdout.decode().replace("\r\n", "\n")
        output = "\n".join(re.split(r"\r(?:\x1b\[K)?", line)[-1] for line in output.split("\n"))
        output = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", output)
        # As if the package was in the directory of a user.
        output = output.replace(str(self.directory), "/home/user/Shelf")
        if result.returncode != expected:
            stop(f"{place}: status {result.returncode} instead of {expected}:\n{text}\n{output}")
        return [line.rstrip() for line in output.strip("\n").split("\n")]

    def compare(self, place, shown, printed, varies):
        """The names and outcomes that the document shows are printed now as well, unless they vary.
        The document shows the use of the time, if it is printed."""

        def find(pattern, lines):
            return set(pattern.findall(" ".join(lines)))

        differences = []
        if not varies and (missing := sorted(find(FACT, shown) - find(FACT, printed))):
            differences.append(f"shows {', '.join(missing)}, which is not printed any more")
        if find(TIME, printed) and not find(TIME, shown):
            differences.append("does not show the use of the time, which is printed")
        for difference in differences:
            self.failures.append(f"{place}: {difference}:\n" + "\n".join(printed))

    def block(self, kind, argument, body, place):
        """Executes a block, and returns its new content."""
        if kind == "file":
            file = self.directory / argument
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("\n".join(body).replace(CLONE, HERE) + "\n")
            self.is_built = False
        elif kind == "background":
            self.background.append(
                subprocess.Popen(
                    ["bash", "-c", "exec " + body[0].removesuffix("&")],
                    cwd=self.directory,
                    env=self.environment(),
                    stdout=subprocess.DEVNULL,
                )
            )
        elif kind == "run":
            self.is_built = self.is_built or "swift build" in "\n".join(body)
            commands = [line for line in body if self.can_profile or "--functions" not in line]
            self.printed = self.run("\n".join(commands), place, int(argument or 0))
        else:
            if self.is_update:
                return self.printed
            if argument == "options":
                if changed := sorted(options(body) ^ options(self.printed)):
                    self.failures.append(
                        f"{place}: {', '.join(changed)} is new or gone. Renew the document: "
                        f"scripts/samples.py update {place.partition(':')[0]}"
                    )
            else:
                self.compare(place, body, self.printed, varies=argument == "varies")
        return body

    def document(self, path):
        result, kind, argument = [], None, None
        lines = iter(enumerate(pathlib.Path(path).read_text().splitlines(), 1))
        for number, line in lines:
            result.append(line)
            if mark := MARK.match(line):
                kind, argument = mark.groups()
                if line_after := next(lines, None):
                    number, line = line_after
                    result.append(line)
                if not line.startswith("```"):
                    stop(f"{path}:{number}: no block of code follows the comment")
            elif not line.startswith("```"):
                continue
            if not kind and line == "```swift":
                stop(f"{path}:{number}: this code is not compiled: say which file it is")
            body = []
            for _, code in lines:
                if code == "```":
                    break
                body.append(code)
            if kind:
                body = self.block(kind, argument, body, f"{path}:{number}")
            result += [*body, "```"]
            kind = None
        self.end_background()
        if self.is_update:
            pathlib.Path(path).write_text("\n".join(result) + "\n")

    def end_background(self):
        for process in self.background:
            process.send_signal(signal.SIGTERM)
            process.wait()
        self.background = []

    def clean_up(self):
        self.end_background()
        shutil.rmtree(self.scratch)


def isolate():
    """Goes on with processes and session daemons of its own: samples name processes, and attach."""
    if os.geteuid() != 0 or "SAMPLES_ARE_ISOLATED" in os.environ:
        return
    namespaces = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
    os.makedirs("/run/lttng", exist_ok=True)
    if subprocess.run([*namespaces, "true"], stderr=subprocess.DEVNULL).returncode == 0:
        os.environ["SAMPLES_ARE_ISOLATED"] = "1"
        mount = 'mount -t tmpfs tmpfs /run/lttng && exec "$0" "$@"'
        os.execvp("unshare", [*namespaces, "sh", "-c", mount, __file__, *sys.argv[1:]])


def main(arguments):
    if len(arguments) < 2 or arguments[0] not in ("update", "check"):
        sys.exit(__doc__)
    isolate()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    samples = Samples(arguments[0] == "update")
    try:
        for path in arguments[1:]:
            samples.document(path)
            print(f"samples: {path}", flush=True)
        if not samples.is_built:
            samples.run("swift build -c release --product Shelf", arguments[-1])
    finally:
        samples.clean_up()
    if samples.failures:
        stop("\n".join(samples.failures))


main(sys.argv[1:])
