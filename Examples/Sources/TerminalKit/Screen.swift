import ComposableCore
import Foundation

/// A terminal that shows a store: it requests its content after each change of the values that the
/// content was computed from.
@MainActor
package final class Screen {
  /// The lines for the available room.
  package typealias Content = @MainActor (_ size: Size) -> [String]

  /// The available room.
  package struct Size: Equatable, Sendable {
    package var columns: Int
    package var rows: Int

    package init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  private let content: Content
  private var terminal: Terminal?
  private var token: ObserveToken?

  package init(content: @escaping Content) {
    self.content = content
  }

  /// Takes over the terminal and shows the content from now on.
  ///
  /// - Parameter beforeEnd: Called when a signal is about to end the program.
  package func open(beforeEnd: @escaping @Sendable () async -> Void = {}) throws {
    terminal = try Terminal.open(redraw: { [weak self] in self?.draw() }, beforeEnd: beforeEnd)
    token = observe { [weak self] in self?.draw() }
  }

  /// Gives the terminal back.
  package func close() {
    token?.cancel()
    terminal?.close()
  }

  private func draw() {
    guard let terminal else { return }
    terminal.draw(content(Size(columns: terminal.width, rows: terminal.height)))
  }
}
