import SwiftSyntax

/// The types, functions and closures around a place.
struct MutantScopes {
  private struct Scope {
    let node: SyntaxIdentifier
    let name: String?
    let returned: String?
    let isInitializer: Bool
    let isType: Bool
    let lines: [Int]
    /// Variables that assignments initialize: without one of these, the code does not compile.
    var uninitialized: Set<String> = []
  }

  private var scopes: [Scope] = []

  /// The function with the types around it.
  var function: String { scopes.compactMap(\.name).joined(separator: ".") }

  /// The lines of the innermost function or type with a name.
  var lines: [Int] { scopes.last { $0.name != nil }?.lines ?? [] }

  /// The type of the values that are returned here; nil within closures, of which it is unknown.
  var returned: String? { scopes.last?.returned }

  var isOfType: Bool { scopes.last?.isType ?? true }

  mutating func enter(
    _ node: Syntax, _ name: String?, returning returned: String?, isInitializer: Bool, isType: Bool,
    lines: [Int]
  ) {
    scopes.append(
      Scope(
        node: node.id, name: name, returned: returned, isInitializer: isInitializer,
        isType: isType, lines: lines))
  }

  mutating func leave(_ node: Syntax) {
    if scopes.last?.node == node.id { scopes.removeLast() }
  }

  mutating func declare(_ name: String, isInitialized: Bool) {
    guard !isInitialized, !isOfType else { return }
    scopes[scopes.count - 1].uninitialized.insert(name)
  }

  /// Whether an assignment may be the one that initializes a variable or a property.
  func isInitialized(by target: String) -> Bool {
    scopes.contains { $0.uninitialized.contains(target) }
      || scopes.last?.isInitializer == true && !target.dropFirst("self.".count).contains(".")
  }

  /// Whether a statement is the only one of a function that returns it.
  func isImplicitResult(_ node: CodeBlockItemSyntax) -> Bool {
    guard let returned, returned != "Void",
      let list = node.parent?.as(CodeBlockItemListSyntax.self),
      list.count == 1
    else { return false }
    let block = list.parent
    return block?.is(CodeBlockSyntax.self) == true
      && (block?.parent?.is(FunctionDeclSyntax.self) == true
        || block?.parent?.is(AccessorDeclSyntax.self) == true)
      || block?.is(AccessorBlockSyntax.self) == true
  }
}
