import Foundation
import TestSupport

/// The tools of the tests.
enum Tools {
  /// The command as it was built, beside the tests.
  static let signpost = builtExecutable("signpost")

  static let isRoot = geteuid() == 0

  /// Whether a mount namespace can be had, to keep a test's daemon from the machine.
  static let hasNamespaces: Bool = {
    isRoot && (try? Workbench().run(["unshare", "--mount", "true"]).code) == 0
  }()
}

/// The contents of a trace, as read by `babeltrace2`.
struct DecodedTrace {
  var events: Int
  var lost: Int
  var processes: Set<String>

  init(_ bench: Workbench, _ name: String) throws {
    let (code, output, errors) = try bench.run(
      ["babeltrace2", "--fields=trace:vpid", bench.path(name)], name: "babeltrace2")
    guard code == 0 else { throw Workbench.Problem(errors) }
    let lines = output.split(separator: "\n")
    events = lines.count { $0.contains("composable:tick") }
    processes = Set(bench.entries("\(name)/ust/pid").map { String($0.prefix { $0 != "-" }) })
    // "Tracer discarded 12 events between …", or "Tracer may have discarded …"
    lost = errors.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /Tracer discarded (\d+) event/).flatMap { Int($0.1) }
    }.reduce(0, +)
  }
}
