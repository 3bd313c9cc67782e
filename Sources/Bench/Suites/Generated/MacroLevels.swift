import ComposableCore

// The features of `Counter.swift` and `Levels.swift` once more, with macros: this is the expansion
// of Tests/Architecture/MacrosTests/Fixtures/Twins/MacroLevels.swift, as Bench is built without the
// plug-in. A test compares both; after a change of a macro, it prints the differences.

struct MacroCounter: Sendable {
  struct State: Equatable, Sendable {
    var count: Int
    {
      @storageRestrictions(initializes: _count)
      init(initialValue) {
        _count = initialValue
      }
      get {
        _$observationRegistrar.access(967958004, _count)
      }
      set {
        _$observationRegistrar.mutate(
          967958004, &_count, newValue, ComposableCore._$isIdentityEqual, of: Self.self)
      }
      _modify {
        let before = _$observationRegistrar.willModify(967958004, &_count)
        defer {
          _$observationRegistrar.didModify(967958004, &_count, before, of: Self.self)
        }
        yield &_count
      }
    }
    private var _count = 0

    var _$observationRegistrar = ComposableCore.ObservationStateRegistrar()
    var _$id: ComposableCore.ObservableStateID {
      _$observationRegistrar.id
    }
    static var _$idOffset: Swift.Int? {
      Swift.MemoryLayout<Self>.offset(of: \Self._$observationRegistrar)
    }
    static func _$property(
      where isSought: (Swift.PartialKeyPath<Self>, Swift.UInt32) -> Swift.Bool
    ) -> ComposableCore._ObservedProperty? {
      if isSought(\Self.count, 967958004) {
        return ComposableCore._ObservedProperty(
          field: 967958004, offset: Swift.MemoryLayout<Self>.offset(of: \Self._count),
          idOffset: _$idOffset)
      }
      return nil
    }
    private enum CodingKeys: Swift.String, ComposableCore._ObservedCodingKey {
      case _count = "count"
    }

    init() {}
  }

  @dynamicMemberLookup
  enum Action: Sendable {
    case decrementButtonTapped
    case incrementButtonTapped
    case numberChosen(Int)

    nonisolated struct AllCasePaths: ComposableCore.CasePathReflectable, Swift.Sendable, Swift
        .Sequence
    {
      subscript(root: Action) -> ComposableCore.PartialCaseKeyPath<Action> {
        switch root {
        case .decrementButtonTapped:
          return \.decrementButtonTapped
        case .incrementButtonTapped:
          return \.incrementButtonTapped
        case .numberChosen:
          return \.numberChosen
        }
      }
      var decrementButtonTapped: ComposableCore.AnyCasePath<Action, Swift.Void> {
        ComposableCore.AnyCasePath<Action, Swift.Void>(
          _unsafeEmbed: {
            Action.decrementButtonTapped
          },
          extract: {
            guard case .decrementButtonTapped = $0 else {
              return nil
            }
            return ()
          }
        )
      }
      var incrementButtonTapped: ComposableCore.AnyCasePath<Action, Swift.Void> {
        ComposableCore.AnyCasePath<Action, Swift.Void>(
          _unsafeEmbed: {
            Action.incrementButtonTapped
          },
          extract: {
            guard case .incrementButtonTapped = $0 else {
              return nil
            }
            return ()
          }
        )
      }
      var numberChosen: ComposableCore.AnyCasePath<Action, Int> {
        ComposableCore.AnyCasePath<Action, Int>(
          _unsafeEmbed: Action.numberChosen,
          extract: {
            guard case let .numberChosen(v0) = $0 else {
              return nil
            }
            return v0
          }
        )
      }
      func makeIterator() -> Swift.IndexingIterator<[ComposableCore.PartialCaseKeyPath<Action>]> {
        var allCasePaths: [ComposableCore.PartialCaseKeyPath<Action>] = []
        allCasePaths.append(\.decrementButtonTapped)
        allCasePaths.append(\.incrementButtonTapped)
        allCasePaths.append(\.numberChosen)
        return allCasePaths.makeIterator()
      }
    }
    nonisolated static var allCasePaths: AllCasePaths {
      AllCasePaths()
    }
    nonisolated static var _$caseCount: Swift.Int {
      3
    }
    nonisolated static func _$name(of value: Action, in names: ComposableCore._CaseNames)
      -> Swift.UnsafePointer<Swift.CChar>
    {
      switch value {
      case .decrementButtonTapped:
        return names.name(case: 0, "decrementButtonTapped")
      case .incrementButtonTapped:
        return names.name(case: 1, "incrementButtonTapped")
      case let .numberChosen(v0):
        return names.name(case: 2, "numberChosen", v0)
      }
    }
  }

  @ComposableCore.ReducerBuilder<Self.State, Self.Action>
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .decrementButtonTapped: state.count -= 1
      case .incrementButtonTapped: state.count += 1
      case .numberChosen(let number): state.count = number
      }
      return .none
    }
  }
}

struct MacroLevel1 {
  struct State: Equatable, Sendable {
    var volume: Int
    {
      @storageRestrictions(initializes: _volume)
      init(initialValue) {
        _volume = initialValue
      }
      get {
        _$observationRegistrar.access(786459023, _volume)
      }
      set {
        _$observationRegistrar.mutate(
          786459023, &_volume, newValue, ComposableCore._$isIdentityEqual, of: Self.self)
      }
      _modify {
        let before = _$observationRegistrar.willModify(786459023, &_volume)
        defer {
          _$observationRegistrar.didModify(786459023, &_volume, before, of: Self.self)
        }
        yield &_volume
      }
    }
    private var _volume = 0
    var child: MacroCounter.State
    {
      @storageRestrictions(initializes: _child)
      init(initialValue) {
        _child = initialValue
      }
      get {
        _$observationRegistrar.access(3852476509, _child)
      }
      set {
        _$observationRegistrar.mutate(
          3852476509, &_child, newValue, ComposableCore._$isIdentityEqual, of: Self.self)
      }
      _modify {
        let before = _$observationRegistrar.willModify(3852476509, &_child)
        defer {
          _$observationRegistrar.didModify(3852476509, &_child, before, of: Self.self)
        }
        yield &_child
      }
    }
    private var _child = MacroCounter.State()
    var resets: Int
    {
      @storageRestrictions(initializes: _resets)
      init(initialValue) {
        _resets = initialValue
      }
      get {
        _$observationRegistrar.access(3335021257, _resets)
      }
      set {
        _$observationRegistrar.mutate(
          3335021257, &_resets, newValue, ComposableCore._$isIdentityEqual, of: Self.self)
      }
      _modify {
        let before = _$observationRegistrar.willModify(3335021257, &_resets)
        defer {
          _$observationRegistrar.didModify(3335021257, &_resets, before, of: Self.self)
        }
        yield &_resets
      }
    }
    private var _resets = 0

    var _$observationRegistrar = ComposableCore.ObservationStateRegistrar()
    var _$id: ComposableCore.ObservableStateID {
      _$observationRegistrar.id
    }
    static var _$idOffset: Swift.Int? {
      Swift.MemoryLayout<Self>.offset(of: \Self._$observationRegistrar)
    }
    static func _$property(
      where isSought: (Swift.PartialKeyPath<Self>, Swift.UInt32) -> Swift.Bool
    ) -> ComposableCore._ObservedProperty? {
      if isSought(\Self.volume, 786459023) {
        return ComposableCore._ObservedProperty(
          field: 786459023, offset: Swift.MemoryLayout<Self>.offset(of: \Self._volume),
          idOffset: _$idOffset)
      }
      if isSought(\Self.child, 3852476509) {
        return ComposableCore._ObservedProperty(
          field: 3852476509, offset: Swift.MemoryLayout<Self>.offset(of: \Self._child),
          idOffset: _$idOffset)
      }
      if isSought(\Self.resets, 3335021257) {
        return ComposableCore._ObservedProperty(
          field: 3335021257, offset: Swift.MemoryLayout<Self>.offset(of: \Self._resets),
          idOffset: _$idOffset)
      }
      return nil
    }
    private enum CodingKeys: Swift.String, ComposableCore._ObservedCodingKey {
      case _volume = "volume"
      case _child = "child"
      case _resets = "resets"
    }

    init() {}
  }

  @dynamicMemberLookup
  enum Action: Sendable {
    case child(MacroCounter.Action)
    case resetButtonTapped
    case volumeChanged(Int)

    nonisolated struct AllCasePaths: ComposableCore.CasePathReflectable, Swift.Sendable, Swift
        .Sequence
    {
      subscript(root: Action) -> ComposableCore.PartialCaseKeyPath<Action> {
        switch root {
        case .child:
          return \.child
        case .resetButtonTapped:
          return \.resetButtonTapped
        case .volumeChanged:
          return \.volumeChanged
        }
      }
      var child: ComposableCore.AnyCasePath<Action, MacroCounter.Action> {
        ComposableCore.AnyCasePath<Action, MacroCounter.Action>(
          _unsafeEmbed: Action.child,
          extract: {
            guard case let .child(v0) = $0 else {
              return nil
            }
            return v0
          }
        )
      }
      var resetButtonTapped: ComposableCore.AnyCasePath<Action, Swift.Void> {
        ComposableCore.AnyCasePath<Action, Swift.Void>(
          _unsafeEmbed: {
            Action.resetButtonTapped
          },
          extract: {
            guard case .resetButtonTapped = $0 else {
              return nil
            }
            return ()
          }
        )
      }
      var volumeChanged: ComposableCore.AnyCasePath<Action, Int> {
        ComposableCore.AnyCasePath<Action, Int>(
          _unsafeEmbed: Action.volumeChanged,
          extract: {
            guard case let .volumeChanged(v0) = $0 else {
              return nil
            }
            return v0
          }
        )
      }
      func makeIterator() -> Swift.IndexingIterator<[ComposableCore.PartialCaseKeyPath<Action>]> {
        var allCasePaths: [ComposableCore.PartialCaseKeyPath<Action>] = []
        allCasePaths.append(\.child)
        allCasePaths.append(\.resetButtonTapped)
        allCasePaths.append(\.volumeChanged)
        return allCasePaths.makeIterator()
      }
    }
    nonisolated static var allCasePaths: AllCasePaths {
      AllCasePaths()
    }
    nonisolated static var _$caseCount: Swift.Int {
      3
    }
    nonisolated static func _$name(of value: Action, in names: ComposableCore._CaseNames)
      -> Swift.UnsafePointer<Swift.CChar>
    {
      switch value {
      case let .child(v0):
        return names.name(case: 0, "child", v0)
      case .resetButtonTapped:
        return names.name(case: 1, "resetButtonTapped")
      case let .volumeChanged(v0):
        return names.name(case: 2, "volumeChanged", v0)
      }
    }
  }

  @ComposableCore.ReducerBuilder<Self.State, Self.Action>
  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      MacroCounter()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = MacroCounter.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }
}

struct MacroLevel2 {
  struct State: Equatable, Sendable {
    var volume: Int
    {
      @storageRestrictions(initializes: _volume)
      init(initialValue) {
        _volume = initialValue
      }
      get {
        _$observationRegistrar.access(786459023, _volume)
      }
      set {
        _$observationRegistrar.mutate(
          786459023, &_volume, newValue, ComposableCore._$isIdentityEqual, of: Self.self)
      }
      _modify {
        let before = _$observationRegistrar.willModify(786459023, &_volume)
        defer {
          _$observationRegistrar.didModify(786459023, &_volume, before, of: Self.self)
        }
        yield &_volume
      }
    }
    private var _volume = 0
    var child: MacroLevel1.State
    {
      @storageRestrictions(initializes: _child)
      init(initialValue) {
        _child = initialValue
      }
      get {
        _$observationRegistrar.access(3852476509, _child)
      }
      set {
        _$observationRegistrar.mutate(
          3852476509, &_child, newValue, ComposableCore._$isIdentityEqual, of: Self.self)
      }
      _modify {
        let before = _$observationRegistrar.willModify(3852476509, &_child)
        defer {
          _$observationRegistrar.didModify(3852476509, &_child, before, of: Self.self)
        }
        yield &_child
      }
    }
    private var _child = MacroLevel1.State()
    var resets: Int
    {
      @storageRestrictions(initializes: _resets)
      init(initialValue) {
        _resets = initialValue
      }
      get {
        _$observationRegistrar.access(3335021257, _resets)
      }
      set {
        _$observationRegistrar.mutate(
          3335021257, &_resets, newValue, ComposableCore._$isIdentityEqual, of: Self.self)
      }
      _modify {
        let before = _$observationRegistrar.willModify(3335021257, &_resets)
        defer {
          _$observationRegistrar.didModify(3335021257, &_resets, before, of: Self.self)
        }
        yield &_resets
      }
    }
    private var _resets = 0

    var _$observationRegistrar = ComposableCore.ObservationStateRegistrar()
    var _$id: ComposableCore.ObservableStateID {
      _$observationRegistrar.id
    }
    static var _$idOffset: Swift.Int? {
      Swift.MemoryLayout<Self>.offset(of: \Self._$observationRegistrar)
    }
    static func _$property(
      where isSought: (Swift.PartialKeyPath<Self>, Swift.UInt32) -> Swift.Bool
    ) -> ComposableCore._ObservedProperty? {
      if isSought(\Self.volume, 786459023) {
        return ComposableCore._ObservedProperty(
          field: 786459023, offset: Swift.MemoryLayout<Self>.offset(of: \Self._volume),
          idOffset: _$idOffset)
      }
      if isSought(\Self.child, 3852476509) {
        return ComposableCore._ObservedProperty(
          field: 3852476509, offset: Swift.MemoryLayout<Self>.offset(of: \Self._child),
          idOffset: _$idOffset)
      }
      if isSought(\Self.resets, 3335021257) {
        return ComposableCore._ObservedProperty(
          field: 3335021257, offset: Swift.MemoryLayout<Self>.offset(of: \Self._resets),
          idOffset: _$idOffset)
      }
      return nil
    }
    private enum CodingKeys: Swift.String, ComposableCore._ObservedCodingKey {
      case _volume = "volume"
      case _child = "child"
      case _resets = "resets"
    }

    init() {}
  }

  @dynamicMemberLookup
  enum Action: Sendable {
    case child(MacroLevel1.Action)
    case resetButtonTapped
    case volumeChanged(Int)

    nonisolated struct AllCasePaths: ComposableCore.CasePathReflectable, Swift.Sendable, Swift
        .Sequence
    {
      subscript(root: Action) -> ComposableCore.PartialCaseKeyPath<Action> {
        switch root {
        case .child:
          return \.child
        case .resetButtonTapped:
          return \.resetButtonTapped
        case .volumeChanged:
          return \.volumeChanged
        }
      }
      var child: ComposableCore.AnyCasePath<Action, MacroLevel1.Action> {
        ComposableCore.AnyCasePath<Action, MacroLevel1.Action>(
          _unsafeEmbed: Action.child,
          extract: {
            guard case let .child(v0) = $0 else {
              return nil
            }
            return v0
          }
        )
      }
      var resetButtonTapped: ComposableCore.AnyCasePath<Action, Swift.Void> {
        ComposableCore.AnyCasePath<Action, Swift.Void>(
          _unsafeEmbed: {
            Action.resetButtonTapped
          },
          extract: {
            guard case .resetButtonTapped = $0 else {
              return nil
            }
            return ()
          }
        )
      }
      var volumeChanged: ComposableCore.AnyCasePath<Action, Int> {
        ComposableCore.AnyCasePath<Action, Int>(
          _unsafeEmbed: Action.volumeChanged,
          extract: {
            guard case let .volumeChanged(v0) = $0 else {
              return nil
            }
            return v0
          }
        )
      }
      func makeIterator() -> Swift.IndexingIterator<[ComposableCore.PartialCaseKeyPath<Action>]> {
        var allCasePaths: [ComposableCore.PartialCaseKeyPath<Action>] = []
        allCasePaths.append(\.child)
        allCasePaths.append(\.resetButtonTapped)
        allCasePaths.append(\.volumeChanged)
        return allCasePaths.makeIterator()
      }
    }
    nonisolated static var allCasePaths: AllCasePaths {
      AllCasePaths()
    }
    nonisolated static var _$caseCount: Swift.Int {
      3
    }
    nonisolated static func _$name(of value: Action, in names: ComposableCore._CaseNames)
      -> Swift.UnsafePointer<Swift.CChar>
    {
      switch value {
      case let .child(v0):
        return names.name(case: 0, "child", v0)
      case .resetButtonTapped:
        return names.name(case: 1, "resetButtonTapped")
      case let .volumeChanged(v0):
        return names.name(case: 2, "volumeChanged", v0)
      }
    }
  }

  @ComposableCore.ReducerBuilder<Self.State, Self.Action>
  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      MacroLevel1()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = MacroLevel1.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }
}

struct MacroLevel3 {
  struct State: Equatable, Sendable {
    var volume: Int
    {
      @storageRestrictions(initializes: _volume)
      init(initialValue) {
        _volume = initialValue
      }
      get {
        _$observationRegistrar.access(786459023, _volume)
      }
      set {
        _$observationRegistrar.mutate(
          786459023, &_volume, newValue, ComposableCore._$isIdentityEqual, of: Self.self)
      }
      _modify {
        let before = _$observationRegistrar.willModify(786459023, &_volume)
        defer {
          _$observationRegistrar.didModify(786459023, &_volume, before, of: Self.self)
        }
        yield &_volume
      }
    }
    private var _volume = 0
    var child: MacroLevel2.State
    {
      @storageRestrictions(initializes: _child)
      init(initialValue) {
        _child = initialValue
      }
      get {
        _$observationRegistrar.access(3852476509, _child)
      }
      set {
        _$observationRegistrar.mutate(
          3852476509, &_child, newValue, ComposableCore._$isIdentityEqual, of: Self.self)
      }
      _modify {
        let before = _$observationRegistrar.willModify(3852476509, &_child)
        defer {
          _$observationRegistrar.didModify(3852476509, &_child, before, of: Self.self)
        }
        yield &_child
      }
    }
    private var _child = MacroLevel2.State()
    var resets: Int
    {
      @storageRestrictions(initializes: _resets)
      init(initialValue) {
        _resets = initialValue
      }
      get {
        _$observationRegistrar.access(3335021257, _resets)
      }
      set {
        _$observationRegistrar.mutate(
          3335021257, &_resets, newValue, ComposableCore._$isIdentityEqual, of: Self.self)
      }
      _modify {
        let before = _$observationRegistrar.willModify(3335021257, &_resets)
        defer {
          _$observationRegistrar.didModify(3335021257, &_resets, before, of: Self.self)
        }
        yield &_resets
      }
    }
    private var _resets = 0

    var _$observationRegistrar = ComposableCore.ObservationStateRegistrar()
    var _$id: ComposableCore.ObservableStateID {
      _$observationRegistrar.id
    }
    static var _$idOffset: Swift.Int? {
      Swift.MemoryLayout<Self>.offset(of: \Self._$observationRegistrar)
    }
    static func _$property(
      where isSought: (Swift.PartialKeyPath<Self>, Swift.UInt32) -> Swift.Bool
    ) -> ComposableCore._ObservedProperty? {
      if isSought(\Self.volume, 786459023) {
        return ComposableCore._ObservedProperty(
          field: 786459023, offset: Swift.MemoryLayout<Self>.offset(of: \Self._volume),
          idOffset: _$idOffset)
      }
      if isSought(\Self.child, 3852476509) {
        return ComposableCore._ObservedProperty(
          field: 3852476509, offset: Swift.MemoryLayout<Self>.offset(of: \Self._child),
          idOffset: _$idOffset)
      }
      if isSought(\Self.resets, 3335021257) {
        return ComposableCore._ObservedProperty(
          field: 3335021257, offset: Swift.MemoryLayout<Self>.offset(of: \Self._resets),
          idOffset: _$idOffset)
      }
      return nil
    }
    private enum CodingKeys: Swift.String, ComposableCore._ObservedCodingKey {
      case _volume = "volume"
      case _child = "child"
      case _resets = "resets"
    }

    init() {}
  }

  @dynamicMemberLookup
  enum Action: Sendable {
    case child(MacroLevel2.Action)
    case resetButtonTapped
    case volumeChanged(Int)

    nonisolated struct AllCasePaths: ComposableCore.CasePathReflectable, Swift.Sendable, Swift
        .Sequence
    {
      subscript(root: Action) -> ComposableCore.PartialCaseKeyPath<Action> {
        switch root {
        case .child:
          return \.child
        case .resetButtonTapped:
          return \.resetButtonTapped
        case .volumeChanged:
          return \.volumeChanged
        }
      }
      var child: ComposableCore.AnyCasePath<Action, MacroLevel2.Action> {
        ComposableCore.AnyCasePath<Action, MacroLevel2.Action>(
          _unsafeEmbed: Action.child,
          extract: {
            guard case let .child(v0) = $0 else {
              return nil
            }
            return v0
          }
        )
      }
      var resetButtonTapped: ComposableCore.AnyCasePath<Action, Swift.Void> {
        ComposableCore.AnyCasePath<Action, Swift.Void>(
          _unsafeEmbed: {
            Action.resetButtonTapped
          },
          extract: {
            guard case .resetButtonTapped = $0 else {
              return nil
            }
            return ()
          }
        )
      }
      var volumeChanged: ComposableCore.AnyCasePath<Action, Int> {
        ComposableCore.AnyCasePath<Action, Int>(
          _unsafeEmbed: Action.volumeChanged,
          extract: {
            guard case let .volumeChanged(v0) = $0 else {
              return nil
            }
            return v0
          }
        )
      }
      func makeIterator() -> Swift.IndexingIterator<[ComposableCore.PartialCaseKeyPath<Action>]> {
        var allCasePaths: [ComposableCore.PartialCaseKeyPath<Action>] = []
        allCasePaths.append(\.child)
        allCasePaths.append(\.resetButtonTapped)
        allCasePaths.append(\.volumeChanged)
        return allCasePaths.makeIterator()
      }
    }
    nonisolated static var allCasePaths: AllCasePaths {
      AllCasePaths()
    }
    nonisolated static var _$caseCount: Swift.Int {
      3
    }
    nonisolated static func _$name(of value: Action, in names: ComposableCore._CaseNames)
      -> Swift.UnsafePointer<Swift.CChar>
    {
      switch value {
      case let .child(v0):
        return names.name(case: 0, "child", v0)
      case .resetButtonTapped:
        return names.name(case: 1, "resetButtonTapped")
      case let .volumeChanged(v0):
        return names.name(case: 2, "volumeChanged", v0)
      }
    }
  }

  @ComposableCore.ReducerBuilder<Self.State, Self.Action>
  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      MacroLevel2()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = MacroLevel2.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }
}

extension MacroCounter: ComposableCore.Reducer {
}

extension MacroCounter.State: ComposableCore.ObservableState {
}

nonisolated extension MacroCounter.Action: ComposableCore.CasePathable, ComposableCore
    .CasePathIterable,
  ComposableCore._NamedCases
{
}

extension MacroLevel1: ComposableCore.Reducer {
}

extension MacroLevel1.State: ComposableCore.ObservableState {
}

nonisolated extension MacroLevel1.Action: ComposableCore.CasePathable, ComposableCore
    .CasePathIterable,
  ComposableCore._NamedCases
{
}

extension MacroLevel2: ComposableCore.Reducer {
}

extension MacroLevel2.State: ComposableCore.ObservableState {
}

nonisolated extension MacroLevel2.Action: ComposableCore.CasePathable, ComposableCore
    .CasePathIterable,
  ComposableCore._NamedCases
{
}

extension MacroLevel3: ComposableCore.Reducer {
}

extension MacroLevel3.State: ComposableCore.ObservableState {
}

nonisolated extension MacroLevel3.Action: ComposableCore.CasePathable, ComposableCore
    .CasePathIterable,
  ComposableCore._NamedCases
{
}
