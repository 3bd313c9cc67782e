@Reducer
struct Leaf {
  @ObservableState struct State: Equatable { var count = 0 }
  enum Action { case tapped, set(Int) }
  var body: some ReducerOf<Self> { Reduce { _, _ in .none } }
}

@Reducer
enum First { case leaf(Leaf) }

@Reducer
enum Second { case leaf(Leaf) }

@Reducer
enum Third {
  case leaf(Leaf)
  case alert(AlertState<Alert>)

  @CasePathable enum Alert { case confirmed }
}

extension First.State: Equatable {}

extension Third.State: Equatable {}

@Reducer
struct Nothing {}

@Reducer
enum OnlyNothing { case nothing(Nothing) }

@Reducer
struct Parent {
  @Reducer
  enum Destination {
    case leaf(Leaf)
    case alert(AlertState<Alert>)

    @CasePathable enum Alert { case confirmed }
  }
  @ObservableState struct State: Equatable { @Presents var destination: Destination.State? }
  enum Action { case destination(PresentationAction<Destination.Action>) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }.ifLet(\.$destination, action: \.destination)
  }
}

extension Parent.Destination.State: Equatable {}

@Reducer
struct Outside {
  @ObservableState struct State: Equatable { @Presents var sheet: Sheet.State? }
  enum Action { case sheet(PresentationAction<Sheet.Action>) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }.ifLet(\.$sheet, action: \.sheet)
  }
}

extension Outside {
  @Reducer
  enum Sheet { case parent(Parent) }
}

extension Outside.Sheet.State: Equatable {}

@Reducer
struct Stack {
  @ObservableState struct State: Equatable { var path = StackState<Screen.State>() }
  enum Action { case path(StackActionOf<Screen>) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }.forEach(\.path, action: \.path)
  }
}

@Reducer
enum Screen {
  case parent(Parent)
  case outside(Outside)
  case first(First.Body = First.body)
}

extension Screen.State: Equatable {}
