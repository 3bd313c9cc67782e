import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@CasePathable`: a table of case paths for an enum.
enum CasePathableMacro {
  /// The code for an enum's cases.
  struct Table {
    let access: String
    let enumName: String
    let members: MemberBlockItemListSyntax

    init(_ declaration: EnumDeclSyntax, access: String) {
      self.access = access
      enumName = declaration.name.text
      members = declaration.memberBlock.members
    }

    private func lines(_ line: (EnumCaseElementSyntax) -> String) -> String {
      members.mapKeepingConditions { member in
        member.usableCases.map(line)
      }.joined(separator: "\n")
    }

    private var hasCases: Bool { members.flattened.contains { !$0.usableCases.isEmpty } }

    /// The protocols that the enum conforms to through its table. An enum without cases has no
    /// table.
    var conformances: [String] {
      ["\(module).CasePathable", "\(module).CasePathIterable"]
        + (hasCases ? ["\(module)._NamedCases"] : [])
    }

    var declarations: [GeneratedCode] {
      [
        table,
        """
        \(access)nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
        """,
      ] + aliases + names
    }

    // MARK: Names

    private var names: [GeneratedCode] {
      guard hasCases else { return [] }
      var count = 0
      let cases = lines { element in
        defer { count += 1 }
        let name = element.name.text
        let values = (element.parameterClause?.parameters ?? []).indices.enumerated()
          .map { "v\($0.offset)" }.joined(separator: ", ")
        guard !values.isEmpty else {
          return """
            case .\(name): \
            return names.name(case: \(count), "\(element.name.plainName)")
            """
        }
        let payload = values.contains(",") ? "(\(values))" : values
        return """
          case let .\(name)(\(values)): \
          return names.name(case: \(count), "\(element.name.plainName)", \(payload))
          """
      }
      return [
        "\(access)nonisolated static var _$caseCount: Swift.Int { \(count) }",
        """
        \(access)nonisolated static func _$name(of value: \(enumName), in names: \
        \(module)._CaseNames) -> Swift.UnsafePointer<Swift.CChar> {
        switch value {
        \(cases)
        \(members.impossibleCase)}
        }
        """,
      ]
    }

    private var table: GeneratedCode {
      """
      \(access)nonisolated struct AllCasePaths: \(module).CasePathReflectable, Swift.Sendable, \
      Swift.Sequence {
      \(access)subscript(root: \(root)) -> \
      \(module).PartialCaseKeyPath<\(root)> {
      \(reflection)
      }
      \(lines(property))
      \(access)func makeIterator() -> \
      Swift.IndexingIterator<[\(module).PartialCaseKeyPath<\(root)>]> {
      \(iteration)
      }
      }
      """
    }

    private var reflection: String {
      guard hasCases else { return "" }
      return """
        switch root {
        \(lines { "case .\($0.name.text): return \\.\($0.name.text)" })
        \(members.impossibleCase)}
        """
    }

    private var iteration: String {
      guard hasCases else { return "return [].makeIterator()" }
      return """
        var allCasePaths: [\(module).PartialCaseKeyPath<\(root)>] = []
        \(lines { "allCasePaths.append(\\.\($0.name.text))" })
        return allCasePaths.makeIterator()
        """
    }

    private func property(of element: EnumCaseElementSyntax) -> String {
      let name = element.name.text
      let parameters = element.parameterClause?.parameters.map { $0 } ?? []
      guard !parameters.isEmpty else {
        return """
          \(access)var \(name): \(module).AnyCasePath<\(root), Swift.Void> {
          \(module).AnyCasePath<\(root), Swift.Void>(
          _unsafeEmbed: { \(element.name.isMetatypeName ? "" : root).\(name) },
          extract: {
          guard case .\(name) = $0 else { return nil }
          return ()
          }
          )
          }
          """
      }
      let value = valueType(of: parameters)
      let bindings = parameters.indices.map { "v\($0)" }.joined(separator: ", ")
      return """
        \(access)var \(name): \(module).AnyCasePath<\(root), \(value)> {
        \(module).AnyCasePath<\(root), \(value)>(
        _unsafeEmbed: \(embedding(element.name, parameters)),
        extract: {
        guard case let .\(name)(\(bindings)) = $0 else { return nil }
        return \(parameters.count == 1 ? bindings : "(\(bindings))")
        }
        )
        }
        """
    }

    /// The constructor of a case with one value: the compiler warns of a closure that is never
    /// executed if the value's type is `Never`, or an action without cases.
    private func embedding(
      _ name: TokenSyntax, _ parameters: [EnumCaseParameterSyntax]
    ) -> String {
      // The compiler warns of the constructor of a case named 'self' unless it is called.
      if parameters.count == 1, name.plainName != "self", !parameters[0].isAutoclosure {
        // With a label, 'Type' means the case.
        let label = parameters[0].label ?? (name.isMetatypeName ? "_" : nil)
        return "\(root).\(name.text)\(label.map { "(\($0):)" } ?? "")"
      }
      let arguments = parameters.enumerated().map { index, parameter in
        parameter.argument(parameters.count == 1 ? "$0" : "$0.\(index)")
      }.joined(separator: ", ")
      return "{ \(name.isMetatypeName ? "" : root).\(name.text)(\(arguments)) }"
    }

    private func valueType(of parameters: [EnumCaseParameterSyntax]) -> String {
      let types = parameters.map { qualified($0.type) }
      guard parameters.count > 1 else { return types[0] }
      let elements = zip(parameters, types).map { parameter, type in
        parameter.label.map { "\($0): \(type)" } ?? type
      }
      return "(\(elements.joined(separator: ", ")))"
    }

    // MARK: Names that mean something else within the table

    /// The table is a sequence with an `Element`, and so on, which would shadow types of these
    /// names.
    private static let shadowed = ["Element", "Iterator", "Root", "AllCasePaths"]

    /// The name of the enum within its table.
    private var root: String {
      Self.shadowed.contains(enumName) ? "_$\(enumName)" : enumName
    }

    private func qualified(_ type: TypeSyntax) -> String {
      let shadowed = Self.shadowed.map { ($0, "_$\($0)") }
      return type.asArgument.replacing(
        Dictionary(uniqueKeysWithValues: shadowed + [("Self", root)])
      ).trimmedDescription
    }

    private var aliases: [GeneratedCode] {
      let finder = ShadowedNamesFinder(viewMode: .sourceAccurate)
      for declaration in members.flattened {
        guard let cases = declaration.as(EnumCaseDeclSyntax.self) else { continue }
        for element in cases.elements { element.parameterClause.map { finder.walk($0) } }
      }
      return Self.shadowed.filter { finder.names.contains($0) || $0 == enumName }.map {
        "\(access)typealias _$\($0) = \($0)"
      }
    }

    private final class ShadowedNamesFinder: SyntaxVisitor {
      var names: Set<String> = []

      override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        names.insert(node.name.text)
        return .visitChildren
      }
    }
  }
}

extension DeclSyntax {
  /// The cases that are declared here, and that generated code can name.
  var usableCases: [EnumCaseElementSyntax] {
    guard let cases = self.as(EnumCaseDeclSyntax.self) else { return [] }
    let isUnavailable = cases.attributes.contains { element in
      guard case .attribute(let attribute) = element, attribute.name == "available" else {
        return false
      }
      return attribute.arguments?.trimmedDescription.contains(/^\*, *unavailable/) == true
    }
    return isUnavailable ? [] : Array(cases.elements)
  }
}

extension EnumCaseParameterSyntax {
  /// The label of the payload.
  var label: String? {
    firstName.flatMap { name in
      if name.tokenKind == .wildcard { return nil }
      // Few keywords need back-ticks before a colon; the compiler warns of back-ticks around
      // others.
      return ["inout", "let", "var"].contains(name.plainName) ? name.text : name.plainName
    }
  }

  /// Whether the case is created with an expression that it evaluates later.
  fileprivate var isAutoclosure: Bool {
    type.as(AttributedTypeSyntax.self)?.attributes.contains("autoclosure") == true
  }

  /// An argument of the case's constructor.
  ///
  /// - Parameter value: A value of this payload.
  func argument(_ value: String) -> String {
    (label.map { "\($0): " } ?? "") + value + (isAutoclosure ? "()" : "")
  }
}

extension TypeSyntax {
  /// The type of a payload, as an argument of a generic type, which cannot be `Int!` or an
  /// `@autoclosure`.
  fileprivate var asArgument: TypeSyntax {
    if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return TypeSyntax(OptionalTypeSyntax(wrappedType: optional.wrappedType))
    }
    guard var function = self.as(AttributedTypeSyntax.self) else { return self }
    function.attributes = function.attributes.filter { !$0.isAttribute("autoclosure") }
    return TypeSyntax(function)
  }
}

extension CasePathableMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(EnumDeclSyntax.self),
      !declaration.memberBlock.members.declaresType("AllCasePaths"),
      declaration.memberBlock.members.repeatedCaseNames.isEmpty
    else { return [] }
    return Table(declaration, access: context.memberAccess(of: declaration)).declarations
      .map(\.declaration)
  }

  private static func diagnose(
    kindOf declaration: some DeclGroupSyntax, _ node: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) {
    context.diagnose(
      node,
      MacroMessage(
        """
        '@CasePathable' can't be applied to \(declaration.kind?.word ?? "this declaration"): it makes \
        key paths to the cases of an enum. The properties of other types have key paths already, so \
        leave the attribute out.
        """, id: "casePathableNotEnum"),
      fixIts: [
        .replace(
          "Remove '@CasePathable'", node, with: AttributeListSyntax([]))
      ])
  }

  /// Reports the names of cases that other cases have already.
  static func diagnose(
    repeated names: [TokenSyntax], by macro: String, _ context: some MacroExpansionContext
  ) {
    for name in names {
      context.diagnose(
        name,
        MacroMessage(
          """
          '\(macro)' can't distinguish two cases that are both called '\(name.plainName)': a key \
          path names a case without its payload. Give this one another name.
          """, id: "casePathableOverload"))
    }
  }
}

extension CasePathableMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else {
      diagnose(kindOf: declaration, node, context)
      return []
    }
    let repeated = declaration.memberBlock.members.repeatedCaseNames
    diagnose(repeated: repeated, by: "@CasePathable", context)
    guard repeated.isEmpty, !protocols.isEmpty else { return [] }
    let missing = protocols.map(\.trimmedDescription)
    let names = Table(declaration, access: "").conformances
      .filter { name in missing.contains { name.hasSuffix(".\($0)") || name == $0 } }
      .joined(separator: ", ")
    guard !names.isEmpty,
      !declaration.inherits(from: "CasePathable") || !context.isHidden(declaration)
    else { return [] }
    let conformance: GeneratedCode =
      "\(declaration.availability)nonisolated extension \(type.trimmed): \(names) {}"
    return [conformance.extension]
  }
}

extension DeclGroupSyntax {
  /// The type's `@available`, which its extensions have to repeat.
  var availability: AttributeListSyntax {
    attributes.filter { $0.isAttribute("available") }
  }
}
