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
    return [
      """
      @storageRestrictions(initializes: \(raw: property.stored))
      init(initialValue) {
      \(raw: property.stored) = \(raw: module).PresentationState(wrappedValue: initialValue)
      }
      """
    ] + accessors(of: property, value)
  }

  private static func accessors(of property: Property, _ value: String) -> [AccessorDeclSyntax] {
    guard property.isObserved else {
      return [
        "get { \(raw: value) }", "set { \(raw: value) = newValue }",
        "_modify { yield &\(raw: value) }",
      ]
    }
    let registrar = ObservableStateMacro.registrar
    let field = fieldKey(property.name)
    return [
      """
      get {
      \(raw: registrar).access(\(raw: field), \(raw: value))
      }
      """,
      """
      set {
      \(raw: registrar).mutate(
      \(raw: field), &\(raw: value), newValue, \(raw: module)._$isIdentityEqual, of: Self.self)
      }
      """,
      """
      _modify {
      let before = \(raw: registrar).willModify(\(raw: field), &\(raw: property.stored))
      defer {
      \(raw: registrar).didModify(
      \(raw: field), &\(raw: property.stored), before, of: Self.self)
      }
      yield &\(raw: value)
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
    let accessors = accessors(of: property, property.stored).map(\.description)
      .joined(separator: "\n")
    return [
      """
      @\(raw: module).ObservationStateIgnored private var \(raw: property.stored) = \
      \(raw: type)(wrappedValue: \(raw: property.initialValue))
      """,
      """
      \(raw: property.access)var $\(raw: property.name): \(raw: type) {
      \(raw: accessors)
      }
      """,
    ]
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
