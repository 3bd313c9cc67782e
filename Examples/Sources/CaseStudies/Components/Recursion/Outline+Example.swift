import ComposableArchitecture

extension Outline.State {
  /// A root with some headings.
  static var example: Self {
    @Dependency(\.uuid) var uuid
    return Self(
      children: [
        Self(id: uuid(), title: "Introduction"),
        Self(children: [Self(id: uuid(), title: "Summary")], id: uuid(), title: "Results"),
      ], id: uuid(), title: "Report")
  }
}
