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
      let name = property.name
    else { return [] }
    let stored = "_\(name.plainName)"
    let field = fieldKey(name.text)
    let registrar = ObservableStateMacro.registrar
    let reading: [AccessorDeclSyntax] = [
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
    ]
    guard property.bindings.first?.accessorBlock == nil else {
      // The storage has the written `willSet` and `didSet`, which run for one assignment and may
      // use all of the state.
      return reading + [
        """
        set {
        var value = \(raw: stored)
        \(raw: registrar).mutate(
        \(raw: field), &value, newValue, \(raw: module)._$isIdentityEqual)
        \(raw: stored) = value
        }
        """
      ]
    }
    return reading + [
      """
      set {
      \(raw: registrar).mutate(
      \(raw: field), &\(raw: stored), newValue, \(raw: module)._$isIdentityEqual, of: Self.self)
      }
      """,
      """
      _modify {
      let before = \(raw: registrar).willModify(\(raw: field), &\(raw: stored))
      defer {
      \(raw: registrar).didModify(\(raw: field), &\(raw: stored), before, of: Self.self)
      }
      yield &\(raw: stored)
      }
      """,
    ]
  }
}

extension ObservationStateTrackedMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = declaration.as(VariableDeclSyntax.self), property.isStoredVariable,
      let name = property.name, let binding = property.bindings.first
    else { return [] }
    let type = binding.typeAnnotation.map { ": \($0.type.trimmedDescription)" } ?? ""
    let value = binding.initializer.map { " = \($0.value.trimmedDescription)" } ?? ""
    let observers = binding.accessorBlock.map { " \($0.trimmedDescription)" } ?? ""
    return [
      """
      @\(raw: module).ObservationStateIgnored private var \
      _\(raw: name.plainName)\(raw: type)\(raw: value)\(raw: observers)
      """
    ]
  }
}

/// `@ObservationStateIgnored`: only a marker.
enum ObservationStateIgnoredMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] { [] }
}
