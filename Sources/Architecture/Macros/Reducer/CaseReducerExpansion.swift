import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The expansion of `@Reducer` on an enum.
struct CaseReducerExpansion {
  /// The contents of one case of the enum.
  private enum Payload {
    /// A feature: its type, and the expression that creates it if one is written.
    case feature(label: String, type: String, value: String?)
    /// A prompt, which has actions and no reducer.
    case ephemeral(label: String, type: String)
    /// A value without a reducer, which has actions that the enum declares itself.
    case acting(label: String, type: String, action: String)
    /// Plain data, with its written parameters.
    case plain([EnumCaseParameterSyntax])
    case none
  }

  private struct Case {
    let name: String
    let payload: Payload
    /// Where it is written.
    let syntax: EnumCaseElementSyntax
  }

  private let declaration: EnumDeclSyntax
  private let node: AttributeSyntax
  private let access: String
  private let members: MemberBlockItemListSyntax

  init(
    _ declaration: EnumDeclSyntax, _ node: AttributeSyntax, _ context: some MacroExpansionContext
  ) {
    self.declaration = declaration
    self.node = node
    access = context.memberAccess(of: declaration)
    members = declaration.memberBlock.members
  }

  var declarations: [GeneratedCode] {
    guard isValid else { return [] }
    var result: [GeneratedCode] = []
    if !members.declaresType("State") { result.append(state) }
    if !members.declaresType("Action") { result.append(action) }
    let hasBody = members.flattened.contains {
      $0.as(VariableDeclSyntax.self)?.name?.text == "body"
    }
    if !hasBody {
      result.append(
        "\(access)typealias Body = \(module).Reduce<Self.State, Self.Action>")
      result.append(body)
    }
    result.append(caseScope)
    result.append(scope)
    return result
  }

  // MARK: Cases

  private func cases(_ line: (Case) -> String?) -> String {
    members.mapKeepingConditions { member in
      guard let cases = member.as(EnumCaseDeclSyntax.self) else { return [] }
      return cases.elements.compactMap { line(self.case(of: $0, in: cases)) }
    }.joined(separator: "\n")
  }

  private func `case`(of element: EnumCaseElementSyntax, in cases: EnumCaseDeclSyntax) -> Case {
    let name = element.name.text
    guard let parameters = element.parameterClause?.parameters, let parameter = parameters.first
    else { return Case(name: name, payload: .none, syntax: element) }
    let label = parameter.label.map { "\($0): " } ?? ""
    let type = parameter.type.trimmedDescription
    guard cases.hasFeature(in: parameters) else {
      if parameters.count == 1, let action = declaredAction(of: element.name) {
        return Case(
          name: name, payload: .acting(label: label, type: type, action: action), syntax: element)
      }
      return Case(name: name, payload: .plain(parameters.map { $0 }), syntax: element)
    }
    if cases.attributes.contains("ReducerCaseEphemeral") || parameter.type.isPrompt {
      return Case(name: name, payload: .ephemeral(label: label, type: type), syntax: element)
    }
    let value = parameter.defaultValue?.value.trimmedDescription
    return Case(
      name: name, payload: .feature(label: label, type: type, value: value), syntax: element)
  }

  /// The action of a case, in an `Action` that the enum declares.
  private func declaredAction(of name: TokenSyntax) -> String? {
    for member in members.flattened {
      guard let action = member.as(EnumDeclSyntax.self), action.name.text == "Action" else {
        continue
      }
      let elements = action.memberBlock.members.flattened.flatMap(\.usableCases)
      let parameters = elements.first { $0.name.plainName == name.plainName }?
        .parameterClause?.parameters
      return parameters?.count == 1 ? parameters?.first?.type.trimmedDescription : nil
    }
    return nil
  }

  /// Whether there is code to generate.
  var isValid: Bool {
    declaration.genericParameterClause == nil && mistakes.isEmpty
  }

  /// The payloads that are no feature, with the declarations of their cases.
  private var mistakes: [(type: TypeSyntax, cases: EnumCaseDeclSyntax)] {
    members.flattened.flatMap { member -> [(TypeSyntax, EnumCaseDeclSyntax)] in
      guard let cases = member.as(EnumCaseDeclSyntax.self) else { return [] }
      return cases.elements.compactMap { element in
        guard let parameters = element.parameterClause?.parameters,
          cases.hasFeature(in: parameters), let type = parameters.first?.type,
          type.isNoFeature, !members.declaresType(type.trimmedDescription)
        else { return nil }
        return (type, cases)
      }
    }
  }

  /// Reports the reasons for which the macro generates nothing.
  func diagnose(in context: some MacroExpansionContext) {
    if let generics = declaration.genericParameterClause {
      context.diagnose(
        generics,
        MacroMessage(
          """
          '@Reducer' can't be applied to a generic enum: the types it generates could not be named \
          without the arguments. Give the features of the cases their arguments here, as in \
          'case edit(Editor<Item>)', or write the enum once for each argument.
          """, id: "reducerGenericEnum"))
      return
    }
    for (type, cases) in mistakes {
      context.diagnose(
        type,
        MacroMessage(
          """
          '\(type.trimmedDescription)' is no feature: a case of an '@Reducer enum' holds the type of \
          a reducer. Mark the case '@ReducerCaseIgnored' if it is plain data. If a reducer has this \
          name, write it with the type or the module that contains it.
          """, id: "reducerCaseNoFeature"),
        fixIts: [ignoring(cases)])
    }
    if !members.flattened.contains(where: { $0.is(EnumCaseDeclSyntax.self) }) {
      context.diagnose(
        node,
        MacroMessage(
          """
          '@Reducer' on an enum needs cases: one for each feature, as in 'case edit(EditFeature)'. Add \
          one, or make it a struct.
          """, id: "reducerNoCases", severity: .warning))
    }
  }

  private func ignoring(_ cases: EnumCaseDeclSyntax) -> FixIt {
    var new = cases.with(\.leadingTrivia, [])
    new.attributes.insert(
      .attribute(
        AttributeSyntax(
          attributeName: IdentifierTypeSyntax(name: .identifier("ReducerCaseIgnored"))
        ).with(\.leadingTrivia, cases.leadingTrivia).with(\.trailingTrivia, .space)),
      at: new.attributes.startIndex)
    return .replace("Mark it '@ReducerCaseIgnored'", cases, with: new)
  }

  // MARK: Declarations

  private var state: GeneratedCode {
    let cases = cases {
      switch $0.payload {
      case .feature(let label, let type, _): "case \($0.name)(\(label)\(type).State)"
      case .ephemeral(let label, let type), .acting(let label, let type, _):
        "case \($0.name)(\(label)\(type))"
      case .plain(let parameters): "case \($0.name)(\(parameters.asWritten))"
      case .none: "case \($0.name)"
      }
    }
    return GeneratedEnum(
      access: access + declaration.modifiers.isolation, name: "State",
      conformances: ["\(module).CaseReducerState", "\(module).ObservableState"]
        + ReducerMacro.conformances("state", of: node),
      members: "\(access)typealias StateReducer = \(declaration.name.text)", cases: cases,
      isObservable: true
    ).code
  }

  private var action: GeneratedCode {
    let cases = cases {
      switch $0.payload {
      case .feature(let label, let type, _): "case \($0.name)(\(label)\(type).Action)"
      case .ephemeral(let label, let type): "case \($0.name)(\(label)\(type).Action)"
      // Thus one can scope to the case, store it, and switch over all actions.
      case .acting, .plain, .none: "case \($0.name)(Swift.Never)"
      }
    }
    return GeneratedEnum(
      access: access + declaration.modifiers.isolation, name: "Action",
      conformances: ReducerMacro.conformances("action", of: node), cases: cases
    ).code
  }

  /// A written value has its type beside it, as `.init(…)` means nothing within a builder.
  ///
  /// With a type-erased body: features that present the enum contain its type, and would take ever
  /// longer to compile.
  private var body: GeneratedCode {
    let reducers = cases {
      guard case .feature(_, let type, let value) = $0.payload else { return nil }
      return """
        .ifCaseLet(\\Self.State.Cases.\($0.name), action: \\Self.Action.Cases.\($0.name)) {
        \(value.map { "(\($0)) as \(type)" } ?? "\(type)()")
        }
        """
    }
    return """
      \(access)static var body: \(module).Reduce<Self.State, Self.Action> {
      \(module).Reduce(
      \(module).EmptyReducer<Self.State, Self.Action>()
      \(reducers)
      )
      }
      """
  }

  private var caseScope: GeneratedCode {
    let cases = cases {
      switch $0.payload {
      case .feature(let label, let type, _):
        "case \($0.name)(\(label)\(module).Store<\(type).State, \(type).Action>)"
      case .acting(let label, let type, let action):
        "case \($0.name)(\(label)\(module).Store<\(type), \(action)>)"
      case .ephemeral(let label, let type): "case \($0.name)(\(label)\(type))"
      case .plain(let parameters): "case \($0.name)(\(parameters.asWritten))"
      case .none: "case \($0.name)"
      }
    }
    return GeneratedEnum(
      access: access + declaration.modifiers.isolation, name: "CaseScope",
      conformances: ["\(module)._CaseScopeProtocol"],
      cases: cases
    ).code
  }

  /// A function in an extension, which holds the checks of the features of the cases.
  ///
  /// The compiler looks at members that a macro adds only while it generates code for them. Then it
  /// does not expect mistakes any more, and crashes (6.3.1). It looks at an extension in time. The
  /// mistakes are reported at the lines of the cases. The types are spelled as in the cases, as an
  /// extension does not find all names that the enum does.
  func verification(in context: some MacroExpansionContext) -> String? {
    let declaresTypes = members.declaresType("State") || members.declaresType("Action")
    let lines = cases {
      // The compiler warns of the constructor of a case named 'self' unless it is called.
      guard case .feature(let label, _, let value) = $0.payload, $0.name != "`self`" else {
        return nil
      }
      let constructor = "Self.\($0.name)\(label.isEmpty ? "" : "(\(label.filter { $0 != " " }))")"
      let place = context.location(of: $0.syntax, at: .afterLeadingTrivia, filePathMode: .filePath)
      let line = place.map { "#sourceLocation(file: \($0.file), line: \($0.line))\n" } ?? ""
      var statements = ["\(module)._$verifyFeature(\(constructor))"]
      if value == nil {
        statements.append("_ = \(module)._$featureType(\(constructor)).init()")
      }
      if declaresTypes {
        statements.append("_ = \\Self.State.Cases.\($0.name)")
        statements.append("_ = \\Self.Action.Cases.\($0.name)")
      }
      return statements.map { line + $0 }.joined(separator: "\n")
    }
    guard !lines.isEmpty else { return nil }
    return """

      private static func _$verifyFeatures() {
      \(lines)
      #sourceLocation()
      }

      """
  }

  private var scope: GeneratedCode {
    let cases = cases {
      let name = $0.name
      switch $0.payload {
      case .feature(let label, _, _), .acting(let label, _, _):
        return """
          case .\(name): \
          return .\(name)(\(label)store._$scope(case: \\.\(name), action: \\.\(name))!)
          """
      case .ephemeral(let label, _):
        return """
          case let .\(name)(v0): \
          return .\(name)(\(label)v0)
          """
      case .plain(let parameters):
        let values = parameters.indices.map { "v\($0)" }.joined(separator: ", ")
        let arguments = parameters.enumerated().map { $1.argument("v\($0)") }
          .joined(separator: ", ")
        return """
          case let .\(name)(\(values)): \
          return .\(name)(\(arguments))
          """
      case .none:
        return """
          case .\(name): \
          return .\(name)
          """
      }
    }
    return """
      @MainActor
      \(access)static func scope(\
      _ store: \(module).Store<Self.State, Self.Action>) -> CaseScope {
      switch store.state {
      \(cases)
      \(members.impossibleCase)}
      }
      """
  }
}

extension [EnumCaseParameterSyntax] {
  /// The parameters, without the trivia that follows them in their clause.
  fileprivate var asWritten: String {
    map { $0.with(\.trailingComma, nil).trimmedDescription }.joined(separator: ", ")
  }
}

extension EnumCaseDeclSyntax {
  /// Whether a case that is declared here, with these parameters, holds a feature: something with
  /// a name that is not marked as plain data.
  fileprivate func hasFeature(in parameters: EnumCaseParameterListSyntax) -> Bool {
    guard parameters.count == 1, let type = parameters.first?.type,
      !attributes.contains("ReducerCaseIgnored")
    else { return false }
    return type.is(IdentifierTypeSyntax.self) || type.is(MemberTypeSyntax.self)
      || attributes.contains("ReducerCaseEphemeral")
  }
}

extension TypeSyntax {
  /// Whether this is a prompt of this library.
  fileprivate var isPrompt: Bool {
    let name =
      self.as(IdentifierTypeSyntax.self)?.name.text ?? self.as(MemberTypeSyntax.self)?.name.text
    return ["AlertState", "ConfirmationDialogState"].contains(name)
  }

  /// Whether this is known not to be a reducer: a type of the standard library or of Foundation.
  ///
  /// `Search.Result` is another type, as is `Result` without its arguments.
  fileprivate var isNoFeature: Bool {
    let plain = [
      "Int", "String", "Bool", "Double", "Float", "UUID", "URL", "Date", "Data", "Void", "Any",
      "AnyObject", "Never", "Error",
    ]
    let generic = ["Array", "Dictionary", "Set", "Optional", "Result"]
    if let type = self.as(IdentifierTypeSyntax.self) {
      return (type.genericArgumentClause == nil ? plain : generic).contains(type.name.text)
    }
    guard let type = self.as(MemberTypeSyntax.self),
      ["Swift", "Foundation"].contains(type.baseType.trimmedDescription)
    else { return false }
    return (type.genericArgumentClause == nil ? plain : generic).contains(type.name.text)
  }
}
