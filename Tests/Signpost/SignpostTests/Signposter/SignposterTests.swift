import ComposableCore
import Signpost
import TestSupport
import Testing

@Suite struct SignposterTests {
  private let recorder = SignpostRecorder()
  private let signposter = Signposter(subsystem: "app", category: .pointsOfInterest)

  @Test func namesOfAllKindsAreRecorded() {
    recorder.record {
      signposter.emitEvent("several characters")
      signposter.emitEvent(StaticString(unicodeScalarLiteral: "ß"))
      Signposter(subsystem: "app", category: "a" + "b").emitEvent("other")
    }
    #expect(
      recorder.events == [
        .event(
          id: 0, subsystem: "app", category: "PointsOfInterest", name: "several characters",
          message: ""),
        .event(id: 0, subsystem: "app", category: "PointsOfInterest", name: "ß", message: ""),
        .event(id: 0, subsystem: "app", category: "ab", name: "other", message: ""),
      ])
  }

  @Test func messagesAreComposedOnlyForThoseWhoListen() {
    var composed = 0
    func message() -> String {
      composed += 1
      return "message"
    }
    func use() {
      let state = signposter.beginInterval("fetch", message())
      signposter.emitEvent("response", message())
      signposter.endInterval("fetch", state, message())
      signposter.withIntervalSignpost("parse", message()) {}
    }
    use()
    #expect(composed == 0)
    recorder.record { use() }
    #expect(composed == 4)
    // A recorder exists, but not here.
    use()
    #expect(composed == 4)
  }

  @Test func aLongMessageIsCutOffBetweenCharacters() throws {
    for start in 0..<4 {
      recorder.removeAll()
      let text = String(repeating: "a", count: start) + String(repeating: "😀", count: 2000)
      recorder.record { signposter.emitEvent("long", text) }
      guard case .event(_, _, _, _, let message) = try #require(recorder.events.first) else {
        return
      }
      #expect(message.utf8.count <= 4096)
      #expect(message.utf8.count > 4096 - 4)
      #expect(message.hasSuffix("😀…"))
      #expect(text.hasPrefix(message.dropLast()))
    }
    recorder.removeAll()
    let fits = String(repeating: "a", count: 4096)
    recorder.record { signposter.emitEvent("long", fits) }
    #expect("\(recorder.events)".contains("\(fits)\""))
  }

  @Test func isEnabledWhereSomebodyListens() {
    #expect(!signposter.isEnabled)
    recorder.record {
      #expect(signposter.isEnabled)
      #expect(!Signposter.disabled.isEnabled)
    }
    #expect(!signposter.isEnabled)
  }

  @Test func aDisabledSignposterRecordsNothing() throws {
    let signposter = Signposter.disabled
    #expect(signposter.makeSignpostID() == .null)
    #expect(signposter.makeSignpostID(from: recorder) == .null)
    recorder.record {
      let state = signposter.beginInterval("fetch")
      signposter.emitEvent("response")
      signposter.endInterval("fetch", state)
      #expect(signposter.withIntervalSignpost("parse") { 7 } == 7)
    }
    #expect(recorder.events.isEmpty)
  }

  @Test(arguments: [SignpostID.null, .invalid])
  func nothingIsRecordedUnderAnIDThatIsNone(_ id: SignpostID) {
    recorder.record {
      signposter.emitEvent("response", id: id)
      let state = signposter.beginInterval("fetch", id: id)
      signposter.endInterval("fetch", state)
      signposter.withIntervalSignpost("parse", id: id) {}
    }
    #expect(recorder.events.isEmpty)
  }

  @Test func idsAreUnlikeAllOthersOrThoseOfTheirObject() {
    let ids = Set((0..<1000).map { _ in signposter.makeSignpostID() })
    #expect(ids.count == 1000)
    #expect(ids.isDisjoint(with: [.exclusive, .null, .invalid]))
    let (one, other) = (SignpostRecorder(), SignpostRecorder())
    #expect(signposter.makeSignpostID(from: one) == signposter.makeSignpostID(from: one))
    #expect(signposter.makeSignpostID(from: one) != signposter.makeSignpostID(from: other))
    #expect(Set([SignpostID.exclusive, .null, .invalid]).count == 3)
  }

  @Test func recordersHearOnlyTheirScope() async {
    let other = SignpostRecorder()
    let signposter = signposter
    async let first: Void = recorder.record {
      await signposter.withIntervalSignpost("first") { await Task.yield() }
    }
    async let second: Void = other.record {
      await signposter.withIntervalSignpost("second") { await Task.yield() }
    }
    _ = await (first, second)
    #expect(recorder.events.count == 2)
    #expect(!"\(recorder.events)".contains("second"))
    #expect(other.events.count == 2)
    #expect(!"\(other.events)".contains("first"))
  }

  @Test func intervalsOfManyThreadsArePaired() async throws {
    let signposter = signposter
    await recorder.record {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<16 {
          group.addTask {
            for _ in 0..<100 {
              let state = signposter.beginInterval("work")
              await Task.yield()
              signposter.endInterval("work", state)
            }
          }
        }
      }
    }
    var open: Set<Int> = []
    for event in recorder.events {
      switch event {
      case .intervalBegin(let interval, _, _, _, _, _): #expect(open.insert(interval).inserted)
      case .intervalEnd(let interval, _, let outcome, _):
        #expect(open.remove(interval) != nil)
        #expect(outcome == .finished)
      default: Issue.record("\(event)")
      }
    }
    #expect(open.isEmpty)
    #expect(recorder.events.count == 3200)
  }
}
