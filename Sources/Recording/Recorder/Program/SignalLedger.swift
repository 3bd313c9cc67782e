import Glibc

/// Signals that this process received, until it is known whether they reached its group as well. It
/// performs no I/O.
///
/// A sender may use both ways: `timeout` sends a signal to the process it started, and then to the
/// whole group. So a signal from a process is held back for a moment, and all of its kind that
/// arrive until then count as one.
struct SignalLedger {
  struct Arrival: Equatable {
    var number: Int32
    /// 0 for the kernel.
    var sender: pid_t
    var isFromKernel: Bool
  }

  private struct Held {
    var arrival: Arrival
    var received: ContinuousClock.Instant
    var due: ContinuousClock.Instant
  }

  /// The time for which a signal is held back.
  static let patience = Duration.milliseconds(25)
  /// The maximum time it is held back while its sender is busy, and may be between two calls of
  /// `kill`.
  static let longestPatience = Duration.milliseconds(250)

  private var held: [Held] = []
  private var witnessed: Set<Int32> = []

  /// When the next one is due.
  var due: ContinuousClock.Instant? { held.map(\.due).min() }

  mutating func receive(_ arrival: Arrival, at now: ContinuousClock.Instant) {
    // The kernel sends only once.
    let due = arrival.isFromKernel ? now : now + Self.patience
    held.append(Held(arrival: arrival, received: now, due: due))
  }

  /// The first that is due, if its sender has finished.
  ///
  /// - Parameter isBusy: Whether a process is running, rather than waiting or ended.
  mutating func next(
    at now: ContinuousClock.Instant, isBusy: (pid_t) -> Bool
  ) -> Arrival? {
    for index in held.indices where held[index].due <= now {
      let (arrival, received) = (held[index].arrival, held[index].received)
      if !arrival.isFromKernel, arrival.sender > 0, now < received + Self.longestPatience,
        isBusy(arrival.sender)
      {
        held[index].due = now + .milliseconds(5)
      } else {
        return arrival
      }
    }
    return nil
  }

  /// Adds the signals of the witness; those that this process did not receive are ignored.
  mutating func witness(_ numbers: some Sequence<Int32>) {
    let interesting = Set(held.map(\.arrival.number))
    witnessed.formUnion(interesting.intersection(numbers))
  }

  /// Removes and returns the signals of this number, with their receivers.
  mutating func resolve(_ number: Int32) -> [ReceivedSignal] {
    let arrivals = held.filter { $0.arrival.number == number }.map(\.arrival)
    held.removeAll { $0.arrival.number == number }
    guard witnessed.remove(number) != nil else {
      return arrivals.map { _ in ReceivedSignal(number: number, origin: .process) }
    }
    let isKey = arrivals.contains(where: \.isFromKernel)
    return [ReceivedSignal(number: number, origin: isKey ? .terminal : .group)]
  }

  /// The assumption without a witness.
  static func assume(_ arrival: Arrival, leadsSession: Bool) -> ReceivedSignal {
    // A terminal that hangs up signals only the leader of its session.
    let isKey = arrival.isFromKernel && !(leadsSession && arrival.number == SIGHUP)
    return ReceivedSignal(number: arrival.number, origin: isKey ? .terminal : .process)
  }

  /// Removes and returns all signals that were not handled.
  mutating func takeAll() -> [Arrival] {
    defer { removeAll() }
    return held.map(\.arrival)
  }

  mutating func removeAll() {
    held = []
    witnessed = []
  }
}
