import CBenchLoops
import ComposableCore
import Signpost

extension Suite {
  /// The cost of wrappers while no session records, relative to the same reducer without them; for
  /// those with other back ends also while they are enabled.
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

  /// The cost of wrappers while a session records them, relative to the same events emitted by C.
  ///
  /// The numbers are only valid if none of the ``RecordedEvents/emitted`` is lost.
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

  /// The cost of a wrapped store while a session also records sends, relative to the same events
  /// emitted by C.
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

  /// The cost of wrappers for an action whose chain a sample leaves out.
  public static let sampling = leavingOut("sampling", session: .sampledOut)

  /// The cost of wrappers for an action that `record --prefix` does not select.
  public static let selection = leavingOut("selection", session: .deselected)

  private static func leavingOut(_ suite: String, session: Session) -> Suite {
    Suite(
      suite,
      benchmarks: [
        Benchmark("\(suite)/\(Wrapping.Action.send.absent)") { sending(Counter()) },
        Benchmark("\(suite)/signpost/left out") { sending(Counter().signpost(prefix)) },
        Benchmark("\(suite)/signpost twice/left out") {
          sending(Counter().signpost(prefix).signpost(prefix))
        },
      ],
      figures: ["signpost", "signpost twice"].map { name in
        Figure(
          "\(name): left out over absent",
          .difference(
            "\(suite)/\(name)/left out", from: "\(suite)/\(Wrapping.Action.send.absent)"),
          budget: name == "signpost" ? 5 : nil)
      },
      session: session)
  }
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

  /// The operation of the wrapped reducer.
  enum Action: Sendable {
    /// Count, without an effect.
    case send
    /// Start an effect that ends at once and is awaited.
    case run

    /// The name of the benchmark without a wrapper.
    var absent: String { "absent, \(self)" }

    /// The wrapper's name of the action.
    var name: String {
      switch self {
      case .send: "incrementButtonTapped"
      case .run: "runButtonTapped"
      }
    }
  }

  let name: String
  let action: Action
  /// The number of wrappers.
  let layers: Int
  let events: Events
  /// The maximum time as a multiple of the same in C, while a session records it.
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

  /// Emits the same events from C.
  @MainActor
  var loopInC: Operation {
    .synchronous { [events, action] count in events.write(Int64(count), prefix, action.name) }
  }
}

private let prefix = "feature"

// Inlined, so that the wrapper is compiled with concrete types, as in a program.

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

/// The events of one operation.
private enum Events: Sendable {
  case actions
  case nestedActions
  case effects
  case sends

  /// The loop in C that emits the same events.
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
  /// Counts the events of the operation.
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
