import ComposableCore

// States as `@ObservableState` makes them, so that the tests need no macros.

struct Room: ObservableState, Equatable, Identifiable, Sendable {
  let id: Int

  var name: String {
    @storageRestrictions(initializes: _name)
    init(initialValue) { _name = initialValue }
    get { _$observationRegistrar.access(2369371622, _name) }
    set {
      _$observationRegistrar.mutate(
        2369371622, &_name, newValue, _$isIdentityEqual, of: Self.self)
    }
    _modify {
      let before = _$observationRegistrar.willModify(2369371622, &_name)
      defer { _$observationRegistrar.didModify(2369371622, &_name, before, of: Self.self) }
      yield &_name
    }
  }
  private var _name: String = ""

  var count: Int {
    @storageRestrictions(initializes: _count)
    init(initialValue) { _count = initialValue }
    get { _$observationRegistrar.access(967958004, _count) }
    set {
      _$observationRegistrar.mutate(
        967958004, &_count, newValue, _$isIdentityEqual, of: Self.self)
    }
    _modify {
      let before = _$observationRegistrar.willModify(967958004, &_count)
      defer { _$observationRegistrar.didModify(967958004, &_count, before, of: Self.self) }
      yield &_count
    }
  }
  private var _count: Int = 0

  init(id: Int) { self.id = id }

  var _$observationRegistrar = ObservationStateRegistrar()
  var _$id: ObservableStateID { _$observationRegistrar.id }
  static var _$idOffset: Int? { MemoryLayout<Self>.offset(of: \Self._$observationRegistrar) }

  static func _$property(
    where isSought: (PartialKeyPath<Self>, UInt32) -> Bool
  ) -> _ObservedProperty? {
    if isSought(\Self.name, 2369371622) {
      return _ObservedProperty(
        field: 2369371622, offset: MemoryLayout<Self>.offset(of: \Self._name), idOffset: _$idOffset)
    }
    if isSought(\Self.count, 967958004) {
      return _ObservedProperty(
        field: 967958004, offset: MemoryLayout<Self>.offset(of: \Self._count), idOffset: _$idOffset)
    }
    return nil
  }
}

struct House: ObservableState, Equatable, Sendable {
  var title: String {
    @storageRestrictions(initializes: _title)
    init(initialValue) { _title = initialValue }
    get { _$observationRegistrar.access(2556802313, _title) }
    set {
      _$observationRegistrar.mutate(
        2556802313, &_title, newValue, _$isIdentityEqual, of: Self.self)
    }
    _modify {
      let before = _$observationRegistrar.willModify(2556802313, &_title)
      defer { _$observationRegistrar.didModify(2556802313, &_title, before, of: Self.self) }
      yield &_title
    }
  }
  private var _title: String = ""

  var count: Int {
    @storageRestrictions(initializes: _count)
    init(initialValue) { _count = initialValue }
    get { _$observationRegistrar.access(967958004, _count) }
    set {
      _$observationRegistrar.mutate(
        967958004, &_count, newValue, _$isIdentityEqual, of: Self.self)
    }
    _modify {
      let before = _$observationRegistrar.willModify(967958004, &_count)
      defer { _$observationRegistrar.didModify(967958004, &_count, before, of: Self.self) }
      yield &_count
    }
  }
  private var _count: Int = 0

  var room: Room {
    @storageRestrictions(initializes: _room)
    init(initialValue) { _room = initialValue }
    get { _$observationRegistrar.access(939340410, _room) }
    set {
      _$observationRegistrar.mutate(
        939340410, &_room, newValue, _$isIdentityEqual, of: Self.self)
    }
    _modify {
      let before = _$observationRegistrar.willModify(939340410, &_room)
      defer { _$observationRegistrar.didModify(939340410, &_room, before, of: Self.self) }
      yield &_room
    }
  }
  private var _room: Room = Room(id: 0)

  var guest: Room? {
    @storageRestrictions(initializes: _guest)
    init(initialValue) { _guest = initialValue }
    get { _$observationRegistrar.access(3193756659, _guest) }
    set {
      _$observationRegistrar.mutate(
        3193756659, &_guest, newValue, _$isIdentityEqual, of: Self.self)
    }
    _modify {
      let before = _$observationRegistrar.willModify(3193756659, &_guest)
      defer { _$observationRegistrar.didModify(3193756659, &_guest, before, of: Self.self) }
      yield &_guest
    }
  }
  private var _guest: Room? = nil

  var rooms: IdentifiedArrayOf<Room> {
    @storageRestrictions(initializes: _rooms)
    init(initialValue) { _rooms = initialValue }
    get { _$observationRegistrar.access(748012587, _rooms) }
    set {
      _$observationRegistrar.mutate(
        748012587, &_rooms, newValue, _$isIdentityEqual, of: Self.self)
    }
    _modify {
      let before = _$observationRegistrar.willModify(748012587, &_rooms)
      defer { _$observationRegistrar.didModify(748012587, &_rooms, before, of: Self.self) }
      yield &_rooms
    }
  }
  private var _rooms: IdentifiedArrayOf<Room> = []

  init(title: String = "", rooms: IdentifiedArrayOf<Room> = []) {
    self.title = title
    self.rooms = rooms
  }

  var _$observationRegistrar = ObservationStateRegistrar()
  var _$id: ObservableStateID { _$observationRegistrar.id }
  static var _$idOffset: Int? { MemoryLayout<Self>.offset(of: \Self._$observationRegistrar) }

  static func _$property(
    where isSought: (PartialKeyPath<Self>, UInt32) -> Bool
  ) -> _ObservedProperty? {
    if isSought(\Self.title, 2556802313) {
      return _ObservedProperty(
        field: 2556802313, offset: MemoryLayout<Self>.offset(of: \Self._title), idOffset: _$idOffset
      )
    }
    if isSought(\Self.count, 967958004) {
      return _ObservedProperty(
        field: 967958004, offset: MemoryLayout<Self>.offset(of: \Self._count), idOffset: _$idOffset)
    }
    if isSought(\Self.room, 939340410) {
      return _ObservedProperty(
        field: 939340410, offset: MemoryLayout<Self>.offset(of: \Self._room), idOffset: _$idOffset)
    }
    if isSought(\Self.guest, 3193756659) {
      return _ObservedProperty(
        field: 3193756659, offset: MemoryLayout<Self>.offset(of: \Self._guest), idOffset: _$idOffset
      )
    }
    if isSought(\Self.rooms, 748012587) {
      return _ObservedProperty(
        field: 748012587, offset: MemoryLayout<Self>.offset(of: \Self._rooms), idOffset: _$idOffset)
    }
    return nil
  }
}

/// A feature whose actions are the changes that they make.
struct HouseFeature: Reducer {
  typealias State = House

  enum Action {
    case rename(String)
    case count(Int)
    case renameAndCount(String, Int)
    case countInRoom
    case welcome
    case nameGuest(String)
    case addRoom
    case countInRooms
    case clearAndLoad
    case restore(House)
    case nothing
    /// Sends two others, which are processed before the observers are notified.
    case both(String, Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .rename(let title): state.title = title
      case .count(let count): state.count = count
      case .renameAndCount(let title, let count):
        state.title = title
        state.count = count
      case .countInRoom: state.room.count += 1
      case .welcome: state.guest = Room(id: 9)
      case .nameGuest(let name): state.guest?.name = name
      case .addRoom: state.rooms.append(Room(id: state.rooms.count))
      case .countInRooms: for id in state.rooms.ids { state.rooms[id: id]?.count += 1 }
      case .clearAndLoad:
        let rooms = state.rooms
        state.rooms = []
        state.rooms = rooms
      case .restore(let house): state = house
      case .nothing: break
      case .both(let title, let count):
        return .concatenate(.send(.rename(title)), .send(.count(count)))
      }
      return .none
    }
  }
}

/// The same for a state without `@ObservableState`.
struct Shed: Reducer {
  struct State: Equatable {
    var count = 0
    var tools: [String] = []
    var guest: Room?
    var title: String { "shed \(count)" }
  }

  enum Action {
    case increment
    case add(String)
    case nothing
    /// Sends another, which is processed before the state is compared.
    case incrementAfterwards
    case incrementTwice
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment: state.count += 1
      case .add(let tool): state.tools.append(tool)
      case .nothing: break
      case .incrementAfterwards: return .send(.increment)
      case .incrementTwice:
        state.count += 1
        return .send(.increment)
      }
      return .none
    }
  }
}
