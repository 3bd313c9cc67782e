import Foundation
import FoundationNetworking
import Testing

@testable import NumberFacts

@Suite(.timeLimit(.minutes(1)))
struct FactServiceTests {
  @Test func factsTravelOverHTTP() async throws {
    let service = try await FactService.start(FactHandler())
    let fact = try await NumberFactRequest(to: service.address).fact(about: -12)
    #expect(fact == NumberFact.text(about: -12))
    await service.stop()
  }

  @Test(arguments: ["", "one", "1/2", "99999999999999999999", "1000000000001"])
  func anythingElseIsNotFound(path: String) async throws {
    let service = try await FactService.start(FactHandler())
    let (_, response) = try await URLSession.shared.data(
      from: service.address.appendingPathComponent(path))
    #expect((response as? HTTPURLResponse)?.statusCode == 404)
    await service.stop()
  }

  @Test func onlyGetsAreAnswered() async throws {
    let service = try await FactService.start(FactHandler())
    var request = URLRequest(url: service.address.appendingPathComponent("1"))
    request.httpMethod = "DELETE"
    let (_, response) = try await URLSession.shared.data(for: request)
    #expect((response as? HTTPURLResponse)?.statusCode == 404)
    await service.stop()
  }

  @Test func aStatusOtherThan200IsAFailure() async throws {
    let service = try await FactService.start(FactHandler(failingMultiples: 13))
    let request = NumberFactRequest(to: service.address)
    let url = service.address.appendingPathComponent("26")
    await #expect(throws: NumberFactFailure.status(500, url)) { try await request.fact(about: 26) }
    #expect(try await request.fact(about: 27) == NumberFact.text(about: 27))
    await service.stop()
  }

  @Test func aServiceThatIsGoneIsAFailure() async throws {
    let service = try await FactService.start(FactHandler())
    let request = NumberFactRequest(to: service.address)
    await service.stop()
    let failure = await #expect(throws: NumberFactFailure.self) { try await request.fact(about: 1) }
    guard case .unreachable(let url, _) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(url == service.address.appendingPathComponent("1"))
  }
}
