/// A binary heap of streams, ordered by the time of their next event.
struct MergeHeap {
  struct Entry: Equatable {
    var timestamp: Int64
    /// The order of events of the same time: the order of their streams and of the packets in a
    /// stream, wherever the packets are stored.
    var rank = Rank()
    var stream: Int

    /// Equal ranks keep the order in which the streams were given.
    static func < (left: Entry, right: Entry) -> Bool {
      left.timestamp != right.timestamp
        ? left.timestamp < right.timestamp
        : (left.rank.stream, left.rank.packet, left.stream)
          < (right.rank.stream, right.rank.packet, right.stream)
    }
  }

  struct Rank: Equatable {
    var stream = Int.max
    var packet = 0
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

  mutating func insert(timestamp: Int64, rank: Rank = Rank(), stream: Int) {
    entries.append(Entry(timestamp: timestamp, rank: rank, stream: stream))
    var child = entries.count - 1
    while child > 0, entries[child] < entries[(child - 1) / 2] {
      entries.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Sets the time of the first stream's next event.
  mutating func replaceFirst(timestamp: Int64, rank: Rank = Rank()) {
    entries[0].timestamp = timestamp
    entries[0].rank = rank
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
