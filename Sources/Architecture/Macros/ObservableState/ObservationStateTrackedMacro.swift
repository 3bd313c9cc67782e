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
    let reading: [GeneratedCode] = [
      """
      @storageRestrictions(initializes: \(stored))
      init(initialValue) {
      \(stored) = initialValue
      }
      """,
      """
      get {
      \(registrar).access(\(field), \(stored))
      }
      """,
    ]
    guard property.bindings.first?.accessorBlock == nil else {
      // The storage has the written `willSet` and `didSet`, which run for one assignment and may
      // use all of the state.
      let writing: GeneratedCode = """
        set {
        var value = \(stored)
        \(registrar).mutate(
        \(field), &value, newValue, \(module)._$isIdentityEqual)
        \(stored) = value
        }
        """
      return (reading + [writing]).map(\.accessor)
    }
    let writing: [GeneratedCode] = [
      """
      set {
      \(registrar).mutate(
      \(field), &\(stored), newValue, \(module)._$isIdentityEqual, of: Self.self)
      }
      """,
      """
      _modify {
      let before = \(registrar).willModify(\(field), &\(stored))
      defer {
      \(registrar).didModify(\(field), &\(stored), before, of: Self.self)
      }
      yield &\(stored)
      }
      """,
    ]
    return (reading + writing).map(\.accessor)
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
    let storage: GeneratedCode = """
      private var \
      _\(name.plainName)\(type)\(value)\(observers)
      """
    return [storage.declaration]
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
