import CBenchLoops
import ComposableCore
import Signpost

extension Suite {
  /// What wrappers cost while no session records, over the same reducer without them; those that
  /// write elsewhere also while they do.
  public static let wrappers = Suite(
    "wrappers",
    benchmarks: Wrapping.absent.map { absent in
      Benchmark("wrappers/\(absent.name)", setUp: absent.operation)
    }
      + Wrapping.all.flatMap { wrapping in
        [
          Benchmark("wrappers/\(wrapping.name)/off", setUp: wrapping.operation),
          Benchmark("wrappers/\(wrapping.name)/C, off") { wrapping.loopInC },
        ]
      }
      + ListeningWrapper.all.flatMap(\.benchmarks),
    figures: Wrapping.all.map { wrapping in
      Figure(
        "\(wrapping.name): off over absent",
        .difference("wrappers/\(wrapping.name)/off", from: "wrappers/\(wrapping.action.absent)"),
        budget: wrapping.action == .send ? Double(wrapping.layers) : nil)
    }
      + ListeningWrapper.all.flatMap {
        $0.figures(absent: "wrappers/\(Wrapping.Action.send.absent)")
      })

  /// What wrappers cost while a session records them, over the same events written by C.
  ///
  /// The numbers are only worth something if none of the ``RecordedEvents/emitted`` is lost.
  public static let recording = Suite(
    "recording",
    benchmarks: Wrapping.absent.map { absent in
      Benchmark("recording/\(absent.name)", setUp: absent.operation)
    }
      + Wrapping.all.flatMap { wrapping in
        [
          Benchmark("recording/\(wrapping.name)/on") {
            wrapping.operation().emitting(wrapping.events.perOperation)
          },
          Benchmark("recording/\(wrapping.name)/C") {
            wrapping.loopInC.emitting(wrapping.events.perOperation)
          },
        ]
      },
    figures: Wrapping.all.map { wrapping in
      wrapping.action == .send
        ? Figure(
          "\(wrapping.name): on, × the same in C",
          .ratio("recording/\(wrapping.name)/on", to: "recording/\(wrapping.name)/C"),
          budget: wrapping.promise)
        : Figure(
          "\(wrapping.name): on over absent",
          .difference("recording/\(wrapping.name)/on", from: "recording/\(wrapping.action.absent)"))
    },
    session: .info)

  /// What a wrapped store costs while a session also records what it is sent, over the same events
  /// written by C.
  public static let sends = Suite(
    "sends",
    benchmarks: [
      Benchmark("sends/signpost/on") {
        sending(Counter().signpost(prefix)).emitting(Events.sends.perOperation)
      },
      Benchmark("sends/signpost/C") {
        Operation.synchronous { count in
          Events.sends.write(Int64(count), prefix, Wrapping.Action.send.name)
        }.emitting(Events.sends.perOperation)
      },
    ],
    figures: [
      Figure(
        "signpost, and what is sent: on, × the same in C",
        .ratio("sends/signpost/on", to: "sends/signpost/C"), budget: 1.25)
    ],
    session: .debug)
}

/// A way to wrap a reducer. To measure another wrapper, add a line to ``all``.
private struct Wrapping: Sendable {
  static let all = [
    Wrapping("signpost", .send, writes: .actions) { sending(Counter().signpost(prefix)) },
    Wrapping("signpost, budget", .send, writes: .actions, promise: nil) {
      sending(Counter().signpost(prefix, budget: .seconds(3600)))
    },
    Wrapping("signpost twice", .send, layers: 2, writes: .nestedActions) {
      sending(Counter().signpost(prefix).signpost(prefix))
    },
    Wrapping("signpost, run", .run, writes: .effects) { running(Worker().signpost(prefix)) },
  ]

  static let absent: [(name: String, operation: @MainActor @Sendable () -> Operation)] = [
    (Action.send.absent, { sending(Counter()) }),
    (Action.run.absent, { running(Worker()) }),
  ]

  /// What is asked of the wrapped reducer.
  enum Action: Sendable {
    /// To count, which has no effect.
    case send
    /// To start an effect that ends at once and is waited for.
    case run

    /// The name of the benchmark without a wrapper.
    var absent: String { "absent, \(self)" }

    /// What a wrapper calls the action.
    var name: String {
      switch self {
      case .send: "incrementButtonTapped"
      case .run: "runButtonTapped"
      }
    }
  }

  let name: String
  let action: Action
  /// How many wrappers there are.
  let layers: Int
  let events: Events
  /// How many times as long as the same in C it may take while a session records it.
  let promise: Double?
  let operation: @MainActor @Sendable () -> Operation

  init(
    _ name: String, _ action: Action, layers: Int = 1, writes events: Events,
    promise: Double? = 1.25,
    operation: @escaping @MainActor @Sendable () -> Operation
  ) {
    self.name = name
    self.action = action
    self.layers = layers
    self.events = events
    self.promise = promise
    self.operation = operation
  }

  /// Writes the same from C.
  @MainActor
  var loopInC: Operation {
    .synchronous { [events, action] count in events.write(Int64(count), prefix, action.name) }
  }
}

private let prefix = "feature"

// Inlined, so that the wrapper is compiled where its types are known, as it is in a program.

@inline(__always)
@MainActor
private func sending(_ reducer: some ReducerOf<Counter>) -> Operation {
  let store = Store(initialState: Counter.State()) { reducer }
  return .sending(.incrementButtonTapped, to: store, counter: \.count)
}

@inline(__always)
@MainActor
private func running(_ reducer: some ReducerOf<Worker>) -> Operation {
  let store = Store(initialState: Worker.State()) { reducer }
  return .asynchronous { count in
    for _ in 0..<count { await store.send(.runButtonTapped).finish() }
  }
}

/// What one operation writes.
private enum Events: Sendable {
  case actions
  case nestedActions
  case effects
  case sends

  /// The loop in C that writes the same.
  var write: @convention(c) (Int64, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Void {
    switch self {
    case .actions: raw_actions
    case .nestedActions: raw_nested_actions
    case .effects: raw_effects
    case .sends: raw_sends
    }
  }

  var perOperation: RecordedEvents {
    switch self {
    case .actions: RecordedEvents(actions: 1)
    case .nestedActions: RecordedEvents(actions: 2)
    case .effects: RecordedEvents(actions: 1, effects: 1)
    case .sends: RecordedEvents(actions: 1, sends: 1)
    }
  }
}

extension Operation {
  /// Adds up what the operation emits.
  func emitting(_ events: RecordedEvents) -> Operation {
    switch self {
    case .synchronous(let body):
      .synchronous { count in
        body(count)
        RecordedEvents.emitted += events * count
      }
    case .asynchronous(let body):
      .asynchronous { count in
        await body(count)
        RecordedEvents.emitted += events * count
      }
    case .retained: self
    }
  }
}
