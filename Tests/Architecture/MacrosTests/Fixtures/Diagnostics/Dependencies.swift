import ComposableArchitecture

@DependencyClient
final class ClassClient {}

@DependencyClient
struct NoDefault {
  var count: @Sendable (_ name: String) -> Int
  var fetch: @Sendable () async throws -> Int
}

struct LetEndpoint {
  @DependencyEndpoint var name: String
}

extension DependencyValues {
  @DependencyEntry var incomplete: Int
}
