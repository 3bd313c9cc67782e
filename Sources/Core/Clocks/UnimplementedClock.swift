import IssueReporting

/// A clock that reports each use as an issue: for tests of features that must not use time.
public struct UnimplementedClock<Duration: DurationProtocol & Hashable>: Clock {
  /// An instant, as the time since the clock's beginning.
  public typealias Instant = OffsetInstant<Duration>

  private let base = ImmediateClock<Duration>(now: Instant())
  private let report: @Sendable (_ member: String) -> Void

  /// A clock that reports each use.
  ///
  /// - Parameters:
  ///   - fileID: Where the clock was created, which the reports name.
  ///   - filePath: Where the clock was created, which the reports name.
  ///   - line: Where the clock was created, which the reports name.
  ///   - column: Where the clock was created, which the reports name.
  public init(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    report = { member in
      place.report(
        """
        '\(member)' of an unimplemented clock was used.

        A test that created the clock says that nothing uses time. If something does, and should, \
        use a 'TestClock', which the test moves on, or an 'ImmediateClock', which does not wait.
        """)
    }
  }

  init(use: UnimplementedUse) {
    report = { use.report("@Dependency(\\.\(use.name)).\($0)", example: "TestClock()") }
  }

  /// Reports the use.
  public var now: Instant {
    report("now")
    return base.now
  }

  /// Reports the use.
  public var minimumResolution: Duration {
    report("minimumResolution")
    return base.minimumResolution
  }

  /// Reports the use, and returns at once.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    report("sleep")
    try await base.sleep(until: deadline, tolerance: tolerance)
  }
}

extension Clock where Self == UnimplementedClock<Swift.Duration> {
  /// A clock that reports each use.
  ///
  /// - Parameters:
  ///   - fileID: Where the clock was created, which the reports name.
  ///   - filePath: Where the clock was created, which the reports name.
  ///   - line: Where the clock was created, which the reports name.
  ///   - column: Where the clock was created, which the reports name.
  public static func unimplemented(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    Self(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
