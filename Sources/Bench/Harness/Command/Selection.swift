import BenchSuites

/// The selected benchmarks and figures of a run.
struct Selection {
  /// All of the program's suites.
  var all: [Suite]
  /// The suites, restricted to the selected benchmarks.
  private(set) var suites: [Suite]
  /// Whether some benchmarks were excluded.
  let isPartial: Bool

  /// - Parameters:
  ///   - names: The selected suites; all if empty.
  ///   - filter: A regular expression that matches the names of selected benchmarks or figures.
  init(of all: [Suite], named names: [String], filter: String?) throws(Failure) {
    self.all = all
    isPartial = !names.isEmpty || filter != nil
    if let unknown = names.first(where: { name in !all.contains { $0.name == name } }) {
      throw Failure(
        .usage,
        """
        there is no suite “\(unknown)”; there are \
        \(all.map(\.name).joined(separator: ", "))
        """)
    }
    suites = names.isEmpty ? all : all.filter { names.contains($0.name) }
    guard let filter else { return }
    guard let regex = try? Regex(filter) else {
      throw Failure(.usage, "“\(filter)” is not a regular expression")
    }
    suites = suites.compactMap { $0.selecting { $0.contains(regex) } }
    if suites.isEmpty {
      throw Failure(.usage, "nothing is called like “\(filter)”; --list prints all names")
    }
  }
}

extension Selection {
  /// The names of all benchmarks and figures of the program.
  var allNames: Set<String> {
    Set(
      all.flatMap { suite in
        suite.benchmarks.map(\.name) + suite.figures.map(suite.qualifiedName)
      })
  }
}

extension Suite {
  /// The name of a figure, qualified by its suite.
  func qualifiedName(of figure: Figure) -> String {
    figure.name.hasPrefix(name + "/") ? figure.name : name + "/" + figure.name
  }

  /// The benchmarks with matching names, and those that figures with matching names need.
  fileprivate func selecting(_ matches: (String) -> Bool) -> Suite? {
    let needed = figures.filter { matches(qualifiedName(of: $0)) }.flatMap(\.benchmarks)
    let benchmarks = benchmarks.filter { matches($0.name) || needed.contains($0.name) }
    let names = Set(benchmarks.map(\.name))
    let figures = figures.filter { $0.benchmarks.allSatisfy(names.contains) }
    return benchmarks.isEmpty
      ? nil
      : Suite(name, benchmarks: benchmarks, figures: figures, session: session)
  }
}
