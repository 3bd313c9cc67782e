#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

// Exported by Swift's runtime, which this program contains.
@_silgen_name("swift_demangle")
private func runtimeDemangle(
  _ name: UnsafePointer<CChar>?, _ length: UInt, _ output: UnsafeMutablePointer<CChar>?,
  _ outputLength: UnsafeMutablePointer<UInt>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?

/// Names of functions, in readable form.
package enum SymbolName {
  /// The function in the source that a symbol belongs to.
  ///
  /// The compiler generates several functions from one: an asynchronous function in pieces, and
  /// specializations for certain types or arguments. All of them have the name of the one in the
  /// source.
  package static func demangled(_ symbol: String) -> String {
    guard ["$s", "$S", "_$s", "_$S", "$e", "_T"].contains(where: symbol.hasPrefix),
      var name = demangle(symbol)
    else { return withoutClone(symbol) }
    while let rest = rest(of: name) { name = rest }
    return name
  }

  /// A function in C without the suffixes that compilers add to the names of its copies and parts,
  /// as in `vma_merge.constprop.0` and `copy(int) [clone .cold]`.
  private static func withoutClone(_ symbol: String) -> String {
    if let clone = symbol.firstRange(of: " [clone ."), symbol.hasSuffix("]") {
      return String(symbol[..<clone.lowerBound])
    }
    let parts = symbol.split(separator: ".", omittingEmptySubsequences: false)
    let kinds: Set<Substring> = ["constprop", "isra", "part", "cold", "lto_priv", "llvm"]
    guard let count = parts.firstIndex(where: kinds.contains), parts[0] != "", count > 0,
      parts[count...].allSatisfy({ kinds.contains($0) || $0.allSatisfy(\.isNumber) })
    else { return symbol }
    return parts[..<count].joined(separator: ".")
  }

  private static func demangle(_ symbol: String) -> String? {
    symbol.withCString { text in
      guard let result = runtimeDemangle(text, UInt(symbol.utf8.count), nil, nil, 0) else {
        return nil
      }
      defer { free(result) }
      return String(cString: result)
    }
  }

  /// The name without a prefix of a compiler-generated function, `nil` if there is none.
  private static func rest(of name: String) -> String? {
    for pattern in [
      "await resume partial function for ", "suspend resume partial function for ",
    ] where name.hasPrefix("(") {
      if let end = name.firstIndex(of: ")"),
        name[name.index(after: end)...].hasPrefix(" " + pattern)
      {
        return String(name[end...].dropFirst(2 + pattern.count))
      }
    }
    for pattern in [
      "generic specialization <", "function signature specialization <",
      "generic partial specialization <", "generic not re-abstracted specialization <",
      "generic pre-specialization <", "prespecialized generic specialization <",
    ] where name.hasPrefix(pattern) {
      guard let end = closing(of: name, from: pattern.count - 1) else { return nil }
      let rest = name[end...]
      return rest.hasPrefix(" of ") ? String(rest.dropFirst(4)) : nil
    }
    for pattern in [
      "partial apply forwarder for ", "merged ", "outlined copy of ", "async function pointer to ",
      "specialized ", "back deployment thunk for ", "dispatch thunk of ",
    ] where name.hasPrefix(pattern) {
      return pattern == "outlined copy of " ? nil : String(name.dropFirst(pattern.count))
    }
    return nil
  }

  /// The text after the bracket that closes the one at an offset.
  private static func closing(of name: String, from offset: Int) -> String.Index? {
    var depth = 0
    var previous: Character = " "
    for index in name.indices.dropFirst(offset) {
      switch name[index] {
      case "<": depth += 1
      // The `>` of an arrow closes nothing.
      case ">" where previous != "-":
        depth -= 1
        if depth == 0 { return name.index(after: index) }
      default: break
      }
      previous = name[index]
    }
    return nil
  }

  /// A name for tables: without types, and without the module of the function itself.
  ///
  /// `static Shop.Cart.add(item: Swift.String, _: Swift.Int) -> ()` becomes `Cart.add(item:_:)`.
  package static func short(_ name: String) -> String {
    // Names of C and C++ are short already, or by now. Names of Swift have parameters or a type.
    guard name.contains("(") || name.contains(" ") else { return name }
    guard name.contains(".") || name.hasPrefix("closure #") else { return name }
    let parts = split(name)
    return parts.map(shortPart).joined(separator: " in ")
  }

  /// A closure and its enclosing function.
  private static func split(_ name: String) -> [String] {
    var parts: [String] = []
    var depth = 0
    var part = ""
    var rest = name[...]
    var previous: Character = " "
    while let character = rest.first {
      if depth == 0, rest.hasPrefix(" in ") {
        parts.append(part)
        part = ""
        rest = rest.dropFirst(4)
        previous = " "
        continue
      }
      if "([<{".contains(character) { depth += 1 }
      if ")]}".contains(character) || character == ">" && previous != "-" { depth -= 1 }
      part.append(character)
      previous = character
      rest = rest.dropFirst()
    }
    return parts + [part]
  }

  private static func shortPart(_ part: String) -> String {
    var text = part[...]
    for prefix in ["static ", "class "] where text.hasPrefix(prefix) {
      text = text.dropFirst(prefix.count)
    }
    // `variable initialization expression of Shop.Cart.total`.
    for word in [" of ", " for "] {
      guard let range = text.firstRange(of: word),
        !text[..<range.lowerBound].contains(where: { ".(<".contains($0) })
      else { continue }
      return String(text[..<range.upperBound]) + shortPart(String(text[range.upperBound...]))
    }
    if text.hasPrefix("(extension in "), let colon = text.firstIndex(of: ":") {
      text = text[text.index(after: colon)...]
    }
    if text.hasPrefix("closure #") || text.hasPrefix("implicit closure #") {
      // `closure #1 (Swift.Int) -> ()`.
      let words = text.split(separator: " ", omittingEmptySubsequences: true)
      let count = text.hasPrefix("implicit") ? 3 : 2
      return words.prefix(count).joined(separator: " ")
    }
    var result = ""
    var depth = 0
    var index = text.startIndex
    while index < text.endIndex {
      let character = text[index]
      if depth == 0,
        text[index...].hasPrefix(" -> ") || text[index...].hasPrefix(" : ")
          || text[index...].hasPrefix(" async ") || text[index...].hasPrefix(" throws ")
      {
        break
      }
      if character == "(", depth == 0, !result.isEmpty {
        guard let end = end(of: text, from: index) else { break }
        if let name = privateName(text[text.index(after: index)..<end]), result.last == "." {
          result += name
          index = text.index(after: end)
          continue
        }
        result += labels(String(text[text.index(after: index)..<end]))
        index = text.index(after: end)
        continue
      }
      if character == "<", result.last?.isLetter == true || result.last?.isNumber == true {
        guard let end = end(of: text, from: index) else { break }
        index = text.index(after: end)
        continue
      }
      if "([<{".contains(character) { depth += 1 }
      if ")]>}".contains(character) { depth -= 1 }
      result.append(character)
      index = text.index(after: index)
    }
    return withoutModule(result)
  }

  /// The name in `work in _1F2E…`, which denotes a private function.
  private static func privateName(_ text: Substring) -> Substring? {
    let name = text.prefix { $0 != " " }
    return text.dropFirst(name.count).hasPrefix(" in _") ? name : nil
  }

  /// The bracket that closes the one at an index.
  private static func end(of text: Substring, from start: String.Index) -> String.Index? {
    var depth = 0
    var previous: Character = " "
    for index in text.indices[start...] {
      let character = text[index]
      if "([<{".contains(character) { depth += 1 }
      if ")]}".contains(character) || character == ">" && previous != "-" {
        depth -= 1
        if depth == 0 { return index }
      }
      previous = character
    }
    return nil
  }

  /// The labels of a call, from the types of parameters.
  private static func labels(_ parameters: String) -> String {
    guard !parameters.isEmpty else { return "()" }
    var labels = ""
    var depth = 0
    var parameter = ""
    var previous: Character = " "
    func label(_ parameter: String) -> String {
      let text = parameter.drop { $0 == " " }
      let word = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      return !word.isEmpty && text.dropFirst(word.count).hasPrefix(": ") ? word + ":" : "_:"
    }
    for character in parameters {
      if "([<{".contains(character) { depth += 1 }
      if ")]}".contains(character) || character == ">" && previous != "-" { depth -= 1 }
      if character == ",", depth == 0 {
        labels += label(parameter)
        parameter = ""
      } else {
        parameter.append(character)
      }
      previous = character
    }
    return "(" + labels + label(parameter) + ")"
  }

  /// `Shop.Cart.add(_:)` without `Shop.`; a function of the module itself keeps only its name.
  private static func withoutModule(_ name: String) -> String {
    let word = name.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let rest = name.dropFirst(word.count)
    guard rest.first == ".", !word.isEmpty, rest.count > 1 else { return name }
    return String(rest.dropFirst())
  }
}
