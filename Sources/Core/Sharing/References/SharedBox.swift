import CompanionSupport

/// The shared value that the copies of a ``Shared`` or a ``SharedReader`` refer to.
///
/// Assigning `$property` makes all of them refer to another value.
final class SharedBox<Reference: Sendable>: Sendable {
  private let current: Locked<Reference>

  init(_ reference: Reference) {
    current = Locked(reference)
  }

  var reference: Reference { current.withLock { $0 } }

  /// - Returns: The previous reference.
  func replace(with reference: Reference) -> Reference {
    current.withLock { current in
      defer { current = reference }
      return current
    }
  }
}
