import ComposableCore
import Signpost
import TestSupport

/// The root of the tree: a child that is always there, several, one that is presented, and one that
/// is there at times.
struct Shop: Reducer {
  struct State: Equatable {
    var search = Search.State()
    var rows: IdentifiedArrayOf<Row.State>
    @PresentationState var checkout: Checkout.State?
    var banner: Banner.State?

    init(rows: Int) {
      self.rows = IdentifiedArray(uniqueElements: (1...rows).map { Row.State(id: $0) })
    }
  }

  enum Action: NotedAction, CasePathable {
    case opened(Sender)
    case loaded(Sender)
    case priced(Sender)
    case checked(Sender)
    case step(Sender)
    case checkoutTapped(Sender)
    case search(Search.Action)
    case rows(IdentifiedActionOf<Row>)
    case checkout(PresentationAction<Checkout.Action>)
    case banner(Banner.Action)

    struct AllCasePaths: Sendable {
      var search: AnyCasePath<Action, Search.Action> {
        AnyCasePath(embed: Action.search) { if case .search(let value) = $0 { value } else { nil } }
      }
      var rows: AnyCasePath<Action, IdentifiedActionOf<Row>> {
        AnyCasePath(embed: Action.rows) { if case .rows(let value) = $0 { value } else { nil } }
      }
      var checkout: AnyCasePath<Action, PresentationAction<Checkout.Action>> {
        AnyCasePath(embed: Action.checkout) {
          if case .checkout(let value) = $0 { value } else { nil }
        }
      }
      var banner: AnyCasePath<Action, Banner.Action> {
        AnyCasePath(embed: Action.banner) { if case .banner(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }

    var note: ActionNote {
      switch self {
      case .opened(let sender): ActionNote("opened", sender)
      case .loaded(let sender): ActionNote("loaded", sender)
      case .priced(let sender): ActionNote("priced", sender)
      case .checked(let sender): ActionNote("checked", sender)
      case .step(let sender): ActionNote("step", sender)
      case .checkoutTapped(let sender): ActionNote("checkoutTapped", sender)
      case .search(let action): action.note.within("search")
      case .rows(.element(_, let action)): action.note.within("rows.element")
      case .checkout(let action): action.note.within("checkout")
      case .banner(let action): action.note.within("banner")
      }
    }
  }

  let notes: CauseNotes
  let uploads: Gates

  var body: some ReducerOf<Self> {
    CombineReducers {
      Scope(\.search, action: \.search) { Search(notes: notes) }
      Reduce { state, action in
        switch action {
        case .opened:
          state.banner = Banner.State()
          return .merge(
            notes.run { send, sender in
              await Task.yield()
              await send(.loaded(sender))
            },
            notes.send { .banner(.appeared($0)) },
            .concatenate(
              notes.run { send, sender in
                await send(.step(sender))
                await send(.step(sender))
              },
              notes.send { .step($0) },
              notes.run { send, sender in await send(.step(sender)) }))
        case .loaded:
          return notes.run { send, sender in
            await withTaskGroup { group in
              for _ in 0..<3 { group.addTask { await send(.priced(sender)) } }
            }
          }
        case .priced:
          return notes.run { send, sender in await send(.checked(sender)) }
        case .checkoutTapped:
          state.checkout = Checkout.State()
          return notes.send { .checkout(.presented(.paid($0))) }
        case .rows(.element(let id, .gone)):
          state.rows.remove(id: id)
          return .none
        case .banner(.closed):
          state.banner = nil
          return .none
        case .checked, .step, .search, .rows, .checkout, .banner:
          return .none
        }
      }
      .forEach(\.rows, action: \.rows) { Row(notes: notes, uploads: uploads) }
      .ifLet(\.$checkout, action: \.checkout) { Checkout(notes: notes) }
      .ifLet(\.banner, action: \.banner) { Banner(notes: notes) }
    }
    .noted(as: "shop", in: notes)
    .signpost("shop")
  }
}
