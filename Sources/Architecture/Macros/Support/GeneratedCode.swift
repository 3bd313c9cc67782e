import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Source text that a macro generates.
///
/// It is handed to the compiler as it is, in a syntax node that consists of one token. A literal of
/// a syntax type, such as `DeclSyntax("…")`, would be parsed and formatted first, although the
/// compiler parses the text again: in the plug-in of a debug build, which is not optimised, that
/// took two thirds of the time of all macros.
struct GeneratedCode: ExpressibleByStringInterpolation {
  let text: String

  init(stringLiteral text: String) {
    self.text = text
  }

  /// The code as a declaration.
  var declaration: DeclSyntax {
    DeclSyntax(MissingDeclSyntax(placeholder: token))
  }

  /// The code as an accessor.
  var accessor: AccessorDeclSyntax {
    AccessorDeclSyntax(accessorSpecifier: token)
  }

  /// The code as an extension.
  var `extension`: ExtensionDeclSyntax {
    ExtensionDeclSyntax(
      extensionKeyword: token,
      extendedType: MissingTypeSyntax(placeholder: .identifier("", presence: .missing)),
      memberBlock: MemberBlockSyntax(
        leftBrace: .leftBraceToken(presence: .missing), members: [],
        rightBrace: .rightBraceToken(presence: .missing)))
  }

  private var token: TokenSyntax { .identifier(indented) }

  /// The text, with each line indented by the brackets that are open at its beginning.
  private var indented: String {
    // The lines of a string literal are its value.
    guard !text.contains(#"""""#) else { return text }
    var depth = 0
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let closing = line.prefix { ")]}".contains($0) }.count
      let indentation = max(0, depth - closing)
      depth += line.count { "([{".contains($0) } - line.count { ")]}".contains($0) }
      let isPlain = line.isEmpty || line.hasPrefix("#")
      return isPlain ? String(line) : String(repeating: "  ", count: indentation) + line
    }.joined(separator: "\n")
  }
}

extension AttributeSyntax {
  /// An attribute that a macro adds.
  init(generated name: String) {
    self.init(attributeName: IdentifierTypeSyntax(name: .identifier(name)))
  }
}
