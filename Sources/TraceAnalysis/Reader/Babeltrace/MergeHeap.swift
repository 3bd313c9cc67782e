/// A binary heap of streams, ordered by the time of their next event.
struct MergeHeap {
  struct Entry: Equatable {
    var timestamp: Int64
    var stream: Int

    /// Streams with events of the same time keep the order in which they were given.
    static func < (left: Entry, right: Entry) -> Bool {
      left.timestamp != right.timestamp
        ? left.timestamp < right.timestamp : left.stream < right.stream
    }
  }

  private var entries: [Entry] = []

  var first: Entry? { entries.first }

  /// The time of the event that follows the first stream's, the far future if there is none.
  var secondTimestamp: Int64 {
    switch entries.count {
    case ...1: .max
    case 2: entries[1].timestamp
    default: min(entries[1].timestamp, entries[2].timestamp)
    }
  }

  mutating func insert(timestamp: Int64, stream: Int) {
    entries.append(Entry(timestamp: timestamp, stream: stream))
    var child = entries.count - 1
    while child > 0, entries[child] < entries[(child - 1) / 2] {
      entries.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Sets the time of the first stream's next event.
  mutating func replaceFirst(timestamp: Int64) {
    entries[0].timestamp = timestamp
    siftDown()
  }

  mutating func removeFirst() {
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    siftDown()
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var least = parent
      let left = 2 * parent + 1
      let right = left + 1
      if left < entries.count, entries[left] < entries[least] { least = left }
      if right < entries.count, entries[right] < entries[least] { least = right }
      if least == parent { return }
      entries.swapAt(parent, least)
      parent = least
    }
  }
}
