import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@DependencyEndpoint`: a function of a client with a default that reports its use.
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
    // No `init` accessor: the written default would be assigned instead of the one that reports its
    // use.
    let accessors: [GeneratedCode] = ["get { \(stored) }", "set { \(stored) = newValue }"]
    return accessors.map(\.accessor)
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
    var peers: [GeneratedCode] = []
    if let method = method(for: property, name: methodName(node, context)) { peers.append(method) }
    peers.append(
      """
      private var _\(property.name.plainName): \
      \(property.writtenType.trimmedDescription) = \(value)
      """)
    return peers.map(\.declaration)
  }

  // MARK: Default values

  private static func unimplemented(
    _ property: FunctionProperty, in context: some MacroExpansionContext
  ) -> String {
    let client = context.lexicalContext.first?.asProtocol((any DeclGroupSyntax).self)?.typeName
    let endpoint = [client, property.name.plainName].compactMap { $0 }.joined(separator: ".")
    let report = report(endpoint, of: property, in: context)
    let parameters = property.type.parameters.map { _ in "_" }.joined(separator: ", ")
    if let initializer = property.initializer {
      diagnoseFatalError(initializer, property, in: context)
      return closure(property, report: report, falling: initializer)
    }
    let head = parameters.isEmpty ? "{" : "{ \(parameters) in"
    if property.isThrowing, property.thrownType == nil {
      return "\(head)\n\(report)\nthrow \(module).Unimplemented(\"\(endpoint)\")\n}"
    }
    if property.returnsNothing { return "\(head)\n\(report)\n}" }
    if property.returnsOptional { return "\(head)\n\(report)\nreturn nil\n}" }
    diagnoseMissingDefault(property, in: context)
    return "\(head)\nSwift.preconditionFailure()\n}"
  }

  /// Reports the use of an endpoint at the line of its declaration.
  private static func report(
    _ endpoint: String, of property: FunctionProperty, in context: some MacroExpansionContext
  ) -> String {
    var arguments = ["\"\(endpoint)\""]
    let name = property.name
    if let id = context.location(of: name, at: .afterLeadingTrivia, filePathMode: .fileID),
      let path = context.location(of: name, at: .afterLeadingTrivia, filePathMode: .filePath)
    {
      arguments += [
        "fileID: \(id.file)", "filePath: \(path.file)", "line: \(id.line)",
        "column: \(id.column)",
      ]
    }
    return "\(module)._reportUnimplemented(\(arguments.joined(separator: ", ")))"
  }

  /// The closure written as the property's value, extended to report that it runs.
  private static func closure(
    _ property: FunctionProperty, report: String, falling initializer: ExprSyntax
  ) -> String {
    if var closure = initializer.as(ClosureExprSyntax.self), !closure.isConditional {
      // With a semicolon, as a closure that follows would become an argument.
      let item = CodeBlockItemSyntax(item: .expr("\(raw: report)"), semicolon: .semicolonToken())
        .with(\.leadingTrivia, .newline).with(\.trailingTrivia, .newline)
      // A single expression is the closure's value. With a statement before it, it needs a
      // `return`.
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
    let arguments = zip(names, property.type.parameters).map { argument($0, of: $1.type) }
    let marks = [property.isThrowing ? "try" : nil, property.isAsync ? "await" : nil]
      .compactMap { $0 }.joined(separator: " ")
    return """
      {\(names.isEmpty ? "" : " \(names.joined(separator: ", ")) in")
      \(report)
      let implementation: \(property.writtenType.trimmedDescription) = \(initializer.trimmedDescription)
      return \(marks) implementation(\(arguments.joined(separator: ", ")))
      }
      """
  }

  private static func diagnoseFatalError(
    _ initializer: ExprSyntax, _ property: FunctionProperty,
    in context: some MacroExpansionContext
  ) {
    guard let closure = initializer.as(ClosureExprSyntax.self), closure.statements.count == 1,
      let call = closure.statements.first?.item.as(FunctionCallExprSyntax.self),
      ["fatalError", "Swift.fatalError"].contains(call.calledExpression.trimmedDescription)
    else { return }
    let returned = property.type.returnClause.type.trimmedDescription
    context.diagnose(
      call,
      MacroMessage(
        """
        A default of 'fatalError()' ends the test, or the preview, that uses '\(property.name.text)'. \
        Return any value instead, such as 'false' or '[]': that it was used is reported as an issue.
        """, id: "endpointFatalError", severity: .warning),
      fixIts: property.returnsNothing
        ? []
        : [.replace("Return a value", call, with: ExprSyntax("<#\(raw: returned)#>"))])
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
    let (reason, alternative) =
      property.thrownType.map {
        ("it throws nothing but '\($0)', of which the macro knows no value", "throw any error")
      } ?? ("it neither throws nor returns an optional", "throw")
    context.diagnose(
      binding,
      MacroMessage(
        """
        '\(property.name.text)' has to return something where a test uses it without saying what it is \
        to do, which is reported: \(reason). Give it a default, as in \
        '= {\(property.ignoredParameters) <value> }', or let it \(alternative).
        """, id: "endpointNoDefault"),
      fixIts: [.replace("Add a default", binding, with: new)])
  }

  // MARK: Calling a function with labels

  private static func methodName(
    _ node: AttributeSyntax, _ context: some MacroExpansionContext
  ) -> String? {
    guard case .argumentList(let arguments)? = node.arguments,
      let argument = arguments.first(where: { $0.label?.text == "method" })?.expression
    else { return nil }
    let segments = argument.as(StringLiteralExprSyntax.self)?.segments
    guard let segments, segments.count == 1, case .stringSegment(let segment)? = segments.first,
      !segment.content.text.isEmpty
    else {
      context.diagnose(
        argument,
        MacroMessage(
          """
          'method' has to be a string literal that is not empty: the method with this name is written \
          before the program runs.
          """, id: "endpointMethodName"))
      return nil
    }
    return segment.content.text
  }

  private static func method(for property: FunctionProperty, name: String?) -> GeneratedCode? {
    guard name != nil || property.labels != nil else { return nil }
    let labels = property.labels ?? property.type.parameters.map { _ in "_" }
    var parameters: [String] = []
    var arguments: [String] = []
    for (index, (label, parameter)) in zip(labels, property.type.parameters).enumerated() {
      parameters.append("\(label) p\(index): \(parameter.type.trimmedDescription)")
      arguments.append(argument("p\(index)", of: parameter.type))
    }
    let access = property.declaration.modifiers.narrowestAccess.map { "\($0) " } ?? ""
    let effects = property.type.effectSpecifiers.map { " \($0.trimmedDescription)" } ?? ""
    let marks = [property.isThrowing ? "try " : "", property.isAsync ? "await " : ""].joined()
    let isolation = property.isolation.map { "\($0)\n" }.joined()
    return """
      \(isolation)\(access)func \(name ?? property.name.text)\
      (\(parameters.joined(separator: ", ")))\(effects) -> \
      \(property.type.returnClause.type.trimmedDescription) {
      \(marks)self.\(property.name.text)(\(arguments.joined(separator: ", ")))
      }
      """
  }

  /// Forwards the arguments of a method.
  private static func argument(_ name: String, of type: TypeSyntax) -> String {
    if type.trimmedDescription.hasPrefix("inout ") { return "&\(name)" }
    guard let function = FunctionProperty.function(type),
      function.attributes.contains("@autoclosure")
    else { return name }
    let effects = function.type.effectSpecifiers
    let marks = [
      effects?.throwsClause == nil ? "" : "try ", effects?.asyncSpecifier == nil ? "" : "await ",
    ].joined()
    return "\(marks)\(name)()"
  }
}

extension ClosureExprSyntax {
  /// Whether the value is an `if` or a `switch`, which has to stay the only statement.
  fileprivate var isConditional: Bool {
    guard statements.count == 1, let item = statements.first?.item else { return false }
    let expression =
      item.as(ExpressionStmtSyntax.self)?.expression ?? item.as(ExprSyntax.self)
    return expression?.is(IfExprSyntax.self) == true
      || expression?.is(SwitchExprSyntax.self) == true
  }
}

extension ExprSyntax {
  /// Whether a `return` before the expression would change its meaning.
  fileprivate var isStatementLike: Bool {
    self.is(IfExprSyntax.self) || self.is(SwitchExprSyntax.self)
      || trimmedDescription.hasPrefix("fatalError")
  }
}
