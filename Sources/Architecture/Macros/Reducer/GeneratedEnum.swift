import SwiftSyntax
import SwiftSyntaxBuilder

/// An enum that `@Reducer` generates, together with the code that `@CasePathable` and
/// `@ObservableState` would add.
///
/// It is generated without these attributes: each adds an extension to the file. If the compiler
/// finds the enum while it iterates over the extensions that other macros added, it changes that
/// list meanwhile (6.3.1 crashes, or never ends).
struct GeneratedEnum {
  let access: String
  let name: String
  let conformances: [String]
  var members = ""
  let cases: String
  var isObservable = false

  /// The enum in source form.
  private var plain: EnumDeclSyntax? {
    let source: DeclSyntax = """
      \(raw: access)enum \(raw: name) {
      \(raw: cases)
      }
      """
    return source.as(EnumDeclSyntax.self)
  }

  var code: GeneratedCode {
    guard let plain else { return "" }
    let table = CasePathableMacro.Table(plain, access: plain.modifiers.memberAccess)
    var generated = table.declarations
    if isObservable {
      generated.append(
        ObservableStateMacro.identity(of: plain, access: plain.modifiers.memberAccess))
    }
    let lines = [members, cases] + generated.map(\.text)
    return """
      @dynamicMemberLookup
      \(access)enum \(name): \
      \((conformances + table.conformances).joined(separator: ", ")) {
      \(lines.filter { !$0.isEmpty }.joined(separator: "\n"))
      }
      """
  }
}
