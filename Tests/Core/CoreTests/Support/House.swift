import ComposableCore

/// An action that says itself how to change the state, so that a test can do anything in a reducer.
struct Change<State> {
  let apply: (inout State) -> Void

  init(_ apply: @escaping (inout State) -> Void) { self.apply = apply }

  static func reducer() -> some Reducer<State, Change<State>> {
    Reduce { state, change in
      change.apply(&state)
      return .none
    }
  }
}

/// A part of a ``House``, with something in it that is damaged where memory is used in a wrong way.
struct Room: Equatable, Identifiable {
  var id = 0
  var names = ["first in a room", "second in a room"]
  @PresentationState var guest: Guest?

  var title: String {
    get { names.joined(separator: ", ") }
    set { names = [newValue] }
  }
}

final class Guest: Equatable, Sendable {
  let name: String
  init(_ name: String) { self.name = name }
  static func == (lhs: Guest, rhs: Guest) -> Bool { lhs.name == rhs.name }
}

/// An enum whose payloads differ, and whose cases are encoded in their spare bits.
enum Door: CasePathable, Equatable {
  case names([String])
  case numbers([Int])
  case guest(Guest)

  struct AllCasePaths: Sendable {
    var names: AnyCasePath<Door, [String]> {
      AnyCasePath(embed: Door.names) { if case .names(let value) = $0 { value } else { nil } }
    }
    var numbers: AnyCasePath<Door, [Int]> {
      AnyCasePath(embed: Door.numbers) { if case .numbers(let value) = $0 { value } else { nil } }
    }
    var guest: AnyCasePath<Door, Guest> {
      AnyCasePath(embed: Door.guest) { if case .guest(let value) = $0 { value } else { nil } }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

enum DoorAction: CasePathable {
  case names(Change<[String]>)
  case numbers(Change<[Int]>)
  case guest(Change<Guest>)

  struct AllCasePaths: Sendable {
    var names: AnyCasePath<DoorAction, Change<[String]>> {
      AnyCasePath(embed: DoorAction.names) { if case .names(let value) = $0 { value } else { nil } }
    }
    var numbers: AnyCasePath<DoorAction, Change<[Int]>> {
      AnyCasePath(embed: DoorAction.numbers) {
        if case .numbers(let value) = $0 { value } else { nil }
      }
    }
    var guest: AnyCasePath<DoorAction, Change<Guest>> {
      AnyCasePath(embed: DoorAction.guest) { if case .guest(let value) = $0 { value } else { nil } }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

struct DoorFeature: Reducer {
  var body: some Reducer<Door, DoorAction> {
    EmptyReducer()
      .ifCaseLet(\.names, action: \.names) { Change<[String]>.reducer() }
      .ifCaseLet(\.numbers, action: \.numbers) { Change<[Int]>.reducer() }
      .ifCaseLet(\.guest, action: \.guest) { Change<Guest>.reducer() }
  }
}

/// A feature with every kind of child, each of which executes its actions.
struct House: Reducer {
  struct State: Equatable {
    var names = ["first in the house", "second in the house"]
    var hall = Room()
    var door = Door.names(["at the door"])
    var optional: Room? = Room()
    var rooms: IdentifiedArrayOf<Room> = [Room(id: 0), Room(id: 1), Room(id: 2)]
    @PresentationState var sheet: Room?
    var path = StackState<Room>()

    var computed: Room {
      get { hall }
      set { hall = newValue }
    }

    init() {
      sheet = Room()
      path.append(Room(id: 0))
      path.append(Room(id: 1))
    }
  }

  enum Action: CasePathable {
    case house(Change<State>)
    case hall(Change<Room>)
    case computed(Change<Room>)
    case door(DoorAction)
    case optional(Change<Room>)
    case rooms(IdentifiedAction<Int, Change<Room>>)
    case sheet(PresentationAction<Change<Room>>)
    case path(StackAction<Room, Change<Room>>)

    struct AllCasePaths: Sendable {
      var house: AnyCasePath<Action, Change<State>> {
        AnyCasePath(embed: Action.house) { if case .house(let value) = $0 { value } else { nil } }
      }
      var hall: AnyCasePath<Action, Change<Room>> {
        AnyCasePath(embed: Action.hall) { if case .hall(let value) = $0 { value } else { nil } }
      }
      var computed: AnyCasePath<Action, Change<Room>> {
        AnyCasePath(embed: Action.computed) {
          if case .computed(let value) = $0 { value } else { nil }
        }
      }
      var door: AnyCasePath<Action, DoorAction> {
        AnyCasePath(embed: Action.door) { if case .door(let value) = $0 { value } else { nil } }
      }
      var optional: AnyCasePath<Action, Change<Room>> {
        AnyCasePath(embed: Action.optional) {
          if case .optional(let value) = $0 { value } else { nil }
        }
      }
      var rooms: AnyCasePath<Action, IdentifiedAction<Int, Change<Room>>> {
        AnyCasePath(embed: Action.rooms) { if case .rooms(let value) = $0 { value } else { nil } }
      }
      var sheet: AnyCasePath<Action, PresentationAction<Change<Room>>> {
        AnyCasePath(embed: Action.sheet) { if case .sheet(let value) = $0 { value } else { nil } }
      }
      var path: AnyCasePath<Action, StackAction<Room, Change<Room>>> {
        AnyCasePath(embed: Action.path) { if case .path(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(\.hall, action: \.hall) { Change<Room>.reducer() }
    Scope(\.computed, action: \.computed) { Change<Room>.reducer() }
    Scope(\.door, action: \.door) { DoorFeature() }
    Scope(\.self, action: \.house) { Change<State>.reducer() }
    EmptyReducer()
      .ifLet(\.optional, action: \.optional) { Change<Room>.reducer() }
      .forEach(\.rooms, action: \.rooms) { Change<Room>.reducer() }
      .ifLet(\.$sheet, action: \.sheet) { Change<Room>.reducer() }
      .forEach(\.path, action: \.path) { Change<Room>.reducer() }
  }
}
