import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@DependencyEndpoint`: a function of a client whose default reports that it is used.
enum DependencyEndpointMacro {}

extension DependencyEndpointMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = FunctionProperty(declaration) else {
      diagnose(declaration, node, context)
      return [invalidGetter]
    }
    let stored = "_\(property.name.plainName)"
    // No `init` accessor: the default that is written would be assigned in place of the one that
    // reports its use.
    return [
      "get { \(raw: stored) }",
      "set { \(raw: stored) = newValue }",
    ]
  }

  private static func diagnose(
    _ declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) {
    guard let property = declaration.as(VariableDeclSyntax.self) else { return }
    if property.bindingSpecifier.tokenKind == .keyword(.let) {
      context.diagnose(
        property.bindingSpecifier,
        MacroMessage(
          "'@DependencyEndpoint' needs a 'var': a test replaces the function by another.",
          id: "endpointLet"),
        fixIts: [
          .replace(
            "Make it a 'var'", property.bindingSpecifier,
            with: property.bindingSpecifier.with(\.tokenKind, .keyword(.var)))
        ])
    } else {
      context.diagnose(
        node,
        MacroMessage(
          """
          '@DependencyEndpoint' needs a stored property with the type of a function written out, as in \
          'var fetch: @Sendable (_ id: Int) async throws -> String'.
          """, id: "endpointNotFunction"))
    }
  }
}

extension DependencyEndpointMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = FunctionProperty(declaration) else { return [] }
    let value = unimplemented(property, in: context)
    var peers: [DeclSyntax] = []
    if let method = method(for: property, name: methodName(node), in: context) {
      peers.append(method)
    }
    peers.append(
      """
      private var _\(raw: property.name.plainName): \
      \(raw: property.writtenType.trimmedDescription) = \(raw: value)
      """)
    return peers
  }

  // MARK: What is there until somebody puts something else in its place

  private static func unimplemented(
    _ property: FunctionProperty, in context: some MacroExpansionContext
  ) -> String {
    let client = context.lexicalContext.first?.asProtocol((any DeclGroupSyntax).self)?.typeName
    let endpoint = [client, property.name.plainName].compactMap { $0 }.joined(separator: ".")
    let report = "\(module)._reportUnimplemented(\"\(endpoint)\")"
    let parameters = property.type.parameters.map { _ in "_" }.joined(separator: ", ")
    if let initializer = property.initializer {
      return closure(property, report: report, falling: initializer)
    }
    let head = parameters.isEmpty ? "{" : "{ \(parameters) in"
    if property.throwsAnyError {
      return "\(head)\n\(report)\nthrow \(module).Unimplemented(\"\(endpoint)\")\n}"
    }
    if property.returnsNothing { return "\(head)\n\(report)\n}" }
    if property.returnsOptional { return "\(head)\n\(report)\nreturn nil\n}" }
    diagnoseMissingDefault(property, in: context)
    return "\(head)\nSwift.preconditionFailure()\n}"
  }

  /// The function that is written as the property's value, which reports that it runs.
  private static func closure(
    _ property: FunctionProperty, report: String, falling initializer: ExprSyntax
  ) -> String {
    if var closure = initializer.as(ClosureExprSyntax.self) {
      let item = CodeBlockItemSyntax(item: .expr("\(raw: report)"))
        .with(\.leadingTrivia, .newline).with(\.trailingTrivia, .newline)
      // One expression is the closure's value. With another before it, that takes a `return`.
      if closure.statements.count == 1, !property.returnsNothing,
        let only = closure.statements.first, case .expr(let expression) = only.item,
        !expression.isStatementLike
      {
        closure.statements = [
          CodeBlockItemSyntax(
            item: .stmt(StmtSyntax("return \(expression.trimmed)"))
          ).with(\.trailingTrivia, .newline)
        ]
      }
      closure.statements.insert(item, at: closure.statements.startIndex)
      return closure.trimmedDescription
    }
    let names = property.type.parameters.indices.enumerated().map { "p\($0.offset)" }
    let marks = [property.isThrowing ? "try" : nil, property.isAsync ? "await" : nil]
      .compactMap { $0 }.joined(separator: " ")
    return """
      {\(names.isEmpty ? "" : " \(names.joined(separator: ", ")) in")
      \(report)
      let implementation: \(property.writtenType.trimmedDescription) = \(initializer.trimmedDescription)
      return \(marks) implementation(\(names.joined(separator: ", ")))
      }
      """
  }

  private static func diagnoseMissingDefault(
    _ property: FunctionProperty, in context: some MacroExpansionContext
  ) {
    guard let binding = property.declaration.bindings.first else { return }
    let returned = property.type.returnClause.type.trimmedDescription
    var new = binding
    new.initializer = InitializerClauseSyntax(
      leadingTrivia: .space,
      equal: .equalToken(trailingTrivia: .space),
      value: ExprSyntax("{\(raw: property.ignoredParameters) <#\(raw: returned)#> }"))
    context.diagnose(
      binding,
      MacroMessage(
        """
        '\(property.name.text)' has to return something where a test uses it without saying what it is \
        to do, which is reported: it neither throws nor returns an optional. Give it a default, as in \
        '= {\(property.ignoredParameters) <value> }', or let it throw.
        """, id: "endpointNoDefault"),
      fixIts: [.replace("Add a default", binding, with: new)])
  }

  // MARK: Calling a function with labels

  private static func methodName(_ node: AttributeSyntax) -> String? {
    guard case .argumentList(let arguments)? = node.arguments,
      let literal = arguments.first(where: { $0.label?.text == "method" })?.expression
        .as(StringLiteralExprSyntax.self)
    else { return nil }
    return literal.segments.map(\.trimmedDescription).joined()
  }

  private static func method(
    for property: FunctionProperty, name: String?, in context: some MacroExpansionContext
  ) -> DeclSyntax? {
    guard property.labels != nil || (name != nil && property.type.parameters.isEmpty) else {
      return nil
    }
    let labels = property.labels ?? []
    var parameters: [String] = []
    var arguments: [String] = []
    for (index, (label, parameter)) in zip(labels, property.type.parameters).enumerated() {
      let isInout = parameter.type.trimmedDescription.hasPrefix("inout ")
      parameters.append("\(label) p\(index): \(parameter.type.trimmedDescription)")
      arguments.append("\(isInout ? "&" : "")p\(index)")
    }
    let access = property.declaration.modifiers.memberAccess
    let effects = property.type.effectSpecifiers.map { " \($0.trimmedDescription)" } ?? ""
    let marks = [property.isThrowing ? "try " : "", property.isAsync ? "await " : ""].joined()
    let actor = property.attributes.first { $0 == "@MainActor" }.map { "\($0)\n" } ?? ""
    return """
      \(raw: actor)\(raw: access)func \(raw: name ?? property.name.text)\
      (\(raw: parameters.joined(separator: ", ")))\(raw: effects) -> \
      \(raw: property.type.returnClause.type.trimmedDescription) {
      \(raw: marks)self.\(raw: property.name.text)(\(raw: arguments.joined(separator: ", ")))
      }
      """
  }
}

extension ExprSyntax {
  /// Whether the expression is one that `return` can't stand before without a change of meaning.
  fileprivate var isStatementLike: Bool {
    self.is(IfExprSyntax.self) || self.is(SwitchExprSyntax.self)
      || trimmedDescription.hasPrefix("fatalError")
  }
}
