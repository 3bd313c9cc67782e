import ComposableArchitecture
import Foundation
import PageKit
import Testing

@testable import Todos

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct PageChannelTests {
  let session = TodosSession(store: Store(initialState: .with(.numbered(0, "a"))) { TodoList() })

  @Test func allPagesHearOfChangesFromAnywhere() async throws {
    let channel = PageChannel(TodosPage(session: session))
    var pages = (0..<20).map { _ in channel.events().makeAsyncIterator() }
    for index in pages.indices {
      #expect(await pages[index].next(isolation: #isolation)?.contains(#""revision":1"#) == true)
    }
    session.send(.set(\.draft, "from elsewhere"))
    for index in pages.indices {
      #expect(await pages[index].next(isolation: #isolation)?.contains("from elsewhere") == true)
    }
    channel.close()
    for index in pages.indices {
      // On a slow machine the state is repeated, as it is after a while without changes.
      while let text = await pages[index].next(isolation: #isolation) {
        #expect(text.contains("from elsewhere"))
      }
    }
  }

  @Test func aSlowPageHearsOfTheLatest() async throws {
    let channel = PageChannel(TodosPage(session: session))
    var page = channel.events().makeAsyncIterator()
    for number in 1...100 { _ = try channel.perform(.draft("\(number)")) }
    #expect(await page.next(isolation: #isolation)?.contains(#""draft":"100""#) == true)
    channel.close()
  }

  @Test func aPageThatGoesAwayIsForgotten() async throws {
    let channel = PageChannel(TodosPage(session: session))
    let page = Task { for await _ in channel.events() {} }
    while channel.pageCount == 0 { await Task.yield() }
    page.cancel()
    while channel.pageCount > 0 { await Task.yield() }
  }
}
