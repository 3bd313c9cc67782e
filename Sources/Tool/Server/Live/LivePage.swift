import FlyingFox
import Synchronization
import TraceExport

/// The page of a running program: its latest figures.
public final class LivePage: Sendable {
  private struct Figures {
    var text: [UInt8] = []
    var number = 0
    var isClosed = false
  }

  private let figures = Mutex(Figures())
  private let distribution: @Sendable (_ prefix: String, _ name: String) -> [UInt8]?
  private let document: PageDocument

  /// The interval at which a waiting request checks for new figures.
  private static let pause = Duration.milliseconds(40)
  /// The number of intervals after which it is answered without any: browsers have a time limit.
  private static let mostPauses = 200

  /// Creates a page without figures.
  ///
  /// - Parameters:
  ///   - title: The title of the page.
  ///   - distribution: Returns the durations of a name's actions as JSON; `nil` if there are none.
  ///     Called on other threads.
  public init(
    title: String, distribution: @escaping @Sendable (_ prefix: String, _ name: String) -> [UInt8]?
  ) {
    document = PageDocument(title: title, source: .live)
    self.distribution = distribution
  }

  /// Publishes new figures to the page.
  ///
  /// - Parameter text: A line of JSON, as `signpost top --json` prints it.
  public func publish(_ text: String) {
    figures.withLock {
      $0.text = Array(text.utf8)
      $0.number += 1
    }
  }

  /// Ends the page: no more figures follow.
  public func close() {
    figures.withLock { $0.isClosed = true }
  }

  /// Answers a request for the page, its figures, those that follow a number, or a distribution.
  func answer(_ path: ArraySlice<Substring>, query: (String) -> String?) async throws
    -> HTTPResponse
  {
    switch Array(path) {
    case [""]: return .page(document)
    case ["figures"]: return try await figures(after: 0)
    case let path where path.first == "figures" && path.count == 2:
      guard let number = Int(path[1]), number >= 0 else { throw RequestFailure.nothingThere }
      return try await figures(after: number)
    case ["distribution"]:
      guard let octaves = distribution(query("prefix") ?? "", query("name") ?? "") else {
        throw RequestFailure.nothingThere
      }
      return .data(octaves, "application/json")
    default: throw RequestFailure.nothingThere
    }
  }

  private func figures(after number: Int) async throws -> HTTPResponse {
    for _ in 0..<Self.mostPauses {
      let latest = figures.withLock { $0 }
      // A number other than the latest may be from an earlier server at this address.
      if latest.number != number, latest.number > 0 {
        return .state(latest.text, number: latest.number)
      }
      if latest.isClosed { return .empty(.gone) }
      try await Task.sleep(for: Self.pause)
    }
    return .empty(.noContent)
  }
}
