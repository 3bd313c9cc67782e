import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The module that qualifies names in generated code.
let module = "ComposableArchitecture"

extension DeclModifierListSyntax {
  /// The access of generated members that are as visible as their type: `public ` and the like, or
  /// nothing.
  var memberAccess: String {
    for modifier in self {
      switch modifier.name.tokenKind {
      case .keyword(.public), .keyword(.open): return "public "
      case .keyword(.package): return "package "
      default: continue
      }
    }
    return ""
  }

  /// Whether an access level is written. `private(set)` is none of the declaration itself.
  fileprivate var hasAccess: Bool {
    let levels: [Keyword] = [.open, .public, .package, .internal, .fileprivate, .private]
    return contains { modifier in
      modifier.detail == nil && levels.contains { modifier.name.tokenKind == .keyword($0) }
    }
  }

  /// `nonisolated ` if it is written, which generated code for the type has to repeat: with
  /// main-actor isolation as the default, it applies to nested types and extensions, too.
  var isolation: String {
    contains { $0.name.tokenKind == .keyword(.nonisolated) && $0.detail == nil }
      ? "nonisolated " : ""
  }

  /// Whether one of the modifiers is `static` or `class`.
  var isStatic: Bool {
    contains { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
  }
}

extension MacroExpansionContext {
  /// The access of generated members that are as visible as their type, which may take its access
  /// from the extension around it.
  func memberAccess(of declaration: some DeclGroupSyntax) -> String {
    guard !declaration.modifiers.hasAccess,
      let outer = lexicalContext.first?.as(ExtensionDeclSyntax.self)
    else { return declaration.modifiers.memberAccess }
    return outer.modifiers.memberAccess
  }

  /// Whether the type is private within another, so that no extension can be made of it.
  func isHidden(_ declaration: some DeclGroupSyntax) -> Bool {
    !lexicalContext.isEmpty
      && declaration.modifiers.contains { $0.name.tokenKind == .keyword(.private) }
  }
}

extension AttributeListSyntax {
  /// The attribute of a name, however it is qualified.
  func attribute(named name: String) -> AttributeSyntax? {
    for element in self {
      guard case .attribute(let attribute) = element, attribute.name == name else { continue }
      return attribute
    }
    return nil
  }

  /// Whether there is an attribute of one of the names.
  func contains(_ names: String...) -> Bool {
    names.contains { attribute(named: $0) != nil }
  }
}

extension AttributeListSyntax.Element {
  /// Whether this is the attribute of a name, and no condition.
  func isAttribute(_ name: String) -> Bool {
    guard case .attribute(let attribute) = self else { return false }
    return attribute.name == name
  }
}

extension AttributeSyntax {
  /// The last part of the attribute's name.
  var name: String {
    if let type = attributeName.as(IdentifierTypeSyntax.self) { return type.name.text }
    if let type = attributeName.as(MemberTypeSyntax.self) { return type.name.text }
    return attributeName.trimmedDescription
  }
}

extension DeclGroupSyntax {
  /// The keyword of this type's declaration, and its name in messages.
  var kind: (keyword: TokenSyntax, word: String)? {
    if let type = self.as(ClassDeclSyntax.self) { return (type.classKeyword, "a class") }
    if let type = self.as(ActorDeclSyntax.self) { return (type.actorKeyword, "an actor") }
    if let type = self.as(ProtocolDeclSyntax.self) { return (type.protocolKeyword, "a protocol") }
    if let type = self.as(StructDeclSyntax.self) { return (type.structKeyword, "a struct") }
    if let type = self.as(EnumDeclSyntax.self) { return (type.enumKeyword, "an enum") }
    if let type = self.as(ExtensionDeclSyntax.self) {
      return (type.extensionKeyword, "an extension")
    }
    return nil
  }

  /// The type's name.
  var typeName: String {
    asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
  }

  /// Whether the type's declaration names one of the protocols.
  func inherits(from names: String...) -> Bool {
    inheritanceClause?.inheritedTypes.contains { inherited in
      let name = inherited.type.trimmedDescription.split(separator: ".").last.map(String.init)
      return names.contains { name == $0 || name?.hasPrefix("\($0)<") == true }
    } ?? false
  }
}

extension MemberBlockItemListSyntax {
  /// All members, those in `#if` included.
  var flattened: [DeclSyntax] {
    flatMap { item -> [DeclSyntax] in
      guard let condition = item.decl.as(IfConfigDeclSyntax.self) else { return [item.decl] }
      return condition.clauses.flatMap { clause -> [DeclSyntax] in
        guard case .decls(let members) = clause.elements else { return [] }
        return members.flattened
      }
    }
  }

  /// Whether a type or a type alias of a name is declared.
  func declaresType(_ name: String) -> Bool {
    flattened.contains {
      ($0.asProtocol((any DeclGroupSyntax).self)?.typeName == name)
        || $0.as(TypeAliasDeclSyntax.self)?.name.text == name
    }
  }

  /// Transforms the members, and wraps the results for those in `#if` in the same conditions.
  ///
  /// - Parameter body: Returns the code for one member.
  func mapKeepingConditions(_ body: (DeclSyntax) -> [String]) -> [String] {
    flatMap { item -> [String] in
      guard let condition = item.decl.as(IfConfigDeclSyntax.self) else { return body(item.decl) }
      let clauses = condition.clauses.map { clause -> (head: String, lines: [String]) in
        let head = [clause.poundKeyword.text, clause.condition?.trimmedDescription]
          .compactMap { $0 }.joined(separator: " ")
        guard case .decls(let members) = clause.elements else { return (head, []) }
        return (head, members.mapKeepingConditions(body))
      }
      guard clauses.contains(where: { !$0.lines.isEmpty }) else { return [] }
      return clauses.flatMap { [$0.head] + $0.lines } + ["#endif"]
    }
  }
}

extension MemberBlockItemListSyntax {
  /// The last case of a `switch` over an enum with these cases.
  ///
  /// If no case can have a value, as in `enum Alert { case alert(Never) }`, the compiler requires
  /// another one. It does not warn of a pattern that never matches, unlike of a `default`.
  var impossibleCase: String {
    let cases = flattened.filter { $0.is(EnumCaseDeclSyntax.self) }
    let isComplete = cases.allSatisfy { !$0.usableCases.isEmpty }
    let hasPlainCase = contains { item in
      item.decl.usableCases.contains { $0.parameterClause == nil }
    }
    return cases.isEmpty || isComplete && hasPlainCase ? "" : "case _: Swift.fatalError()\n"
  }
}

extension MemberBlockItemListSyntax {
  /// The names of cases that other cases have already: two properties cannot have one name.
  var repeatedCaseNames: [TokenSyntax] { repeatedCaseNames(besides: []) }

  private func repeatedCaseNames(besides others: Set<String>) -> [TokenSyntax] {
    var seen = others
    let names = flatMap { $0.decl.as(EnumCaseDeclSyntax.self)?.elements.map(\.name) ?? [] }
    let repeated = names.filter { !seen.insert($0.plainName).inserted }
    // Cases in clauses of `#if` may exclude each other.
    return flatMap { item -> [TokenSyntax] in
      item.decl.as(IfConfigDeclSyntax.self)?.clauses.flatMap { clause -> [TokenSyntax] in
        guard case .decls(let members) = clause.elements else { return [] }
        return members.repeatedCaseNames(besides: seen)
      } ?? []
    } + repeated
  }
}

extension VariableDeclSyntax {
  /// The name, if the declaration is of one property.
  var name: TokenSyntax? {
    bindings.count == 1
      ? bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier : nil
  }

  /// Whether this is a stored instance `var`, without accessors other than observers.
  var isStoredVariable: Bool {
    guard bindingSpecifier.tokenKind == .keyword(.var), !modifiers.isStatic, name != nil,
      !modifiers.contains(where: { $0.name.tokenKind == .keyword(.lazy) })
    else { return false }
    switch bindings.first?.accessorBlock?.accessors {
    case nil: return true
    case .getter: return false
    case .accessors(let accessors):
      return accessors.allSatisfy {
        [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
      }
    }
  }
}

extension TokenSyntax {
  /// The name without back-ticks, as in a key path or a message.
  var plainName: String {
    text.hasPrefix("`") && text.hasSuffix("`") ? String(text.dropFirst().dropLast()) : text
  }

  /// Whether `Root.name` means a type, even with back-ticks. Without the root, the name means the
  /// member.
  var isMetatypeName: Bool { ["self", "Self", "Type", "Protocol"].contains(plainName) }
}

/// The accessor of a property with an error that was reported: without one, the compiler would
/// report a missing accessor as well.
let invalidGetter = GeneratedCode("get { Swift.preconditionFailure() }").accessor

/// The key of a property's name in generated code: the same wherever it is computed.
func fieldKey(_ name: String) -> String {
  var hash: UInt32 = 2_166_136_261
  for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
  return "\(hash == 0 ? 1 : hash)"
}

extension SyntaxProtocol {
  /// Replaces names of types, among them `Self`, by others.
  func replacing(_ names: [String: String]) -> Syntax {
    TypeNames(names).rewrite(self)
  }
}

private final class TypeNames: SyntaxRewriter {
  private let names: [String: String]

  init(_ names: [String: String]) {
    self.names = names
  }

  override func visit(_ token: TokenSyntax) -> TokenSyntax {
    let isType =
      token.tokenKind == .keyword(.Self) || token.parent?.is(IdentifierTypeSyntax.self) == true
    guard isType, let name = names[token.text] else { return token }
    return token.with(\.tokenKind, .identifier(name))
  }
}
