/// The free texts of the current event.
///
/// Names are few and recur, so that events refer to a ``NameTable``. Messages may all differ, and
/// keeping them would need unbounded memory. They are therefore valid only while
/// ``TraceReader/forEachEvent(_:)`` calls its function, for events that have them.
public final class EventTexts {
  // Pointers into the batch that is being delivered.
  private var messageBytes = UnsafeRawBufferPointer(start: nil, count: 0)
  private var metadataBytes = UnsafeRawBufferPointer(start: nil, count: 0)

  /// The message of an interval's begin or end, of an event, or of a log record, or the payload of
  /// an action.
  public var message: String { String(decoding: messageBytes, as: UTF8.self) }

  /// The metadata of a log record, such as `attempt=2 host=example.org`.
  public var metadata: String { String(decoding: metadataBytes, as: UTF8.self) }

  /// The number of bytes of ``message``.
  public var messageLength: Int { messageBytes.count }

  func set(message: UnsafeRawBufferPointer, metadata: UnsafeRawBufferPointer) {
    messageBytes = message
    metadataBytes = metadata
  }

  /// Runs a function that concerns no event, and thus finds no texts.
  func withoutTexts<Result>(_ body: () throws -> Result) rethrows -> Result {
    let (message, metadata) = (messageBytes, metadataBytes)
    defer { set(message: message, metadata: metadata) }
    removeAll()
    return try body()
  }

  func removeAll() {
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    set(message: none, metadata: none)
  }
}

extension TraceEvent.Data {
  /// Whether the event contains the complete value.
  package func isWhole(_ texts: EventTexts) -> Bool {
    size > 0 && offset == 0 && size == texts.messageLength
  }
}
