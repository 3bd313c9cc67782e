extension RandomAccessCollection where Index == Int {
  /// The positions to show where there is room for so many elements, with the one at `index` among
  /// them.
  package func window(of room: Int, around index: Int) -> Range<Int> {
    let first = Swift.max(0, Swift.min(index - room / 2, count - room))
    return first..<Swift.min(first + Swift.max(room, 0), count)
  }
}
