import ComposableArchitecture

@Reducer struct Search {
  @ObservableState struct State {
    var text = ""
    var count = 0
  }
  enum Action { case appeared, cancelled }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        state.count += 1
        return .publisher { state.text }  // error: Use 'Effect.stream'
      case .cancelled:
        return .none
      }
    }
  }
}

struct Form {
  @BindingState var text = ""  // error: Annotate the state
}

@MainActor func screen(_ store: StoreOf<Search>) {
  _ = store.publisher  // error: Read the store in
  _ = ViewStore(store, observe: { $0 })  // error: Read the properties of the store
}

@MainActor func screens(
  _ store: StoreOf<Search>, _ optional: Store<Int?, Int>, _ value: Store<Int, Int>,
  _ rows: Store<IdentifiedArray<Int, Identified<Int, Int>>, IdentifiedAction<Int, Int>>,
  _ stack: Store<StackState<Int>, StackAction<Int, Int>>
) {
  _ = WithViewStore(store, observe: { $0 }) { $0.count }  // error: read the store in 'observe
  _ = IfLetStore(optional) { _ in 1 }  // error: Write 'if let child
  _ = IfLetStore(optional, then: { _ in 1 }, else: { 2 })  // error: Write 'if let child
  _ = ForEachStore(rows) { $0.state.value }  // error: Write 'for row in
  _ = SwitchStore(value) { $0 }  // error: 'switch store.case
  _ = CaseLet({ $0 as Int? }, action: { $0 as Int }) { _ in 1 }  // error: 'switch store.case
  _ = NavigationStackStore(stack, root: { 1 }, destination: { _ in 2 })  // error: Write 'for screen
  _ = store.stateless  // error: Hand over the store itself
  _ = store.actionless  // error: Hand over the store itself
  @Bindable var bindable = store  // error: a binding is written
}

func show(_ store: BindingViewStore<Int>) {}  // error: a binding is written
func show(_ dialog: ActionSheetState<Int>) {}  // error: ConfirmationDialogState

struct OldForm {
  @BindableState var text = ""  // error: Annotate the state
}
