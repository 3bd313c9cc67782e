#!/usr/bin/env python3
"""Checks the changes since the main branch: formats, linters, and the tests of exactly the targets
that own the changed files.

usage: check.py [--print] [FILE…]    checks the files, or all that have changed since the merge base
                                     with origin/main, or main if there is no such branch; BASE in
                                     the environment names another commit
       check.py --all                runs all linters on all files, and builds nothing
       check.py --staged             runs the linters on the staged files, as they are in the index

--print shows the plan and runs nothing. Every environment builds in a directory of its own below
.build-check, so that neither the main build nor the environments disturb each other.
"""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
CHECK = ROOT / ".build-check"
# The manifests' switches, in the order of the cost of a first build: the first environment that has
# all changed targets is the one to build in.
ENVIRONMENTS = {
    "core": ["COMPOSABLE_WITHOUT_MACROS", "COMPOSABLE_WITHOUT_TOOLS"],
    "tools": ["COMPOSABLE_WITHOUT_MACROS"],
    "macros": ["COMPOSABLE_WITHOUT_TOOLS"],
    "all": [],
}
SLOW_SUITE = "RecordingTests"
SWITCHES = ["COMPOSABLE_WITHOUT_MACROS", "COMPOSABLE_WITHOUT_TOOLS", "COMPOSABLE_ONLY_TESTS"]


def stop(message, status=1):
    print(f"check: {message}", file=sys.stderr)
    sys.exit(status)


def output(*command, cwd=ROOT, env=None):
    """The standard output of a command that has to succeed."""
    result = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        stop(f"{shlex.join(command)} failed:\n{result.stderr.strip()}", 70)
    return result.stdout


def git_paths(command, *arguments):
    return {path for path in output("git", command, "-z", *arguments).split("\0") if path}


def has_commit(name):
    command = ["git", "rev-parse", "--quiet", "--verify", f"{name}^{{commit}}"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 0


def base_commit():
    """The merge base with the main branch: the name for messages, and the commit."""
    names = [os.environ["BASE"]] if os.environ.get("BASE") else ["origin/main", "main"]
    name = next(filter(has_commit, names), None)
    if name is None:
        stop(f"there is no commit {' or '.join(names)}: name one by BASE=…", 64)
    return name, output("git", "merge-base", name, "HEAD").strip()


def changed_files(base):
    """Committed, staged, unstaged and untracked changes. A renamed file counts under both names."""
    return (
        git_paths("diff", "--name-only", "--no-renames", base)
        | git_paths("diff", "--name-only", "--no-renames", "--cached", base)
        | git_paths("ls-files", "--others", "--exclude-standard")
    )


class Package:
    """A package of the repository in one environment, as SwiftPM describes it."""

    def __init__(self, directory, environment):
        self.directory = directory
        self.environment = environment
        description = json.loads(
            # It reads the manifest alone, and need not wait for a build.
            output("swift", "package", "--ignore-lock", "describe", "--type", "json",
                   cwd=ROOT / directory, env=self.variables())
        )
        self.name = description["name"]
        self.targets = {target["name"]: target for target in description["targets"]}

    def variables(self, tests=None):
        variables = {name: value for name, value in os.environ.items() if name not in SWITCHES}
        variables |= dict.fromkeys(ENVIRONMENTS[self.environment], "1")
        if tests is not None:
            variables["COMPOSABLE_ONLY_TESTS"] = ",".join(tests)
        return variables

    def path(self, target):
        return PurePosixPath(self.directory) / self.targets[target]["path"]

    def owner(self, file):
        """The target whose directory contains a file; the innermost one, if there are several."""
        file = PurePosixPath(file)
        owners = [name for name in self.targets if file.is_relative_to(self.path(name))]
        return max(owners, key=lambda name: len(self.path(name).parts), default=None)

    def is_test(self, target):
        return self.targets[target]["type"] == "test"

    def dependencies(self, target):
        return self.targets[target].get("target_dependencies") or []

    def dependents(self, target):
        return [name for name in self.targets if target in self.dependencies(name)]

    def existing(self, target):
        """The target of a name, if there is one."""
        return {target} & self.targets.keys()

    def tests(self, target):
        """The tests of a target: the ones named after it or its directory, or else those that
        import it, or else the tests of its dependents."""
        if self.is_test(target):
            return {target}
        dependents = self.dependents(target)
        return (
            self.existing(f"{target}Tests")
            or self.existing(f"{self.path(target).name}Tests")
            or {name for name in dependents if self.is_test(name)}
            or {test for name in dependents for test in self.tests(name)}
        )

    def built_with(self, targets):
        """The targets and all that they depend on."""
        built, waiting = set(), list(targets)
        while waiting:
            target = waiting.pop()
            if target not in built and target in self.targets:
                built.add(target)
                waiting += self.dependencies(target)
        return built


class Work:
    """The targets of a package that own changed files, and the tests to run."""

    def __init__(self, package, targets):
        self.package = package
        self.targets = sorted(targets)
        self.tests = sorted({test for target in targets for test in package.tests(target)})
        # Suites of this name record one program after the other, and wait for session daemons most
        # of a minute. They run when their own target has changed.
        self.skipped = [
            f"{test}.{SLOW_SUITE}"
            for test in self.tests
            if test not in targets and (ROOT / package.path(test) / f"{SLOW_SUITE}.swift").exists()
        ]

    @property
    def untested(self):
        """Changed targets that the tests do not build."""
        return sorted(set(self.targets) - self.package.built_with(self.tests))

    def options(self):
        package = ROOT / self.package.directory
        scratch = CHECK / self.package.name / self.package.environment
        return ["--package-path", str(package), "--scratch-path", str(scratch)]

    def run(self, steps):
        variables = self.package.variables(self.tests)
        for target in self.untested:
            steps.run(f"build of {target}", "swift", "build", *self.options(), "--target", target,
                      env=variables)
        if not self.tests:
            return
        names = ", ".join(self.tests)
        # The product holds the tests and all they need; `swift build --build-tests` also builds the
        # rest of the package.
        steps.run(f"build of {names}", "swift", "build", *self.options(),
                  "--product", f"{self.package.name}PackageTests", env=variables)
        if steps.failed:
            return
        skips = [word for suite in self.skipped for word in ("--skip", f"^{re.escape(suite)}/")]
        steps.run(f"tests of {names}", "swift", "test", *self.options(), "--skip-build",
                  "--filter", f"^({'|'.join(self.tests)})\\.", *skips, env=variables)


def package_directories():
    manifests = git_paths("ls-files", "--", "Package.swift", "**/Package.swift")
    return [str(PurePosixPath(path).parent) for path in manifests]


def work_of(files):
    """The work in each package, and the files that no target owns."""
    by_package, others = {}, set()
    directories = sorted(package_directories(), key=len, reverse=True)
    for file in files:
        directory = next((d for d in directories if PurePosixPath(file).is_relative_to(d)), None)
        # Prose needs no build, wherever it is.
        if directory is None or file.endswith(".md"):
            others.add(file)
        else:
            by_package.setdefault(directory, set()).add(file)
    work = []
    for directory, members in sorted(by_package.items()):
        complete = Package(directory, "all")
        owners = {file: complete.owner(file) for file in members}
        others |= {file for file, owner in owners.items() if owner is None}
        targets = {owner for owner in owners.values() if owner is not None}
        if targets:
            for environment in ENVIRONMENTS:
                package = complete if environment == "all" else Package(directory, environment)
                if targets <= package.targets.keys():
                    break
            work.append(Work(package, targets))
    return work, others


class Integration:
    """The integration tests of changed files: those that run here, and commands for the rest."""

    def __init__(self, files):
        self.now, self.later = set(), set()
        runner = ROOT / "IntegrationTests/run-tests.sh"
        if not runner.exists():
            return
        tests = dict(line.split() for line in output(str(runner), "--needs").splitlines())
        has_products = (ROOT / ".build/debug/signpost").exists()
        for file in files:
            name = file.removeprefix("IntegrationTests/")
            if name in tests:
                self.add(name, tests[name], has_products)
            elif name != file and "/" in name:
                # A helper of all tests in its directory.
                self.later.add(f"IntegrationTests/run-tests.sh {name.split('/')[0]}/")
            elif name != file:
                self.later.add("IntegrationTests/run-tests.sh")
            elif file.startswith("scripts/"):
                for test, needs in tests.items():
                    if re.search(rf"\b{re.escape(file)}\b",
                                 (ROOT / "IntegrationTests" / test).read_text()):
                        self.add(test, needs, has_products)

    def add(self, test, needs, has_products):
        if needs == "nothing" or (needs == "products" and has_products):
            self.now.add(test)
        else:
            build = "swift build && " if needs == "products" else ""
            self.later.add(f"{build}IntegrationTests/run-tests.sh {test}")


class Steps:
    """Runs commands, and keeps their times."""

    def __init__(self):
        self.failed = []
        self.times = []

    def run(self, name, *command, **options):
        print(f"\n==> {name}", flush=True)
        start = time.monotonic()
        result = subprocess.run(command, stdin=subprocess.DEVNULL, check=False,
                                **{"cwd": ROOT} | options)
        self.times.append((name, time.monotonic() - start, result.returncode == 0))
        if result.returncode != 0:
            self.failed.append(name)

    def end(self):
        print()
        for name, seconds, succeeded in self.times:
            print(f"check: {seconds:6.1f} s  {name}{'' if succeeded else '  FAILED'}")
        sys.exit(1 if self.failed else 0)


def lint(steps, name, *files, root=ROOT, env=None):
    steps.run(name, str(root / "scripts/format.sh"), "--lint", *files, cwd=root, env=env)


def check_staged():
    """Lints the index, which may differ from the files of the worktree."""
    files = sorted(git_paths("diff", "--cached", "--name-only", "--diff-filter=d"))
    if not files:
        return
    steps = Steps()
    CHECK.mkdir(exist_ok=True)
    # Below the root, where linters find their configuration; complete, as scripts include others.
    copy = Path(tempfile.mkdtemp(prefix="staged.", dir=CHECK))
    try:
        output("git", "checkout-index", "--all", f"--prefix={copy}/")
        variables = os.environ | {"PATH": f"{ROOT}/.build/viewers/bin:{os.environ['PATH']}"}
        lint(steps, f"lint of {len(files)} staged files", *files, root=copy, env=variables)
    finally:
        shutil.rmtree(copy)
    steps.end()


def main(arguments):
    options = {argument for argument in arguments if argument.startswith("--")}
    files = {argument for argument in arguments if not argument.startswith("--")}
    if options - {"--all", "--print", "--staged"}:
        stop(f"unknown option; usage:\n{__doc__.split('usage: ')[1]}", 64)
    os.chdir(ROOT)
    if "--staged" in options:
        check_staged()
        return
    steps = Steps()
    if "--all" in options:
        lint(steps, "lint of all files")
        steps.end()
    since = ""
    if not files:
        name, base = base_commit()
        files = changed_files(base)
        since = f" since {name}"
    if not files:
        print(f"check: nothing has changed{since}")
        return

    work, others = work_of(files)
    integration = Integration(files)
    lintable = sorted(file for file in files if (ROOT / file).is_file())
    manifests = sorted(file for file in others if PurePosixPath(file).name == "Package.swift")
    if "--print" in options:
        for file in lintable:
            print(f"lint: {file}")
        for item in work:
            where = f"{item.package.directory} in environment {item.package.environment}"
            for target in item.untested:
                print(f"build: {target} of {where}")
            for test in item.tests:
                print(f"test: {test} of {where}")
        for test in sorted(integration.now):
            print(f"run: {test}")
    else:
        if lintable:
            lint(steps, f"lint of {len(lintable)} files changed{since}", *lintable)
        for item in work:
            item.run(steps)
        if integration.now:
            runner = "IntegrationTests/run-tests.sh"
            steps.run("integration tests", runner, *sorted(integration.now))
    for item in work:
        for suite in item.skipped:
            place = item.package.directory
            print(f"left to run: swift test --package-path {place} --filter {suite}")
    for command in sorted(integration.later):
        print(f"left to run: {command}")
    for manifest in manifests:
        print(f"left to run: make test, as {manifest} has changed")
    if "--print" not in options:
        steps.end()


if __name__ == "__main__":
    main(sys.argv[1:])
