import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Presents`: the storage of an optional, presented state.
enum PresentsMacro {
  private struct Property {
    let name: String
    let stored: String
    let wrapped: String
    let initialValue: String
    let access: String
    /// Whether the property belongs to an observable state, which has a registrar.
    let isObserved: Bool

    init?(_ declaration: some DeclSyntaxProtocol, _ context: some MacroExpansionContext) {
      guard let property = declaration.as(VariableDeclSyntax.self), property.isStoredVariable,
        let name = property.name, let binding = property.bindings.first,
        let type = binding.typeAnnotation?.type, let wrapped = type.wrappedOfOptional
      else { return nil }
      self.name = name.text
      stored = "_\(name.plainName)"
      self.wrapped = wrapped.trimmedDescription
      initialValue = binding.initializer?.value.trimmedDescription ?? "nil"
      access = property.modifiers.memberAccess
      isObserved =
        context.lexicalContext.first?.asProtocol((any DeclGroupSyntax).self)?
        .attributes.contains("ObservableState") ?? false
    }
  }

  /// Whether the property can be presented.
  static func isValid(_ property: VariableDeclSyntax) -> Bool {
    property.isStoredVariable
      && property.bindings.first?.typeAnnotation?.type.wrappedOfOptional != nil
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
          """
          '@Presents' needs a 'var': a feature is presented by assigning its state, and dismissed by \
          assigning 'nil'.
          """, id: "presentsLet"),
        fixIts: [
          .replace(
            "Make it a 'var'", property.bindingSpecifier,
            with: property.bindingSpecifier.with(\.tokenKind, .keyword(.var)))
        ])
      return
    }
    guard property.isStoredVariable, let binding = property.bindings.first,
      let type = binding.typeAnnotation?.type
    else {
      context.diagnose(
        node,
        MacroMessage(
          """
          '@Presents' needs a stored property with its type written out, as in \
          '@Presents var destination: Destination.State?'.
          """, id: "presentsNoType"))
      return
    }
    context.diagnose(
      type,
      MacroMessage(
        """
        '@Presents' needs an optional: 'nil' means that the feature is not presented. Write \
        '\(type.trimmedDescription)?'. For a feature that is always there, leave the attribute out.
        """, id: "presentsNotOptional"),
      fixIts: [
        .replace(
          "Make it optional", type,
          with: OptionalTypeSyntax(wrappedType: type.trimmed)
            .with(\.trailingTrivia, type.trailingTrivia))
      ])
  }
}

extension PresentsMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = Property(declaration, context) else {
      diagnose(declaration, node, context)
      return [invalidGetter]
    }
    let value = "\(property.stored).wrappedValue"
    let initializer: GeneratedCode = """
      @storageRestrictions(initializes: \(property.stored))
      init(initialValue) {
      \(property.stored) = \(module).PresentationState(wrappedValue: initialValue)
      }
      """
    return ([initializer] + accessors(of: property, value)).map(\.accessor)
  }

  private static func accessors(of property: Property, _ value: String) -> [GeneratedCode] {
    guard property.isObserved else {
      return [
        "get { \(value) }", "set { \(value) = newValue }",
        "_modify { yield &\(value) }",
      ]
    }
    let registrar = ObservableStateMacro.registrar
    let field = fieldKey(property.name)
    return [
      """
      get {
      \(registrar).access(\(field), \(value))
      }
      """,
      """
      set {
      \(registrar).mutate(
      \(field), &\(value), newValue, \(module)._$isIdentityEqual, of: Self.self)
      }
      """,
      """
      _modify {
      let before = \(registrar).willModify(\(field), &\(property.stored))
      defer {
      \(registrar).didModify(
      \(field), &\(property.stored), before, of: Self.self)
      }
      yield &\(value)
      }
      """,
    ]
  }
}

extension PresentsMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = Property(declaration, context) else { return [] }
    let type = "\(module).PresentationState<\(property.wrapped)>"
    let accessors = accessors(of: property, property.stored).map(\.text)
      .joined(separator: "\n")
    let peers: [GeneratedCode] = [
      """
      private var \(property.stored) = \
      \(type)(wrappedValue: \(property.initialValue))
      """,
      """
      \(property.access)var $\(property.name): \(type) {
      \(accessors)
      }
      """,
    ]
    return peers.map(\.declaration)
  }
}

extension TypeSyntax {
  /// The wrapped type of an optional type, in any notation.
  var wrappedOfOptional: TypeSyntax? {
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType }
    let arguments =
      self.as(IdentifierTypeSyntax.self).flatMap { type in
        type.name.text == "Optional" ? type.genericArgumentClause?.arguments : nil
      }
      ?? self.as(MemberTypeSyntax.self).flatMap { type in
        type.name.text == "Optional" ? type.genericArgumentClause?.arguments : nil
      }
    guard let argument = arguments?.first, arguments?.count == 1,
      case .type(let type) = argument.argument
    else { return nil }
    return type
  }
}
