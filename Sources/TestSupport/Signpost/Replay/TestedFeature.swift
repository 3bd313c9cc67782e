/// A feature in the source of a test.
struct TestedFeature: Sendable {
  /// The name of its type without the module.
  let name: String
  /// The modules of the types that a test names, except the module of the test.
  private let modules: [String]

  /// - Parameters:
  ///   - reducer: The type of the feature.
  ///   - state: The type of its state.
  ///   - fileID: A file of the module that contains the test.
  init(_ reducer: Any.Type, state: Any.Type, fileID: StaticString) {
    name = SwiftLiteral.typeName(reducer)
    let present = "\(fileID)".prefix { $0 != "/" }
    modules = Set([reducer, state].map { String(reflecting: $0).prefix { $0 != "." } })
      .filter { $0 != present && $0 != "ComposableCore" && $0.allSatisfy(\.isPartOfName) }
      .map(String.init).sorted()
  }

  /// The beginning of the names of tests.
  var subject: String {
    let last = name.split(separator: ".").last ?? ""
    return last.prefix(1).lowercased() + last.dropFirst()
  }

  /// The first lines of a file.
  ///
  /// - Parameters:
  ///   - libraries: The modules that the source needs in any case.
  ///   - text: The source, which may have values of types of Foundation.
  func imports(of libraries: [String], for text: String) -> String {
    let types = ["Data(", "Date(", "UUID(", "URL("]
    let libraries = libraries + (types.contains { text.contains($0) } ? ["Foundation"] : [])
    return [
      libraries.sorted().map { "import \($0)\n" }, modules.map { "@testable import \($0)\n" },
    ]
    .filter { !$0.isEmpty }.map { $0.joined() + "\n" }.joined()
  }
}

extension Character {
  fileprivate var isPartOfName: Bool { isLetter || isNumber || self == "_" }
}
