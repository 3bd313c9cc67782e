public import CCore

/// Marks a presented feature while it reduces an action, so that its code finds its presentation.
/// If the identity of the child can change, its identity before the action follows in memory.
@usableFromInline
struct PresentationNote {
  /// The frame that has the mark, if it is this note's: not if a feature around this one is
  /// presented as well.
  @usableFromInline let frame: UnsafeMutablePointer<composable_frame>?

  /// Marks the code that runs from now on as presented.
  @inlinable
  init() {
    guard let frame = composable_get_frame(), !frame.pointee.is_presented else {
      self.frame = nil
      return
    }
    frame.pointee.is_presented = true
    self.frame = frame
  }

  /// Whether there is a mark to remove.
  @inlinable var isMark: Bool { frame != nil }

  /// Removes the mark.
  @inlinable
  func leave() {
    frame?.pointee.is_presented = false
  }

  @usableFromInline static var sizeWithSighting: Int {
    MemoryLayout<Self>.stride + MemoryLayout<ChildSighting>.size
  }

  @usableFromInline
  static func sighting(in note: UnsafeMutableRawPointer) -> UnsafeMutablePointer<ChildSighting> {
    (note + MemoryLayout<Self>.stride).assumingMemoryBound(to: ChildSighting.self)
  }
}
