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
    let payload: Payload
    /// Where it is written.
    let syntax: EnumCaseElementSyntax
    /// Whether its payload may contain the enum itself.
    let isIndirect: Bool

    var name: String { syntax.name.text }

    /// The case in a generated enum.
    func declaration(_ payload: String? = nil) -> String {
      "\(isIndirect ? "indirect " : "")case \(name)\(payload.map { "(\($0))" } ?? "")"
    }
  }

  private let declaration: EnumDeclSyntax
  private let node: AttributeSyntax
  private let access: String
  private let members: MemberBlockItemListSyntax
  private let location: (EnumCaseElementSyntax) -> AbstractSourceLocation?

  init(
    _ declaration: EnumDeclSyntax, _ node: AttributeSyntax, _ context: some MacroExpansionContext
  ) {
    self.declaration = declaration
    self.node = node
    access = context.memberAccess(of: declaration)
    members = declaration.memberBlock.members
    location = {
      context.location(of: $0, at: .afterLeadingTrivia, filePathMode: .filePath)
    }
  }

  /// The directive that has the compiler report mistakes in the next line at the line of a case.
  private func line(of element: EnumCaseElementSyntax) -> String {
    location(element).map { "#sourceLocation(file: \($0.file), line: \($0.line))" } ?? ""
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
    let isIndirect = [cases.modifiers, declaration.modifiers].contains { modifiers in
      modifiers.contains { $0.name.tokenKind == .keyword(.indirect) }
    }
    return Case(
      payload: payload(of: element, in: cases), syntax: element,
      isIndirect: isIndirect && element.parameterClause != nil)
  }

  private func payload(
    of element: EnumCaseElementSyntax, in cases: EnumCaseDeclSyntax
  ) -> Payload {
    // 'Self' would be another type in a generated one.
    let clause = element.parameterClause?.replacing(["Self": declaration.name.text])
      .as(EnumCaseParameterClauseSyntax.self)
    guard let parameters = clause?.parameters, let parameter = parameters.first else {
      return .none
    }
    let label = parameter.label.map { "\($0): " } ?? ""
    let type = parameter.type.trimmedDescription
    guard cases.hasFeature(in: parameters) else {
      if parameters.count == 1, let action = declaredAction(of: element.name) {
        return .acting(label: label, type: type, action: action)
      }
      return .plain(parameters.map { $0 })
    }
    if cases.attributes.contains("ReducerCaseEphemeral") || parameter.type.isPrompt {
      return .ephemeral(label: label, type: type)
    }
    return .feature(
      label: label, type: type, value: parameter.defaultValue?.value.trimmedDescription)
  }

  /// The action of a case, in an `Action` that the enum declares.
  private func declaredAction(of name: TokenSyntax) -> String? {
    for member in members.flattened {
      guard let action = member.as(EnumDeclSyntax.self), action.name.text == "Action" else {
        continue
      }
      let members = action.memberBlock.members.flattened
      let parameters = members.flatMap(\.usableCases)
        .first { $0.name.plainName == name.plainName }?.parameterClause?.parameters
      guard parameters?.count == 1, let type = parameters?.first?.type else { return nil }
      // The names that mean something within the action.
      let outer = "\(declaration.name.text).Action"
      var names = ["Self": outer]
      for member in members {
        let name =
          member.asProtocol((any DeclGroupSyntax).self)?.typeName
          ?? member.as(TypeAliasDeclSyntax.self)?.name.text
        if let name { names[name] = "\(outer).\(name)" }
      }
      return type.replacing(names).trimmedDescription
    }
    return nil
  }

  /// Whether there is code to generate.
  var isValid: Bool {
    declaration.genericParameterClause == nil && mistakes.isEmpty && generatedName == nil
      && members.repeatedCaseNames.isEmpty
  }

  /// The name of the enum, or of a case, if it is the name of a type within the enum.
  private var generatedName: TokenSyntax? {
    let names = ["State", "Action", "Body", "CaseScope", "StateReducer", "AllCasePaths"]
    let cases = members.flattened.compactMap { $0.as(EnumCaseDeclSyntax.self) }
    return ([declaration.name] + cases.flatMap { $0.elements.map(\.name) })
      .first { names.contains($0.plainName) }
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
    if let generatedName {
      context.diagnose(
        generatedName,
        MacroMessage(
          """
          '\(generatedName.plainName)' is the name of a type within the enum. Choose another name.
          """, id: "reducerEnumName"))
    }
    CasePathableMacro.diagnose(repeated: members.repeatedCaseNames, by: "@Reducer", context)
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
      case .feature(let label, let type, _): $0.declaration("\(label)\(type).State")
      case .ephemeral(let label, let type), .acting(let label, let type, _):
        $0.declaration("\(label)\(type)")
      case .plain(let parameters): $0.declaration(parameters.asWritten)
      case .none: $0.declaration()
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
      case .feature(let label, let type, _): $0.declaration("\(label)\(type).Action")
      case .ephemeral(let label, let type):
        "\(line(of: $0.syntax))\n\($0.declaration("\(label)\(type).Action"))\n#sourceLocation()"
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
      let (state, action) =
        $0.syntax.name.isMetatypeName ? ("", "") : ("Self.State.Cases", "Self.Action.Cases")
      return """
        .ifCaseLet(\\\(state).\($0.name), action: \\\(action).\($0.name)) {
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
        $0.declaration("\(label)\(module).Store<\(type).State, \(type).Action>")
      case .acting(let label, let type, let action):
        $0.declaration("\(label)\(module).Store<\(type), \(action)>")
      case .ephemeral(let label, let type): $0.declaration("\(label)\(type)")
      case .plain(let parameters): $0.declaration(parameters.asWritten)
      case .none: $0.declaration()
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
  var verification: String? {
    let declaresTypes = members.declaresType("State") || members.declaresType("Action")
    let lines = cases {
      let element = $0.syntax
      let constructor = { (root: String, label: String) in
        let labels = label.isEmpty ? "_:" : label.filter { $0 != " " }
        // With a label, the names of metatypes mean the case.
        let isPlain = label.isEmpty && !element.name.isMetatypeName
        return "\(root).\(element.name.text)\(isPlain ? "" : "(\(labels))")"
      }
      var statements: [String] = []
      switch $0.payload {
      case .feature(let label, _, let value):
        let constructor = constructor("Self", label)
        statements.append("\(module)._$verifyFeature(\(constructor))")
        if value == nil { statements.append("_ = \(module)._$featureType(\(constructor)).init()") }
        if declaresTypes {
          for type in ["State", "Action"] {
            statements.append(
              "let _: Swift.PartialKeyPath<Self.\(type).Cases> = \\.\(element.name.text)")
          }
        }
      // Its type may have no 'Action'.
      case .ephemeral(let label, _): statements.append("_ = \(constructor("Self.Action", label))")
      case .acting, .plain, .none: return nil
      }
      return statements.map { "\(line(of: element))\n\($0)" }.joined(separator: "\n")
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
