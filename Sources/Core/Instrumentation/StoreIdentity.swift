/// The name of a store for instruments, and its source location.
@usableFromInline
package struct StoreIdentity: Sendable {
  /// The id of the store, unique within the process.
  @usableFromInline package let id: UInt64
  /// The id of the store it was scoped from, 0 for a root store.
  package let parent: UInt64
  /// The type of its state.
  package let feature: Any.Type
  /// The file that created it.
  package let fileID: StaticString
  /// The line in that file.
  package let line: UInt

  @usableFromInline
  init(id: UInt64, parent: UInt64, feature: Any.Type, fileID: StaticString, line: UInt) {
    self.id = id
    self.parent = parent
    self.feature = feature
    self.fileID = fileID
    self.line = line
  }
}
