import ComposableArchitecture
import ExampleTestSupport
import FlyingFox
import Foundation
import FoundationNetworking
import LoopbackServer
import Testing

@testable import Search

@Suite(.timeLimit(.minutes(1)))
struct PlaceServiceTests {
  private func withService(
    _ handler: any HTTPHandler = PlaceHandler(),
    _ body: (_ client: PlaceClient, _ address: URL) async throws -> Void
  ) async throws {
    let server = try await LoopbackServer.start(handler)
    try await body(.http(server.address), server.address)
    await server.stop()
  }

  @Test func placesTravelOverHTTP() async throws {
    try await withService { client, _ in
      let found = try await client.search("são")
      #expect(found == PlaceTable.all.places(named: "sao"))
      let escaped = try await client.search("a&b=c d")
      #expect(escaped == Matches(count: 0, places: []))
    }
  }

  @Test func daysTravelOverHTTP() async throws {
    try await withService { client, _ in
      let date = Date(timeIntervalSince1970: 1_795_000_000)
      let days = try await client.sun("Europe/Berlin", date)
      let berlin = try #require(PlaceTable.all["Europe/Berlin"])
      #expect(days.count == 7)
      #expect(days == SunDay.days(7, from: date, at: berlin))
    }
  }

  @Test(arguments: [
    ("places", 400), ("places?name=", 400), ("sun?place=Europe/Berlin", 400),
    ("sun?place=Europe/Berlin&time=nan", 400), ("sun?place=Europe/Berlin&time=1e300", 400),
    ("sun?place=Atlantis&time=0", 404), ("/", 404), ("places/1", 404),
  ])
  func anythingElseIsRefused(path: String, status: Int) async throws {
    try await withService { _, address in
      let url = try #require(URL(string: path, relativeTo: address))
      let (_, response) = try await URLSession.shared.data(from: url)
      #expect((response as? HTTPURLResponse)?.statusCode == status)
    }
  }

  @Test func onlyGetsAreAnswered() async throws {
    try await withService { _, address in
      var request = URLRequest(url: address.appendingPathComponent("places"))
      request.httpMethod = "DELETE"
      let (_, response) = try await URLSession.shared.data(for: request)
      #expect((response as? HTTPURLResponse)?.statusCode == 405)
    }
  }

  @Test func requestsFailAsTheOptionSays() async throws {
    try await withService(UnreliableHandler(PlaceHandler(), failingMultiples: 2)) { client, _ in
      _ = try await client.search("ber")
      await #expect(throws: PlaceFailure.status(503)) { try await client.search("ber") }
      _ = try await client.search("ber")
    }
  }

  @Test func aServiceThatIsGoneIsUnreachable() async throws {
    let server = try await LoopbackServer.start(PlaceHandler())
    let client = PlaceClient.http(server.address)
    await server.stop()
    let failure = await #expect(throws: PlaceFailure.self) { try await client.search("ber") }
    #expect(failure?.isTemporary == true)
  }

  @Test func aServiceOfSomethingElseIsUnreadable() async throws {
    let server = try await LoopbackServer.start(OtherHandler())
    let client = PlaceClient.http(server.address)
    let failure = await #expect(throws: PlaceFailure.self) { try await client.search("ber") }
    #expect(failure == .unreadable(reason: "it is not the expected JSON"))
    await server.stop()
  }

  @Test func aCancelledRequestIsNoFailure() async throws {
    try await withService(UnreliableHandler(PlaceHandler(), delay: .seconds(60))) { client, _ in
      let request = Task { try await client.search("ber") }
      request.cancel()
      let result = await request.result
      #expect(throws: CancellationError.self) { try result.get() }
    }
  }
}
