import ComposableArchitecture
import Testing

@MainActor
@Suite struct NestedDestinationsTests {
  @Test func scope_destinationWithinDestination_notifiesReadersOfEach() {
    let store = Store(initialState: Hall.State()) { Hall() }
    let edit = Reader { store.scope(state: \.destination?.edit, action: \.destination.edit)?.text }
    let caseName = Reader { store.destination?.is(\.edit) }
    store.send(.open)
    expectChanges([edit.changes, caseName.changes], [1, 1])
    edit.read()
    caseName.read()
    let editor = store.scope(state: \.destination?.edit, action: \.destination.edit)
    let text = Reader { editor?.text }
    store.send(.destination(.presented(.edit(.textChanged("b")))))
    // Without the runtime's metadata, readers of the case are notified as well.
    expectChanges([edit.changes, text.changes], [2, 1])
    edit.read()
    text.read()
    // The other case takes its place.
    store.send(.openHall)
    expectChanges([edit.changes, caseName.changes, text.changes], [3, 2, 2])
    let hall = store.scope(state: \.destination?.hall, action: \.destination.hall)
    #expect(hall != nil)
    let inner = Reader {
      hall?.scope(state: \.destination?.edit, action: \.destination.edit)?.text
    }
    store.send(.destination(.presented(.hall(.open))))
    #expect(inner.changes == 1)
    inner.read()
    store.send(
      .destination(.presented(.hall(.destination(.presented(.edit(.textChanged("c"))))))))
    #expect(inner.changes == 2)
    inner.read()
    store.send(.destination(.dismiss))
    #expect(inner.changes == 3)
  }
}

@Reducer
struct Hall {
  @Reducer
  enum Destination {
    case edit(Editor)
    case hall(Hall)
  }
  @ObservableState
  struct State { @Presents var destination: Destination.State? }
  enum Action {
    case open, openHall
    indirect case destination(PresentationAction<Destination.Action>)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open: state.destination = .edit(Editor.State(text: "a"))
      case .openHall: state.destination = .hall(Hall.State())
      case .destination: break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}
