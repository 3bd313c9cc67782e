import SwiftSyntax
import SwiftSyntaxBuilder

/// An enum that `@Reducer` writes, together with what `@CasePathable` and `@ObservableState` would
/// add.
///
/// It is written without these attributes: each adds an extension to the file. Where the compiler
/// comes upon the enum while it goes through the extensions that other macros added, its list of
/// them moves under its feet (6.3.1 crashes, or goes on forever).
struct GeneratedEnum {
  let access: String
  let name: String
  let conformances: [String]
  var members = ""
  let cases: String
  var isObservable = false

  /// The enum as a user would write it.
  private var plain: EnumDeclSyntax? {
    let source: DeclSyntax = """
      \(raw: access)enum \(raw: name) {
      \(raw: cases)
      }
      """
    return source.as(EnumDeclSyntax.self)
  }

  var declaration: DeclSyntax {
    guard let plain else { return "" }
    let table = CasePathableMacro.Table(plain)
    var generated = table.declarations
    if isObservable { generated.append(ObservableStateMacro.identity(of: plain)) }
    let lines = [members, cases] + generated.map(\.trimmedDescription)
    return """
      @dynamicMemberLookup
      \(raw: access)enum \(raw: name): \
      \(raw: (conformances + table.conformances).joined(separator: ", ")) {
      \(raw: lines.filter { !$0.isEmpty }.joined(separator: "\n"))
      }
      """
  }
}
