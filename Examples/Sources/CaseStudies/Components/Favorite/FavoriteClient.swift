import ComposableArchitecture
import Foundation
import FoundationNetworking
import Requests

/// Keeps favorites at the program's own server.
@DependencyClient
struct FavoriteClient: Sendable {
  /// Makes something a favorite, or no longer. Throws ``FavoriteFailure``.
  var set: @Sendable (_ isFavorite: Bool, _ id: String) async throws -> Void
}

/// Why something did not become a favorite.
struct FavoriteFailure: Error, Equatable, CustomStringConvertible {
  var description: String
}

extension FavoriteClient: DependencyKey {
  static let liveValue = Self(
    set: { isFavorite, id in
      @Dependency(\.studyServer) var server
      var request = URLRequest(
        url: server.appendingPathComponent("favorites").appendingPathComponent(id),
        timeoutInterval: 10)
      request.httpMethod = isFavorite ? "PUT" : "DELETE"
      let data: Data
      let response: URLResponse
      do {
        (data, response) = try await URLSession.shared.answer(to: request)
      } catch {
        throw FavoriteFailure(description: error.localizedDescription)
      }
      guard (response as? HTTPURLResponse)?.statusCode == 200 else {
        throw FavoriteFailure(description: String(decoding: data, as: UTF8.self))
      }
    })
}

extension DependencyValues {
  var favorites: FavoriteClient {
    get { self[FavoriteClient.self] }
    set { self[FavoriteClient.self] = newValue }
  }
}
