import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ViewAction(for:)`: a front end that sends only the actions that are meant for it.
enum ViewActionMacro {}

extension ViewActionMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard hasStore(declaration) else {
      diagnoseMissingStore(declaration, node, context)
      return []
    }
    let finder = DirectSends(viewMode: .sourceAccurate)
    finder.walk(declaration.memberBlock)
    for call in finder.calls { diagnose(call, context) }
    guard !declaration.inherits(from: "ViewActionSending") else { return [] }
    let conformance: GeneratedCode =
      "\(declaration.availability)extension \(type.trimmed): \(module).ViewActionSending {}"
    return [conformance.extension]
  }

  private static func hasStore(_ declaration: some DeclGroupSyntax) -> Bool {
    declaration.memberBlock.members.flattened.contains {
      $0.as(VariableDeclSyntax.self)?.name?.text == "store"
    }
  }

  private static func diagnoseMissingStore(
    _ declaration: some DeclGroupSyntax, _ node: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) {
    guard case .argumentList(let arguments)? = node.arguments,
      let argument = arguments.first?.expression.trimmedDescription
    else { return }
    let feature = argument.hasSuffix(".self") ? String(argument.dropLast(5)) : argument
    let property: DeclSyntax = "let store: StoreOf<\(raw: feature)>"
    var new = declaration.memberBlock
    new.members.insert(
      MemberBlockItemSyntax(
        decl: property.with(\.leadingTrivia, [.newlines(1), .spaces(2)])),
      at: new.members.startIndex)
    context.diagnose(
      node,
      MacroMessage(
        """
        '@ViewAction' needs a property called 'store', which it sends the actions to: \
        'let store: StoreOf<\(feature)>'.
        """, id: "viewActionNoStore"),
      fixIts: [.replace("Add 'store'", declaration.memberBlock, with: new)])
  }

  private static func diagnose(
    _ call: FunctionCallExprSyntax, _ context: some MacroExpansionContext
  ) {
    var new = call
    new.calledExpression = ExprSyntax(
      DeclReferenceExprSyntax(
        baseName: .identifier("send", leadingTrivia: call.leadingTrivia)))
    var fixIts: [FixIt] = []
    if let action = DirectSends.viewAction(of: call), let first = call.arguments.first {
      new.arguments = LabeledExprListSyntax([first.with(\.expression, action)])
      fixIts.append(.replace("Send the view's action", call, with: new))
    }
    context.diagnose(
      call,
      MacroMessage(
        """
        '@ViewAction' is there so that this type sends the actions of the 'view' case only, and \
        'store.send' can send all of them. Call 'send' instead, with a view's action.
        """, id: "viewActionDirectSend", severity: .warning),
      fixIts: fixIts)
  }

  private final class DirectSends: SyntaxVisitor {
    var calls: [FunctionCallExprSyntax] = []

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      if let access = node.calledExpression.as(MemberAccessExprSyntax.self),
        access.declName.baseName.text == "send",
        ["store", "self.store"].contains(access.base?.trimmedDescription)
      {
        calls.append(node)
      }
      return .visitChildren
    }

    /// The `.tapped` in `.view(.tapped)`.
    static func viewAction(of call: FunctionCallExprSyntax) -> ExprSyntax? {
      guard let argument = call.arguments.first?.expression.as(FunctionCallExprSyntax.self),
        argument.calledExpression.trimmedDescription == ".view"
      else { return nil }
      return argument.arguments.first?.expression
    }
  }
}
