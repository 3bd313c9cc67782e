import Testing

@testable import TraceAnalysis

/// Durations of a window that moves on.
@Suite struct SlidingDurationsTests {
  private let second: Int64 = 1_000_000_000

  private func advance(_ window: inout SlidingWindow, to seconds: Int64) {
    window.advance(to: seconds * second)
  }

  @Test func countsWhatIsWithinTheWindow() {
    var window = SlidingWindow(length: 10 * second)
    var durations = SlidingDurations(window)
    for time in Int64(100)..<120 {
      advance(&window, to: time)
      durations.record(1000, at: time * second, window)
    }
    // Ten whole slices, and the one that is being filled.
    #expect(durations.figures(window).count == 11)
    advance(&window, to: 125)
    #expect(durations.figures(window).count == 5)
    advance(&window, to: 200)
    #expect(durations.figures(window) == SlidingDurations.Figures())
  }

  @Test func passesOverWhatIsTooOld() {
    var window = SlidingWindow(length: 10 * second)
    var durations = SlidingDurations(window)
    advance(&window, to: 100)
    durations.record(1000, at: 80 * second, window)
    durations.record(1000, at: 95 * second, window)
    #expect(durations.figures(window).count == 1)
  }

  @Test func record_durationOfSeveralSlices_isDividedAmongThem() {
    var window = SlidingWindow(length: 10 * second)
    var durations = SlidingDurations(window)
    advance(&window, to: 0)
    advance(&window, to: 100)
    durations.record(60 * second, at: 100 * second, window)
    let busy = durations.figures(window).busy
    #expect(busy <= 10 * second && busy > 9 * second)
    #expect(durations.figures(window).count == 1)
    advance(&window, to: 105)
    #expect(durations.figures(window).busy <= 6 * second)
  }

  @Test func percentilesAreWithinThreePercent() {
    var window = SlidingWindow(length: second)
    var durations = SlidingDurations(window)
    advance(&window, to: 1)
    for duration in Int64(1)...100_000 { durations.record(duration, at: second, window) }
    let figures = durations.figures(window)
    #expect(abs(Double(figures.p50) / 50_000 - 1) < 0.035)
    #expect(abs(Double(figures.p99) / 99_000 - 1) < 0.035)
    #expect(figures.maximum == 100_000)
    #expect(figures.octaves.reduce(0) { $0 + $1.count } == 100_000)
  }

  @Test func aWindowCoversWhatItHasSeen() {
    var window = SlidingWindow(length: 10 * second)
    advance(&window, to: 100)
    #expect(window.covered(until: 103 * second) == 3 * second)
    advance(&window, to: 200)
    #expect(window.covered(until: 200 * second) == 10 * second)
  }
}
