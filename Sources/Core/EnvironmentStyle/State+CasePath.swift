extension PresentationState {
  /// The state of the presented feature if its enum is of one case, with the case as a path.
  ///
  /// - Parameter path: The case.
  @available(
    *, deprecated, message: "Name the case by a key path: '$destination[case: \\.edit]'."
  )
  public subscript<Case>(case path: AnyCasePath<State, Case>) -> Case? {
    get { wrappedValue.flatMap(path.extract) }
    set {
      guard wrappedValue.flatMap(path.extract) != nil else {
        reportUnrelatedCase(of: wrappedValue, State.self, "presented state")
        return
      }
      wrappedValue = newValue.map(path.embed)
    }
  }
}

extension StackState {
  /// The element with the given id, if its enum is of one case, with the case as a path.
  ///
  /// - Parameters:
  ///   - id: The id of the element.
  ///   - path: The case.
  @available(
    *, deprecated, message: "Name the case by a key path: 'path[id: id, case: \\.edit]'."
  )
  public subscript<Case>(
    id id: StackElementID, case path: AnyCasePath<Element, Case>
  ) -> Case? {
    get { self[id: id].flatMap(path.extract) }
    set {
      guard self[id: id].flatMap(path.extract) != nil else {
        reportUnrelatedCase(of: self[id: id], Element.self, "an element of a stack")
        return
      }
      self[id: id] = newValue.map(path.embed)
    }
  }
}
