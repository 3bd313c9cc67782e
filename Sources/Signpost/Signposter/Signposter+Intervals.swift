import ComposableCore
import Glibc

extension Signposter {
  /// Begins an interval that is ended elsewhere.
  ///
  /// ```swift
  /// let state = signposter.beginInterval("download", id: signposter.makeSignpostID(from: self))
  /// // … later, on any thread:
  /// signposter.endInterval("download", state)
  /// ```
  ///
  /// Where begin and end are in one function,
  /// ``withIntervalSignpost(_:id:_:around:)-(_,_,_,()throws(E)->Result)`` is less to write, and ends
  /// the interval also when an error is thrown.
  ///
  /// - Parameters:
  ///   - name: What takes time.
  ///   - id: What it belongs to. Intervals of the same name may overlap with and without one.
  ///   - message: More about it. Composed only while somebody listens, and cut off after 4096 bytes.
  /// - Returns: What to end the interval with.
  @inlinable
  public func beginInterval(
    _ name: StaticString, id: SignpostID = .exclusive, _ message: @autoclosure () -> String = ""
  ) -> SignpostIntervalState {
    SignpostIntervalState(Self.couldHearIntervals ? beginOpen(name, id, message) : nil)
  }

  @usableFromInline
  func beginOpen(
    _ name: StaticString, _ id: SignpostID, _ message: () -> String
  ) -> OpenInterval? {
    begin(name, id, message).map(OpenInterval.init)
  }

  /// Ends an interval.
  ///
  /// An interval that is ended again, under another name, or by another signposter, is reported as an
  /// issue, which fails a test; the program goes on. It ends with the first of its ends, as what it
  /// began as.
  ///
  /// - Parameters:
  ///   - name: The name that the interval began with.
  ///   - state: What beginning it returned.
  ///   - message: More about its end. Composed only while somebody listens, and cut off after 4096
  ///     bytes.
  @inlinable
  public func endInterval(
    _ name: StaticString, _ state: SignpostIntervalState,
    _ message: @autoclosure () -> String = "",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    // Otherwise, nobody heard it begin.
    if let open = state.interval {
      end(open, name, message, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  @usableFromInline
  func end(
    _ open: OpenInterval, _ name: StaticString, _ message: () -> String, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let misuse: String
    switch open.claimEnd() {
    case .isFirst:
      open.interval.end(.finished, message: message)
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

  /// What is wrong with ending an interval by this name.
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
