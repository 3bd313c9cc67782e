import Observation
import Testing

@testable import ComposableCore

/// Values whose memory is freed and used again while they are observed. Nothing here keeps a copy
/// of the state, which would keep its memory.
@MainActor
@Suite struct RepeatedAddressTests {
  private static let tries = 200

  /// The number of changes that an observer is notified of.
  private func notifications(
    of action: (Int) -> ReloadingFeature.Action, reading read: (StoreOf<ReloadingFeature>) -> Void
  ) -> Int {
    let store = Store(initialState: ReloadedLeaf()) { ReloadingFeature() }
    var count = 0
    for number in 0..<Self.tries {
      store.send(.load(number))
      let isNotified = LockIsolated(false)
      withObservationTracking {
        read(store)
      } onChange: {
        isNotified.setValue(true)
      }
      store.send(action(number + 1))
      if isNotified.value { count += 1 }
    }
    return count
  }

  @Test func mutate_arrayIsClearedAndLoadedInOneAction_notifies() {
    #expect(notifications(of: { .reload($0) }) { _ = $0.leaf.numbers } == Self.tries)
    #expect(notifications(of: { .reloadInPlace($0) }) { _ = $0.leaf.numbers } == Self.tries)
  }

  @Test func mutate_arrayIsClearedAndLoadedInActionsThatSettleTogether_notifies() {
    #expect(notifications(of: { .clearThenLoad($0) }) { _ = $0.leaf.numbers } == Self.tries)
  }

  @Test func scope_childClearsAndLoadsAnArray_notifiesReadersOfTheParent() {
    #expect(notifications(of: { _ in .plain(.reload) }) { _ = $0.plain.numbers } == Self.tries)
  }

  @Test func plainState_arrayIsClearedAndLoaded_notifies() async {
    let store = Store(initialState: ReloadedPart()) { ReloadedPartFeature() }
    var count = 0
    for _ in 0..<Self.tries {
      let isNotified = LockIsolated(false)
      withObservationTracking {
        _ = store.numbers
      } onChange: {
        isNotified.setValue(true)
      }
      store.send(.reload)
      if isNotified.value { count += 1 }
    }
    #expect(count == Self.tries)
  }

  @Test func identifiedArray_isReplacedInPlaceByOneInItsMemory_notifiesReadersOfElements() {
    let store = Store(initialState: ReloadedRows()) { ReloadedRowsFeature() }
    var count = 0
    for number in 0..<Self.tries {
      store.send(.load(number))
      let isNotified = LockIsolated(false)
      withObservationTracking {
        _ = store.rows[id: 1]?.number
      } onChange: {
        isNotified.setValue(true)
      }
      store.send(.reloadInPlace(number + 1))
      if isNotified.value { count += 1 }
    }
    #expect(count == Self.tries)
  }
}

// MARK: Features

/// An array of a size that nothing else allocates meanwhile.
private func manyTimes(_ number: Int) -> [Int] { Array(repeating: number, count: 100) }

private struct ReloadedLeaf: ObservableState {
  var leaf: ObservedLeaf {
    get { _$observationRegistrar.access(1, _leaf) }
    set { _$observationRegistrar.mutate(1, &_leaf, newValue, _$isIdentityEqual) }
    _modify {
      let before = _$observationRegistrar.willModify(1, &_leaf)
      defer { _$observationRegistrar.didModify(1, &_leaf, before) }
      yield &_leaf
    }
  }
  private var _leaf = ObservedLeaf(id: 1)

  var plain: ReloadedPart {
    get { _$observationRegistrar.access(2, _plain) }
    set { _$observationRegistrar.mutate(2, &_plain, newValue, _$isIdentityEqual) }
    _modify {
      let before = _$observationRegistrar.willModify(2, &_plain)
      defer { _$observationRegistrar.didModify(2, &_plain, before) }
      yield &_plain
    }
  }
  private var _plain = ReloadedPart()

  var _$observationRegistrar = ObservationStateRegistrar()
  var _$id: ObservableStateID { _$observationRegistrar.id }
  static var _$idOffset: Int? { MemoryLayout<Self>.offset(of: \Self._$observationRegistrar) }

  static func _$property(
    where isSought: (PartialKeyPath<Self>, UInt32) -> Bool
  ) -> _ObservedProperty? {
    if isSought(\Self.leaf, 1) {
      return _ObservedProperty(
        field: 1, offset: MemoryLayout<Self>.offset(of: \Self._leaf), idOffset: _$idOffset)
    }
    if isSought(\Self.plain, 2) {
      return _ObservedProperty(
        field: 2, offset: MemoryLayout<Self>.offset(of: \Self._plain), idOffset: _$idOffset)
    }
    return nil
  }
}

private struct ReloadedPart: Equatable, Sendable {
  var numbers: [Int] = manyTimes(0)

  mutating func reload() {
    let next = (numbers.first ?? 0) + 1
    numbers = []
    numbers = manyTimes(next)
  }
}

private struct ReloadedPartFeature: Reducer {
  enum Action: Sendable { case reload }

  var body: some Reducer<ReloadedPart, Action> {
    Reduce { state, _ in
      state.reload()
      return .none
    }
  }
}

private struct ReloadingFeature: Reducer {
  enum Action: CasePathable, Sendable {
    case load(Int), reload(Int), reloadInPlace(Int), clearThenLoad(Int), clear
    case fill(Int)
    case plain(ReloadedPartFeature.Action)

    struct AllCasePaths {
      var plain: AnyCasePath<Action, ReloadedPartFeature.Action> {
        AnyCasePath(embed: Action.plain) { if case .plain(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<ReloadedLeaf, Action> {
    Scope(state: \.plain, action: \.plain) { ReloadedPartFeature() }
    Reduce { state, action in
      switch action {
      case .load(let number): state.leaf.numbers = manyTimes(number)
      case .reload(let number):
        state.leaf.numbers = []
        state.leaf.numbers = manyTimes(number)
      case .reloadInPlace(let number):
        state.leaf.numbers.removeAll()
        state.leaf.numbers.append(contentsOf: manyTimes(number))
      case .clearThenLoad(let number): return .concatenate(.send(.clear), .send(.fill(number)))
      case .clear: state.leaf.numbers = []
      case .fill(let number): state.leaf.numbers = manyTimes(number)
      case .plain: break
      }
      return .none
    }
  }
}

private struct ReloadedRows: ObservableState {
  var rows: IdentifiedArrayOf<ObservedLeaf> {
    get { _$observationRegistrar.access(1, _rows) }
    set { _$observationRegistrar.mutate(1, &_rows, newValue, _$isIdentityEqual) }
    _modify {
      let before = _$observationRegistrar.willModify(1, &_rows)
      defer { _$observationRegistrar.didModify(1, &_rows, before) }
      yield &_rows
    }
  }
  private var _rows: IdentifiedArrayOf<ObservedLeaf> = []

  var _$observationRegistrar = ObservationStateRegistrar()
  var _$id: ObservableStateID { _$observationRegistrar.id }
  static var _$idOffset: Int? { MemoryLayout<Self>.offset(of: \Self._$observationRegistrar) }
}

private struct ReloadedRowsFeature: Reducer {
  enum Action: Sendable { case load(Int), reloadInPlace(Int) }

  var body: some Reducer<ReloadedRows, Action> {
    Reduce { state, action in
      switch action {
      case .load(let number): state.rows = [ObservedLeaf(id: 1, number: number)]
      case .reloadInPlace(let number): reload(&state.rows, number)
      }
      return .none
    }
  }

  private func reload(_ rows: inout IdentifiedArrayOf<ObservedLeaf>, _ number: Int) {
    rows = []
    rows = [ObservedLeaf(id: 1, number: number)]
  }
}
