/// A file of callgrind: instructions, and numbers of calls of functions.
struct CallgrindProfile: Equatable {
  /// The description from the program's request.
  var description = ""
  var instructions: UInt64 = 0
  var calls: [String: UInt64] = [:]

  /// Parses callgrind's format, of which only a few lines matter here:
  /// https://valgrind.org/docs/manual/cl-format.html
  init(_ text: String) {
    // A name is written once, after a number that represents it from then on.
    var names: [Substring: String] = [:]
    var callee = ""
    for line in text.split(separator: "\n") {
      if let rest = line.dropping("cfn=") ?? line.dropping("fn=") {
        let parts = rest.split(separator: " ", maxSplits: 1)
        guard let number = parts.first else { continue }
        if parts.count == 2 { names[number] = Self.plain(parts[1]) }
        if line.hasPrefix("cfn=") { callee = names[number] ?? "" }
      } else if let rest = line.dropping("calls=") {
        let count = rest.prefix { $0.isNumber }
        calls[callee, default: 0] += UInt64(count) ?? 0
      } else if let rest = line.dropping("totals: ") {
        instructions = UInt64(rest) ?? 0
      } else if let rest = line.dropping("desc: Trigger: Client Request: ") {
        description = String(rest)
      }
    }
  }

  /// A recursive function is listed once for each depth: “name'2”.
  private static func plain(_ name: Substring) -> String {
    String(name.prefix { $0 != "'" })
  }
}

extension Substring {
  fileprivate func dropping(_ prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}
