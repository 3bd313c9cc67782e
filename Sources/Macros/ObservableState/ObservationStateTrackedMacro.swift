import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ObservationStateTracked`: the accessors and the storage of one observed field.
enum ObservationStateTrackedMacro {}

extension ObservationStateTrackedMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = declaration.as(VariableDeclSyntax.self), property.isStoredVariable,
      let name = property.name, property.bindings.first?.accessorBlock == nil
    else {
      diagnoseObservers(declaration, context)
      return []
    }
    guard !diagnoseWrapper(property, context) else { return [] }
    let stored = "_\(name.plainName)"
    let field = fieldKey(name.text)
    let registrar = ObservableStateMacro.registrar
    return [
      """
      @storageRestrictions(initializes: \(raw: stored))
      init(initialValue) {
      \(raw: stored) = initialValue
      }
      """,
      """
      get {
      \(raw: registrar).access(\(raw: field), \(raw: stored))
      }
      """,
      """
      set {
      \(raw: registrar).mutate(
      \(raw: field), &\(raw: stored), newValue, \(raw: module)._$isIdentityEqual)
      }
      """,
      """
      _modify {
      let before = \(raw: registrar).willModify(
      \(raw: field), \(raw: module)._$identity(of: \(raw: stored)))
      defer {
      \(raw: registrar).didModify(
      \(raw: field), before, \(raw: module)._$identity(of: \(raw: stored)))
      }
      yield &\(raw: stored)
      }
      """,
    ]
  }

  private static func diagnoseObservers(
    _ declaration: some DeclSyntaxProtocol, _ context: some MacroExpansionContext
  ) {
    guard let property = declaration.as(VariableDeclSyntax.self), property.isStoredVariable,
      let name = property.name?.text
    else { return }
    context.diagnose(
      property,
      MacroMessage(
        """
        '\(name)' has 'willSet' or 'didSet', which an observed field can't have: '@ObservableState' \
        turns it into a computed property. Let the reducer do what is to happen, with \
        'onChange(of: \\.\(name))', or mark the property '@ObservationStateIgnored'.
        """, id: "trackedWithObservers"),
      fixIts: [ignoring(property)])
  }

  /// A computed property can't have a wrapper.
  private static func diagnoseWrapper(
    _ property: VariableDeclSyntax, _ context: some MacroExpansionContext
  ) -> Bool {
    for element in property.attributes {
      guard case .attribute(let attribute) = element, attribute.name.first?.isUppercase == true,
        !ObservableStateMacro.harmless.contains(attribute.name),
        attribute.attributeName.trimmedDescription != "available"
      else { continue }
      context.diagnose(
        attribute,
        MacroMessage(
          """
          '@\(attribute.name)' can't be combined with '@ObservableState': a property wrapper needs a \
          stored property, and an observed field is a computed one. Mark the property \
          '@ObservationStateIgnored'; nobody hears of its changes then, unless the wrapper tells.
          """, id: "trackedWithWrapper"),
        fixIts: [ignoring(property)])
      return true
    }
    return false
  }

  private static func ignoring(_ property: VariableDeclSyntax) -> FixIt {
    var new = property
    new.attributes.insert(
      .attribute(
        AttributeSyntax(
          attributeName: IdentifierTypeSyntax(name: .identifier("ObservationStateIgnored"))
        ).with(\.leadingTrivia, property.leadingTrivia).with(\.trailingTrivia, .space)),
      at: new.attributes.startIndex)
    if new.attributes.count == 1 {
      new.modifiers = new.modifiers.with(\.leadingTrivia, [])
      if new.modifiers.isEmpty {
        new.bindingSpecifier = new.bindingSpecifier.with(\.leadingTrivia, [])
      }
    }
    return .replace("Mark it '@ObservationStateIgnored'", property, with: new)
  }
}

extension ObservationStateTrackedMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = declaration.as(VariableDeclSyntax.self), property.isStoredVariable,
      let name = property.name, let binding = property.bindings.first,
      binding.accessorBlock == nil
    else { return [] }
    let type = binding.typeAnnotation.map { ": \($0.type.trimmedDescription)" } ?? ""
    let value = binding.initializer.map { " = \($0.value.trimmedDescription)" } ?? ""
    return [
      """
      @\(raw: module).ObservationStateIgnored private var _\(raw: name.plainName)\(raw: type)\(raw: value)
      """
    ]
  }
}

/// `@ObservationStateIgnored`: nothing but a mark.
enum ObservationStateIgnoredMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] { [] }
}
