import ComposableCore

/// Writes the summary of a view as a line whenever it has changed.
@MainActor
final class SummaryPrinter<View: TerminalView> {
  private let view: View
  private var printed: String?
  private var token: ObserveToken?

  init(view: View) {
    self.view = view
    token = observe { [weak self] in
      self?.printSummary()
    }
  }

  private func printSummary() {
    let summary = view.summary
    guard summary != printed else { return }
    printed = summary
    Output.write(summary + "\n")
  }

  /// Returns once the current summary is printed. An observer may answer several changes by one
  /// run; a caller that needs a line for each change has to wait between them.
  func catchUp() async {
    while printed != view.summary { await Task.yield() }
  }
}
