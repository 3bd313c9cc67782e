import ComposableArchitecture

/// The title of a memo while it is being written, which concerns this front end alone.
@MainActor
@Observable
final class TitleField {
  /// The memo whose title it is, if any is being written.
  private(set) var id: Memo.ID?
  var text = ""

  func open(_ memo: Memo) {
    id = memo.id
    text = memo.title
  }

  func close() {
    id = nil
  }
}
