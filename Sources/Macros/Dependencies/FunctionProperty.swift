import SwiftSyntax

/// A property of a client that holds a function.
struct FunctionProperty {
  let declaration: VariableDeclSyntax
  let name: TokenSyntax
  let type: FunctionTypeSyntax
  /// The type with its attributes, as it is written.
  let writtenType: TypeSyntax
  let attributes: [String]
  let initializer: ExprSyntax?

  init?(_ declaration: some DeclSyntaxProtocol) {
    guard let property = declaration.as(VariableDeclSyntax.self), property.isStoredVariable,
      let name = property.name, let binding = property.bindings.first,
      let written = binding.typeAnnotation?.type
    else { return nil }
    var attributes: [String] = []
    var type = written
    while true {
      if let attributed = type.as(AttributedTypeSyntax.self) {
        attributes += attributed.attributes.map(\.trimmedDescription)
        type = attributed.baseType
      } else if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1,
        let element = tuple.elements.first
      {
        type = element.type
      } else {
        break
      }
    }
    guard let type = type.as(FunctionTypeSyntax.self) else { return nil }
    self.declaration = property
    self.name = name
    self.type = type
    self.writtenType = written.trimmed
    self.attributes = attributes
    initializer = binding.initializer?.value
  }

  var isThrowing: Bool { type.effectSpecifiers?.throwsClause != nil }
  /// Whether any error may be thrown, rather than those of one type.
  var throwsAnyError: Bool {
    guard let clause = type.effectSpecifiers?.throwsClause else { return false }
    return ["any Error", "Error", nil].contains(clause.type?.trimmedDescription)
  }
  var isAsync: Bool { type.effectSpecifiers?.asyncSpecifier != nil }

  var returnsNothing: Bool {
    ["Void", "()", "Swift.Void"].contains(type.returnClause.type.trimmedDescription)
  }
  var returnsOptional: Bool { type.returnClause.type.wrappedOfOptional != nil }

  /// The attributes of an initializer's parameter of this type.
  var parameterType: String {
    let text = writtenType.trimmedDescription
    return attributes.contains("@escaping") ? text : "@escaping \(text)"
  }

  /// A closure that ignores what it is given: its parameters.
  var ignoredParameters: String {
    type.parameters.isEmpty
      ? "" : " \(type.parameters.map { _ in "_" }.joined(separator: ", ")) in"
  }

  /// The names that the parameters are called with, if all have one: `(_ id: Int)`.
  var labels: [String]? {
    let names = type.parameters.compactMap { $0.secondName?.text }
    return names.count == type.parameters.count && !names.isEmpty && !names.contains("_")
      ? names : nil
  }
}
