import ComposableArchitecture
import Testing

/// Notifications when an element of a collection is replaced by another with the same id, which
/// differs in a property that does not record its readers.
@MainActor
@Suite struct ReplacedElementsTests {
  private func makeStore() -> StoreOf<BookShelf> {
    Store(
      initialState: BookShelf.State(
        books: [Book.State(id: 1, title: "old"), Book.State(id: 2, title: "other")],
        path: StackState([Book.State(id: 1, title: "old")]))
    ) { BookShelf() }
  }

  /// The ways to replace the first book by one with another title.
  nonisolated static let replacements: [(String, BookShelf.Action)] = [
    ("id", .change { $0.books[id: 1] = Book.State(id: 1, title: "new", revision: 7) }),
    ("id optional", .change { $0.books[id: 1]? = Book.State(id: 1, title: "new", revision: 7) }),
    ("position", .change { $0.books[0] = Book.State(id: 1, title: "new", revision: 7) }),
    ("update", .change { $0.books.updateOrAppend(Book.State(id: 1, title: "new", revision: 7)) }),
    (
      "assign",
      .change {
        $0.books = [
          Book.State(id: 1, title: "new", revision: 7), Book.State(id: 2, title: "other"),
        ]
      }
    ),
    (
      "replaceSubrange",
      .change {
        $0.books.replaceSubrange(
          0..<2,
          with: [
            Book.State(id: 1, title: "new", revision: 7), Book.State(id: 2, title: "other"),
          ])
      }
    ),
    ("element", .books(.element(id: 1, action: .reset("new")))),
    (
      "in place",
      .change {
        func replace(_ book: inout Book.State) {
          book = Book.State(id: book.id, title: "new", revision: 7)
        }
        replace(&$0.books[0])
      }
    ),
    (
      "whole",
      .change {
        $0 = BookShelf.State(books: [
          Book.State(id: 1, title: "new", revision: 7), Book.State(id: 2, title: "other"),
        ])
      }
    ),
  ]

  @Test(arguments: replacements.indices)
  func parentStore_elementIsReplaced_notifiesReadersOfItsConstant(_ index: Int) {
    let (name, action) = Self.replacements[index]
    let store = makeStore()
    let reader = Reader { store.books[id: 1]?.title }
    store.send(action)
    #expect(store.books[id: 1]?.title == "new")
    #expect(reader.changes == 1, "\(name)")
  }

  @Test(arguments: replacements.indices)
  func rowStore_elementIsReplaced_notifiesReadersOfItsConstant(_ index: Int) {
    let (name, action) = Self.replacements[index]
    let store = makeStore()
    let row = store.scope(\.books, action: \.books)[0]
    let reader = Reader { row.title }
    store.send(action)
    #expect(row.title == "new")
    #expect(reader.changes == 1, "\(name)")
  }

  @Test(arguments: replacements.indices)
  func rowStore_elementIsReplaced_notifiesReadersOfAnIgnoredProperty(_ index: Int) {
    let (name, action) = Self.replacements[index]
    let store = makeStore()
    let row = store.scope(\.books, action: \.books)[0]
    let reader = Reader { row.revision }
    store.send(action)
    #expect(row.revision == 7)
    #expect(reader.changes == 1, "\(name)")
  }

  /// The storage of an observed property has an underscore, too.
  @Test func elementWithAnotherValueBehindAnUnderscore_notifiesReaders() {
    let leaflets = [
      Leaflet.State(issue: 1), Leaflet.State(number: 1), Leaflet.State(pages: 1),
    ]
    for leaflet in leaflets {
      for action: Leaflets.Action in [
        .leaflets(.element(id: 1, action: .replace(leaflet))),
        .change { $0.leaflets[id: 1] = leaflet }, .change { $0.leaflets[id: 1]? = leaflet },
        .change { $0.leaflets = [leaflet] },
      ] {
        let store = Store(initialState: Leaflets.State(leaflets: [Leaflet.State()])) { Leaflets() }
        let row = store.scope(\.leaflets, action: \.leaflets)[0]
        let direct = Reader { store.leaflets[id: 1]?.values }
        let scoped = Reader { row.values }
        store.send(action)
        #expect(row.values == leaflet.values)
        expectChanges([direct.changes, scoped.changes], [1, 1])
      }
    }
  }

  @Test func elementWithAnotherSharedValue_notifiesReaders() {
    let other = Shared(value: 0)
    for replace: @Sendable (inout BookShelf.State) -> Void in [
      { $0.books[id: 1] = Book.State(id: 1, title: "old", rating: other) },
      {
        $0.books = [
          Book.State(id: 1, title: "old", rating: other), Book.State(id: 2, title: "other"),
        ]
      },
    ] as [@Sendable (inout BookShelf.State) -> Void] {
      let store = makeStore()
      let row = store.scope(\.books, action: \.books)[0]
      let direct = Reader { store.books[id: 1]?.rating }
      let scoped = Reader { row.rating }
      store.send(.change(replace))
      other.withLock { $0 += 1 }
      #expect(direct.changes == 1)
      #expect(scoped.changes == 1)
    }
  }

  @Test func stack_elementIsReplaced_notifiesReadersOfItsConstant() {
    let store = makeStore()
    let id = store.path.ids[0]
    let screen: StoreOf<Book> = store.scope(\.path, action: \.path)[0]
    let direct = Reader { store.path[id: id]?.title }
    let first = Reader { store.path[0].title }
    let scoped = Reader { screen.title }
    store.send(.change { $0.path[id: id] = Book.State(id: 1, title: "new") })
    expectChanges([direct.changes, first.changes, scoped.changes], [1, 1, 1])
    for reader in [direct, first, scoped] { reader.read() }
    store.send(.change { $0.path[0] = Book.State(id: 1, title: "newer") })
    expectChanges([direct.changes, first.changes, scoped.changes], [2, 2, 2])
    for reader in [direct, first, scoped] { reader.read() }
    store.send(.path(.element(id: id, action: .reset("newest"))))
    expectChanges([direct.changes, first.changes, scoped.changes], [3, 3, 3])
    #expect(screen.title == "newest")
  }

  @Test func elementWithinAnElementIsReplaced_notifiesReadersOfItsConstant() {
    let store = Store(
      initialState: Library.State(
        shelves: [Room.State(id: 1, books: [Book.State(id: 1, title: "old")])])
    ) { Library() }
    let room = store.scope(\.shelves, action: \.shelves)[0]
    let book = room.scope(\.books, action: \.books)[0]
    let direct = Reader { store.shelves[id: 1]?.books[id: 1]?.title }
    let inRoom = Reader { room.books[id: 1]?.title }
    let scoped = Reader { book.title }
    store.send(
      .change { $0.shelves[id: 1] = Room.State(id: 1, books: [Book.State(id: 1, title: "new")]) })
    expectChanges([direct.changes, inRoom.changes, scoped.changes], [1, 1, 1])
    for reader in [direct, inRoom, scoped] { reader.read() }
    store.send(
      .change {
        $0.shelves = [Room.State(id: 1, books: [Book.State(id: 1, title: "newer")])]
      })
    expectChanges([direct.changes, inRoom.changes, scoped.changes], [2, 2, 2])
    #expect(book.title == "newer")
  }

  @Test func elementIsRemovedAndInsertedInOneAction_notifiesReaders() {
    let store = makeStore()
    let row = store.scope(\.books, action: \.books)[0]
    let title = Reader { row.title }
    let notes = Reader { row.notes }
    let direct = Reader { store.books[id: 1]?.notes }
    store.send(
      .change {
        $0.books.remove(id: 1)
        var book = Book.State(id: 1, title: "new")
        book.notes = "new"
        $0.books.insert(book, at: 0)
      })
    expectChanges([title.changes, notes.changes, direct.changes], [1, 1, 1])
    #expect(row.title == "new")
  }

  @Test func elementsAreReplacedByOnesThatDifferInAField_notifiesItsReadersOnly() {
    let store = Store(
      initialState: Library.State(shelves: [Room.State(id: 1), Room.State(id: 2)])
    ) { Library() }
    let ids = Reader { store.shelves.ids }
    let first = Reader { store.shelves[id: 1]?.name }
    let second = Reader { store.shelves[id: 2]?.name }
    store.send(
      .change { $0.shelves = [Room.State(id: 1, name: "new"), Room.State(id: 2)] })
    expectChanges([ids.changes, first.changes, second.changes], [0, 1, 0])
    first.read()
    store.send(.change { $0.shelves[id: 1] = Room.State(id: 1, name: "newer") })
    expectChanges([ids.changes, first.changes, second.changes], [0, 2, 0])
  }
}

func expectChanges(
  _ changes: [Int], _ expected: [Int], sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(changes == expected, sourceLocation: sourceLocation)
}

@Reducer
struct Book {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    let title: String
    var notes = ""
    @ObservationStateIgnored var revision = 0
    @Shared var rating: Int

    init(id: Int, title: String, revision: Int = 0, rating: Shared<Int> = Shared(value: 0)) {
      self.id = id
      self.title = title
      self.revision = revision
      _rating = rating
    }
  }
  enum Action { case reset(String), note(String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .reset(let title): state = State(id: state.id, title: title, revision: 7)
      case .note(let text): state.notes = text
      }
      return .none
    }
  }
}

@Reducer
struct BookShelf {
  @ObservableState
  struct State: Equatable {
    var books: IdentifiedArrayOf<Book.State> = []
    var path = StackState<Book.State>()
  }
  enum Action: Sendable {
    case books(IdentifiedActionOf<Book>)
    case path(StackActionOf<Book>)
    case change(@Sendable (inout State) -> Void)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .change(let change): change(&state)
      case .books, .path: break
      }
      return .none
    }
    .forEach(\.books, action: \.books) { Book() }
    .forEach(\.path, action: \.path) { Book() }
  }
}

@propertyWrapper
struct Counted: Equatable, Sendable { var wrappedValue: Int }

@Reducer
struct Leaflet {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id = 1
    let _issue: Int
    @ObservationStateIgnored var _number: Int
    @ObservationStateIgnored @Counted var pages: Int

    init(issue: Int = 0, number: Int = 0, pages: Int = 0) {
      _issue = issue
      _number = number
      self.pages = pages
    }

    var values: [Int] { [_issue, _number, pages] }
  }
  enum Action: Sendable { case replace(State) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .replace(let new): state = new
      }
      return .none
    }
  }
}

@Reducer
struct Leaflets {
  @ObservableState
  struct State: Equatable { var leaflets: IdentifiedArrayOf<Leaflet.State> = [] }
  enum Action: Sendable {
    case leaflets(IdentifiedActionOf<Leaflet>)
    case change(@Sendable (inout State) -> Void)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .change(let change) = action { change(&state) }
      return .none
    }
    .forEach(\.leaflets, action: \.leaflets) { Leaflet() }
  }
}

@Reducer
struct Room {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var name = ""
    var books: IdentifiedArrayOf<Book.State> = []
  }
  enum Action { case books(IdentifiedActionOf<Book>) }
  var body: some ReducerOf<Self> {
    EmptyReducer().forEach(\.books, action: \.books) { Book() }
  }
}

@Reducer
struct Library {
  @ObservableState
  struct State: Equatable { var shelves: IdentifiedArrayOf<Room.State> = [] }
  enum Action {
    case shelves(IdentifiedActionOf<Room>)
    case change(@Sendable (inout State) -> Void)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .change(let change) = action { change(&state) }
      return .none
    }
    .forEach(\.shelves, action: \.shelves) { Room() }
  }
}
