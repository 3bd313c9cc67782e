import SwiftSyntax

/// Collects the mutants of a file, as text that is inserted around the original's.
final class MutantVisitor: SyntaxVisitor {
  struct Edit {
    let mutant: Int
    let start: Int
    let end: Int
    let before: String
    let after: String
  }

  private(set) var mutants: [Mutant] = []
  private(set) var edits: [Edit] = []
  private let path: String
  private let locations: SourceLocationConverter
  private let firstID: Int
  private var ordinals: [String: Int] = [:]
  private var scopes = MutantScopes()

  /// Calls that check, or end the process: a program without them is not another program.
  static let checks: Set = [
    "assert", "assertionFailure", "fatalError", "isAbstract", "precondition", "preconditionFailure",
  ]
  static let opposites = [
    "&&": "||", "||": "&&", "+": "-", "-": "+", "&+": "&-", "&-": "&+", "+=": "-=", "-=": "+=",
    "&+=": "&-=", "&-=": "&+=", "<": "<=", "<=": "<", ">": ">=", ">=": ">",
  ]
  static let equalities: Set = ["==", "!=", "===", "!=="]

  init(path: String, tree: Syntax, firstID: Int) {
    self.path = path
    locations = SourceLocationConverter(fileName: path, tree: tree)
    self.firstID = firstID
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: Edits

  /// Adds a mutant that inserts text around a node, in which `§` is its switch.
  private func add(
    _ kind: Mutant.Kind, at node: some SyntaxProtocol, _ change: String, before: String,
    after: String = "", isInsertion: Bool = false
  ) {
    let start = node.positionAfterSkippingLeadingTrivia
    let end = isInsertion ? start : node.endPositionBeforeTrailingTrivia
    add(kind, start, end, change, before: before, after: after)
  }

  private func add(
    _ kind: Mutant.Kind, _ start: AbsolutePosition, _ end: AbsolutePosition, _ change: String,
    before: String, after: String
  ) {
    let function = scopes.function
    let id = firstID + mutants.count
    let ordinal = ordinals["\(function) \(kind)", default: 0] + 1
    ordinals["\(function) \(kind)"] = ordinal
    mutants.append(
      Mutant(
        id: id, file: path, function: function, kind: kind, ordinal: ordinal,
        line: locations.location(for: start).line, functionLines: scopes.lines, change: change))
    edits.append(
      Edit(
        mutant: id, start: start.utf8Offset, end: end.utf8Offset,
        before: before.replacing("§", with: "_mutant(\(id))"),
        after: after.replacing("§", with: "_mutant(\(id))")))
  }

  /// The code of a node on one line, for the other branch of a switch: nil if it has statements.
  private func line(_ node: some SyntaxProtocol) -> String? {
    let text = node.trimmedDescription
    guard text.contains("\n") else { return text }
    guard !text.contains("{"), !text.contains("//"), !text.contains("\"\"\"") else { return nil }
    return text.split(separator: "\n").map { $0.trimmed }.joined(separator: " ")
  }

  private func short(_ node: some SyntaxProtocol) -> String {
    let text = node.trimmedDescription.split(separator: "\n").map { $0.trimmed }
      .joined(separator: " ")
    return text.count > 60 ? "\(text.prefix(59))…" : text
  }

  private func negate(_ node: some ExprSyntaxProtocol, _ kind: Mutant.Kind = .condition) {
    guard !node.is(BooleanLiteralExprSyntax.self) else { return }
    add(kind, at: node, "`\(short(node))` is negated", before: "(§ != (", after: "))")
  }

  // MARK: Conditions

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    let hasPattern = node.conditions.contains { !$0.condition.is(ExprSyntax.self) }
    let exits = node.body.statements.last.map { isExit($0.item) } ?? false
    if hasPattern || exits, !node.conditions.contains(where: { $0.condition.is(Available.self) }) {
      add(
        exits ? .earlyReturn : .condition, at: node.conditions,
        "the body of `if \(short(node.conditions))` is skipped", before: "!§, ", isInsertion: true)
    }
    negate(node.conditions)
    return .visitChildren
  }

  override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
    negate(node.conditions)
    if node.conditions.contains(where: { !$0.condition.is(ExprSyntax.self) }) {
      add(
        .condition, at: node.conditions, "`guard \(short(node.conditions))` always exits",
        before: "!§, ", isInsertion: true)
    }
    for element in node.conditions {
      guard let condition = element.condition.as(ExprSyntax.self) else { continue }
      add(
        .earlyReturn, at: condition, "`guard \(short(condition))` never exits", before: "(§ || (",
        after: "))")
    }
    return .visitChildren
  }

  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
    if node.conditions.contains(where: { !$0.condition.is(ExprSyntax.self) }) {
      add(
        .condition, at: node.conditions, "the body of `while \(short(node.conditions))` is skipped",
        before: "!§, ", isInsertion: true)
    }
    negate(node.conditions)
    return .visitChildren
  }

  override func visit(_ node: RepeatStmtSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    return .visitChildren
  }

  private typealias Available = AvailabilityConditionSyntax

  private func negate(_ conditions: ConditionElementListSyntax) {
    for element in conditions {
      if let condition = element.condition.as(ExprSyntax.self) { negate(condition) }
    }
  }

  private func isExit(_ item: CodeBlockItemSyntax.Item) -> Bool {
    item.is(ReturnStmtSyntax.self) || item.is(ThrowStmtSyntax.self)
      || item.is(ContinueStmtSyntax.self) || item.is(BreakStmtSyntax.self)
  }

  // MARK: Expressions

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard let name = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else {
      return .visitChildren
    }
    if Self.equalities.contains(name), !isCondition(Syntax(node)) { negate(node) }
    if name == "..<" {
      add(
        .boundary, at: node.rightOperand, "`\(short(node))` ends one earlier", before: "(",
        after: " - (§ ? 1 : 0))")
    }
    guard let opposite = Self.opposites[name] else { return .visitChildren }
    if name == "&&" || name == "||" {
      for operand in [node.leftOperand, node.rightOperand] where !isLogical(operand) {
        negate(operand)
      }
    }
    // Operators that assign are statements.
    guard !name.hasSuffix("=") || name.hasPrefix("<") || name.hasPrefix(">"),
      let left = line(node.leftOperand), let right = line(node.rightOperand)
    else { return .visitChildren }
    let isBoundary = name.hasPrefix("<") || name.hasPrefix(">")
    let other = "\(left) \(opposite) \(right)"
    add(
      isBoundary ? .boundary : .swap, at: node, "`\(name)` in `\(short(node))` is `\(opposite)`",
      before: "(§ ? (\(other)) : (", after: "))")
    return .visitChildren
  }

  override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.text == "!", !isCondition(Syntax(node)) { negate(node) }
    return .visitChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    if node.parent?.parent?.parent?.is(WhileStmtSyntax.self) != true {
      add(.constant, at: node, "`\(short(node))` is negated", before: "(§ != ", after: ")")
    }
    return .skipChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    // A sign belongs to the literal.
    if node.parent?.is(PrefixOperatorExprSyntax.self) != true,
      let other = ["0": "1", "1": "0"][node.literal.text]
    {
      add(
        .constant, at: node, "`\(short(node))` is `\(other)`", before: "(§ ? \(other) : ",
        after: ")")
    }
    return .skipChildren
  }

  private func isLogical(_ node: ExprSyntax) -> Bool {
    let name = node.as(InfixOperatorExprSyntax.self)?.operator
      .as(BinaryOperatorExprSyntax.self)?.operator.text
    return name == "&&" || name == "||"
  }

  /// Whether the expression is negated as a condition, an operand or a result.
  private func isCondition(_ node: Syntax) -> Bool {
    guard let parent = node.parent else { return false }
    if let infix = parent.as(InfixOperatorExprSyntax.self) { return isLogical(ExprSyntax(infix)) }
    if let ternary = parent.as(TernaryExprSyntax.self) { return ternary.condition.id == node.id }
    if parent.is(ReturnStmtSyntax.self) || parent.is(CodeBlockItemSyntax.self) {
      return scopes.returned == "Bool"
    }
    return parent.is(ConditionElementSyntax.self) || parent.is(WhereClauseSyntax.self)
      || parent.is(RepeatStmtSyntax.self)
  }

  // MARK: Statements

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    guard let expression = node.item.as(ExprSyntax.self) else { return .visitChildren }
    if scopes.isImplicitResult(node) {
      result(expression)
      return .visitChildren
    }
    let infix = expression.as(InfixOperatorExprSyntax.self)
    let inner =
      infix?.leftOperand.is(DiscardAssignmentExprSyntax.self) == true
      ? infix?.rightOperand ?? expression : expression
    if let call = called(inner) {
      let name = call.calledExpression.trimmedDescription
      if Self.checks.contains(name) || name == "hasher.combine" && isHash {
        return .skipChildren
      }
      // Initializers, and values that are made for a result builder.
      guard !name.hasSuffix(".init"),
        name.split(separator: ".").last?.first?.isUppercase != true
      else {
        return .visitChildren
      }
      let change = "`\(short(expression))` is not called"
      if !isOnlyOfClosure(node) {
        add(.call, at: expression, change, before: "if !§ { ", after: " }")
      } else if !inner.is(AwaitExprSyntax.self), !inner.trimmedDescription.hasPrefix("try await") {
        // Compiles only if the closure has no result.
        let keyword = inner.is(TryExprSyntax.self) ? "try " : ""
        add(.call, at: inner, change, before: "\(keyword)_unless(§, ", after: ")")
      }
    } else if let infix {
      assignment(infix)
    }
    return .visitChildren
  }

  private func isOnlyOfClosure(_ node: CodeBlockItemSyntax) -> Bool {
    guard let list = node.parent?.as(CodeBlockItemListSyntax.self) else { return false }
    return list.count == 1 && list.parent?.is(ClosureExprSyntax.self) == true
  }

  private func assignment(_ node: InfixOperatorExprSyntax) {
    let name = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text
    let target = node.leftOperand.trimmedDescription
    guard node.operator.is(AssignmentExprSyntax.self) || name?.hasSuffix("=") == true,
      !scopes.isInitialized(by: target)
    else { return }
    add(.assignment, at: node, "`\(short(node))` is skipped", before: "if !§ { ", after: " }")
    guard let name, let opposite = Self.opposites[name], let left = line(node.leftOperand),
      let right = line(node.rightOperand)
    else { return }
    add(
      .swap, at: node, "`\(name)` in `\(short(node))` is `\(opposite)`",
      before: "if § { \(left) \(opposite) \(right) } else { ", after: " }")
  }

  private func called(_ expression: ExprSyntax) -> FunctionCallExprSyntax? {
    if let node = expression.as(TryExprSyntax.self) { return called(node.expression) }
    if let node = expression.as(AwaitExprSyntax.self) { return called(node.expression) }
    if let node = expression.as(OptionalChainingExprSyntax.self) { return called(node.expression) }
    return expression.as(FunctionCallExprSyntax.self)
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let expression = node.expression { result(expression) }
    return .visitChildren
  }

  private func result(_ expression: ExprSyntax) {
    guard let type = scopes.returned, !expression.is(NilLiteralExprSyntax.self),
      !expression.is(IfExprSyntax.self), !expression.is(SwitchExprSyntax.self)
    else { return }
    if type == "Bool" {
      negate(expression, .result)
    } else if type.hasSuffix("?") || type.hasPrefix("Effect<") {
      let other = type.hasSuffix("?") ? "nil" : ".none"
      guard expression.trimmedDescription != other else { return }
      add(
        .result, at: expression, "`\(short(expression))` is `\(other)`",
        before: "(§ ? \(other) : (", after: "))")
    }
  }

  /// Has a function without a result return at once, if more than one mutant does it.
  private func skip(_ body: CodeBlockSyntax?) {
    guard let body, body.statements.count > 1, scopes.returned == "Void", !isHash else { return }
    let place = body.leftBrace.endPositionBeforeTrailingTrivia
    add(
      .earlyReturn, place, place, "`\(scopes.function)` returns at once",
      before: " if § { return };",
      after: "")
  }

  /// Whether the code is a hash, which may leave anything out: equality decides.
  private var isHash: Bool { scopes.function.hasSuffix("hash(into:)") }

  // MARK: Scopes

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let labels = node.signature.parameterClause.parameters.map { "\($0.firstName.text):" }
    enter(
      node, "\(node.name.text)(\(labels.joined()))",
      returning: node.signature.returnClause?.type.trimmedDescription ?? "Void")
    skip(node.body)
    return .visitChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    let labels = node.signature.parameterClause.parameters.map { "\($0.firstName.text):" }
    enter(node, "init(\(labels.joined()))", isInitializer: true)
    return .visitChildren
  }

  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    let labels = node.parameterClause.parameters.map { "\($0.firstName.text):" }
    enter(
      node, "subscript(\(labels.joined()))", returning: node.returnClause.type.trimmedDescription)
    return .visitChildren
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text {
      scopes.declare(name, isInitialized: node.initializer != nil)
      guard node.accessorBlock != nil || scopes.isOfType else { return .visitChildren }
      enter(node, name, returning: node.typeAnnotation?.type.trimmedDescription)
    }
    return .visitChildren
  }

  override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind {
    let isGetter = node.accessorSpecifier.text == "get"
    enter(node, nil, returning: isGetter ? scopes.returned : nil)
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    enter(node, nil)
    return .visitChildren
  }

  override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, "deinit", returning: "Void")
    skip(node.body)
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    type(node, node.name)
  }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    type(node, node.name)
  }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { type(node, node.name) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    type(node, node.name)
  }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    type(node, node.name)
  }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    type(node, node.extendedType)
  }

  // Not code that runs.
  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  private func type(_ node: some SyntaxProtocol, _ name: some SyntaxProtocol)
    -> SyntaxVisitorContinueKind
  {
    enter(node, name.trimmedDescription, isType: true)
    return .visitChildren
  }

  private func enter(
    _ node: some SyntaxProtocol, _ name: String?, returning returned: String? = nil,
    isInitializer: Bool = false, isType: Bool = false
  ) {
    let lines = [
      locations.location(for: node.positionAfterSkippingLeadingTrivia).line,
      locations.location(for: node.endPositionBeforeTrailingTrivia).line,
    ]
    scopes.enter(
      Syntax(node), name, returning: returned, isInitializer: isInitializer, isType: isType,
      lines: lines)
  }

  override func visitPost(_ node: FunctionDeclSyntax) { scopes.leave(Syntax(node)) }
  override func visitPost(_ node: InitializerDeclSyntax) { scopes.leave(Syntax(node)) }
  override func visitPost(_ node: SubscriptDeclSyntax) { scopes.leave(Syntax(node)) }
  override func visitPost(_ node: PatternBindingSyntax) { scopes.leave(Syntax(node)) }
  override func visitPost(_ node: AccessorDeclSyntax) { scopes.leave(Syntax(node)) }
  override func visitPost(_ node: ClosureExprSyntax) { scopes.leave(Syntax(node)) }
  override func visitPost(_ node: DeinitializerDeclSyntax) { scopes.leave(Syntax(node)) }
  override func visitPost(_ node: ClassDeclSyntax) { scopes.leave(Syntax(node)) }
  override func visitPost(_ node: StructDeclSyntax) { scopes.leave(Syntax(node)) }
  override func visitPost(_ node: EnumDeclSyntax) { scopes.leave(Syntax(node)) }
  override func visitPost(_ node: ActorDeclSyntax) { scopes.leave(Syntax(node)) }
  override func visitPost(_ node: ProtocolDeclSyntax) { scopes.leave(Syntax(node)) }
  override func visitPost(_ node: ExtensionDeclSyntax) { scopes.leave(Syntax(node)) }
}

extension Substring {
  /// Without blanks at its ends.
  fileprivate var trimmed: Substring {
    var rest = self
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return rest
  }
}
