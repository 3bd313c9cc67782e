import ReferenceEngine

extension [Hop] {
  /// The way to the feature that has the operator of a child, so that an action that goes there
  /// passes the operator.
  init(toOwnerOf path: ReferencePath) {
    self = []
    var isPresented = false
    for (index, child) in path.enumerated() {
      var names = child.slot.split(separator: ".")
      let slot = names.removeLast()
      for name in names where name == "scoped" { append(.scoped) }
      let isLast = index == path.count - 1
      switch slot {
      // An enum of features is passed with an action for one of its cases.
      case "first": append(isPresented ? .presentedFirst : .first)
      case "second": append(isPresented ? .presentedSecond : .second)
      case "optional": if !isLast { append(.optional) }
      case "rows": if !isLast { append(.row(child.identity[0])) }
      case "stack": if !isLast { append(.screen(child.identity[0])) }
      default: break
      }
      isPresented = slot == "presented"
    }
  }
}
