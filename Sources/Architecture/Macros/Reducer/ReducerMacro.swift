import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Reducer`: on a struct, adds missing declarations; on an enum, generates a reducer that runs
/// one of several features.
enum ReducerMacro {
  /// The protocols in `@Reducer(state: .equatable, action: .sendable)`.
  static func conformances(_ label: String, of node: AttributeSyntax) -> [String] {
    guard case .argumentList(let arguments)? = node.arguments else { return [] }
    let known = [
      "codable": "Swift.Codable", "decodable": "Swift.Decodable", "encodable": "Swift.Encodable",
      "equatable": "Swift.Equatable", "hashable": "Swift.Hashable", "sendable": "Swift.Sendable",
    ]
    var isOfLabel = false
    return arguments.compactMap { argument in
      if let name = argument.label?.text { isOfLabel = name == label }
      guard isOfLabel, let member = argument.expression.as(MemberAccessExprSyntax.self) else {
        return nil
      }
      return known[member.declName.baseName.text]
    }
  }

  private static func diagnoseKind(
    _ declaration: some DeclGroupSyntax, _ node: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) {
    let kind = declaration.kind
    context.diagnose(
      node,
      MacroMessage(
        """
        '@Reducer' can't be applied to \(kind?.word ?? "this declaration"): a reducer holds no state of \
        its own, which is in its 'State'. Make it a struct, or an enum with one case for each of \
        several features.
        """, id: "reducerKind"), fixIts: declaration.structFixIts)
  }
}

extension ReducerMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    let expected: [String]
    var verification: String?
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      let expansion = CaseReducerExpansion(declaration, node, context)
      expansion.diagnose(in: context)
      guard expansion.isValid else { return [] }
      expected = ["CaseReducer", "Reducer"]
      verification = expansion.verification
    } else if declaration.is(StructDeclSyntax.self) {
      expected = ["Reducer"]
    } else {
      diagnoseKind(declaration, node, context)
      return []
    }
    let conformances = expected.filter { name in
      !declaration.inherits(from: name)
        && protocols.contains {
          $0.trimmedDescription.split(separator: ".").last.map(String.init) == name
        }
    }
    if conformances.isEmpty, verification == nil || context.isHidden(declaration) { return [] }
    let names = conformances.map { "\(module).\($0)" }.joined(separator: ", ")
    let conformance: GeneratedCode = """
      \(declaration.availability)\(declaration.modifiers.isolation)extension \
      \(type.trimmed)\(names.isEmpty ? "" : ": \(names)") {\(verification ?? "")}
      """
    return [conformance.extension]
  }
}

extension ReducerMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    if declaration.is(EnumDeclSyntax.self) { return [] }
    if let member = member.as(EnumDeclSyntax.self), ["State", "Action"].contains(member.name.text) {
      var attributes: [AttributeSyntax] = []
      if !member.attributes.contains("CasePathable"), !member.inherits(from: "CasePathable") {
        attributes.append(AttributeSyntax(generated: "\(module).CasePathable"))
      }
      if !member.attributes.contains("dynamicMemberLookup") {
        attributes.append(AttributeSyntax(generated: "dynamicMemberLookup"))
      }
      return attributes
    }
    if let property = member.as(VariableDeclSyntax.self), property.name?.text == "body",
      !property.modifiers.isStatic, needsBuilder(property)
    {
      return [AttributeSyntax(generated: "\(module).ReducerBuilder<Self.State, Self.Action>")]
    }
    return []
  }

  /// Whether a body lists reducers, rather than returning one.
  private static func needsBuilder(_ property: VariableDeclSyntax) -> Bool {
    guard !property.attributes.contains("ReducerBuilder"),
      let binding = property.bindings.first, let accessors = binding.accessorBlock?.accessors
    else { return false }
    let items: CodeBlockItemListSyntax?
    switch accessors {
    case .getter(let body): items = body
    case .accessors(let list):
      items = list.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }?.body?.statements
    }
    return items?.contains { $0.item.is(ReturnStmtSyntax.self) } == false
  }
}

extension ReducerMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      return CaseReducerExpansion(declaration, node, context).declarations.map(\.declaration)
    }
    guard let declaration = declaration.as(StructDeclSyntax.self) else { return [] }
    return members(of: declaration, node, context).map(\.declaration)
  }

  private static func members(
    of declaration: StructDeclSyntax, _ node: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) -> [GeneratedCode] {
    let access = context.memberAccess(of: declaration)
    let isolation = declaration.modifiers.isolation
    let members = declaration.memberBlock.members
    let generics = declaration.genericParameterClause?.parameters.map(\.name.text) ?? []
    let logic = ReducerLogicFinder(members.flattened)
    diagnoseState(members, context)
    logic.diagnose(in: context)

    var result: [GeneratedCode] = []
    let isMissing = { name in !members.declaresType(name) && !generics.contains(name) }
    if isMissing("State") {
      switch logic.origin(of: "State", in: declaration) {
      case .generated: result.append(state(access + isolation, in: context))
      case .elsewhere(let type): result.append("\(access)typealias State = \(type)")
      case .inferred: break
      }
    }
    if isMissing("Action") {
      switch logic.origin(of: "Action", in: declaration) {
      case .generated:
        result.append(
          GeneratedEnum(
            access: access + isolation, name: "Action",
            conformances: ["Swift.Equatable", "Swift.Hashable", "Swift.Sendable"], cases: ""
          ).code)
      case .elsewhere(let type): result.append("\(access)typealias Action = \(type)")
      case .inferred: break
      }
    }
    if !logic.hasBody, !logic.hasReduce {
      result.append(
        """
        \(access)var body: some \(module).Reducer<Self.State, Self.Action> {
        \(module).EmptyReducer<Self.State, Self.Action>()
        }
        """)
    }
    return result
  }

  /// A state without fields, generated like a ``GeneratedEnum``: without an attribute.
  private static func state(
    _ access: String, in context: some MacroExpansionContext
  ) -> GeneratedCode {
    let plain: DeclSyntax = "\(raw: access)struct State {}"
    let members = plain.as(StructDeclSyntax.self).map {
      ObservableStateMacro.members(of: $0, access: $0.modifiers.memberAccess, in: context)
    }
    return """
      \(access)struct State: Swift.Codable, Swift.Equatable, Swift.Hashable, Swift.Sendable, \
      \(module).ObservableState {
      \((members ?? []).map(\.text).joined(separator: "\n"))
      \(access)init() {}
      }
      """
  }

  private static func diagnoseState(
    _ members: MemberBlockItemListSyntax, _ context: some MacroExpansionContext
  ) {
    for member in members.flattened {
      guard let type = member.asProtocol((any DeclGroupSyntax).self), let kind = type.kind,
        member.is(ClassDeclSyntax.self) || member.is(ActorDeclSyntax.self)
      else { continue }
      switch type.typeName {
      case "State":
        context.diagnose(
          kind.keyword,
          MacroMessage(
            """
            'State' is \(kind.word), and has to be a struct or an enum: a test compares it with what it \
            was before, and \(kind.word) can change at any time.
            """, id: "reducerStateKind"),
          fixIts: type.structFixIts)
      case "Action":
        context.diagnose(
          kind.keyword,
          MacroMessage(
            """
            'Action' is \(kind.word), and has to be an enum: one case for each thing that can happen.
            """, id: "reducerActionKind"))
      default: continue
      }
    }
  }
}

/// Finds the logic of a struct, and declarations that look like it but are not.
private struct ReducerLogicFinder {
  private var body: VariableDeclSyntax?
  private var reduce: FunctionDeclSyntax?
  private var misnamed: VariableDeclSyntax?
  private var misspelled: FunctionDeclSyntax?

  var hasBody: Bool { body != nil }
  var hasReduce: Bool { reduce != nil }

  init(_ members: [DeclSyntax]) {
    for member in members {
      if let property = member.as(VariableDeclSyntax.self), !property.modifiers.isStatic {
        if property.name?.text == "body" {
          body = property
        } else if property.bindings.first?.typeAnnotation?.type.isSomeReducer == true,
          property.bindings.first?.accessorBlock != nil
        {
          misnamed = property
        }
      }
      if let function = member.as(FunctionDeclSyntax.self), !function.modifiers.isStatic {
        let labels = function.signature.parameterClause.parameters.map(\.firstName.text)
        if function.name.text == "reduce" || function.name.text == "_reduce",
          labels == ["into", "action"]
        {
          reduce = function
        } else if function.name.text == "reduce",
          function.signature.parameterClause.parameters.count == 2
        {
          misspelled = function
        }
      }
    }
  }

  /// The origin of a feature's state or action that it does not declare.
  enum Origin {
    /// The macro generates it.
    case generated
    /// The type that the logic names.
    case elsewhere(String)
    /// The compiler infers it from the type of the body, or finds the name in an outer type.
    case inferred
  }

  /// The origin of the state or the action.
  func origin(of name: String, in feature: StructDeclSyntax) -> Origin {
    switch logicTypes(of: feature) {
    case .own: return .generated
    case .unknown: return .inferred
    case .named(let state, let action):
      let (type, other) = name == "State" ? (state, action) : (action, state)
      if ["Self.\(name)", "\(feature.name.text).\(name)"].contains(type) { return .generated }
      guard type == name else { return .elsewhere(type) }
      // If the feature declares the other type, the name refers to a type of the feature.
      let otherName = name == "State" ? "Action" : "State"
      let isOuter =
        other == otherName && !feature.memberBlock.members.declaresType(otherName)
      return isOuter ? .inferred : .generated
    }
  }

  /// The state and action types in the logic's declaration.
  private enum LogicTypes {
    case own
    case named(state: String, action: String)
    case unknown
  }

  /// Read from `some ReducerOf<Base>`, from `some Reducer<Shared.State, Shared.Action>`, from
  /// `let body = Reduce<Int, Int> { … }`, or from the parameters of the method.
  private func logicTypes(of feature: StructDeclSyntax) -> LogicTypes {
    if let binding = body?.bindings.first {
      if let type = binding.typeAnnotation?.type, type.isSomeReducer {
        let arguments = type.someReducerArguments ?? []
        if arguments.count == 2 {
          return .named(
            state: arguments[0].trimmedDescription, action: arguments[1].trimmedDescription)
        }
        guard let base = arguments.first?.trimmedDescription else { return .own }
        let isOwn =
          ["Self", feature.name.text].contains(base) || base.hasPrefix("\(feature.name.text)<")
        return isOwn ? .own : .named(state: "\(base).State", action: "\(base).Action")
      }
      guard
        let type = binding.typeAnnotation?.type.trimmedDescription
          ?? binding.initializer?.value.as(FunctionCallExprSyntax.self)?.calledExpression
          .trimmedDescription
      else { return .own }
      guard
        let match = type.wholeMatch(
          of: /(?:\w+\.)?(?:Reduce|EmptyReducer)<([\w.]+), *([\w.]+)>/)
      else { return .unknown }
      return .named(state: String(match.1), action: String(match.2))
    }
    guard let parameters = reduce?.signature.parameterClause.parameters, parameters.count == 2
    else { return .own }
    let types = parameters.map {
      ($0.type.as(AttributedTypeSyntax.self)?.baseType ?? $0.type).trimmedDescription
    }
    return .named(state: types[0], action: types[1])
  }

  func diagnose(in context: some MacroExpansionContext) {
    if body != nil, let reduce {
      context.diagnose(
        reduce.name,
        MacroMessage(
          """
          A reducer has either a 'body' or 'reduce(into:action:)', and this one has both: stores run \
          'reduce(into:action:)' and never the 'body'. Move this code into a 'Reduce' in the 'body', \
          and remove the method.
          """, id: "reducerBodyAndReduce"))
    }
    guard body == nil, reduce == nil else { return }
    if let misspelled {
      context.diagnose(
        misspelled.name,
        MacroMessage(
          """
          This is not the method that a store calls, so that the feature does nothing. Write \
          'func reduce(into state: inout State, action: Action) -> Effect<Action>'.
          """, id: "reducerReduceSignature", severity: .warning))
    } else if let misnamed, let name = misnamed.name {
      context.diagnose(
        name,
        MacroMessage(
          """
          A feature's logic is its 'body', and this property is called '\(name.text)', so that the \
          feature does nothing. Rename it to 'body'.
          """, id: "reducerBodyName", severity: .warning),
        fixIts: [
          .replace(
            "Rename it to 'body'", name,
            with: name.with(\.tokenKind, .identifier("body")))
        ])
    }
  }
}

extension TypeSyntax {
  /// Whether the type is written `some Reducer<…>` or `some ReducerOf<…>`.
  fileprivate var isSomeReducer: Bool { someReducerArguments != nil }

  /// The types in `some Reducer<State, Action>` and `some ReducerOf<Base>`.
  fileprivate var someReducerArguments: [TypeSyntax]? {
    guard let type = self.as(SomeOrAnyTypeSyntax.self),
      type.someOrAnySpecifier.tokenKind == .keyword(.some)
    else { return nil }
    let constraints =
      type.constraint.as(CompositionTypeSyntax.self)?.elements.map(\.type) ?? [type.constraint]
    for constraint in constraints {
      let (name, clause) =
        constraint.as(MemberTypeSyntax.self).map { ($0.name.text, $0.genericArgumentClause) }
        ?? constraint.as(IdentifierTypeSyntax.self).map { ($0.name.text, $0.genericArgumentClause) }
        ?? ("", nil)
      guard ["Reducer", "ReducerOf"].contains(name), let clause else { continue }
      return clause.arguments.compactMap { $0.argument.as(TypeSyntax.self) }
    }
    return nil
  }
}

/// `@ReducerCaseEphemeral` and `@ReducerCaseIgnored`: nothing but marks.
enum ReducerCaseMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if !declaration.is(EnumCaseDeclSyntax.self) {
      context.diagnose(
        node,
        MacroMessage(
          """
          '@\(node.name)' can only be applied to a case of an '@Reducer enum': it says that the case \
          holds no feature.
          """, id: "reducerCaseNotCase"))
    }
    return []
  }
}
