@_spi(SharedChangeTracking) import ComposableCore
import CustomDump
import TestSupport
import Testing

@MainActor
@Suite struct SharedTestStoreTests {
  struct Feature: Reducer {
    struct State: Equatable {
      @Shared(.inMemory("count")) var count = 0
      var isLoading = false
      init() {}
    }
    enum Action: Equatable {
      case increment, incrementTwice, incrementUnseen, incrementInEffect, incrementThenRespond
      case nothing, response, chain(Int)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .increment:
          state.$count.withLock { $0 += 1 }
          return .none
        case .incrementTwice:
          state.$count.withLock { $0 += 1 }
          state.$count.withLock { $0 += 1 }
          return .none
        case .incrementUnseen:
          @Shared(.inMemory("unseen")) var unseen = 0
          $unseen.withLock { $0 += 1 }
          return .none
        case .incrementInEffect:
          return .run { [count = state.$count] _ in count.withLock { $0 += 1 } }
        case .incrementThenRespond:
          return .run { [count = state.$count] send in
            count.withLock { $0 += 1 }
            await send(.response)
          }
        case .nothing, .response:
          return .none
        case .chain(let count):
          state.$count.withLock { $0 += 1 }
          return count == 0 ? .none : .send(.chain(count - 1))
        }
      }
    }
  }

  private func makeStore() -> TestStoreOf<Feature> {
    TestStore(initialState: Feature.State()) { Feature() }
  }

  @Test func changeIsStated() async {
    let store = makeStore()
    await store.send(.increment) { $0.$count.withLock { $0 = 1 } }
    await store.send(.incrementTwice) { $0.$count.withLock { $0 += 2 } }
    await store.send(.nothing)
    #expect(store.state.count == 3)
  }

  @Test func statingChangesNothing() async {
    let store = makeStore()
    await store.send(.increment) {
      #expect($0.count == 0)
      $0.$count.withLock { $0 = 1 }
      #expect($0.count == 1)
    }
    #expect(store.state.count == 1)
  }

  @Test func missingStatementShowsTheDifference() async {
    await expectIssue(
      "changed after 'increment' was sent, but no change", "-   _count: 0", "+   _count: 1"
    ) {
      let store = makeStore()
      await store.send(.increment)
    }
  }

  @Test func send_sharedValueOfAPresentedChildChanges_isReported() async {
    struct Child: Equatable {
      @Shared(.inMemory("presented")) var count = 0
    }
    struct Parent: Equatable {
      @PresentationState var child: Child? = Child()
    }
    await expectIssue("changed after", "but no change", "-     _count: 0", "+     _count: 1") {
      let store = TestStore(initialState: Parent()) {
        Reduce<Parent, Bool> { state, _ in
          state.child?.$count.withLock { $0 += 1 }
          return .none
        }
      }
      await store.send(true)
    }
  }

  @Test func wrongStatementShowsTheDifference() async {
    let line = #line + 3
    await withKnownIssue {
      let store = makeStore()
      await store.send(.increment) { $0.$count.withLock { $0 = 2 } }
    } matching: { issue in
      issue.description.contains("not as expected after 'increment' was sent")
        && issue.description.contains("Expected: -, actual: +")
        && issue.sourceLocation?.line == line
    }
  }

  @Test func unfinishedStatementIsReported() async {
    await expectIssue("not as expected after 'increment' was sent") {
      let store = makeStore()
      await store.send(.increment) { $0.isLoading = true }
    }
  }

  @Test func statementOfAChangeThatDidNotHappenIsReported() async {
    await expectIssue("not as expected after 'nothing' was sent") {
      let store = makeStore()
      await store.send(.nothing) { $0.$count.withLock { $0 = 1 } }
    }
    await expectIssue("expected to change after 'nothing' was sent, but it did not") {
      let store = makeStore()
      await store.send(.nothing) { $0.$count.withLock { $0 = 0 } }
    }
  }

  @Test func valueOutsideOfTheStateMayBeStated() async {
    let store = makeStore()
    await store.send(.incrementUnseen) { _ in
      @Shared(.inMemory("unseen")) var unseen = 0
      $unseen.withLock { $0 = 1 }
    }
    await expectIssue(
      "Shared state is not as expected after 'incrementUnseen'", "@Shared(.inMemory(\"unseen\"))",
      "declare it"
    ) {
      await store.send(.incrementUnseen) { _ in
        @Shared(.inMemory("unseen")) var unseen = 0
        $unseen.withLock { $0 = 7 }
      }
    }
    await store.send(.incrementUnseen)
  }

  @Test func changeOfAnEffectIsPartOfTheNextAction() async {
    let store = makeStore()
    await store.send(.incrementThenRespond)
    await store.receive(.response) { $0.$count.withLock { $0 = 1 } }
  }

  @Test func changeOfAnEffectIsStatedByItself() async {
    let store = makeStore()
    await store.send(.incrementInEffect)
    await store.finish()
    store.assert { $0.$count.withLock { $0 = 1 } }
    await expectIssue("The state is not as expected at this point", "+ ") {
      await store.send(.incrementInEffect)
      await store.finish()
      store.assert { $0.isLoading = false }
    }
  }

  @Test func changeThatIsNotStatedIsReportedAtTheEnd() async {
    await expectIssue("the test ended without saying so", "- 0", "+ 1") {
      let store = makeStore()
      await store.send(.incrementInEffect)
      await store.finish()
    }
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.incrementInEffect)
    await store.finish()
  }

  @Test func actionsAreReceivedLate() async {
    await receiveLate(.whenSent)
    await withDependencies {
      $0.defaultInMemoryStorage = InMemoryStorage()
    } operation: {
      await receiveLate(.whenReceived)
    }
  }

  private func receiveLate(_ timing: ReceptionTiming) async {
    let store = TestStore(initialState: Feature.State(), processing: timing) { Feature() }
    await store.send(.chain(3)) { $0.$count.withLock { $0 = 1 } }
    await store.receive(.chain(2)) { $0.$count.withLock { $0 = 2 } }
    await store.receive(.chain(1)) {
      #expect($0.count == 2)
      $0.$count.withLock { $0 = 3 }
    }
    store.assert { $0.$count.withLock { $0 = 3 } }
    await store.receive(.chain(0)) { $0.$count.withLock { $0 = 4 } }
  }

  @Test func changesOfTheTestItselfAreKnown() async {
    let store = makeStore()
    await store.send(.increment) { $0.$count.withLock { $0 = 1 } }
    @Shared(.inMemory("count")) var count = 0
    $count.withLock { $0 = 41 }
    await store.send(.nothing)
    await store.send(.increment) {
      #expect($0.count == 41)
      $0.$count.withLock { $0 = 42 }
    }
  }

  @Test func partialStatements() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.increment)
    await store.send(.increment) { $0.isLoading = false }
    await store.send(.increment) { $0.$count.withLock { $0 = 3 } }
    await expectIssue("not as expected after 'increment' was sent") {
      await store.send(.increment) { $0.$count.withLock { $0 = 7 } }
    }
    await store.send(.chain(2))
    await store.receive(.chain(0)) { $0.$count.withLock { $0 = 7 } }
  }

  @Test func skippedActionsTakeTheirChangesAlong() async {
    let store = makeStore()
    await store.send(.chain(2)) { $0.$count.withLock { $0 = 1 } }
    await store.skipReceivedActions()
    await store.send(.increment) { $0.$count.withLock { $0 = 4 } }
  }

  @Test func testStoreLeavesNothingBehind() async {
    final class Token: Sendable, Equatable {
      static func == (lhs: Token, rhs: Token) -> Bool { lhs === rhs }
    }
    struct State: Equatable { @Shared var token: Token }
    weak var first: Token?
    do {
      let token = Token()
      first = token
      let store = TestStore(initialState: State(token: Shared(value: token))) {
        Reduce<State, Bool> { state, isFirst in
          state.$token.withLock { $0 = Token() }
          return isFirst ? .send(false) : .none
        }
      }
      store.exhaustivity = .off
      await store.send(true)
    }
    #expect(first == nil)
  }

  // MARK: The tracker by itself

  @Test func trackerChecksChanges() async {
    let count = Shared(value: 0)
    let tracker = SharedChangeTracker()
    tracker.track { count.withLock { $0 = 1 } }
    #expect(tracker.hasChanges)
    tracker.assert { count.withLock { $0 = 1 } }
    #expect(!tracker.hasChanges)
    await tracker.track { await Task { count.withLock { $0 = 2 } }.value }
    await expectIssue("Shared state is not as expected.", "- 3", "+ 2") {
      tracker.assert { count.withLock { $0 = 3 } }
    }
    tracker.track { count.withLock { $0 = 5 } }
    tracker.reset()
    #expect(!tracker.hasChanges)
    #expect(count.wrappedValue == 5)
  }

  @Test func tracker_comparisonWithinAssert_isOfBeforeAndAfter() {
    struct User: Equatable { var name = "Blob" }
    let count = Shared(value: 0)
    let user = Shared(value: User())
    let other = Shared(value: 0)
    let tracker = SharedChangeTracker()
    tracker.track {
      count.withLock { $0 += 1 }
      user.withLock { $0.name = "Blob, Jr." }
    }
    tracker.assert {
      #expect(count != count)
      #expect(user.name != user.name)
      #expect(SharedReader(count) != SharedReader(count))
      #expect(count == other)
      #expect(diff(count, count) == "- 0\n+ 1")
      count.withLock { $0 = 1 }
      #expect(count == count)
      #expect(count != other)
      #expect(diff(count, count) == nil)
      user.withLock { $0.name = "Blob, Jr." }
      #expect(user.name == user.name)
    }
    #expect(count == count)
  }

  @Test func trackerReportsWhatWasNotAsserted() async {
    await expectIssue("the test ended without saying so") {
      let count = Shared(value: 0)
      let tracker = SharedChangeTracker()
      tracker.track { count.withLock { $0 = 1 } }
    }
    let count = Shared(value: 0)
    let tracker = SharedChangeTracker(reportUnassertedChanges: false)
    tracker.track { count.withLock { $0 = 1 } }
  }

  @Test func aClosureMayFollowAWriteOfAnEqualValue() async {
    let store = TestStore(initialState: Feature.State()) {
      Reduce<Feature.State, Bool> { state, _ in
        state.$count.withLock { $0 = 0 }
        return .none
      }
    }
    await store.send(true) { $0.$count.withLock { $0 = 0 } }
    await store.send(true)
  }

  @Test func printersSeeTheDifferenceOfSharedState() async {
    let output = LockIsolated<[String]>([])
    let store = TestStore(initialState: Feature.State()) {
      Feature()
        ._printChanges(
          .init { _, before, after in
            output.withValue { $0.append(diff(before, after) ?? "none") }
          })
    }
    await store.send(.increment) { $0.$count.withLock { $0 = 1 } }
    await store.send(.nothing)
    #expect(output.value.count == 2)
    #expect(output.value[0].contains("-   _count: 0,"))
    #expect(output.value[0].contains("+   _count: 1,"))
    #expect(output.value[1] == "none")
  }

  @Test func changeThatIsTakenBackIsNone() {
    struct Opaque { var number = 0 }
    let value = Shared(value: Opaque())
    let tracker = SharedChangeTracker()
    tracker.track {
      value.withLock { $0.number = 1 }
      value.withLock { $0.number = 0 }
    }
    #expect(!tracker.hasChanges)
  }
}
