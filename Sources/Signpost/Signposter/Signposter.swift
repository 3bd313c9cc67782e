public import CCore
public import CLTTng

/// Marks what a program does, beyond its reducers: intervals that take time, and events that happen.
///
/// ```swift
/// private let signposter = Signposter(subsystem: "com.example.shop", category: "network")
///
/// func fetchOrders(of customer: Int) async throws -> [Order] {
///   try await signposter.withIntervalSignpost("fetch orders", "customer \(customer)") {
///     let data = try await client.get("/orders/\(customer)")
///     signposter.emitEvent("response", "\(data.count) bytes")
///     return try decoder.decode([Order].self, from: data)
///   }
/// }
/// ```
///
/// Intervals and events go to every LTTng session that records the provider `composable`, for example
/// one made by `signpost record -- ./program`, and to the ``SignpostRecorder`` in whose scope they
/// happen. Messages are composed only then: without either, a signposter costs a branch.
///
/// A session that picks single events needs `interval_begin` among them for intervals, as an interval
/// that nobody heard begin does not end either.
public struct Signposter: Sendable {
  let source: SignpostSource?

  private init(source: SignpostSource?) {
    self.source = source
  }

  /// Creates a signposter. It is meant to be kept: the names are stored for the life of the process,
  /// once for all signposters that have them.
  ///
  /// - Parameters:
  ///   - subsystem: The part of the program, such as `com.example.shop`.
  ///   - category: What it is about, within the subsystem.
  public init(subsystem: String, category: Category) {
    SessionStart.listen()
    self.init(
      source: SignpostSource(
        subsystem: CStringConstant(subsystem), category: CStringConstant(category.rawValue)))
  }

  /// Creates a signposter, with a category whose name is known only when the program runs.
  public init(subsystem: String, category: String) {
    self.init(subsystem: subsystem, category: Category(rawValue: category))
  }

  /// A signposter that records nothing.
  public static let disabled = Signposter(source: nil)

  /// Whether somebody would hear of an interval or an event, here and now.
  ///
  /// Ask before work that only serves to compose what is then recorded. There is no need to ask before
  /// anything else.
  public var isEnabled: Bool {
    guard source != nil else { return false }
    return composable_interval_begin_enabled() || composable_event_enabled()
      || SignpostSink.current.recorder != nil
  }

  /// Makes an id that no other has, neither of this signposter nor of another one.
  ///
  /// - Returns: ``SignpostID/null`` if the signposter is ``disabled``.
  public func makeSignpostID() -> SignpostID {
    source == nil ? .null : SignpostID(rawValue: composable_make_id())
  }

  /// Makes the id that belongs to an object for as long as it lives.
  ///
  /// - Returns: ``SignpostID/null`` if the signposter is ``disabled``.
  public func makeSignpostID(from object: AnyObject) -> SignpostID {
    source == nil
      ? .null : SignpostID(rawValue: UInt64(UInt(bitPattern: ObjectIdentifier(object))))
  }

  /// Records that something happened.
  ///
  /// - Parameters:
  ///   - name: What happened.
  ///   - id: What it belongs to.
  ///   - message: More about it. Composed only while somebody listens, and cut off after 4096 bytes.
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
    guard sink.hearsEvents else { return }
    sink.event(
      id: id, source: source, name: CStringConstant(name), message: sink.composed(message))
  }
}
