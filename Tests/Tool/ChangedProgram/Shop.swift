import ComposableCore
import Foundation
import Signpost

struct Shop: Reducer {
  struct State {
    var rows = 0
    var sum = 0
  }

  enum Action: Sendable {
    case queryChanged(Int), queryEnded
    case opened(Int), row(Int), pictureOpened(Int), priceOpened(Int), shown(Int)
    case load(Int), loaded(Int), fetched
    case prepare(Int), prepared
    case save(Int), audited
    case request(Int)
    case step(Int), finished
    case typed(Int), found
    case download(Int), progress(Int)
  }

  let times: Times

  /// The durations that the changes are about, each for one of the programs.
  struct Times: Sendable {
    var query = Duration.milliseconds(30)
    var results = Duration.milliseconds(3)
    var row = Duration.milliseconds(6)
    var picture = Duration.milliseconds(30)
    var price = Duration.milliseconds(45)
    var request = Duration.milliseconds(8)
    var loadsInParallel = false
    var preparesInParallel = false
    var audits = true
    var step = Duration.milliseconds(5)
    var search = Duration.milliseconds(40)
    var part = Duration.milliseconds(12)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let number):
        return .run { [times] send in
          try await Task.sleep(for: varied(times.query, by: number))
          await send(.queryEnded)
        }
      case .queryEnded:
        block(times.results)
        state.sum += 1
        return .none

      // Eight rows, whose requests end at about the same time: they wait for the main actor.
      case .opened(let number):
        return .merge(
          (0..<8).map { row in
            .run { send in
              try await Task.sleep(for: varied(.milliseconds(20), by: number * 8 + row))
              await send(.row(row))
            }
          })
      case .row(let number):
        block(varied(times.row, by: number))
        state.sum += 1
        return .none

      // Two effects side by side, of which the longer one decides.
      case .shown(let number):
        return .merge(.send(.pictureOpened(number)), .send(.priceOpened(number)))
      case .pictureOpened(let number):
        return .run { [times] _ in
          try await Task.sleep(for: varied(times.picture, by: number))
        }
      case .priceOpened(let number):
        return .run { [times] _ in
          try await Task.sleep(for: varied(times.price, by: number + 7))
        }

      // An effect whose action starts the next one.
      case .load(let number):
        let load = Effect<Action>.run { send in
          try await Task.sleep(for: varied(.milliseconds(25), by: number))
          await send(.loaded(number))
        }
        return times.loadsInParallel ? .merge(load, fetch(number)) : load
      case .loaded(let number):
        state.sum += 1
        return times.loadsInParallel ? .none : fetch(number)

      // Two effects, one after the other.
      case .prepare(let number):
        let effects = (0..<2).map { part in
          Effect<Action>.run { send in
            try await Task.sleep(for: varied(.milliseconds(20), by: number * 2 + part))
            await send(.prepared)
          }
        }
        return times.preparesInParallel
          ? .merge(effects) : .concatenate(effects[0], effects[1])

      case .save(let number):
        state.rows += 1
        return .run { [times] send in
          try await Task.sleep(for: varied(.milliseconds(15), by: number))
          if times.audits { await send(.audited) }
        }
      case .audited:
        return .run { _ in try await Task.sleep(for: .milliseconds(20)) }

      case .request(let number):
        block(varied(times.request, by: number))
        state.sum += 1
        return .none

      // A chain of actions in one turn.
      case .step(let number):
        block(times.step)
        return number > 0 ? .send(.step(number - 1)) : .send(.finished)
      // Each letter delays the search, and cancels the one before.
      case .typed(let number):
        return .run { [times] send in
          try await Task.sleep(for: varied(times.search, by: number))
          await send(.found)
        }
        .debounce(id: Request.search, for: .milliseconds(20), clock: ContinuousClock())
      case .found:
        block(.milliseconds(2))
        state.sum += 1
        return .none

      // An effect that sends several actions.
      case .download(let number):
        return .run { [times] send in
          for part in 0..<5 {
            try await Task.sleep(for: varied(times.part, by: number * 5 + part))
            await send(.progress(part))
          }
        }
      case .progress:
        block(.milliseconds(3))
        state.sum += 1
        return .none

      case .finished, .fetched, .prepared:
        state.sum += 1
        return .none
      }
    }
  }

  private enum Request: Hashable { case search }

  private func fetch(_ number: Int) -> Effect<Action> {
    .run { send in
      try await Task.sleep(for: varied(.milliseconds(35), by: number + 3))
      await send(.fetched)
    }
  }
}

/// Blocks the thread for a time. A computation would take longer on a machine with other work.
func block(_ time: Duration) {
  usleep(UInt32(time / .microseconds(1)))
}

/// A time between a half and three halves of another, the same for the same number.
func varied(_ time: Duration, by number: Int) -> Duration {
  var bits = UInt64(truncatingIfNeeded: number) &* 0x9e37_79b9_7f4a_7c15
  bits ^= bits >> 31
  bits = bits &* 0xbf58_476d_1ce4_e5b9
  return time * (0.5 + Double(bits >> 40) / Double(1 << 24))
}
