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
          values[argument.label?.text ?? ""] = argument.expression.trimmedDescription
        }
      }
      liveValue = values["liveValue"]
      previewValue = values["previewValue"]
      access = property.modifiers.memberAccess
      guard type != nil, testValue != nil || liveValue != nil else { return nil }
    }

    var key: String { "_$\(name)Key" }
  }

  private static func diagnose(
    _ declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) {
    context.diagnose(
      node,
      MacroMessage(
        """
        '@DependencyEntry' needs a 'var' in an extension of 'DependencyValues', with its type written \
        out and a value: 'var api: APIClient = .unimplemented' is what tests use, \
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
    return [
      "get { self[\(raw: entry.key).self] }",
      "set { self[\(raw: entry.key).self] = newValue }",
    ]
  }
}

extension DependencyEntryMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let entry = Entry(declaration, node), let type = entry.type else { return [] }
    let values = [
      ("liveValue", entry.liveValue), ("previewValue", entry.previewValue),
      ("testValue", entry.testValue),
    ].compactMap { name, value in
      value.map { "static var \(name): \(type) { \($0) }" }
    }
    let conformance = entry.liveValue == nil ? "TestDependencyKey" : "DependencyKey"
    return [
      """
      private enum \(raw: entry.key): \(raw: module).\(raw: conformance) {
      \(raw: values.joined(separator: "\n"))
      }
      """
    ]
  }
}
