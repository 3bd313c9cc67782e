import ComposableCore
import Dispatch
import Foundation
import NumberFacts

extension AppEnvironment {
  /// The environment of the program: its main queue, and a service of facts.
  static func live(facts address: URL) -> Self {
    let request = NumberFactRequest(to: address)
    return Self(
      mainQueue: DispatchQueue.main.eraseToAnyScheduler(),
      numberFact: { number in
        .task { () throws(ApiError) in
          do {
            return try await request.fact(about: number)
          } catch {
            throw ApiError()
          }
        }
      }
    )
  }
}
