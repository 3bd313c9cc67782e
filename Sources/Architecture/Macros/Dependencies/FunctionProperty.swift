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
    guard let (type, attributes) = Self.function(written) else { return nil }
    self.declaration = property
    self.name = name
    self.type = type
    self.writtenType = written.trimmed
    self.attributes = attributes
    initializer = binding.initializer?.value
  }

  /// The function type within a type with attributes and parentheses, and the attributes.
  static func function(
    _ written: TypeSyntax
  ) -> (type: FunctionTypeSyntax, attributes: [String])? {
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
    return type.as(FunctionTypeSyntax.self).map { ($0, attributes) }
  }

  /// Whether a parameter of the type has to be marked as escaping.
  static func isEscaping(_ type: TypeSyntax) -> Bool {
    function(type).map { !$0.attributes.contains("@escaping") } ?? false
  }

  var isThrowing: Bool { type.effectSpecifiers?.throwsClause != nil }
  /// The type of the errors that the function throws, if it is a certain one.
  var thrownType: String? {
    let type = type.effectSpecifiers?.throwsClause?.type?.trimmedDescription
    let any = ["any Error", "Error", "any Swift.Error", "Swift.Error"]
    return type.flatMap { any.contains($0) ? nil : $0 }
  }
  var isAsync: Bool { type.effectSpecifiers?.asyncSpecifier != nil }

  var returnsNothing: Bool {
    ["Void", "()", "Swift.Void"].contains(type.returnClause.type.trimmedDescription)
  }
  var returnsOptional: Bool { type.returnClause.type.wrappedOfOptional != nil }

  /// The parameters of a closure that ignores its arguments.
  var ignoredParameters: String {
    type.parameters.isEmpty
      ? "" : " \(type.parameters.map { _ in "_" }.joined(separator: ", ")) in"
  }

  /// The names of the parameters, if there are any: `(_ id: Int)`.
  var labels: [String]? {
    let names = type.parameters.map { $0.secondName?.text ?? "_" }
    return names.contains { $0 != "_" } ? names : nil
  }

  /// The attributes that specify the isolation of the function, such as `@MainActor`.
  var isolation: [String] {
    let others = [
      "@Sendable", "@escaping", "@autoclosure", "@convention", "@concurrent", "@isolated",
    ]
    return attributes.filter { attribute in !others.contains { attribute.hasPrefix($0) } }
  }
}
