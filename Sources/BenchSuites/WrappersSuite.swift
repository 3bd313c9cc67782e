import CBenchLoops
import ComposableCore
import Signpost

extension Suite {
  /// What wrappers cost while no session records, over the same reducer without them.
  public static let wrappers = Suite(
    "wrappers",
    benchmarks: Wrapping.works.map(\.absent) + Wrapping.all.flatMap { [$0.off, $0.rawOff] },
    figures: Wrapping.all.map { wrapping in
      Figure(
        "\(wrapping.name): off over absent",
        .difference(wrapping.off.name, from: wrapping.work.absent.name),
        budget: wrapping.work == .send ? Double(wrapping.layers) : nil)
    })

  /// What wrappers cost while a session records them, over the same events written by C.
  ///
  /// The numbers are only worth something if none of the ``RecordedEvents/emitted`` is lost.
  public static let recording = Suite(
    "recording",
    benchmarks: [Wrapping.Work.run.absentInSession]
      + Wrapping.all.flatMap { [$0.on, $0.rawOn] },
    figures: Wrapping.all.map { wrapping in
      wrapping.work == .send
        ? Figure(
          "\(wrapping.name): on, × the same in C",
          .ratio(wrapping.on.name, to: wrapping.rawOn.name), budget: 1.25)
        : Figure(
          "\(wrapping.name): on over absent",
          .difference(wrapping.on.name, from: wrapping.work.absentInSession.name))
    },
    needsSession: true)
}

/// A way of wrapping a reducer, and what is measured of it. Another wrapper is another line of
/// ``all``.
private struct Wrapping: Sendable {
  static let all = [
    Wrapping("signpost", .send, writes: .actions) {
      Store(initialState: Counter.State()) { Counter().signpost(prefix) }
    },
    Wrapping("signpost twice", .send, layers: 2, writes: .nestedActions) {
      Store(initialState: Counter.State()) { Counter().signpost(prefix).signpost(prefix) }
    },
    Wrapping("signpost with an effect", .run, writes: .effects) {
      Store(initialState: Counter.State()) { Counter().signpost(prefix) }
    },
  ]

  static let works: [Work] = [.send, .run]

  let name: String
  let work: Work
  let layers: Int
  let events: Events
  let store: @MainActor @Sendable () -> StoreOf<Counter>

  init(
    _ name: String, _ work: Work, layers: Int = 1, writes events: Events,
    store: @escaping @MainActor @Sendable () -> StoreOf<Counter>
  ) {
    self.name = name
    self.work = work
    self.layers = layers
    self.events = events
    self.store = store
  }
}

/// Long enough not to be a small string, as prefixes in programs are not either.
private let prefix = "counter/benchmark"

// MARK: - What is wrapped

private struct Counter: Reducer {
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case incrementButtonTapped
    case refreshButtonTapped
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      state.count &+= 1
      switch action {
      case .incrementButtonTapped: return .none
      case .refreshButtonTapped: return .run { _ in }
      }
    }
  }
}

// MARK: - Benchmarks

extension Wrapping {
  var off: Benchmark {
    Benchmark("wrappers/\(name)/off") { [work, store] in work.operation(on: store()) }
  }

  var on: Benchmark {
    Benchmark("recording/\(name)/on") { [work, store, events] in
      work.operation(on: store(), emits: events.perOperation)
    }
  }

  var rawOff: Benchmark {
    Benchmark("wrappers/\(name)/C, off") { [work, events] in
      .synchronous { count in events.write(Int64(count), prefix, work.actionName) }
    }
  }

  var rawOn: Benchmark {
    Benchmark("recording/\(name)/C") { [work, events] in
      .synchronous { count in
        events.write(Int64(count), prefix, work.actionName)
        RecordedEvents.emitted += events.perOperation * count
      }
    }
  }

  /// What is asked of the wrapped reducer.
  enum Work: Sendable {
    /// An action without an effect.
    case send
    /// An action whose effect ends at once, and is waited for.
    case run

    var absent: Benchmark {
      Benchmark("wrappers/absent/\(self)") { operation(on: bareStore()) }
    }

    var absentInSession: Benchmark {
      Benchmark("recording/absent/\(self)") { operation(on: bareStore()) }
    }

    /// What the wrapper calls the action that is sent.
    var actionName: String {
      switch self {
      case .send: "incrementButtonTapped"
      case .run: "refreshButtonTapped"
      }
    }

    @MainActor
    func operation(
      on store: StoreOf<Counter>, emits events: RecordedEvents = RecordedEvents()
    ) -> Operation {
      switch self {
      case .send:
        .synchronous { count in
          for _ in 0..<count { store.send(.incrementButtonTapped) }
          RecordedEvents.emitted += events * count
        }
      case .run:
        .asynchronous { count in
          for _ in 0..<count { await store.send(.refreshButtonTapped).finish() }
          RecordedEvents.emitted += events * count
        }
      }
    }

    @MainActor
    private func bareStore() -> StoreOf<Counter> {
      Store(initialState: Counter.State()) { Counter() }
    }
  }

  /// What one operation writes, and the loop in C that writes the same.
  enum Events: Sendable {
    case actions
    case nestedActions
    case effects

    var write: @convention(c) (Int64, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Void {
      switch self {
      case .actions: raw_actions
      case .nestedActions: raw_nested_actions
      case .effects: raw_effects
      }
    }

    var perOperation: RecordedEvents {
      switch self {
      case .actions: RecordedEvents(actions: 1)
      case .nestedActions: RecordedEvents(actions: 2)
      case .effects: RecordedEvents(actions: 1, effects: 1)
      }
    }
  }
}
