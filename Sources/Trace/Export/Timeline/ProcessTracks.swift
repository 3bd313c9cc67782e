import TraceAnalysis

/// The tracks of a process, and their open spans.
final class ProcessTracks {
  let index: ProcessIndex
  let id: TimelineTrack.ID
  let pid: Int64
  var threads: [ThreadIndex: CallTrack] = [:]
  var lastThread: ThreadIndex = -1
  var lastCalls: CallTrack?

  /// The live root stores, and those scoped from them.
  var stores: [UInt64: StoreTracks] = [:]
  /// Events of unknown stores.
  let withoutStore = StoreTracks(root: 0)

  var storesGroup: TimelineTrack.ID?
  var gapsGroup: TimelineTrack.ID?
  var logs: TimelineTrack.ID?
  var observers: CallTrack?
  /// The tracks of signposters, by subsystem and category.
  var signposters: [NameID: LaneGroup] = [:]

  var effects: [UInt64: OpenOnLane] = [:]
  var intervals: [UInt64: OpenOnLane] = [:]
  /// The scoped stores.
  var scopedStores: [UInt64: OpenOnLane] = [:]

  /// The track on which an action began or ended last, for events without a thread.
  var latest: CallTrack?
  /// Whether the trace contains sends.
  var hasSends = false

  var counts = LiveCounts()
  var effectsCounter: TimelineTrack.ID?
  var storesCounter: TimelineTrack.ID?
  /// By store: see ``QueueCounts``.
  var queueCounters: [UInt64: TimelineTrack.ID] = [:]
  var actionsCounter: TimelineTrack.ID?
  var actionCount = ActionRate()

  init(_ index: ProcessIndex, _ id: TimelineTrack.ID, pid: Int64) {
    self.index = index
    self.id = id
    self.pid = pid
  }

  /// An open span on a lane.
  struct OpenOnLane {
    var lane: TimelineTrack.ID
    var group: LaneGroup
    /// For an effect, the number of actions it has sent, and of those that have begun.
    var outputs: UInt64 = 0
    var begun: UInt64 = 0
  }
}

/// The tracks of a root store.
final class StoreTracks {
  /// The root store, 0 if unknown.
  let root: UInt64
  var id: TimelineTrack.ID?
  /// The actions of the process, in a trace without threads.
  var calls: CallTrack?
  var sends: TimelineTrack.ID?
  var queue: TimelineTrack.ID?
  var queueLanes = QueueLanes()
  var effects: LaneGroup?
  var scopedStores: LaneGroup?
  /// Whether the lifetime of the store is open on its track.
  var isOpen = false

  init(root: UInt64) { self.root = root }
}

/// Counts actions in tenths of a second.
struct ActionRate {
  static let width: Int64 = 100_000_000
  private var bucket: Int64 = .min
  private var count: Int64 = 0

  /// Counts an action.
  ///
  /// - Parameter write: Called with times, and the number of actions per second from then on.
  mutating func add(_ time: Int64, write: (Int64, Int64) -> Void) {
    let current = time / Self.width
    if current > bucket {
      flush(write: write)
      bucket = current
    }
    count += 1
  }

  mutating func flush(write: (Int64, Int64) -> Void) {
    guard count > 0 else { return }
    write(bucket * Self.width, count * (1_000_000_000 / Self.width))
    write((bucket + 1) * Self.width, 0)
    count = 0
  }
}
