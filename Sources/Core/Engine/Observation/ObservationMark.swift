import CCore
import CompanionSupport
import Observation

/// Determines whether a read is observed, for which the Observation framework has no function.
///
/// The framework collects the key paths that are read in a set, and hashes them for it, but only
/// while `withObservationTracking` runs. A key path with a mark as the argument of its subscript
/// hashes the mark.
struct ObservationMark: Hashable, Sendable {
  /// A value that is unknown at compile time, so that each key path with a mark is a separate
  /// object.
  private let number: UInt64

  init(_ number: UInt64) {
    self.number = number
  }

  func hash(into hasher: inout Hasher) {
    composable_set_tracked(true)
  }

  /// Key paths hash their arguments through this property; a `Hasher` would double the cost.
  var hashValue: Int {
    composable_set_tracked(true)
    return 0
  }

  /// Whether the framework collects the reads of a function: a registrar's `access`, with a key
  /// path that contains a mark.
  @inline(__always)
  static func isTracked(_ access: () -> Void) -> Bool {
    composable_set_tracked(false)
    access()
    return composable_get_tracked() || alwaysTracks
  }

  /// Whether this technique does not work in this process, so that each read has to count as
  /// observed.
  private static let alwaysTracks: Bool = {
    let probe = Probe()
    let isNoted = Locked(false)
    withObservationTracking {
      composable_set_tracked(false)
      probe.access()
      isNoted.withLock { $0 = composable_get_tracked() }
    } onChange: {
    }
    return !isNoted.withLock { $0 }
  }()

  /// Whether `withObservationTracking` may run on this thread.
  ///
  /// If the last read on this thread was observed, such as the read of the store before the read of
  /// a field, the next one is likely to be observed, too: the field itself determines it when it is
  /// registered. A probe would be one more observed value.
  static var mayBeTracking: Bool {
    composable_get_tracked() || isCollecting
  }

  /// Whether a function that this thread runs is observed, and has not returned yet: the framework
  /// installs the observer then, for all that the function has read.
  static var isCollecting: Bool { isTracked { Probe.shared.access() } }

  /// Read to determine whether reads are collected.
  private final class Probe: Observable, Sendable {
    static let shared = Probe()
    private static let path = UncheckedSendable(\Probe[ObservationMark(0)])
    private let registrar = ObservationRegistrar()

    private subscript(mark: ObservationMark) -> Void { () }

    func access() { registrar.access(self, keyPath: Self.path.value) }
  }
}
