// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import ComposableArchitecture

@Reducer
struct Leaf {
  @ObservableState struct State: Equatable { var count = 0 }
  enum Action { case tapped }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

// MARK: Reducers with the state and the action of others

@Reducer
struct HigherOrder<Base: Reducer> {
  let base: Base
  var body: some ReducerOf<Base> { base }
}

@Reducer
struct HigherOrderMethod<Base: Reducer> {
  let base: Base

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    base._reduce(into: &state, action: action)
  }
}

@Reducer
struct Stored { let body = EmptyReducer<Int, Int>() }

@Reducer
struct StoredWithType { let body: Reduce<Int, Bool> }

@Reducer
struct StoredFeature { let body = Leaf() }

@Reducer
struct StoredOwn { let body = EmptyReducer<Self.State, Self.Action>() }

@Reducer
struct StoredDeclared {
  struct State {}
  enum Action {}
  let body = EmptyReducer<State, Action>()
}

@Reducer
struct Numbers { var body: some Reducer<Int, Bool> { EmptyReducer() } }

@Reducer
struct Parameters<State, Action> { var body: some Reducer<State, Action> { EmptyReducer() } }

@Reducer
struct Generic<Value> {
  enum Action { case value(Value) }
  var body: some ReducerOf<Generic<Value>> { EmptyReducer() }
}

@Reducer
struct Returning {
  var body: some ReducerOf<Self> {
    let reducer = EmptyReducer<State, Action>()
    return reducer
  }
}

enum Namespace {
  struct State { var count = 0 }
  enum Action { case tapped }

  @Reducer
  struct Body {
    var body: some Reducer<State, Action> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  @Reducer
  struct Method {
    func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
  }
}

// MARK: Enums

@Reducer
struct Meeting { let number: Int }

@Reducer
enum Path {
  case meeting(Leaf, syncUp: Int)
  case pair(Int, Int)
  case labelled(feature: Leaf)
  case made(Meeting = Meeting(number: 1))
  case alert(label: AlertState<Never>)
  case dialog(ConfirmationDialogState<Dialog>)
  @ReducerCaseEphemeral case popover(Popover)
  @ReducerCaseIgnored case text(String)
  case none

  enum Dialog {}
  struct Popover: _EphemeralState {
    typealias Action = Dialog
    static var actionType: Any.Type { Dialog.self }
  }
}

@Reducer
struct Nothing {}

@Reducer
enum OnlyNothing { case nothing(Nothing) }

@Reducer
private enum Private { case leaf(Leaf) }

@Reducer
fileprivate struct FilePrivate {
  @Reducer
  fileprivate enum Destination {
    case leaf(Leaf)
    case alert(AlertState<Never>)
  }
  @ObservableState
  struct State { @Presents var destination: Destination.State? }
  enum Action { case destination(PresentationAction<Destination.Action>) }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .ifLet(\.$destination, action: \.destination)
  }
}

@Reducer
public enum Public { case feature(PublicFeature) }

@Reducer
public struct PublicFeature { public init() {} }

@Reducer
enum ByFeatures {
  case element(Element)
  case iterator(Iterator)

  @Reducer struct Element {}
  @Reducer struct Iterator {}
}

enum Search {
  @Reducer struct Result {}
  @Reducer struct Data {}
}

@Reducer struct Set {}

/// The features have names of types of the standard library and of Foundation.
@Reducer
enum ByKnownNames {
  case result(Search.Result)
  case data(Search.Data)
  case set(Set)
  case date(Date)

  @Reducer struct Date {}
}

@Reducer
enum ByArguments: Sendable {
  case leaf(Leaf)
  case other(Leaf)
}
extension ByArguments.State: Equatable {}

@Reducer(state: .equatable)
enum WithConformances { case leaf(Leaf) }

@MainActor
func use() {
  let store = Store(initialState: Path.State.labelled(feature: .init())) { Path.body }
  switch store.case {
  case .labelled(let leaf): _ = leaf.count
  case .pair(let first, let second): _ = first + second
  case .meeting(_, syncUp: let syncUp): _ = syncUp
  default: break
  }
  store.send(.labelled(feature: .tapped))
  _ = WithConformances.State.leaf(Leaf.State()) == .leaf(Leaf.State(count: 1))
  _ = Store(initialState: 1) { Stored() }
  _ = Store(initialState: Leaf.State()) { HigherOrder(base: Leaf()) }
  _ = Store(initialState: Namespace.State()) { Namespace.Body() }
}
