import ComposableCore

/// A list whose elements are observed field by field. The expansion of `@ObservableState` is
/// written out, as Bench is built without the plug-in.
struct ObservedRows: Reducer {
  struct State: ObservableState, Sendable {
    var rows: IdentifiedArrayOf<Row> {
      @storageRestrictions(initializes: _rows)
      init(initialValue) { _rows = initialValue }
      get { _$observationRegistrar.access(1, _rows) }
      set { _$observationRegistrar.mutate(1, &_rows, newValue, _$isIdentityEqual, of: Self.self) }
      _modify {
        let before = _$observationRegistrar.willModify(1, &_rows)
        defer { _$observationRegistrar.didModify(1, &_rows, before, of: Self.self) }
        yield &_rows
      }
    }
    private var _rows: IdentifiedArrayOf<Row>

    var _$observationRegistrar = ObservationStateRegistrar()
    var _$id: ObservableStateID { _$observationRegistrar.id }
    static var _$idOffset: Int? { MemoryLayout<Self>.offset(of: \Self._$observationRegistrar) }

    /// Creates a list of rows with the ids 0, 1, 2, …
    init(rows count: Int) {
      rows = IdentifiedArray(uniqueElements: (0..<count).map { Row(id: $0) })
    }
  }

  struct Row: ObservableState, Identifiable, Sendable {
    let id: Int

    var taps: Int {
      @storageRestrictions(initializes: _taps)
      init(initialValue) { _taps = initialValue }
      get { _$observationRegistrar.access(1, _taps) }
      set { _$observationRegistrar.mutate(1, &_taps, newValue, _$isIdentityEqual, of: Self.self) }
      _modify {
        let before = _$observationRegistrar.willModify(1, &_taps)
        defer { _$observationRegistrar.didModify(1, &_taps, before, of: Self.self) }
        yield &_taps
      }
    }
    private var _taps = 0

    var _$observationRegistrar = ObservationStateRegistrar()
    var _$id: ObservableStateID { _$observationRegistrar.id }
    static var _$idOffset: Int? { MemoryLayout<Self>.offset(of: \Self._$observationRegistrar) }

    init(id: Int) {
      self.id = id
      taps = 0
    }
  }

  enum Action: Sendable {
    case tapped(row: Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapped(let row): state.rows[row].taps += 1
      }
      return .none
    }
  }
}
