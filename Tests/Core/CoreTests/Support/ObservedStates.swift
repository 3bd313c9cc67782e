import ComposableCore

// States for the model of observation, as `@ObservableState` expands them: these tests are built
// without the plug-in. The numbers stand for the names of the fields.

struct ObservedLeaf: ObservableState, Equatable, Identifiable, Sendable {
  let id: Int

  var number: Int {
    @storageRestrictions(initializes: _number)
    init(initialValue) { _number = initialValue }
    get { _$observationRegistrar.access(467038368, _number) }
    set { _$observationRegistrar.mutate(467038368, &_number, newValue, _$isIdentityEqual) }
    _modify {
      let before = _$observationRegistrar.willModify(467038368, &_number)
      defer { _$observationRegistrar.didModify(467038368, &_number, before) }
      yield &_number
    }
  }
  private var _number: Int = 0

  var text: String {
    @storageRestrictions(initializes: _text)
    init(initialValue) { _text = initialValue }
    get { _$observationRegistrar.access(3185987134, _text) }
    set { _$observationRegistrar.mutate(3185987134, &_text, newValue, _$isIdentityEqual) }
    _modify {
      let before = _$observationRegistrar.willModify(3185987134, &_text)
      defer { _$observationRegistrar.didModify(3185987134, &_text, before) }
      yield &_text
    }
  }
  private var _text: String = ""

  var numbers: [Int] {
    @storageRestrictions(initializes: _numbers)
    init(initialValue) { _numbers = initialValue }
    get { _$observationRegistrar.access(2777914409, _numbers) }
    set { _$observationRegistrar.mutate(2777914409, &_numbers, newValue, _$isIdentityEqual) }
    _modify {
      let before = _$observationRegistrar.willModify(2777914409, &_numbers)
      defer { _$observationRegistrar.didModify(2777914409, &_numbers, before) }
      yield &_numbers
    }
  }
  private var _numbers: [Int] = []

  var _$observationRegistrar = ObservationStateRegistrar()
  var _$id: ObservableStateID { _$observationRegistrar.id }
  static var _$idOffset: Int? { MemoryLayout<Self>.offset(of: \Self._$observationRegistrar) }

  static func _$property(
    where isSought: (PartialKeyPath<Self>, UInt32) -> Bool
  ) -> _ObservedProperty? {
    if isSought(\Self.number, 467038368) {
      return _ObservedProperty(
        field: 467038368, offset: MemoryLayout<Self>.offset(of: \Self._number), idOffset: _$idOffset
      )
    }
    if isSought(\Self.text, 3185987134) {
      return _ObservedProperty(
        field: 3185987134, offset: MemoryLayout<Self>.offset(of: \Self._text), idOffset: _$idOffset)
    }
    if isSought(\Self.numbers, 2777914409) {
      return _ObservedProperty(
        field: 2777914409, offset: MemoryLayout<Self>.offset(of: \Self._numbers),
        idOffset: _$idOffset)
    }
    return nil
  }

  init(id: Int, number: Int = 0, text: String = "", numbers: [Int] = []) {
    self.id = id
    self.number = number
    self.text = text
    self.numbers = numbers
  }
}

enum ObservedPhase: ObservableState, Equatable, Sendable {
  case idle
  case named(String)
  case loaded(ObservedLeaf)

  var _$id: ObservableStateID {
    switch self {
    case .idle: ObservableStateID._$inert._$tag(0)
    case .named(let name): ObservableStateID._$id(for: name)._$tag(1)
    case .loaded(let leaf): ObservableStateID._$id(for: leaf)._$tag(2)
    }
  }

  var leaf: ObservedLeaf? {
    guard case .loaded(let leaf) = self else { return nil }
    return leaf
  }
}

/// A part that is not observed by itself.
struct PlainPart: Equatable, Sendable {
  var x = 0
  var y = 0
}

struct ObservedNode: ObservableState, Equatable, Sendable {

  var number: Int {
    @storageRestrictions(initializes: _number)
    init(initialValue) { _number = initialValue }
    get { _$observationRegistrar.access(467038368, _number) }
    set { _$observationRegistrar.mutate(467038368, &_number, newValue, _$isIdentityEqual) }
    _modify {
      let before = _$observationRegistrar.willModify(467038368, &_number)
      defer { _$observationRegistrar.didModify(467038368, &_number, before) }
      yield &_number
    }
  }
  private var _number: Int = 0

  var plain: PlainPart {
    @storageRestrictions(initializes: _plain)
    init(initialValue) { _plain = initialValue }
    get { _$observationRegistrar.access(3552460647, _plain) }
    set { _$observationRegistrar.mutate(3552460647, &_plain, newValue, _$isIdentityEqual) }
    _modify {
      let before = _$observationRegistrar.willModify(3552460647, &_plain)
      defer { _$observationRegistrar.didModify(3552460647, &_plain, before) }
      yield &_plain
    }
  }
  private var _plain: PlainPart = PlainPart()

  var leaf: ObservedLeaf {
    @storageRestrictions(initializes: _leaf)
    init(initialValue) { _leaf = initialValue }
    get { _$observationRegistrar.access(642305365, _leaf) }
    set { _$observationRegistrar.mutate(642305365, &_leaf, newValue, _$isIdentityEqual) }
    _modify {
      let before = _$observationRegistrar.willModify(642305365, &_leaf)
      defer { _$observationRegistrar.didModify(642305365, &_leaf, before) }
      yield &_leaf
    }
  }
  private var _leaf: ObservedLeaf = ObservedLeaf(id: 1)

  var other: ObservedLeaf {
    @storageRestrictions(initializes: _other)
    init(initialValue) { _other = initialValue }
    get { _$observationRegistrar.access(3363671541, _other) }
    set { _$observationRegistrar.mutate(3363671541, &_other, newValue, _$isIdentityEqual) }
    _modify {
      let before = _$observationRegistrar.willModify(3363671541, &_other)
      defer { _$observationRegistrar.didModify(3363671541, &_other, before) }
      yield &_other
    }
  }
  private var _other: ObservedLeaf = ObservedLeaf(id: 2)

  var optional: ObservedLeaf? {
    @storageRestrictions(initializes: _optional)
    init(initialValue) { _optional = initialValue }
    get { _$observationRegistrar.access(1237702905, _optional) }
    set { _$observationRegistrar.mutate(1237702905, &_optional, newValue, _$isIdentityEqual) }
    _modify {
      let before = _$observationRegistrar.willModify(1237702905, &_optional)
      defer { _$observationRegistrar.didModify(1237702905, &_optional, before) }
      yield &_optional
    }
  }
  private var _optional: ObservedLeaf? = nil

  var presented: ObservedLeaf? {
    @storageRestrictions(initializes: _presented)
    init(initialValue) { _presented = PresentationState(wrappedValue: initialValue) }
    get { _$observationRegistrar.access(1127691997, _presented.wrappedValue) }
    set {
      _$observationRegistrar.mutate(
        1127691997, &_presented.wrappedValue, newValue, _$isIdentityEqual)
    }
    _modify {
      let before = _$observationRegistrar.willModify(1127691997, &_presented)
      defer { _$observationRegistrar.didModify(1127691997, &_presented, before) }
      yield &_presented.wrappedValue
    }
  }
  private var _presented = PresentationState<ObservedLeaf>(wrappedValue: nil)

  var presentedWrapper: PresentationState<ObservedLeaf> {
    get { _$observationRegistrar.access(1127691997, _presented) }
    set { _$observationRegistrar.mutate(1127691997, &_presented, newValue, _$isIdentityEqual) }
    _modify {
      let before = _$observationRegistrar.willModify(1127691997, &_presented)
      defer { _$observationRegistrar.didModify(1127691997, &_presented, before) }
      yield &_presented
    }
  }

  var rows: IdentifiedArrayOf<ObservedLeaf> {
    @storageRestrictions(initializes: _rows)
    init(initialValue) { _rows = initialValue }
    get { _$observationRegistrar.access(708293528, _rows) }
    set { _$observationRegistrar.mutate(708293528, &_rows, newValue, _$isIdentityEqual) }
    _modify {
      let before = _$observationRegistrar.willModify(708293528, &_rows)
      defer { _$observationRegistrar.didModify(708293528, &_rows, before) }
      yield &_rows
    }
  }
  private var _rows: IdentifiedArrayOf<ObservedLeaf> = []

  var array: [ObservedLeaf] {
    @storageRestrictions(initializes: _array)
    init(initialValue) { _array = initialValue }
    get { _$observationRegistrar.access(2321067302, _array) }
    set { _$observationRegistrar.mutate(2321067302, &_array, newValue, _$isIdentityEqual) }
    _modify {
      let before = _$observationRegistrar.willModify(2321067302, &_array)
      defer { _$observationRegistrar.didModify(2321067302, &_array, before) }
      yield &_array
    }
  }
  private var _array: [ObservedLeaf] = []

  var stack: StackState<ObservedLeaf> {
    @storageRestrictions(initializes: _stack)
    init(initialValue) { _stack = initialValue }
    get { _$observationRegistrar.access(1649501183, _stack) }
    set { _$observationRegistrar.mutate(1649501183, &_stack, newValue, _$isIdentityEqual) }
    _modify {
      let before = _$observationRegistrar.willModify(1649501183, &_stack)
      defer { _$observationRegistrar.didModify(1649501183, &_stack, before) }
      yield &_stack
    }
  }
  private var _stack: StackState<ObservedLeaf> = StackState()

  var table: [Int: ObservedLeaf] {
    @storageRestrictions(initializes: _table)
    init(initialValue) { _table = initialValue }
    get { _$observationRegistrar.access(1251777503, _table) }
    set { _$observationRegistrar.mutate(1251777503, &_table, newValue, _$isIdentityEqual) }
    _modify {
      let before = _$observationRegistrar.willModify(1251777503, &_table)
      defer { _$observationRegistrar.didModify(1251777503, &_table, before) }
      yield &_table
    }
  }
  private var _table: [Int: ObservedLeaf] = [:]

  var phase: ObservedPhase {
    @storageRestrictions(initializes: _phase)
    init(initialValue) { _phase = initialValue }
    get { _$observationRegistrar.access(3649057272, _phase) }
    set { _$observationRegistrar.mutate(3649057272, &_phase, newValue, _$isIdentityEqual) }
    _modify {
      let before = _$observationRegistrar.willModify(3649057272, &_phase)
      defer { _$observationRegistrar.didModify(3649057272, &_phase, before) }
      yield &_phase
    }
  }
  private var _phase: ObservedPhase = .idle

  var _$observationRegistrar = ObservationStateRegistrar()
  var _$id: ObservableStateID { _$observationRegistrar.id }
  static var _$idOffset: Int? { MemoryLayout<Self>.offset(of: \Self._$observationRegistrar) }

  static func _$property(
    where isSought: (PartialKeyPath<Self>, UInt32) -> Bool
  ) -> _ObservedProperty? {
    if isSought(\Self.number, 467038368) {
      return _ObservedProperty(
        field: 467038368, offset: MemoryLayout<Self>.offset(of: \Self._number), idOffset: _$idOffset
      )
    }
    if isSought(\Self.plain, 3552460647) {
      return _ObservedProperty(
        field: 3552460647, offset: MemoryLayout<Self>.offset(of: \Self._plain), idOffset: _$idOffset
      )
    }
    if isSought(\Self.leaf, 642305365) {
      return _ObservedProperty(
        field: 642305365, offset: MemoryLayout<Self>.offset(of: \Self._leaf), idOffset: _$idOffset)
    }
    if isSought(\Self.other, 3363671541) {
      return _ObservedProperty(
        field: 3363671541, offset: MemoryLayout<Self>.offset(of: \Self._other), idOffset: _$idOffset
      )
    }
    if isSought(\Self.optional, 1237702905) {
      return _ObservedProperty(
        field: 1237702905, offset: MemoryLayout<Self>.offset(of: \Self._optional),
        idOffset: _$idOffset)
    }
    if isSought(\Self.presented, 1127691997) {
      return _ObservedProperty(field: 1127691997, offset: nil, idOffset: _$idOffset)
    }
    if isSought(\Self.presentedWrapper, 1127691997) {
      return _ObservedProperty(
        field: 1127691997, offset: MemoryLayout<Self>.offset(of: \Self._presented),
        idOffset: _$idOffset)
    }
    if isSought(\Self.rows, 708293528) {
      return _ObservedProperty(
        field: 708293528, offset: MemoryLayout<Self>.offset(of: \Self._rows), idOffset: _$idOffset)
    }
    if isSought(\Self.array, 2321067302) {
      return _ObservedProperty(
        field: 2321067302, offset: MemoryLayout<Self>.offset(of: \Self._array), idOffset: _$idOffset
      )
    }
    if isSought(\Self.stack, 1649501183) {
      return _ObservedProperty(
        field: 1649501183, offset: MemoryLayout<Self>.offset(of: \Self._stack), idOffset: _$idOffset
      )
    }
    if isSought(\Self.table, 1251777503) {
      return _ObservedProperty(
        field: 1251777503, offset: MemoryLayout<Self>.offset(of: \Self._table), idOffset: _$idOffset
      )
    }
    if isSought(\Self.phase, 3649057272) {
      return _ObservedProperty(
        field: 3649057272, offset: MemoryLayout<Self>.offset(of: \Self._phase), idOffset: _$idOffset
      )
    }
    return nil
  }
}

struct ObservedRoot: ObservableState, Equatable, Sendable {

  var number: Int {
    @storageRestrictions(initializes: _number)
    init(initialValue) { _number = initialValue }
    get { _$observationRegistrar.access(467038368, _number) }
    set { _$observationRegistrar.mutate(467038368, &_number, newValue, _$isIdentityEqual) }
    _modify {
      let before = _$observationRegistrar.willModify(467038368, &_number)
      defer { _$observationRegistrar.didModify(467038368, &_number, before) }
      yield &_number
    }
  }
  private var _number: Int = 0

  var node: ObservedNode {
    @storageRestrictions(initializes: _node)
    init(initialValue) { _node = initialValue }
    get { _$observationRegistrar.access(2982235661, _node) }
    set { _$observationRegistrar.mutate(2982235661, &_node, newValue, _$isIdentityEqual) }
    _modify {
      let before = _$observationRegistrar.willModify(2982235661, &_node)
      defer { _$observationRegistrar.didModify(2982235661, &_node, before) }
      yield &_node
    }
  }
  private var _node: ObservedNode = ObservedNode()

  var backup: ObservedNode {
    @storageRestrictions(initializes: _backup)
    init(initialValue) { _backup = initialValue }
    get { _$observationRegistrar.access(850372319, _backup) }
    set { _$observationRegistrar.mutate(850372319, &_backup, newValue, _$isIdentityEqual) }
    _modify {
      let before = _$observationRegistrar.willModify(850372319, &_backup)
      defer { _$observationRegistrar.didModify(850372319, &_backup, before) }
      yield &_backup
    }
  }
  private var _backup: ObservedNode = ObservedNode()

  var _$observationRegistrar = ObservationStateRegistrar()
  var _$id: ObservableStateID { _$observationRegistrar.id }
  static var _$idOffset: Int? { MemoryLayout<Self>.offset(of: \Self._$observationRegistrar) }

  static func _$property(
    where isSought: (PartialKeyPath<Self>, UInt32) -> Bool
  ) -> _ObservedProperty? {
    if isSought(\Self.number, 467038368) {
      return _ObservedProperty(
        field: 467038368, offset: MemoryLayout<Self>.offset(of: \Self._number), idOffset: _$idOffset
      )
    }
    if isSought(\Self.node, 2982235661) {
      return _ObservedProperty(
        field: 2982235661, offset: MemoryLayout<Self>.offset(of: \Self._node), idOffset: _$idOffset)
    }
    if isSought(\Self.backup, 850372319) {
      return _ObservedProperty(
        field: 850372319, offset: MemoryLayout<Self>.offset(of: \Self._backup), idOffset: _$idOffset
      )
    }
    return nil
  }
}
