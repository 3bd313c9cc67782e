import ComposableArchitecture
import TerminalKit

struct WindowSizesView: StudyView {
  let store: StoreOf<WindowSizes>

  var currentCommands: [Command<WindowSizes.Action>] { [] }

  private var size: String {
    store.size.map { "\($0.columns) × \($0.rows)" } ?? "no window"
  }

  func lines(width: Int, usesColor: Bool) -> [String] {
    [Style.bold(size, if: usesColor), "reports  \(store.reportCount)"]
  }

  var summary: String { "\(size) | reports \(store.reportCount)" }
}
