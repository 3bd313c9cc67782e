/// The combined form of a wrapper's prefix and a name: “[counter] incrementButtonTapped”.
package func displayName(prefix: String, name: String) -> String {
  let name = name.isEmpty ? "(no name)" : name.printable()
  return prefix.isEmpty ? name : "[\(prefix.printable())] \(name)"
}
