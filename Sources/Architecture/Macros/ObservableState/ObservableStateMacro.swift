import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ObservableState`: makes the fields of a state observable, each on its own.
enum ObservableStateMacro {
  static let registrar = "_$observationRegistrar"

  /// The mark of a field that is not observed, and wrappers that are observable themselves.
  static let untracked = [
    "Fetch", "FetchAll", "FetchOne", "ObservationStateIgnored", "Shared", "SharedReader",
  ]
  /// Attributes that are not property wrappers.
  static let harmless = ["MainActor", "Sendable", "DependencyEndpoint"]

  /// Whether a member is a field that is observed on its own.
  static func isTracked(_ member: some DeclSyntaxProtocol) -> Bool {
    guard let property = member.as(VariableDeclSyntax.self), property.isStoredVariable
    else { return false }
    if property.attributes.contains("Presents"),
      !PresentsMacro.isValid(property) || property.bindings.first?.accessorBlock != nil
    {
      return false
    }
    return !untracked.contains { property.attributes.contains($0) }
  }

  /// An attribute that may be a property wrapper, which a computed property cannot have, or a macro
  /// or a global actor, which it can have.
  private static func possibleWrapper(of property: VariableDeclSyntax) -> AttributeSyntax? {
    // The mark says that there is none.
    guard !property.attributes.contains("ObservationStateTracked", "Presents") else { return nil }
    for element in property.attributes {
      guard case .attribute(let attribute) = element, attribute.name.first?.isUppercase == true,
        !harmless.contains(attribute.name)
      else { continue }
      return attribute
    }
    return nil
  }

  /// Reports fields that cannot be observed, and are not marked as ignored.
  static func diagnose(_ property: VariableDeclSyntax, _ context: some MacroExpansionContext) {
    if property.bindings.count > 1, property.bindingSpecifier.tokenKind == .keyword(.var),
      !property.modifiers.isStatic
    {
      context.diagnose(
        property,
        MacroMessage(
          """
          '@ObservableState' can't observe several properties that are declared at once. Write a 'var' \
          for each of them.
          """, id: "trackedSeveral"))
      return
    }
    guard property.isStoredVariable,
      !untracked.contains(where: { property.attributes.contains($0) })
    else { return }
    let name = property.name?.text ?? ""
    if let attribute = possibleWrapper(of: property) {
      context.diagnose(
        attribute,
        MacroMessage(
          """
          '@\(attribute.name)' can't be combined with '@ObservableState' if it is a property wrapper, \
          which needs a stored property: an observed field is a computed one. Mark the property \
          '@ObservationStateIgnored'; its changes are then observed only if the wrapper reports them. \
          Mark it '@ObservationStateTracked' if the attribute is a macro or a global actor.
          """, id: "trackedWithWrapper", severity: .warning),
        fixIts: ["ObservationStateIgnored", "ObservationStateTracked"].map {
          marking(property, with: $0)
        })
    } else if property.bindings.first?.accessorBlock != nil,
      property.attributes.contains("Presents")
    {
      context.diagnose(
        property,
        MacroMessage(
          """
          '\(name)' has 'willSet' or 'didSet', which a presented state can't have: '@Presents' turns it \
          into a computed property. Let the reducer do what is to happen, with \
          'onChange(of: \\.\(name))'.
          """, id: "trackedWithObservers"))
    }
  }

  private static func marking(_ property: VariableDeclSyntax, with mark: String) -> FixIt {
    var new = property.with(\.leadingTrivia, [])
    new.attributes.insert(
      .attribute(
        AttributeSyntax(
          attributeName: IdentifierTypeSyntax(name: .identifier(mark))
        ).with(\.leadingTrivia, property.leadingTrivia).with(\.trailingTrivia, .space)),
      at: new.attributes.startIndex)
    return .replace("Mark it '@\(mark)'", property, with: new)
  }
}

extension ObservableStateMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      return [
        identity(of: declaration, access: context.memberAccess(of: declaration)).declaration
      ]
    }
    if let declaration = declaration.as(StructDeclSyntax.self) {
      return members(
        of: declaration, access: context.memberAccess(of: declaration), in: context
      ).map(\.declaration)
    }
    return []
  }

  /// The members that make a struct observable.
  static func members(
    of declaration: StructDeclSyntax, access: String, in context: some MacroExpansionContext
  ) -> [GeneratedCode] {
    for member in declaration.memberBlock.members.flattened {
      if let property = member.as(VariableDeclSyntax.self) { diagnose(property, context) }
    }
    let fields = declaration.memberBlock.members.mapKeepingConditions { member -> [String] in
      guard isTracked(member), let property = member.as(VariableDeclSyntax.self),
        let name = property.name?.text
      else { return [] }
      let stored = "_\(property.name?.plainName ?? name)"
      let offset = "Swift.MemoryLayout<Self>.offset(of: \\Self.\(stored))"
      let field = fieldKey(name)
      let isPresented = property.attributes.contains("Presents")
      // The storage of a presented state is its wrapper.
      return [(name, isPresented ? "nil" : offset)].map(entry)
        + (isPresented ? [("$\(name)", offset)].map(entry) : [])

      func entry(_ name: String, _ offset: String) -> String {
        """
        if isSought(\\Self.\(name), \(field)) {
        return \(module)._ObservedProperty(
        field: \(field), offset: \(offset), idOffset: _$idOffset)
        }
        """
      }
    }
    var members: [GeneratedCode] = [
      """
      var \(registrar) = \
      \(module).ObservationStateRegistrar()
      """,
      """
      \(access)var _$id: \(module).ObservableStateID { \(registrar).id }
      """,
      """
      \(access)static var _$idOffset: Swift.Int? { \
      Swift.MemoryLayout<Self>.offset(of: \\Self.\(registrar)) }
      """,
    ]
    if !fields.isEmpty {
      members.append(
        """
        \(access)static func _$property(
        where isSought: (Swift.PartialKeyPath<Self>, Swift.UInt32) -> Swift.Bool
        ) -> \(module)._ObservedProperty? {
        \(fields.joined(separator: "\n"))
        return nil
        }
        """)
    }
    return members + codingKeys(of: declaration)
  }

  /// The storage has another name than the property. Encoding uses the written names.
  ///
  /// Needed by each state, as an extension that the macro does not see may declare `Codable`.
  private static func codingKeys(of declaration: StructDeclSyntax) -> [GeneratedCode] {
    let members = declaration.memberBlock.members
    guard !members.declaresType("CodingKeys"), members.flattened.contains(where: isTracked)
    else { return [] }
    func cases(_ member: DeclSyntax) -> [String] {
      guard let property = member.as(VariableDeclSyntax.self), !property.modifiers.isStatic
      else { return [] }
      if isTracked(property), let name = property.name?.plainName {
        return ["case _\(name) = \"\(name)\""]
      }
      let isConstant = property.bindingSpecifier.tokenKind == .keyword(.let)
      guard isConstant || property.isStoredVariable else { return [] }
      return property.bindings.compactMap {
        $0.pattern.as(IdentifierPatternSyntax.self).map { "case \($0.identifier.text)" }
      }
    }
    // An enum without cases can have no raw type.
    guard members.contains(where: { !cases($0.decl).isEmpty }) else { return [] }
    return [
      """
      private enum CodingKeys: Swift.String, \(module)._ObservedCodingKey {
      \(members.mapKeepingConditions(cases).joined(separator: "\n"))
      }
      """
    ]
  }

  /// The identity of an enum: its case, and the identity of the payload.
  static func identity(of declaration: EnumDeclSyntax, access: String) -> GeneratedCode {
    var tag = 0
    let cases = declaration.memberBlock.members.mapKeepingConditions { member in
      member.usableCases.map { element in
        defer { tag += 1 }
        let name = element.name.text
        let count = element.parameterClause?.parameters.count ?? 0
        guard count > 0 else {
          return """
            case .\(name): \
            return \(module).ObservableStateID._$inert._$tag(\(tag))
            """
        }
        // Several payloads are not a state, and may all have changed.
        let payload =
          count == 1 ? "v0" : "(\((0..<count).map { "v\($0)" }.joined(separator: ", ")))"
        return """
          case let .\(name)(\((0..<count).map { "v\($0)" }.joined(separator: ", "))): \
          return \(module).ObservableStateID._$id(for: \(payload))._$tag(\(tag))
          """
      }
    }
    return """
      \(access)var _$id: \(module).ObservableStateID {
      switch self {
      \(cases.joined(separator: "\n"))
      \(declaration.memberBlock.members.impossibleCase)}
      }
      """
  }
}

extension ObservableStateMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(StructDeclSyntax.self), isTracked(member),
      let property = member.as(VariableDeclSyntax.self),
      !property.attributes.contains("ObservationStateTracked", "Presents")
    else { return [] }
    return [AttributeSyntax(generated: "\(module).ObservationStateTracked")]
  }
}

extension ObservableStateMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self) else {
      diagnose(kindOf: declaration, node, context)
      return []
    }
    guard protocols.contains(where: { $0.trimmedDescription.hasSuffix("ObservableState") })
    else { return [] }
    let conformance: GeneratedCode = """
      \(declaration.availability)\(declaration.modifiers.isolation)extension \
      \(type.trimmed): \(module).ObservableState {}
      """
    return [conformance.extension]
  }

  private static func diagnose(
    kindOf declaration: some DeclGroupSyntax, _ node: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) {
    let kind = declaration.kind
    context.diagnose(
      node,
      MacroMessage(
        """
        '@ObservableState' can't be applied to \(kind?.word ?? "this declaration"): a reducer changes \
        its state in place and tests compare it, which takes a value. Make it a struct\
        \(declaration.is(ClassDeclSyntax.self) ? ", or use '@Observable' for a class that is no state" : "").
        """, id: "observableStateNotValue"),
      fixIts: declaration.structFixIts)
  }
}
