import ComposableArchitecture

extension Outline.State {
  /// A root with two headings.
  static var example: Self {
    @Dependency(\.uuid) var uuid
    return Self(
      children: [Self(id: uuid(), title: "1"), Self(id: uuid(), title: "2")], id: uuid(),
      title: "Report")
  }
}
