/// The name of a store's feature: the name of its state's type without module and ".State".
package func nameOfFeature(_ stateType: Any.Type) -> String {
  var name = Substring(_typeName(stateType, qualified: true))
  let module = name.prefix { $0 != "." && $0 != "<" && $0 != "(" }
  if module.endIndex < name.endIndex, name[module.endIndex] == "." {
    name = name[module.endIndex...].dropFirst()
  }
  if name.hasSuffix(".State") { name = name.dropLast(".State".count) }
  return withoutAddresses(name)
}

/// The runtime qualifies the name of a private type by an address, which differs in each run.
private func withoutAddresses(_ name: Substring) -> String {
  var result = ""
  var rest = name
  while let start = rest.firstRange(of: "(unknown context at ")?.lowerBound,
    let end = rest[start...].firstRange(of: ").")?.upperBound
  {
    result += rest[..<start]
    rest = rest[end...]
  }
  return result + rest
}
