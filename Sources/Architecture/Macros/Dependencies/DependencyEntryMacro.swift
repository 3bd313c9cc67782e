import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@DependencyEntry`: a dependency and its key in one line.
enum DependencyEntryMacro {
  private struct Entry {
    let name: String
    let type: String?
    let testValue: String?
    let liveValue: String?
    let previewValue: String?
    /// The name of the key, if it is not private.
    let givenKey: String?
    let access: String

    init?(_ declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax) {
      guard let property = declaration.as(VariableDeclSyntax.self), property.isStoredVariable,
        let name = property.name, let binding = property.bindings.first
      else { return nil }
      self.name = name.plainName
      type = binding.typeAnnotation?.type.trimmedDescription
      testValue = binding.initializer?.value.trimmedDescription
      var values: [String: String] = [:]
      if case .argumentList(let arguments)? = node.arguments {
        for argument in arguments {
          values[argument.label?.text ?? "key"] = argument.expression.trimmedDescription
        }
      }
      givenKey = values["key"].map { $0.filter { $0 != "\"" } }.flatMap { $0.isEmpty ? nil : $0 }
      liveValue = values["liveValue"]
      previewValue = values["previewValue"]
      access = property.modifiers.memberAccess
      guard testValue != nil || type != nil && liveValue != nil else { return nil }
    }

    var key: String { givenKey ?? "_$\(name)Key" }
  }

  private static func diagnose(
    _ declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) {
    context.diagnose(
      node,
      MacroMessage(
        """
        '@DependencyEntry' needs a 'var' in an extension of 'DependencyValues', with a value, or \
        with its type and a live value: 'var api: APIClient = .unimplemented' is what tests use, \
        '@DependencyEntry(liveValue: APIClient.live)' what a running program does.
        """, id: "entryIncomplete"))
  }
}

extension DependencyEntryMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let entry = Entry(declaration, node) else {
      diagnose(declaration, node, context)
      return [invalidGetter]
    }
    let accessors: [GeneratedCode] = [
      "get { self[\(entry.key).self] }",
      "set { self[\(entry.key).self] = newValue }",
    ]
    return accessors.map(\.accessor)
  }
}

extension DependencyEntryMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let entry = Entry(declaration, node) else { return [] }
    let access = entry.givenKey == nil ? "" : entry.access
    let values = [
      ("liveValue", entry.liveValue), ("previewValue", entry.previewValue),
      ("testValue", entry.testValue),
    ].compactMap { name, value in
      value.map { value in
        // Without a written type, the key has the type of the value.
        entry.type.map { "\(access)static var \(name): \($0) { \(value) }" }
          ?? "\(access)static let \(name) = \(value)"
      }
    }
    let conformance = entry.liveValue == nil ? "TestDependencyKey" : "DependencyKey"
    let key: GeneratedCode = """
      \(entry.givenKey == nil ? "private " : access)enum \(entry.key): \(module).\(conformance) {
      \(values.joined(separator: "\n"))
      }
      """
    return [key.declaration]
  }
}
