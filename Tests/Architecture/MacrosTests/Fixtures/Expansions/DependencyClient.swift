import ComposableArchitecture

@DependencyClient
struct Client {
  var fetch: @Sendable (_ id: Int) async throws -> String
  var isReachable: () -> Bool = { false }
}
