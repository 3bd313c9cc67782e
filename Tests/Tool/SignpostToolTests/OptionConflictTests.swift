import ArgumentParser
import Testing

@testable import SignpostTool

/// Options that contradict each other, or would be ignored, are refused by all commands alike.
@Suite struct OptionConflictTests {
  @Test(arguments: [
    ("report trace --json --format csv", "--json and --format csv exclude each other."),
    ("report trace --json --format markdown", "--json and --format markdown"),
    ("report trace --functions --unfold", "--unfold has no effect with --functions"),
    ("report trace --limit 3 --top 4", "--limit and --top"),
    ("diff a b --json --format markdown", "--json and --format markdown"),
    ("diff a b --all --limit 3", "--all and --limit"),
    ("diff a b --json --limit 3", "--limit has no effect with JSON"),
    ("report trace --format csv --limit 3", "--limit has no effect with --format csv"),
    ("report trace --functions --json --limit 3", "--limit has no effect with --functions and"),
    ("races trace --json --limit 3", "--limit has no effect with --json"),
    ("whatif trace parallel --json --limit 3", "--limit has no effect with --json"),
    ("diff a b --map a=b --map a=c", "--map gives a two new names."),
    ("blame trace --json --format markdown", "--json and --format markdown"),
    ("findings trace --json --sarif", "--json and --sarif exclude each other."),
    ("findings trace --sarif --all", "--all has no effect with --sarif"),
    ("findings trace --source-root .", "--source-root has no effect without --sarif"),
    ("findings --rules --fail-on any", "--fail-on has no effect with --rules"),
    ("findings --rules --without storm", "--without has no effect with --rules"),
    ("findings --rules --name x", "--name has no effect with --rules"),
    ("findings trace --fail-on storm --without storm", "--fail-on storm and --without storm"),
    ("races trace --test true --force", "--force has no effect without --swift"),
    ("extract trace -o - --force", "--force has no effect with --output -"),
    ("extract trace --swift a.swift", "--swift has no effect without --shrink"),
    ("extract trace -o a --shrink --test true --swift a", "--output and --swift name the same"),
    ("export trace -f csv -o - --force", "--force has no effect with --output -"),
    ("record --quiet --verbose -- true", "--quiet and --verbose exclude each other."),
    ("record --attach 1 --no-wait", "--no-wait has no effect without a program to start"),
    ("record --duration 1s --use-daemon", "--use-daemon has no effect without a program"),
    ("record --relay a --retry-for 1s --relay-timeout 2s -- true", "--retry-for and"),
    ("record --snapshot --blocking -- true", "leave out --blocking"),
    ("top --program-output a -o b -- true", "--program-output and -o exclude each other."),
  ])
  func parse_conflictingOptions_areRefused(arguments: String, words: String) {
    let error = #expect(throws: (any Error).self) {
      _ = try Signpost.parseAsRoot(arguments.split(separator: " ").map(String.init))
    }
    let message = error.map { Signpost.message(for: $0) } ?? ""
    #expect(message.contains(words), "\(message)")
  }

  @Test(arguments: [
    "report trace --json --format json", "report trace --json --limit 3",
    "diff a b --json --limit all", "path trace --json --limit 3", "diff a b --json --format json",
    "diff a b --all --limit all", "diff a b --map a=b --map a=b", "blame trace --format markdown",
    "findings trace --json --all", "findings --rules storm --json",
    "findings trace --sarif --source-root a --source-root b",
    "races trace --test true --swift a --force", "extract trace -o a --force",
    "record --no-wait --use-daemon -- true",
  ])
  func parse_optionsThatAgree_areAccepted(arguments: String) throws {
    _ = try Signpost.parseAsRoot(arguments.split(separator: " ").map(String.init))
  }
}
