extension RandomAccessCollection where Index == Int {
  /// The element with a number from 1 on, as users count; nil if there is none.
  package func element(numbered number: Int) -> Element? {
    1...Swift.max(count, 1) ~= number && !isEmpty ? self[startIndex + number - 1] : nil
  }
}
