// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import ComposableArchitecture

struct Configuration: Sendable {}

@DependencyClient
struct Members {
  var id: Int
  var name = "Blob"
  let config: () -> Void
  let fixed = 3
  var optional: Int?
  var fetch: @Sendable (_ id: Int) async throws -> String
  var isReachable: () -> Bool = { false }
  var configuration: Configuration = { Configuration() }()
  private var cache: [Int] = []
}

func makeMembers() {
  _ = Members(id: 1, config: {})
  _ = Members(
    id: 1, name: "Blob", config: {}, optional: 2, fetch: { "\($0)" }, isReachable: { true })
}

@DependencyClient
struct Functions: Sendable {
  var log: @Sendable (_ message: @autoclosure () -> String) -> Void
  var logOrThrow: @Sendable (_ message: @autoclosure () throws -> String, _ x: Int) throws -> Void
  var logUnlabelled: @Sendable (@autoclosure () -> String) -> Void
  var startsWithClosure: @Sendable () -> Void = {
    { print("x") }(); print("y")
  }
  var isClosure: @Sendable (_ x: Int) -> Int = { { $0 + 1 }($0) }
  var conditional: @Sendable (_ x: Int) -> Int = { if $0 == 1 { 1 } else { 2 } }
  var choice: @Sendable (_ x: Int) -> Int = {
    switch $0 {
    case 1: 1;
    default: 2
    }
  }
  var function: @Sendable (_ x: Int) -> Int = successor
  var partlyLabelled: @Sendable (_ id: Int, Int) async -> Void
  var inPlace: @Sendable (_ id: inout Int) -> Void
  @DependencyEndpoint(method: "renamed") var unlabelled: @Sendable (Int) throws -> Void
  var isolated: @MainActor @Sendable (_ x: Int) async throws -> Int
  @DependencyEndpointIgnored var ignored: @Sendable (_ x: Int) -> Int
  var escaping: @Sendable (_ f: @escaping @Sendable () -> Void, _ g: () -> Void) -> Void
  var `default`: @Sendable (_ for: Int) -> Void
  var stream: @Sendable () -> AsyncStream<Int> = { .finished }
}

@Sendable func successor(_ x: Int) -> Int { x + 1 }

@MainActor
func call() async throws {
  let client = Functions(ignored: { $0 })
  client.log(message: "x")
  try client.logOrThrow(message: "x", x: 3)
  client.logUnlabelled("x")
  await client.partlyLabelled(id: 1, 2)
  var number = 3
  client.inPlace(id: &number)
  try client.renamed(1)
  _ = try await client.isolated(x: 1)
  client.escaping(f: {}, g: {})
  client.default(for: 1)
}

@DependencyClient
public struct Public: Sendable {
  public var fetch: @Sendable (_ id: Int) throws -> Int
  internal var fallback: @Sendable () -> Void
}

@DependencyClient
struct Hidden {
  fileprivate struct Value {}

  fileprivate var get: @Sendable (_ id: Value) throws -> Value
}

extension DependencyValues {
  @DependencyEntry var inferred = "a"
  @DependencyEntry var written: Int = 3
  @DependencyEntry("NamedKey") public var named = 3
  @DependencyEntry(previewValue: 4) var previewed = 3
  @DependencyEntry(liveValue: 4) var live: Int
  @DependencyEntry(liveValue: 4, previewValue: 5) var all = 3
}

extension DependencyValues.NamedKey: DependencyKey {
  public static let liveValue = 8
}
