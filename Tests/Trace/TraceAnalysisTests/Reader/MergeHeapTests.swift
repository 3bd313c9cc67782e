import Testing

@testable import TraceAnalysis

@Suite struct MergeHeapTests {
  @Test func streamsComeInTheOrderOfTheirTimes() {
    var heap = MergeHeap()
    var generator = SystemRandomNumberGenerator()
    var queues = (0..<20).map { _ in
      (0..<Int.random(in: 1...50, using: &generator))
        .map { _ in Int64.random(in: 0..<100, using: &generator) }
        .sorted()
    }
    let expected = queues.joined().sorted()
    for index in queues.indices {
      heap.insert(timestamp: queues[index].removeFirst(), stream: index)
    }
    var result: [Int64] = []
    while let first = heap.first {
      #expect(heap.secondTimestamp >= first.timestamp)
      result.append(first.timestamp)
      if queues[first.stream].isEmpty {
        heap.removeFirst()
      } else {
        heap.replaceFirst(timestamp: queues[first.stream].removeFirst())
      }
    }
    #expect(result == expected)
  }
}
