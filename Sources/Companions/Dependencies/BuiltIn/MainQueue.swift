import CompanionSupport
public import Dispatch
public import Foundation

extension DependencyValues {
  /// The main queue, to schedule work on. A test that uses it must override it, for example with
  /// `DispatchQueue.test.eraseToAnyScheduler()` or `.immediate`.
  ///
  /// New code waits with ``continuousClock``.
  public var mainQueue: AnySchedulerOf<DispatchQueue> {
    get { self[MainQueueKey.self] }
    set { self[MainQueueKey.self] = newValue }
  }

  /// The main run loop, to schedule work on and to read the date from. A test that uses it must
  /// override it, for example with `RunLoop.test.eraseToAnyScheduler()` or `.immediate`.
  ///
  /// New code waits with ``continuousClock``, and reads ``date``.
  public var mainRunLoop: AnySchedulerOf<RunLoop> {
    get { self[MainRunLoopKey.self] }
    set { self[MainRunLoopKey.self] = newValue }
  }
}

private enum MainQueueKey: ReportingTestDependencyKey {
  static var liveValue: AnySchedulerOf<DispatchQueue> { .main }

  static func testValue(for use: UnimplementedUse) -> AnySchedulerOf<DispatchQueue> {
    AnySchedulerOf(UnimplementedSchedulerOf<DispatchQueue>(use: use, example: ".immediate"))
  }
}

private enum MainRunLoopKey: ReportingTestDependencyKey {
  static var liveValue: AnySchedulerOf<RunLoop> { .main }

  static func testValue(for use: UnimplementedUse) -> AnySchedulerOf<RunLoop> {
    AnySchedulerOf(UnimplementedSchedulerOf<RunLoop>(use: use, example: ".immediate"))
  }
}
