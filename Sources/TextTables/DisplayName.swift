/// How a wrapper's prefix and a name are written as one: “[counter] incrementButtonTapped”.
package func displayName(prefix: String, name: String) -> String {
  let name = name.isEmpty ? "(no name)" : name.printable()
  return prefix.isEmpty ? name : "[\(prefix.printable())] \(name)"
}
