import ComposableCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

extension Signposter {
  /// Begins an interval that other code ends.
  ///
  /// ```swift
  /// let state = signposter.beginInterval("download", id: signposter.makeSignpostID(from: self))
  /// // … later, on any thread:
  /// signposter.endInterval("download", state)
  /// ```
  ///
  /// If begin and end are in one function, use
  /// ``withIntervalSignpost(_:id:_:around:)-8blu4`` instead. It also ends the
  /// interval when an error is thrown.
  ///
  /// - Parameters:
  ///   - name: The name of the interval.
  ///   - id: Its group. Intervals of the same name may overlap with and without an id.
  ///   - message: Further text, composed only while it is recorded, and truncated at 4096 bytes.
  /// - Returns: The state with which to end the interval.
  @inlinable
  public func beginInterval(
    _ name: StaticString, id: SignpostID = .exclusive, _ message: @autoclosure () -> String = ""
  ) -> SignpostIntervalState {
    SignpostIntervalState(Self.canRecordIntervals ? beginOpen(name, id, message) : nil)
  }

  @usableFromInline
  func beginOpen(
    _ name: StaticString, _ id: SignpostID, _ message: () -> String
  ) -> OpenInterval? {
    begin(name, id, message).map(OpenInterval.init)
  }

  /// Ends an interval.
  ///
  /// The first end counts, with the name and signposter of the begin. Ending an interval twice,
  /// under another name, or by another signposter reports an issue if a ``SignpostRecorder``
  /// records the interval, as in a test. Sessions alone record it without a report: a program
  /// behaves the same whether it is recorded or not.
  ///
  /// - Parameters:
  ///   - name: The name of the interval.
  ///   - state: The state that ``beginInterval(_:id:_:)`` returned.
  ///   - message: Further text about the end, composed only while it is recorded, and truncated at
  ///     4096 bytes.
  @inlinable
  public func endInterval(
    _ name: StaticString, _ state: SignpostIntervalState,
    _ message: @autoclosure () -> String = "",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    // Otherwise its begin was not recorded.
    if let open = state.interval {
      end(open, name, message, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  @usableFromInline
  func end(
    _ open: OpenInterval, _ name: StaticString, _ message: () -> String, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let claim = open.claimEnd()
    if claim == .isFirst { open.interval.end(.finished, message: message) }
    guard open.interval.sink.recorder != nil else { return }
    let misuse: String
    switch claim {
    case .isFirst:
      guard let mistake = mistake(in: name, ending: open.interval) else { return }
      misuse = mistake
    case .isSecond:
      misuse = """
        was ended more than once. The ends after the first are ignored.

        Pass the state that 'beginInterval' returns to 'endInterval' once. The usual cause is a \
        function that ends the interval both in a 'defer' and before it returns: \
        'withIntervalSignpost' ends it on every way out.
        """
    case .isLater: return
    }
    reportIssue(
      """
      The interval "\(String(cString: open.interval.name.pointer))" of the signposter \
      (\(open.interval.source)) \(misuse)
      """,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The mistake in ending an interval by this name, if any.
  private func mistake(in name: StaticString, ending interval: SignpostInterval) -> String? {
    if source != interval.source {
      let other = source.map { "the signposter (\($0))" } ?? "the signposter that is disabled"
      return """
        was ended by \(other). It ended as what it began as.

        Two states may have been mixed up: pass to 'endInterval' what 'beginInterval' of the same \
        signposter returned.
        """
    }
    if strcmp(CStringConstant(name).pointer, interval.name.pointer) != 0 {
      return """
        was ended under the name "\(name)". It ended as what it began as.

        Two states may have been mixed up: pass to 'endInterval' the name that the interval began \
        with, which a constant of type 'StaticString' can keep.
        """
    }
    return nil
  }
}
