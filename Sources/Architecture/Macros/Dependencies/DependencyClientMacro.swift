import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@DependencyClient`: a struct of functions, each with a default that reports a missing
/// implementation.
enum DependencyClientMacro {
  fileprivate static func isEndpoint(_ property: FunctionProperty) -> Bool {
    !property.declaration.attributes.contains("DependencyEndpointIgnored")
  }
}

extension DependencyClientMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(StructDeclSyntax.self), let property = FunctionProperty(member),
      isEndpoint(property), !property.declaration.attributes.contains("DependencyEndpoint"),
      property.declaration.bindings.first?.accessorBlock == nil
    else { return [] }
    return [AttributeSyntax(generated: "\(module).DependencyEndpoint")]
  }
}

extension DependencyClientMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      diagnose(declaration, node, context)
      return []
    }
    let members = members(of: declaration)
    guard members.contains(where: \.isEndpoint) else { return [] }
    let untyped = members.filter { $0.type == nil }
    for member in untyped { diagnose(untyped: member, context) }
    guard untyped.isEmpty else { return [] }
    let access = access(of: declaration, members)
    let others = members.filter { !$0.isEndpoint }
    return [initializer(access, members), initializer(access, others)].map(\.declaration)
  }

  /// A stored property, as a parameter of an initializer.
  private struct Member {
    let property: VariableDeclSyntax
    let name: String
    let type: String?
    /// Whether the type is a function type, whose parameter has to be marked as escaping.
    let isEscaping: Bool
    let defaultValue: String?
    let isEndpoint: Bool

    var parameter: String {
      "\(name): \(isEscaping ? "@escaping " : "")\(type ?? "")"
        + (isEndpoint ? "" : defaultValue.map { " = \($0)" } ?? "")
    }
  }

  private static func members(of declaration: StructDeclSyntax) -> [Member] {
    declaration.memberBlock.members.compactMap { member in
      guard let property = member.decl.as(VariableDeclSyntax.self), !property.modifiers.isStatic,
        let name = property.name, let binding = property.bindings.first
      else { return nil }
      let isLet = property.bindingSpecifier.tokenKind == .keyword(.let)
      let value = binding.initializer?.value
      guard property.isStoredVariable || isLet && value == nil else { return nil }
      let function = FunctionProperty(property)
      let isEndpoint = function.map(isEndpoint) ?? false
      let access = property.modifiers.narrowestAccess
      // Private values of the client are no parameters for others.
      if !isEndpoint, value != nil, access == .private || access == .fileprivate { return nil }
      let type = binding.typeAnnotation?.type
      let isOptional = !isLet && type?.wrappedOfOptional != nil
      return Member(
        property: property, name: name.text, type: type?.trimmedDescription ?? value?.literalType,
        isEscaping: type.map { FunctionProperty.isEscaping($0) } ?? false,
        defaultValue: value?.trimmedDescription ?? (isOptional ? "nil" : nil),
        isEndpoint: isEndpoint)
    }
  }

  /// The access of the initializers: the access of the least visible member they take.
  private static func access(of declaration: StructDeclSyntax, _ members: [Member]) -> String {
    let own = declaration.modifiers.narrowestAccess ?? .internal
    guard let narrowest = members.compactMap(\.property.modifiers.narrowestAccess).min(),
      narrowest < own
    else { return declaration.modifiers.memberAccess }
    return "\(narrowest) "
  }

  private static func initializer(_ access: String, _ members: [Member]) -> GeneratedCode {
    guard !members.isEmpty else { return "\(access)init() {}" }
    // Functions have setters, which require that all other properties are initialized.
    let assignments = members.filter { !$0.isEndpoint } + members.filter(\.isEndpoint)
    return """
      \(access)init(
      \(members.map(\.parameter).joined(separator: ",\n"))
      ) {
      \(assignments.map { "self.\($0.name) = \($0.name)" }.joined(separator: "\n"))
      }
      """
  }

  private static func diagnose(untyped member: Member, _ context: some MacroExpansionContext) {
    guard let binding = member.property.bindings.first else { return }
    var new = binding
    new.pattern = new.pattern.with(\.trailingTrivia, [])
    new.typeAnnotation = TypeAnnotationSyntax(
      colon: .colonToken(trailingTrivia: .space),
      type: IdentifierTypeSyntax(name: .identifier("<#Type#>", trailingTrivia: .space)))
    context.diagnose(
      binding,
      MacroMessage(
        """
        '@DependencyClient' needs the type of '\(member.name)' written out: the initializer that it \
        generates takes a value of that type.
        """, id: "dependencyClientNoType"),
      fixIts: [.replace("Write the type", binding, with: new)])
  }

  private static func diagnose(
    _ declaration: some DeclGroupSyntax, _ node: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) {
    let kind = declaration.kind
    context.diagnose(
      node,
      MacroMessage(
        """
        '@DependencyClient' can't be applied to \(kind?.word ?? "this declaration"): a client is a \
        struct whose properties are functions, so that a test can replace one of them. Make it a \
        struct.
        """, id: "dependencyClientKind"),
      fixIts: declaration.structFixIts)
  }
}

/// The visibility of a member, from the narrowest to the widest.
enum Access: String, Comparable, CustomStringConvertible {
  case `private`, `fileprivate`, `internal`, package, `public`

  private static let order: [Self] = [.private, .fileprivate, .internal, .package, .public]

  var description: String { rawValue }

  static func < (lhs: Self, rhs: Self) -> Bool {
    order.firstIndex(of: lhs)! < order.firstIndex(of: rhs)!
  }
}

extension DeclModifierListSyntax {
  /// The written access, other than the access of the setter alone.
  var narrowestAccess: Access? {
    lazy.filter { $0.detail == nil }.compactMap { Access(rawValue: $0.name.text) }.first
  }
}

extension ExprSyntax {
  /// The type of a literal.
  fileprivate var literalType: String? {
    switch kind {
    case .booleanLiteralExpr: "Swift.Bool"
    case .integerLiteralExpr: "Swift.Int"
    case .floatLiteralExpr: "Swift.Double"
    case .stringLiteralExpr: "Swift.String"
    default: nil
    }
  }
}

/// `@DependencyEndpointIgnored`: only a marker.
enum DependencyEndpointIgnoredMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] { [] }
}
