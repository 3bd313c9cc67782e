import ComposableCore
import Foundation
import Logging
import Signpost
import TestSupport

/// A signposted program, and the exact events of it, in order.
///
/// The same scenario is run in the test's process, recorded by a recorder, and in a process of its
/// own, recorded by LTTng: both must give the same events.
public struct Scenario: Sendable, CustomStringConvertible {
  /// The name of the scenario on the command line of the runner.
  public let name: String
  /// The additionally recorded details.
  public let details: SignpostRecorder.Details
  /// The events, with ids numbered in the order of their appearance.
  public let events: [SignpostEvent]
  private let body: @MainActor @Sendable () async -> Void

  init(
    _ name: String, including details: SignpostRecorder.Details = [], events: [SignpostEvent],
    body: @escaping @MainActor @Sendable () async -> Void
  ) {
    self.name = name
    self.details = details
    self.events = events
    self.body = body
  }

  /// The name of the scenario.
  public var description: String { name }

  /// Runs the scenario to its end.
  @MainActor
  public func run() async {
    await body()
  }

  /// Sends `count` actions to one store, as fast as it goes.
  @MainActor
  public static func burst(of count: Int) {
    let store = Store(initialState: Feature.State()) { Feature(gates: Gates()).signpost("burst") }
    for _ in 0..<count { store.send(.increment) }
  }

  /// Keeps two stores and an effect until the standard input ends, and does nothing else meanwhile.
  @MainActor
  public static func live() async {
    let gates = Gates()
    let store = Store(initialState: Outer.State()) { Outer(gates: gates) }
    let child = store.scope(\.child, action: \.child.feature)
    let effect = child.send(.run("end"))
    await gates.arrival(at: "end")
    FileHandle.standardOutput.write(Data("running\n".utf8))
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        while readLine() != nil {}
        continuation.resume()
      }
    }
    gates.open("end")
    await effect.finish()
  }

  /// Writes a log record by a logger without a handler, beside the output on standard error.
  public static func log(_ message: String) {
    SignpostLogHandler.bootstrap(
      alongside: StreamLogHandler.standardError,
      metadataProvider: Logger.MetadataProvider { ["provided": "metadata"] })
    Logger(label: "scenario").notice("\(message)")
  }

  /// All scenarios.
  public static let all: [Scenario] = actions + effects + signposters + wrappers + stores
}

/// A feature that executes its actions.
struct Feature: Reducer {
  struct State: Equatable { var count = 0 }

  enum Action {
    case increment
    case nothing
    case typed(String)
    case send
    case run(String)
    case fail(String)
    case merge
    case nested
    case cancel
    case done(String)
  }

  enum CancelID { case work }

  struct Failure: Error {}

  let gates: Gates

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .nothing, .typed, .done:
        return .none
      case .send:
        return .send(.done("secret"))
      case .run(let gate):
        return .run { [gates] send in
          await gates.pass(gate)
          await send(.done("secret"))
        }
        .cancellable(id: CancelID.work)
      case .fail(let gate):
        return .run { [gates] send in
          await gates.pass(gate)
          throw Failure()
        } catch: { _, send in
          await send(.done("secret"))
        }
      case .merge:
        return .merge(.send(.increment), .cancel(id: CancelID.work), .send(.nothing))
      case .nested:
        return .run { send in await send(.send) }
      case .cancel:
        return .cancel(id: CancelID.work)
      }
    }
  }
}

/// A parent with a wrapper of its own around a wrapped child.
struct Outer: Reducer {
  struct State: Equatable { var child = Feature.State() }

  enum Action: CasePathable {
    case child(FeatureAction)
    case other

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, FeatureAction> {
        AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let gates: Gates

  var body: some ReducerOf<Self> {
    CombineReducers {
      Scope(\.child, action: \.child.feature) {
        Feature(gates: gates).signpost("inner")
      }
    }
    .signpost("outer")
  }
}

/// The child's action behind one more case, as a presented child's is.
enum FeatureAction: CasePathable {
  case feature(Feature.Action)
  case dismiss

  struct AllCasePaths: Sendable {
    var feature: AnyCasePath<FeatureAction, Feature.Action> {
      AnyCasePath(embed: FeatureAction.feature) {
        if case .feature(let value) = $0 { value } else { nil }
      }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
