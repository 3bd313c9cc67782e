import CompanionSupport
import IssueReporting

/// A clock that reports each use as an issue: for tests of features that must not use time.
public struct UnimplementedClock<Duration: DurationProtocol & Hashable>: Clock {
  /// An instant, as the time since the clock's beginning.
  public typealias Instant = OffsetInstant<Duration>

  private let base: AnyClock<Duration>
  private let report: @Sendable (_ member: String) -> Void

  /// A clock that reports each use.
  ///
  /// - Parameters:
  ///   - fileID: The creation of the clock, which the reports name.
  ///   - filePath: The creation of the clock, which the reports name.
  ///   - line: The creation of the clock, which the reports name.
  ///   - column: The creation of the clock, which the reports name.
  public init(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      ImmediateClock(now: ImmediateClock<Duration>.Instant()), name: nil,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// A clock that reports each use, and then behaves like another one.
  ///
  /// - Parameters:
  ///   - base: The other clock.
  ///   - name: The name of the clock in the reports.
  ///   - fileID: The creation of the clock, which the reports name.
  ///   - filePath: The creation of the clock, which the reports name.
  ///   - line: The creation of the clock, which the reports name.
  ///   - column: The creation of the clock, which the reports name.
  public init<C: Clock>(
    _ base: C,
    name: String = "\(C.self)",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where C.Duration == Duration {
    self.init(
      base, name: name,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private init<C: Clock>(_ base: C, name: String?, at place: SourcePlace)
  where C.Duration == Duration {
    self.base = AnyClock(base)
    report = { member in
      place.report(
        """
        '\(name.map { "\($0)." } ?? "")\(member)' of an unimplemented clock was used.

        A test that created the clock says that nothing uses time. If something does, and should, \
        use a 'TestClock', which the test moves on, or an 'ImmediateClock', which does not wait.
        """)
    }
  }

  package init(use: UnimplementedUse) {
    base = AnyClock(ImmediateClock(now: ImmediateClock<Duration>.Instant()))
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

extension UnimplementedClock where Duration == Swift.Duration {
  /// A clock that reports each use, with a name.
  ///
  /// - Parameters:
  ///   - name: The name of the clock in the reports.
  ///   - fileID: The creation of the clock, which the reports name.
  ///   - filePath: The creation of the clock, which the reports name.
  ///   - line: The creation of the clock, which the reports name.
  ///   - column: The creation of the clock, which the reports name.
  public init(
    name: String = "Clock",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      ImmediateClock(now: ImmediateClock<Duration>.Instant()), name: name,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension Clock where Self == UnimplementedClock<Swift.Duration> {
  /// A clock that reports each use.
  ///
  /// - Parameters:
  ///   - fileID: The creation of the clock, which the reports name.
  ///   - filePath: The creation of the clock, which the reports name.
  ///   - line: The creation of the clock, which the reports name.
  ///   - column: The creation of the clock, which the reports name.
  public static func unimplemented(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    Self(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
