public import CCore
public import CLTTng

/// Marks intervals and events of a program outside its reducers.
///
/// ```swift
/// let signposter = Signposter(subsystem: "com.example.shop", category: "network")
///
/// func fetchOrders(of customer: Int) async throws -> [String] {
///   try await signposter.withIntervalSignpost("fetch orders", "customer \(customer)") {
///     let text = try await facts.fetch(customer)
///     signposter.emitEvent("response", "\(text.utf8.count) bytes")
///     return text.split(separator: "\n").map(String.init)
///   }
/// }
/// ```
///
/// The usual mistake is to begin an interval and to leave the function before its end, by an early
/// `return` or an error. `withIntervalSignpost` ends the interval in each case, and records whether
/// its code finished, failed or was cancelled. ``beginInterval(_:id:_:)`` is for intervals that
/// begin and end in different functions; keep the state that it returns.
///
/// Intervals and events go to every LTTng session that records the provider `composable`, such as
/// the session of `signpost record -- ./program`, and to the ``SignpostRecorder`` in whose scope
/// they occur. Without either, a signposter costs a branch and composes no messages. Messages are
/// recorded with ␀ in place of NUL.
///
/// A session that selects single events has to include `interval_begin` for intervals: an interval
/// without a recorded begin emits no end.
public struct Signposter: Sendable {
  let source: SignpostSource?

  private init(source: SignpostSource?) {
    self.source = source
  }

  /// Creates a signposter. Keep it: its names are stored for the life of the process, once for all
  /// signposters with these names.
  ///
  /// - Parameters:
  ///   - subsystem: The part of the program, such as `com.example.shop`.
  ///   - category: Its subject within the subsystem.
  public init(subsystem: String, category: Category) {
    SessionStart.listen()
    self.init(
      source: SignpostSource(
        subsystem: CStringConstant(subsystem), category: CStringConstant(category.rawValue)))
  }

  /// Creates a signposter with a category whose name is known only at run time.
  public init(subsystem: String, category: String) {
    self.init(subsystem: subsystem, category: Category(rawValue: category))
  }

  /// A signposter that records nothing.
  public static let disabled = Signposter(source: nil)

  /// Whether a session or a recorder records intervals or events now.
  ///
  /// Check it before work that only serves to compose a message. No other call needs the check.
  public var isEnabled: Bool {
    guard source != nil else { return false }
    return composable_interval_begin_enabled() || composable_event_enabled()
      || SignpostSink.current.recorder != nil
  }

  /// Makes a unique id, for this signposter and all others.
  ///
  /// - Returns: ``SignpostID/null`` if the signposter is ``disabled``.
  public func makeSignpostID() -> SignpostID {
    source == nil ? .null : SignpostID(rawValue: composable_make_id())
  }

  /// Makes the id of an object, which is valid for its lifetime.
  ///
  /// - Returns: ``SignpostID/null`` if the signposter is ``disabled``.
  public func makeSignpostID(from object: AnyObject) -> SignpostID {
    source == nil
      ? .null : SignpostID(rawValue: UInt64(UInt(bitPattern: ObjectIdentifier(object))))
  }

  /// Emits an event.
  ///
  /// - Parameters:
  ///   - name: The name of the event.
  ///   - id: Its group.
  ///   - message: Further text, composed only while it is recorded, and truncated at 4096 bytes.
  @inlinable
  public func emitEvent(
    _ name: StaticString, id: SignpostID = .exclusive, _ message: @autoclosure () -> String = ""
  ) {
    if composable_event_enabled() || composable_has_listener() { emit(name, id, message) }
  }

  @usableFromInline
  func emit(_ name: StaticString, _ id: SignpostID, _ message: () -> String) {
    guard let source, id.isRecorded else { return }
    let sink = SignpostSink.current
    guard sink.recordsEvents else { return }
    let name = CStringConstant(name)
    if sink.leavesOut(name, of: source) { return }
    sink.event(id: id, source: source, name: name, message: sink.composed(message))
  }
}
