/// What a store's feature is called: the name of its state's type without module and ".State".
enum FeatureName {
  static func of(_ type: Any.Type) -> CStringConstant {
    var name = Substring(_typeName(type, qualified: true))
    let module = name.prefix { $0 != "." && $0 != "<" && $0 != "(" }
    if module.endIndex < name.endIndex, name[module.endIndex] == "." {
      name = name[module.endIndex...].dropFirst()
    }
    if name.hasSuffix(".State") { name = name.dropLast(".State".count) }
    return CStringConstant(String(name))
  }
}
