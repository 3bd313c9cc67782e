import Foundation
import FoundationNetworking

/// Where facts about numbers come from.
struct NumberFactClient: Sendable {
  var fetch: @Sendable (_ number: Int) async throws -> String
}

extension NumberFactClient {
  /// Asks a service for `<address>/<number>`.
  static func http(_ address: URL, session: URLSession = .shared) -> Self {
    Self { number in
      let url = address.appendingPathComponent(String(number))
      let data: Data
      let response: URLResponse
      do {
        (data, response) = try await session.data(for: URLRequest(url: url, timeoutInterval: 10))
      } catch {
        throw NumberFactFailure.unreachable(url, reason: error.localizedDescription)
      }
      guard let status = (response as? HTTPURLResponse)?.statusCode, status == 200 else {
        throw NumberFactFailure.status((response as? HTTPURLResponse)?.statusCode ?? 0, url)
      }
      guard let fact = String(data: data, encoding: .utf8), !fact.isEmpty else {
        throw NumberFactFailure.notText(url)
      }
      return fact
    }
  }
}
