import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A diagnostic of a macro about the code that it is attached to.
struct MacroMessage: DiagnosticMessage {
  let message: String
  let diagnosticID: MessageID
  let severity: DiagnosticSeverity

  /// - Parameters:
  ///   - message: The problem, its reason, and the correction.
  ///   - id: The identifier of the message for tests and tools.
  ///   - severity: Whether the code can be compiled nevertheless.
  init(_ message: String, id: String, severity: DiagnosticSeverity = .error) {
    self.message = message
    diagnosticID = MessageID(domain: "ComposableArchitectureMacros", id: id)
    self.severity = severity
  }
}

/// A correction that the compiler offers.
struct MacroFixIt: FixItMessage {
  let message: String
  let fixItID: MessageID

  init(_ message: String) {
    self.message = message
    fixItID = MessageID(domain: "ComposableArchitectureMacros", id: message)
  }
}

extension FixIt {
  /// Offers to replace a piece of code by another.
  static func replace(
    _ message: String, _ old: some SyntaxProtocol, with new: some SyntaxProtocol
  ) -> FixIt {
    FixIt(
      message: MacroFixIt(message),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }
}

extension DeclGroupSyntax {
  /// Offers to turn a class or an actor into a struct.
  var structFixIts: [FixIt] {
    guard let keyword = kind?.keyword,
      self.is(ClassDeclSyntax.self) || self.is(ActorDeclSyntax.self)
    else { return [] }
    var changes: [FixIt.Change] = [
      .replace(
        oldNode: Syntax(keyword),
        newNode: Syntax(keyword.with(\.tokenKind, .keyword(.struct))))
    ]
    let rest = modifiers.filter { $0.name.tokenKind != .keyword(.final) }
    if rest.count != modifiers.count {
      changes.append(.replace(oldNode: Syntax(modifiers), newNode: Syntax(rest)))
    }
    return [FixIt(message: MacroFixIt("Make it a struct"), changes: changes)]
  }
}

extension MacroExpansionContext {
  /// Reports a diagnostic about a piece of code.
  func diagnose(
    _ node: some SyntaxProtocol, _ message: MacroMessage, fixIts: [FixIt] = []
  ) {
    diagnose(Diagnostic(node: Syntax(node), message: message, fixIts: fixIts))
  }
}
