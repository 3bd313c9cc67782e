import Foundation
import TestSupport
import Testing

@testable import TraceAnalysis

/// A path and the effects beside it, of a trace written for the test.
struct FoundPath {
  var path: CriticalPath
  var parallels: [CriticalPath.Parallel]
}

func paths(_ writer: TraceWriter, quietLimit: Int = 1 << 14) throws -> [FoundPath] {
  try withTemporaryDirectory { directory in
    try writer.write(to: directory)
    var found: [FoundPath] = []
    let reader = TraceReader(directory: directory.path)
    let paths = CriticalPaths(quietLimit: quietLimit, spanLimit: 1 << 18) { path, parallels in
      found.append(FoundPath(path: path, parallels: parallels()))
    }
    try reader.read(into: [paths])
    #expect(paths.spanCount == 0)
    return found.sorted { $0.path.action < $1.path.action }
  }
}

@Suite struct CriticalPathTests {
  @Test(arguments: 0..<40)
  func randomCausesHaveThePathsThatBruteForceFinds(number: Int) throws {
    let seed = UInt64.random(in: .min ... .max)
    print("random causes are made with the seed \(seed)")
    var causes = RandomCauses(seed: seed)
    causes.hasSends = number % 4 != 0
    let events = causes.events(60 + number * 8)
    let oracle = PathOracle(events)
    let found = try paths(.simple(events))
    let expected = oracle.paths().sorted { $0.action < $1.action }
    #expect(found.map(\.path.action) == expected.map(\.action), "seed \(seed)")
    for (found, expected) in zip(found, expected) {
      let path = found.path
      let name: Comment = "action \(expected.action), seed \(seed)"
      #expect(path.start - TraceWriter.origin == expected.start, name)
      #expect(path.end - TraceWriter.origin == expected.end, name)
      #expect((path.origin == .outside) == expected.isFromOutside, name)
      #expect(path.actionCount == expected.actions, name)
      #expect(path.effectCount == expected.effects, name)
      #expect(path.cancelledEffects == expected.cancelled, name)
      #expect(path.doubts == (expected.isRunning ? .running : []), name)
      var moments: [PathSegment] = []
      var time = path.start
      for step in path.steps {
        #expect(step.start == time, name)
        moments += Array(repeating: step.segment, count: Int(step.end - step.start))
        time = step.end
      }
      #expect(moments == expected.moments, name)
      for segment in PathSegment.allCases {
        #expect(path.times[segment] == Int64(moments.count { $0 == segment }), name)
      }
      for parallel in found.parallels {
        guard let slack = parallel.slack else {
          #expect(
            oracle.end(of: path.action, delaying: parallel.effect.id, by: 1 << 40)
              == expected.end, name)
          continue
        }
        let end = { oracle.end(of: path.action, delaying: parallel.effect.id, by: $0) }
        #expect(end(slack) == expected.end, name)
        #expect(end(slack + 1) == expected.end + 1, name)
      }
    }
  }

  // MARK: - What is waited for

  @Test func theCriticalOneOfParallelEffectsIsFoundAndTheOthersHaveSlack() throws {
    let found = try paths(
      .simple([
        .send(0, 1, store: 9), .actionBegin(10, 1, "app", "opened", store: 9),
        .actionEnd(30, 1, effect: 3),
        .effectBegin(40, 11, "app", "opened", action: 1),
        .effectBegin(41, 12, "app", "opened", action: 1),
        .effectEnd(60, 11),
        .send(100, 2, store: 9, cause: 12),
        .actionBegin(105, 2, "app", "loaded", cause: 12, store: 9), .actionEnd(125, 2),
        .effectEnd(130, 12, outputs: 1),
      ]))
    let path = try #require(found.first?.path)
    #expect(found.count == 1)
    #expect(path.duration == 130)
    #expect(
      path.steps.map(\.segment)
        == [.queue, .reducers, .waiting, .effects, .queue, .reducers, .effects])
    #expect(path.steps.map { $0.end - $0.start } == [10, 20, 11, 59, 5, 20, 5])
    #expect(path.steps.map(\.subject.id) == [1, 1, 12, 12, 2, 2, 12])
    #expect(found[0].parallels.map(\.effect.id) == [11])
    #expect(found[0].parallels.map(\.slack) == [70])
  }

  @Test func aTimerIsWaitedForUntilItsFirstTick() throws {
    var events: [WrittenEvent] = [
      .actionBegin(0, 1, "app", "started"), .actionEnd(10, 1, effect: 1),
      .effectBegin(20, 11, "app", "started", action: 1),
    ]
    for tick in 1...5 {
      let time = Int64(tick) * 1000
      events += [
        .actionBegin(time, UInt64(tick) + 1, "app", "ticked", cause: 11),
        .actionEnd(time + 7, UInt64(tick) + 1),
      ]
    }
    for outcome in [WrittenEvent.effectEnd(6000, 11, outcome: 1, outputs: 5), .foreign(6000)] {
      let found = try paths(.simple(events + [outcome]))
      #expect(found.map(\.path.duration) == [1007, 7, 7, 7, 7])
      #expect(found.map(\.path.origin) == [.outside, .effect, .effect, .effect, .effect])
    }
    // The path waits in full for an effect that ends by itself.
    let found = try paths(.simple(events + [.effectEnd(6000, 11, outputs: 5)]))
    #expect(found.map(\.path.duration) == [6000])
    #expect(found.map(\.path.actionCount) == [6])
  }

  @Test func whatIsCancelledBeforeItSendsAnythingIsNotWaitedFor() throws {
    let found = try paths(
      .simple([
        .actionBegin(0, 1, "app", "typed"), .actionEnd(10, 1, effect: 1),
        .effectBegin(20, 11, "app", "typed", action: 1),
        .actionBegin(50, 2, "app", "typed"), .actionEnd(60, 2, effect: 1),
        .effectEnd(61, 11, outcome: 1),
        .effectBegin(360, 12, "app", "typed", action: 2), .effectEnd(400, 12),
      ]))
    #expect(found.map(\.path.duration) == [10, 350])
    #expect(found.map(\.path.cancelledEffects) == [1, 0])
    #expect(found[0].parallels.map(\.slack) == [nil])
    // A debounced effect waits before it begins.
    #expect(found[1].path.times.waitingNs == 300)
  }

  @Test func concatenatedEffectsWaitForEachOther() throws {
    let found = try paths(
      .simple([
        .actionBegin(0, 1, "app", "saved"), .actionEnd(10, 1, effect: 4),
        .effectBegin(10, 11, "app", "saved", action: 1), .effectEnd(110, 11),
        .effectBegin(115, 12, "app", "saved", action: 1), .effectEnd(200, 12),
      ]))
    let path = try #require(found.first?.path)
    #expect(path.steps.map(\.segment) == [.reducers, .effects, .waiting, .effects])
    #expect(path.steps.map(\.subject.id) == [1, 11, 12, 12])
    #expect(found[0].parallels.isEmpty)
  }

  @Test func anObserverIsAConsequenceOfTheLastChangeBeforeIt() throws {
    let found = try paths(
      .simple([
        .actionBegin(0, 1, "app", "tapped"), .actionEnd(10, 1, changed: 2),
        .actionBegin(20, 2, "app", "looked"), .actionEnd(30, 2, changed: 1),
        .observeBegin(50, 1, line: 7), .observeEnd(90, 1, line: 7),
      ]))
    #expect(found.map(\.path.duration) == [90, 10])
    #expect(found[0].path.times.observersNs == 40)
    #expect(found[0].path.times.waitingNs == 40)
  }

  @Test func path_observerNamesItsCause_isAConsequenceOfThatAction() throws {
    let found = try paths(
      .simple([
        .actionBegin(0, 1, "app", "tapped"), .actionBegin(2, 3, "row", "tapped", parent: 1),
        .actionEnd(8, 3, changed: 2), .actionEnd(10, 1, changed: 2),
        .actionBegin(20, 2, "app", "typed"), .actionEnd(30, 2, changed: 2),
        .observeBegin(50, 1, line: 7, after: 3, "row", "tapped", changed: "Row.isOn"),
        .observeEnd(90, 1, line: 7),
      ]))
    #expect(found.map(\.path.duration) == [90, 10])
    #expect(found[0].path.times.observersNs == 40)
    // The interval of the row took the first 10.
    #expect(found[0].path.times.waitingNs == 40)
    let last = try #require(found[0].path.steps.last)
    #expect(last.subject.kind == .observer)
  }

  // MARK: - What is not known

  @Test func lostEventsAreAnUnknownPartOfThePath() throws {
    let events: [WrittenEvent] = [
      .actionBegin(0, 1, "app", "tapped"), .actionEnd(10, 1, effect: 1),
      .effectBegin(20, 11, "app", "tapped", action: 1), .foreign(30),
    ]
    let found = try paths(
      TraceWriter(streams: [
        [
          TraceWriter.Packet(events: events),
          TraceWriter.Packet(
            events: [.foreign(70), .effectEnd(100, 11)], discarded: 5),
        ]
      ]))
    let path = try #require(found.first?.path)
    #expect(path.doubts == .lost)
    #expect(path.times.unknownNs > 0)
    #expect(path.times.unknownNs + path.times.effectsNs + path.times.waitingNs == 90)
  }

  @Test func aTraceThatEndsMeanwhileGivesALowerBound() throws {
    let found = try paths(
      .simple([
        .actionBegin(0, 1, "app", "tapped"), .actionEnd(10, 1, effect: 1),
        .effectBegin(20, 11, "app", "tapped", action: 1), .foreign(1000),
      ]))
    #expect(found.map(\.path.duration) == [10])
    #expect(found.map(\.path.doubts) == [.running])
  }

  @Test func processesWithTheSameIdsAreKeptApart() throws {
    var events: [WrittenEvent] = []
    for (pid, name) in [(Int32(1), "a"), (2, "b")] {
      events += [
        .actionBegin(0, 1, "app", "tapped").in(process: pid, named: name),
        .actionEnd(10, 1, effect: 1).in(process: pid, named: name),
        .effectBegin(20, 11, "app", "tapped", action: 1).in(process: pid, named: name),
        .effectEnd(100 * Int64(pid), 11).in(process: pid, named: name),
      ]
    }
    let found = try paths(.simple(events.sorted { $0.time < $1.time }))
    #expect(found.map(\.path.duration).sorted() == [100, 200])
  }

  // MARK: - Memory

  /// A trace of any length: begins and ends in the order of a span builder.
  private struct Endless {
    var paths: CriticalPaths
    var time: Int64 = 0
    var id: UInt64 = 0
    var mostSpans = 0

    mutating func action(cause: UInt64 = 0, effect: TraceEvent.EffectKind = .none) throws -> UInt64
    {
      id += 1
      time += 1
      var span = Span(kind: .action, process: 0, id: id, name: .empty, start: time)
      span.cause = cause
      span.store = 7
      paths.begin(span)
      time += 1
      span.end = time
      span.effectKind = effect
      try paths.end(span)
      mostSpans = max(mostSpans, paths.spanCount)
      return id
    }

    mutating func effect(of action: UInt64) -> Span {
      id += 1
      time += 1
      var span = Span(kind: .effect, process: 0, id: id, name: .empty, start: time)
      span.cause = action
      paths.begin(span)
      return span
    }

    mutating func end(_ effect: Span, _ outcome: Span.Outcome = .finished) throws {
      time += 1
      var effect = effect
      effect.end = time
      effect.outcome = outcome
      try paths.end(effect)
    }
  }

  @Test func memoryDoesNotGrowWithTheTrace() throws {
    var (count, fromEffects) = (0, 0)
    var trace = Endless(
      paths: CriticalPaths(quietLimit: 100, spanLimit: 5000) { path, _ in
        count += 1
        if path.origin == .effect { fromEffects += 1 }
      })
    let opened = try trace.action(effect: .run)
    let timer = trace.effect(of: opened)
    for _ in 0..<20_000 {
      _ = try trace.action(cause: timer.id)
      let tapped = try trace.action(effect: .run)
      try trace.end(trace.effect(of: tapped))
    }
    #expect(trace.mostSpans < 2000)
    try trace.end(timer, .cancelled)
    try trace.paths.finish(TraceSummary(), UnmatchedEvents())
    #expect(count == 40_000)
    #expect(fromEffects == 19_999)
    #expect(trace.paths.spanCount == 0)
  }

  @Test func anActionThatLeadsToItselfForEverIsCutOff() throws {
    var found: [CriticalPath] = []
    var trace = Endless(
      paths: CriticalPaths(quietLimit: 100, spanLimit: 1 << 18) { path, _ in found.append(path) })
    var cause: UInt64 = 0
    let rounds = CriticalPaths.longestPath * 2
    for _ in 0..<rounds {
      let action = try trace.action(cause: cause, effect: .run)
      let effect = trace.effect(of: action)
      cause = effect.id
      try trace.end(effect)
    }
    try trace.paths.finish(TraceSummary(), UnmatchedEvents())
    #expect(found.map(\.actionCount).reduce(0, +) == rounds)
    #expect(found.map { $0.actionCount + $0.effectCount }.max() == CriticalPaths.longestPath)
    #expect(found.dropLast().allSatisfy { $0.doubts == .cutOff })
    #expect(found.map(\.origin).first == .outside)
    #expect(found.dropFirst().allSatisfy { $0.origin == .continued })
    #expect(trace.mostSpans <= CriticalPaths.longestPath * 2)
  }
}
