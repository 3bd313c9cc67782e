import CCore
import Observation
import Testing

@testable import ComposableCore

@Suite struct ObservedOverflowTests {
  /// In a process of its own: the observers of all tests would be notified. Most of the fields are
  /// only counted, as it takes long to observe them.
  @Test func observe_moreFieldsThanTheLimit_eachWriteNotifiesAll() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        var first = Watched(1)
        var second = Watched(2)
        var other = ObservedLeaf(id: 3)
        let watched = (0..<300).map { Watched($0 + 10) }
        first.watch()

        // As many as the limit are kept apart.
        let counted = Int64(ObservedFields.limit) - composable_get_observed_count() - 1
        _ = composable_add_observed_count(counted)
        second.watch()
        precondition(composable_get_observed_count() == ObservedFields.limit)
        precondition(!other.mayBeObserved && second.leaf.mayBeObserved)
        other.number += 1
        precondition((first.changes.value, second.changes.value) == (0, 0))

        // More are not: the next write, of any field, notifies the observers of all.
        for watched in watched { watched.watch() }
        precondition(other.mayBeObserved)
        precondition(watched.allSatisfy { $0.changes.value == 0 })
        other.number += 1
        precondition((first.changes.value, second.changes.value) == (1, 1))
        precondition(watched.allSatisfy { $0.changes.value == 1 })
        precondition(!other.mayBeObserved && !first.leaf.mayBeObserved)

        // They are kept apart again once there are fewer.
        first.watch()
        for watched in watched { watched.watch() }
        precondition(other.mayBeObserved)
        _ = composable_add_observed_count(-counted)
        second.watch()
        precondition(!other.mayBeObserved)
        precondition(first.leaf.mayBeObserved && second.leaf.mayBeObserved)
        precondition(watched.allSatisfy { $0.leaf.mayBeObserved })
        other.number += 1
        second.leaf.number += 1
        precondition((first.changes.value, second.changes.value) == (1, 2))
        precondition(watched.allSatisfy { $0.changes.value == 1 })
        first.leaf.number += 1
        precondition((first.changes.value, second.changes.value) == (2, 2))
      }
    }
  }
}

/// A state, and the number of the changes that an observer of it was notified of.
private struct Watched {
  var leaf: ObservedLeaf
  let changes = LockIsolated(0)

  init(_ id: Int) {
    leaf = ObservedLeaf(id: id)
  }

  func watch() {
    withObservationTracking {
      _ = leaf.number
    } onChange: { [changes] in
      changes.withValue { $0 += 1 }
    }
  }
}

extension ObservedLeaf {
  fileprivate var mayBeObserved: Bool {
    composable_may_be_observed(_$id.location, composable_any_field)
  }
}
