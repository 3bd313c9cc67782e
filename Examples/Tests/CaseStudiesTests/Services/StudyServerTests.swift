import ComposableArchitecture
import Foundation
import Testing

@testable import CaseStudies

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct StudyServerTests {
  private func withServer(_ body: @MainActor (URL) async throws -> Void) async throws {
    try await withStudyServer(delay: .milliseconds(1)) { address in
      try await withDependencies {
        $0.context = .live
        $0.studyServer = address
      } operation: {
        try await body(address)
      }
    }
  }

  @Test func theWebSocketEchoesTextsOfAnyLength() async throws {
    try await withServer { address in
      let connection = try await WebSocketConnection.open(address)
      for count in [1, 125, 126, 20_000, 70_000] {
        let text = String(repeating: "ä", count: count)
        try await connection.send(text)
        #expect(try await connection.receive() == text)
      }
      connection.close()
    }
  }

  @Test func theClientClosesItsConnectionWithTheStream() async throws {
    try await withServer { _ in
      let client = WebSocketClient.liveValue
      for try await event in client.connect() {
        #expect(event == .opened)
        break
      }
    }
  }

  @Test func anAnswerThatIsNoWebSocketFails() async throws {
    try await withServer { address in
      await #expect(throws: (any Error).self) {
        _ = try await WebSocketConnection.open(URL(fileURLWithPath: "/"))
      }
    }
  }

  @Test func theServerRefusesAFavorite() async throws {
    try await withServer { _ in
      let client = FavoriteClient.liveValue
      try await client.set(isFavorite: true, id: "emma")
      try await client.set(isFavorite: false, id: "emma")
      await #expect(
        throws: FavoriteFailure(
          description: "“Moby-Dick” cannot be a favorite: it is lent out.")
      ) {
        try await client.set(isFavorite: true, id: "moby-dick")
      }
    }
  }

  @Test func aDownloadReportsItsProgress() async throws {
    try await withServer { _ in
      var events: [DownloadClient.Event] = []
      for try await event in DownloadClient.liveValue.download(id: "maps") { events.append(event) }
      #expect(events.last == .finished(byteCount: 400_000))
      let progress = events.compactMap { $0[case: \.progressed] }
      #expect(progress.count > 1)
      #expect(progress == progress.sorted())
      #expect(progress.last == 1)
      await #expect(
        throws: DownloadFailure(description: "The server answered with status 404.")
      ) {
        for try await _ in DownloadClient.liveValue.download(id: "missing") {}
      }
    }
  }

  @Test func aDownloadMayBeStopped() async throws {
    try await withServer { _ in
      for count in 1...5 {
        var seen = 0
        for try await _ in DownloadClient.liveValue.download(id: "maps") {
          seen += 1
          if seen == count { break }
        }
        #expect(seen == count)
      }
    }
  }
}
