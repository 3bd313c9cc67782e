#!/usr/bin/env python3
"""Changes Core in one place at a time, and counts the changes that its tests find.

usage: mutants.py [--base COMMIT] [--filter TEXT] [--list]

Tests/Mutants/README.md explains the kinds, the score and the list of equivalents. All mutants are
built at once, each with a switch; a process with another environment runs another mutant. Results
are kept below .build-mutants: a run that is interrupted goes on with the mutants that are left.

--base COMMIT   only mutants of functions that differ from a commit
--filter TEXT   only mutants whose key or kind contains the text
--list          prints the mutants and runs none

SAMPLE   the number of mutants (500; 0: all)
SEED     the seed of the sample, which is printed: a new one once a sample is complete
MINUTES  the time after which no other mutant is started
"""
import argparse
import collections
import contextlib
import hashlib
import itertools
import json
import math
import os
import pathlib
import random
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLACE = ROOT / ".build-mutants"
COPY = PLACE / "package"
TOOL = ROOT / "Tests/Mutants"
FOLDERS = "Effect Engine Navigation Observation Reducer Store Testing".split()
# Instrumentation and replays of Core are tested by way of Signpost.
MODULES = [
    "CoreTests", "CoreTestSupportTests", "EngineTests", "SignpostTests", "SignpostTestSupportTests",
]
ROOMS = ("Companions", "Core", "Signpost", "Support", "TestSupport")
ENVIRONMENT = {
    **os.environ,
    "COMPOSABLE_WITHOUT_MACROS": "1",
    "COMPOSABLE_WITHOUT_TOOLS": "1",
    "COMPOSABLE_ONLY_TESTS": ",".join(MODULES),
    # The same random programs for each mutant.
    "ENGINE_PROGRAMS": "300",
    "ENGINE_ORDERS": "160",
    "ENGINE_SEED": "1",
    "ENGINE_FAILURES": "1",
    "ENGINE_SHRINK": "0",
    "LAYOUT_SEED": "1",
    "OBSERVATION_MODEL_SEED": "1",
}
ERROR = re.compile(rf"^{re.escape(str(COPY))}/Sources/Core/(.*?):(\d+):(\d+): error:", re.MULTILINE)
# A failed expectation, as Swift Testing prints it.
ISSUE = re.compile(rb"Test (.*?) recorded an issue")
# A run hangs if it prints nothing for so many seconds, and so many times the longest suite's time.
PATIENCE = 12
SLOWNESS = 4
# One in so many runs is without a mutant.
CONTROL = 50


def stop(message):
    sys.exit(f"mutants: {message}")


def say(message):
    print(message, flush=True)


def output(*command, **options):
    return subprocess.run(
        command, check=True, cwd=ROOT, text=True, stdout=subprocess.PIPE, **options
    ).stdout


def digest(names):
    result = hashlib.sha256()
    for name in names:
        result.update(name.encode() + b"\0" + (ROOT / name).read_bytes())
    return result.hexdigest()


def key(mutant):
    return "\t".join(str(mutant[name]) for name in ("file", "function", "kind", "ordinal"))


def described(mutant):
    return f"{key(mutant)}\t{mutant['change']}"


class Build:
    """The copy of the package with switches, and the mutants that compile."""

    def __init__(self):
        files = output("git", "ls-files", "-co", "--exclude-standard", "-z").split("\0")
        files = [name for name in files if name and (ROOT / name).is_file()]
        rooms = [f"{top}/{room}/" for top in ("Sources", "Tests") for room in ROOMS]
        self.program = digest(
            name for name in files if name.startswith(("Package.swift", *rooms)))
        self.generator = digest(name for name in files if name.startswith((
            "Tests/Mutants/Package.swift", "Tests/Mutants/Sources/", "Tests/Mutants/Switch/")))
        self.files = files
        # The files with tests of a name.
        self.tests = collections.defaultdict(list)
        for name in files:
            if name.startswith("Tests/") and name.endswith(".swift"):
                text = (ROOT / name).read_text()
                for test in re.findall(r"func (\w+)\(", text):
                    self.tests[test].append(text)
        self.excluded = set()
        self.mutants = []

    def make(self):
        state = PLACE / "built.json"
        known = json.loads(state.read_text()) if state.exists() else {}
        if known.get("of") != [self.program, self.generator]:
            self.compile()
            known = {
                "of": [self.program, self.generator],
                "excluded": sorted(self.excluded),
                "mutants": self.mutants,
            }
            state.write_text(json.dumps(known))
        self.excluded = set(known["excluded"])
        self.mutants = known["mutants"]
        known = "".join(f"{m['id']} {described(m)}\n" for m in self.mutants)
        self.sources = hashlib.sha256((known + self.generator).encode()).hexdigest()
        for mutant in self.mutants:
            mutant["key"] = key(mutant)

    def compile(self):
        say("mutants: builds the generator")
        generator = PLACE / "generator"
        package = ["--package-path", str(TOOL), "--scratch-path", str(generator)]
        subprocess.run(["swift", "build", *package, "--quiet"], check=True)
        self.copy()
        uncompiled = PLACE / "uncompiled.json"
        known = set(json.loads(uncompiled.read_text())) if uncompiled.exists() else set()
        while True:
            (PLACE / "excluded").write_text("\n".join(map(str, sorted(self.excluded))))
            sources = [str(directory / "Sources/Core") for directory in (ROOT, COPY)]
            program = str(generator / "debug/GenerateMutants")
            text = output(program, *sources, str(PLACE / "excluded"), *FOLDERS)
            self.mutants = json.loads(text)
            if known:
                # They would not compile again, one after the other.
                self.excluded = {m["id"] for m in self.mutants if described(m) in known}
                known = set()
                continue
            say(f"mutants: builds {len(self.mutants) - len(self.excluded)} mutants")
            options = "-continue-building-after-errors", "-suppress-warnings"
            result = self.swift(*(word for option in options for word in ("-Xswiftc", option)))
            if result.returncode == 0:
                break
            errors = {(name, int(line), int(column))
                      for name, line, column in ERROR.findall(result.stdout)}
            faulty = set().union(*map(self.faulty, errors))
            if not faulty - self.excluded:
                stop(f"a build fails for another reason than a mutant:\n{result.stdout[-4000:]}")
            self.excluded |= faulty
            uncompiled.write_text(
                json.dumps([described(m) for m in self.mutants if m["id"] in self.excluded]))

    def swift(self, *options):
        return subprocess.run(
            ["swift", "build", "--build-tests", *options], cwd=COPY, env=ENVIRONMENT,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)

    def copy(self):
        """Copies the package, and leaves files that are the same alone."""
        kept = set()
        for name in self.files:
            if name.startswith("Tests/Mutants/") or name.startswith("Examples/"):
                continue
            is_generated = name.endswith(".swift") and name.startswith(
                tuple(f"Sources/Core/{folder}/" for folder in FOLDERS))
            content = (ROOT / name).read_bytes()
            if name == "Sources/Support/Runtime/include/CCore.h":
                content = content.replace(b"#endif", b'#include "composable_mutant.h"\n\n#endif')
            kept.add(name)
            if not is_generated:
                self.write(name, content)
        for name, place in {
            "composable_mutant.h": "Sources/Support/Runtime/include",
            "Mutant.c": "Sources/Support/Runtime",
            "MutantSwitch.swift": "Sources/Core",
        }.items():
            self.write(f"{place}/{name}", (TOOL / "Switch" / name).read_bytes())
            kept.add(f"{place}/{name}")
        for room in ("Sources", "Tests"):
            for path in (COPY / room).rglob("*"):
                if path.is_file() and str(path.relative_to(COPY)) not in kept:
                    path.unlink()

    @staticmethod
    def write(name, content):
        path = COPY / name
        if path.exists() and path.read_bytes() == content:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod((ROOT / name).stat().st_mode if (ROOT / name).exists() else 0o644)

    def faulty(self, error):
        """The mutants that an error is about: the innermost one around it, or else all near it."""
        name, line, column = error
        active = [mutant for mutant in self.mutants
                  if mutant["file"] == name and mutant["id"] not in self.excluded]
        lines = (COPY / "Sources/Core" / name).read_bytes().split(b"\n")
        offset = sum(len(text) + 1 for text in lines[:line - 1]) + column - 1
        around = [mutant for mutant in active
                  if mutant["range"][0] <= offset < mutant["range"][1]]
        function = [mutant for mutant in active
                    if mutant["functionLines"][0] <= line <= mutant["functionLines"][1]]
        for candidates in (
            sorted(around, key=lambda mutant: mutant["range"][1] - mutant["range"][0])[:1],
            [mutant for mutant in active if mutant["line"] == line],
            function,
        ):
            if candidates:
                return {mutant["id"] for mutant in candidates}
        return set()


def failed_test(line):
    match = ISSUE.search(line)
    return match and match[1].decode()


class Tests:
    """The program of all tests: their suites, and the mutants that each of them reaches."""

    def __init__(self, build):
        found = list((COPY / ".build/debug").glob("*PackageTests.xctest"))
        if len(found) != 1:
            stop(f"expected one program of tests in {COPY}/.build/debug")
        self.command = [str(found[0]), "--testing-library", "swift-testing"]
        state = PLACE / "reached.json"
        known = json.loads(state.read_text()) if state.exists() else {}
        if known.get("of") != [build.program, build.sources]:
            known = {"of": [build.program, build.sources], "suites": self.measure()}
            state.write_text(json.dumps(known))
        self.suites = known["suites"]
        for suite in self.suites.values():
            suite["reached"] = set(suite["reached"])

    def measure(self):
        """Runs each suite by itself, without a mutant."""
        names = subprocess.run(
            [*self.command, "--list-tests"], cwd=COPY, env=ENVIRONMENT, text=True, check=True,
            stdout=subprocess.PIPE).stdout.split("\n")
        names = sorted({re.split(r"[/(]", name)[0] for name in names if name.strip()})
        say(f"mutants: measures what {len(names)} suites reach")
        self.suites = {name: {"seconds": 60} for name in names}
        suites = {}
        for name in names:
            with tempfile.NamedTemporaryFile(dir=PLACE) as file:
                start = time.monotonic()
                killer = self.run([name], 0, file.name)
                seconds = time.monotonic() - start
                reached = [i for i, byte in enumerate(pathlib.Path(file.name).read_bytes()) if byte]
            if killer:
                stop(f"{killer} fails without a mutant")
            suites[name] = {"seconds": seconds, "reached": reached}
        return suites

    def run(self, suites, mutant, reached=None):
        """Runs suites until a test fails: its name, or another sign of the mutant, or None."""
        patience = PATIENCE + SLOWNESS * max(self.suites[name]["seconds"] for name in suites)
        names = "|".join(re.escape(name) for name in suites)
        environment = {**ENVIRONMENT, "MUTANT": str(mutant), "SWIFT_BACKTRACE": "enable=no"}
        if reached:
            environment["MUTANTS_REACHED"] = reached
        process = subprocess.Popen(
            [*self.command, "--filter", f"^({names})[/(]"], cwd=COPY, env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True)
        os.set_blocking(process.stdout.fileno(), False)
        text = b""
        killer = None
        last = time.monotonic()
        try:
            while killer is None:
                ready = select.select([process.stdout], [], [], 1)[0]
                chunk = process.stdout.read() if ready else None
                if chunk == b"":
                    break
                if chunk:
                    last = time.monotonic()
                    lines = (text + chunk).split(b"\n")
                    text = lines.pop()
                    killer = next(filter(None, map(failed_test, lines)), None)
                elif time.monotonic() - last > patience:
                    killer = "a hang"
                elif process.poll() is not None and not ready:
                    # A child of the process may still have its output.
                    break
        finally:
            if killer:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
            process.stdout.close()
            status = process.wait()
        return killer or ("a crash" if status != 0 else None)

    def killer(self, mutant):
        """The test that finds a mutant: fast suites that reach it run first, slow ones last."""
        reaching = [n for n, suite in self.suites.items() if mutant["id"] in suite["reached"]]
        if not reaching:
            return "not reached"
        seconds = {name: self.suites[name]["seconds"] for name in reaching}
        limit = 2 * sorted(self.suites[n]["seconds"] for n in self.suites)[len(self.suites) // 2]
        fast = [name for name in reaching if seconds[name] <= limit]
        slow = [name for name in reaching if name not in fast]
        for suites in (fast, slow):
            if suites and (found := self.run(suites, mutant["id"])):
                return found
        return None


class Results:
    """The outcomes that are known, for as long as nothing changes that they depend on."""

    def __init__(self, build):
        self.path = PLACE / "results.jsonl"
        self.build = build
        lines = self.path.read_text().splitlines() if self.path.exists() else []
        self.known = {}
        for line in lines:
            result = json.loads(line)
            if result["proof"] == self.proof(result["killer"]):
                self.known[result["key"]] = result["killer"]

    def proof(self, killer):
        """The sources, and the tests of a file: only those that a mutant is found by, if there is
        one, so that new tests are tried on the others."""
        texts = self.build.tests.get((killer or "").split("(")[0]) or [self.build.program]
        return hashlib.sha256("".join([self.build.sources, *texts]).encode()).hexdigest()

    def add(self, mutant, killer):
        self.known[mutant["key"]] = killer
        result = {"key": mutant["key"], "killer": killer, "proof": self.proof(killer)}
        with self.path.open("a") as file:
            file.write(json.dumps(result) + "\n")


def equivalents(mutants):
    """The reasons of the mutants that change nothing, by their keys."""
    by_key = {mutant["key"]: mutant for mutant in mutants}
    found = {}
    for line in (TOOL / "equivalents.tsv").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        *names, change, reason = line.split("\t")
        mutant = by_key.get("\t".join(names))
        if not mutant or mutant["change"] != change:
            say(f"mutants: equivalents.tsv lists another mutant: {' '.join(names)}: {change}")
        else:
            found[mutant["key"]] = reason
    return found


def touched(mutants, base):
    """The mutants of functions that differ from a commit."""
    lines = collections.defaultdict(set)
    name = None
    for line in output("git", "diff", "-U0", base, "--", "Sources/Core").splitlines():
        if line.startswith("+++ "):
            name = line[6:].removeprefix("Sources/Core/")
        elif match := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            first, count = int(match[1]), int(match[2] or 1)
            lines[name] |= set(range(first, first + max(count, 1)))
    return [mutant for mutant in mutants
            if any(mutant["functionLines"][0] <= line <= mutant["functionLines"][1]
                   for line in lines[mutant["file"]])]


def interval(killed, count):
    """The share in per cent, with the ends of Wilson's interval of 95 %."""
    z, share = 1.96, killed / count
    middle = share + z * z / (2 * count)
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    low, high = ((middle + sign * half) / (1 + z * z / count) for sign in (-1, 1))
    return f"{100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def report(chosen, known, reasons, total, title):
    """Prints survivors and equivalents, and the shares of killed mutants by folder."""
    # Those that are found stay known for longer than survivors. An interrupted sample is therefore
    # a shorter one, up to the first mutant that has not been tried.
    tried = list(itertools.takewhile(
        lambda mutant: mutant["key"] in known or mutant["key"] in reasons, chosen))
    counted = [mutant for mutant in tried if mutant["key"] not in reasons]
    survivors = [mutant for mutant in counted if known[mutant["key"]] in (None, "not reached")]
    for mutant in sorted(survivors, key=lambda mutant: (mutant["file"], mutant["line"])):
        reached = "not reached" if known[mutant["key"]] else "survived"
        say(f"Sources/Core/{mutant['file']}:{mutant['line']}: {reached}: {mutant['change']}"
            f" [{mutant['function']} {mutant['kind']} {mutant['ordinal']}]")
    for mutant in tried:
        if mutant["key"] in reasons:
            say(f"Sources/Core/{mutant['file']}:{mutant['line']}: equivalent: {mutant['change']}: "
                f"{reasons[mutant['key']]}")
    is_complete = len(counted) == total
    heading = "score" if is_complete else f"share killed of {title}"
    rows = [(f, [m for m in counted if m["file"].startswith(f"{f}/")]) for f in FOLDERS]
    say(f"\n{'folder':<14}{'mutants':>8}{'killed':>8}  {heading}; 95 % confidence in brackets")
    for name, mutants in [*rows, ("all", counted)]:
        if mutants:
            killed = len([mutant for mutant in mutants if mutant not in survivors])
            share = f"{100 * killed / len(mutants):.1f} %"
            share = share if is_complete else interval(killed, len(mutants))
            say(f"{name:<14}{len(mutants):>8}{killed:>8}  {share}")


def sample_seed():
    """Another one for each sample; a sample that was interrupted keeps its own."""
    kept = PLACE / "seed"
    if "SEED" in os.environ or not kept.exists():
        kept.write_text(os.environ.get("SEED") or str(random.randrange(1 << 32)))
    return int(kept.read_text())


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("--base")
    parser.add_argument("--filter", default="")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    PLACE.mkdir(exist_ok=True)
    build = Build()
    build.make()
    mutants = [mutant for mutant in build.mutants if mutant["id"] not in build.excluded]
    say(f"{len(mutants)} mutants; {len(build.excluded)} more do not compile")
    reasons = equivalents(mutants)
    total = len([mutant for mutant in mutants if mutant["key"] not in reasons])
    count = int(os.environ.get("SAMPLE", 500))
    seed = sample_seed()
    if options.base:
        chosen, title = touched(mutants, options.base), f"functions that differ: {options.base}"
    elif options.filter:
        chosen = [m for m in mutants if options.filter in f"{m['key']} {m['change']}"]
        title = f"mutants with the text {options.filter}"
    else:
        # The sample draws equivalents, too, and is extended until it has `count` others.
        chosen = random.Random(seed).sample(mutants, len(mutants))
        real = [mutant for mutant in chosen if mutant["key"] not in reasons]
        last = chosen.index(real[count - 1]) if 0 < count < len(real) else len(chosen)
        chosen = chosen[:last + 1]
        title = f"a sample with SEED={seed}, an estimate of the score"
    if options.list:
        for mutant in chosen:
            say(f"Sources/Core/{mutant['file']}:{mutant['line']}: {mutant['change']}\t"
                f"{mutant['key']}")
        return
    tests = Tests(build)
    results = Results(build)
    open_ = [m for m in chosen if m["key"] not in results.known and m["key"] not in reasons]
    say(f"{title}: {len(chosen)} mutants, {len(open_)} of them to run; SEED={seed}")
    end = time.monotonic() + 60 * float(os.environ.get("MINUTES", "inf"))
    controls = []
    for number, mutant in enumerate(open_):
        if time.monotonic() > end:
            say(f"mutants: the time is over; {len(open_) - number} mutants are left")
            break
        if number % CONTROL == 0:
            # Tests that fail by chance would count as finds.
            controls.append(tests.run(list(tests.suites), 0))
        start = time.monotonic()
        killer = tests.killer(mutant)
        results.add(mutant, killer)
        say(f"{number + 1:>4} {time.monotonic() - start:5.1f} s  {mutant['file']}:{mutant['line']} "
            f"{mutant['kind']}: {killer or 'SURVIVED'}")
    else:
        (PLACE / "seed").unlink()
    report(chosen, results.known, reasons, total, title)
    if failed := list(filter(None, controls)):
        say(f"{len(failed)} of {len(controls)} runs without a mutant failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
