import ComposableCore
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The code of the article "Dependencies".
@MainActor
@Suite struct DependenciesArticleTests {
  @Test func aTestKnowsTheOutcome() {
    let store = Store(initialState: Notes.State()) {
      Notes()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.date.now = Date(timeIntervalSince1970: 0)
    }
    store.send(.addButtonTapped)
    #expect(
      store.notes == [Notes.Note(id: UUID(0), created: Date(timeIntervalSince1970: 0))])
  }

  @Test func aReducerOverrides() {
    let store = Store(initialState: Notes.State()) {
      Notes()
        .dependency(\.uuid, .constant(UUID(1)))
    } withDependencies: {
      $0.date = .constant(Date(timeIntervalSince1970: 0))
    }
    store.send(.addButtonTapped)
    #expect(store.notes.map(\.id) == [UUID(1)])
  }

  @Test func aClientOfOnesOwn() async {
    @Dependency(\.facts) var facts
    await #expect(throws: Unimplemented.self) { try await facts.fetch(1) }
    await withDependencies {
      $0.facts.fetch = { "\($0) is a number" }
    } operation: {
      let fact = try? await facts.fetch(1)
      #expect(fact == "1 is a number")
    }
  }

  @Test func callbacksCarryDependenciesOver() {
    var callback: () -> Void = {}
    func onCallback(_ body: @escaping () -> Void) { callback = body }
    var finished: [UUID] = []
    func finish() {
      @Dependency(\.uuid) var uuid
      finished.append(uuid())
    }
    withDependencies {
      $0.uuid = .incrementing
    } operation: {
      withEscapedDependencies { dependencies in
        onCallback {
          dependencies.yield {
            finish()
          }
        }
      }
    }
    callback()
    #expect(finished == [UUID(0)])
  }
}

private struct Notes: Reducer {
  struct Note: Equatable {
    let id: UUID
    let created: Date
  }
  struct State: Equatable { var notes: [Note] = [] }
  enum Action { case addButtonTapped }

  @Dependency(\.uuid) var uuid
  @Dependency(\.date.now) var now

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.notes.append(Note(id: uuid(), created: now))
      return .none
    }
  }
}

private struct FactClient: Sendable {
  var fetch: @Sendable (Int) async throws -> String
}

extension FactClient: DependencyKey {
  static let liveValue = FactClient(
    fetch: { number in
      @Dependency(\.urlSession) var session
      let url = URL(string: "https://example.org/\(number)")
      guard let url else { throw URLError(.badURL) }
      let (data, _) = try await session.data(for: URLRequest(url: url))
      return String(decoding: data, as: UTF8.self)
    }
  )
  static let testValue = FactClient(fetch: { _ in throw Unimplemented("FactClient.fetch") })
}

extension DependencyValues {
  fileprivate var facts: FactClient {
    get { self[FactClient.self] }
    set { self[FactClient.self] = newValue }
  }
}
