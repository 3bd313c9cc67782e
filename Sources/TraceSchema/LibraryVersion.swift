extension TraceSchema {
  /// The version of the library and of the command `signpost`, as in "0.1.0".
  ///
  /// The event `schema` has it, so that a recording says which library wrote it, and
  /// `signpost --version` prints it.
  public static let libraryVersion: StaticString = "0.1.0"
}
