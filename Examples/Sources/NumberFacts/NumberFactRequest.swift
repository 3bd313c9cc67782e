import Foundation
import FoundationNetworking
import Requests

/// A question for a fact, asked of a service over HTTP.
package struct NumberFactRequest: Sendable {
  /// Where the service answers.
  package let address: URL

  package init(to address: URL) {
    self.address = address
  }

  /// Asks for `<address>/<number>`.
  ///
  /// - Throws: ``NumberFactFailure``
  package func fact(about number: Int) async throws -> String {
    let url = address.appendingPathComponent(String(number))
    let data: Data
    let response: URLResponse
    do {
      (data, response) = try await URLSession.shared.answer(
        to: URLRequest(url: url, timeoutInterval: 10))
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
