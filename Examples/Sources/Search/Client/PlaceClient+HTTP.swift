import Foundation
import FoundationNetworking
import Requests

extension PlaceClient {
  /// Asks a service over HTTP.
  static func http(_ address: URL) -> Self {
    Self(
      search: { name in
        try await get(address, "places", ["name": name])
      },
      sun: { place, date in
        try await get(
          address, "sun", ["place": place, "time": "\(date.timeIntervalSince1970)"])
      })
  }

  private static func get<Answer: Decodable>(
    _ address: URL, _ path: String, _ parameters: KeyValuePairs<String, String>
  ) async throws -> Answer {
    let url = address.appendingPathComponent(path)
      .appending(queryItems: parameters.map { URLQueryItem(name: $0.key, value: $0.value) })
    let data: Data
    let response: URLResponse
    do {
      (data, response) = try await URLSession.shared.answer(
        to: URLRequest(url: url, timeoutInterval: 10))
    } catch {
      // A request that was cancelled has not failed.
      try Task.checkCancellation()
      throw PlaceFailure.unreachable(reason: error.localizedDescription)
    }
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard status == 200 else { throw PlaceFailure.status(status) }
    do {
      return try JSONDecoder().decode(Answer.self, from: data)
    } catch {
      throw PlaceFailure.unreadable(reason: "it is not the expected JSON")
    }
  }
}
