import ComposableCore
import Foundation

/// Leads from the store to the pages that show it, and back.
@MainActor
package final class PageChannel<Content: Page> {
  /// The message to a page: each has a higher revision than the one before.
  private struct Event: Encodable {
    let revision: Int
    let state: Content.State
  }

  private let page: Content
  private var latest: (event: Event, text: String)?
  private var pages: [UUID: AsyncStream<String>.Continuation] = [:]
  private var observation: ObserveToken?
  private var heartbeat: Task<Void, Never>?

  package init(_ page: Content) {
    self.page = page
    observation = observe { [weak self] in self?.update() }
  }

  /// Performs the command of a page.
  ///
  /// - Returns: The revision of the state afterwards.
  package func perform(_ command: Content.Command) throws -> Int {
    try page.perform(command)
    update()
    return latest?.event.revision ?? 0
  }

  /// The state now, and after each change: only the latest, if a page is slow.
  package func events() -> AsyncStream<String> {
    let (stream, page) = AsyncStream.makeStream(
      of: String.self, bufferingPolicy: .bufferingNewest(1))
    let id = UUID()
    pages[id] = page
    page.onTermination = { [weak self] _ in
      Task { @MainActor in self?.pages[id] = nil }
    }
    if let latest { page.yield(latest.text) }
    keepAlive()
    return stream
  }

  /// The number of open pages.
  package var pageCount: Int { pages.count }

  package func close() {
    observation?.cancel()
    heartbeat?.cancel()
    for page in pages.values { page.finish() }
  }

  private func update() {
    let state = page.state
    guard state != latest?.event.state else { return }
    let event = Event(revision: (latest?.event.revision ?? 0) + 1, state: state)
    guard let text = (try? JSONEncoder().encode(event)).map({ String(decoding: $0, as: UTF8.self) })
    else { return reportIssue("Revision \(event.revision) can't be sent to a page.") }
    latest = (event, text)
    send(text)
  }

  private func send(_ text: String) {
    for page in pages.values { page.yield(text) }
  }

  /// A closed page is detected at the next send.
  private func keepAlive() {
    guard heartbeat == nil else { return }
    heartbeat = Task { [weak self] in
      while (try? await Task.sleep(for: .seconds(15))) != nil {
        guard let self else { return }
        if let latest { send(latest.text) }
      }
    }
  }
}
