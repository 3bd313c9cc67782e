import FlyingFox
import Foundation
import TraceExport

/// The content of a server.
enum PageContent: Sendable {
  case recording(ServedRecording)
  case comparison(ServedComparison)
  case live(LivePage)
}

/// Two recordings side by side: a page with the page of each in a frame.
struct ServedComparison: Sendable {
  let document = PageDocument(title: "Signpost", source: .compared)
  /// The recordings, by the paths of their pages.
  let sides: [String: ServedRecording]

  init(before: PageIndex, after: PageIndex) {
    sides = [
      "before": ServedRecording(before, ancestors: "'self'"),
      "after": ServedRecording(after, ancestors: "'self'"),
    ]
  }
}

/// The page of a recording, and its data.
struct ServedRecording: Sendable {
  private let index: PageIndex
  /// The pages that may embed this one in a frame.
  private let ancestors: String
  /// The page shows the recording's name once it has read the head.
  private let document = PageDocument(title: "Signpost", source: .served)

  init(_ index: PageIndex, ancestors: String = "'none'") {
    self.index = index
    self.ancestors = ancestors
  }

  /// Answers a request.
  ///
  /// - Parameter path: The parts of the path below the page; the page itself is an empty one.
  func answer(_ path: ArraySlice<Substring>) throws -> HTTPResponse {
    switch Array(path) {
    case [""]: return .page(document, ancestors: ancestors)
    case ["head"]: return .data(index.head, "application/json")
    case let path where path.first == "chunks" && path.count == 2:
      guard let number = Int(path[1]), (0..<index.chunkCount).contains(number) else {
        throw RequestFailure.nothingThere
      }
      return .data(try index.chunk(number), "application/octet-stream")
    default: throw RequestFailure.nothingThere
    }
  }
}
