/// A part of the work of a recording that others wait for: an action, a reaction, or the begin or
/// end of an effect.
///
/// A node becomes ready ``delay`` after the end of its ``anchor``. Then it waits for its resource,
/// if it has one.
struct WaitNode {
  var kind: Kind
  /// The path that it belongs to.
  var path: Int32
  /// The node that caused it, -1 for the root of a path.
  var cause: Int32 = -1
  /// The node after whose end it becomes ready; -1 for a fixed time.
  var anchor: Int32 = -1
  /// For an action, the time of the request; in nanoseconds since the Unix epoch, like all times.
  var sent: Int64
  var start: Int64
  var end: Int64
  /// The time of its effect from the end of the anchor until it is ready, or the fixed time.
  var delay: Int64 = 0
  /// Further time until it is ready, which no change scales.
  var pause: Int64 = 0
  /// The time from which on resource and node are both free for each other, until it starts.
  var lag: Int64 = 0
  /// The time by which work that became ready later may run before it.
  var overtaken: Int64 = 0
  /// The actor that runs it, -1 for none.
  var resource: Int32 = -1
  /// The node that runs before it without releasing the resource, -1 for none.
  var turn: Int32 = -1
  /// The node within which it runs, -1 for none.
  var container: Int32 = -1
  /// The effect that ``delay`` is a time of, by its begin; -1 for none.
  var effect: Int32 = -1
  /// Whether its end is a consequence that users wait for.
  var isAwaited = true
  /// Whether a sender waited for the actor before its request, which its path does not contain.
  var startsPathWhenServed = false
  /// Whether a change has removed it: it takes no time.
  var isRemoved = false
  /// The time after the change, from start to end without nodes that run within it.
  var work: Int64

  enum Kind: UInt8 { case action, reaction, effectBegin, effectEnd }

  var duration: Int64 { end - start }
}

/// The first action of a path, and the path in the recording.
struct WaitPath {
  var name: NameID
  var origin: CriticalPath.Origin
  var process: ProcessIndex
  var isUnsure: Bool
  var isSelected: Bool
  var start: Int64
  var end: Int64
  /// The nodes of the path, of which the first is the root.
  var nodes: Range<Int>

  var duration: Int64 { end - start }
}
