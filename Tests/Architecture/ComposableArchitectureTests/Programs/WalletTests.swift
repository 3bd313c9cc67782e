import CompanionSupport
import ComposableArchitecture
import Testing

/// A wallet: many small reducers in one, generic ones among them, that report to their parent.
@MainActor
@Suite struct WalletTests {
  @Test func parts_reportToTheWhole() async {
    let store = TestStore(initialState: Wallet.State()) { Wallet() }
    await store.send(.euro(.deposit(10))) { $0.euro.amount = 10 }
    await store.receive(\.euro.delegate.changed, 10) { $0.total = 10 }
    await store.send(.dollar(.deposit(5))) { $0.dollar.amount = 5 }
    await store.receive(\.dollar.delegate.changed, 5) { $0.total = 15 }
    await store.send(.send(.amountChanged(3))) { $0.send.amount = 3 }
    await store.send(.send(.confirmButtonTapped))
    await store.receive(\.send.delegate.confirmed, 3)
    await store.receive(\.euro.deposit, -3) { $0.euro.amount = 7 }
    await store.receive(\.euro.delegate.changed, -3) { $0.total = 12 }
    await store.send(\.settings.isLocked, true) { $0.settings.isLocked = true }
    await store.send(.euro(.deposit(1)))
    await store.send(.settings(.isLocked(false))) { $0.settings.isLocked = false }
    await store.send(.activeAccount(.setName("Main"))) { $0.active = .account(.init(name: "Main")) }
    await store.send(.lockButtonTapped) { $0.active = .locked(attempts: 0) }
    await store.send(.activeLocked(.attempt)) { $0.active = .locked(attempts: 1) }
  }
}

protocol Currency: Sendable {
  static var symbol: String { get }
}

enum Euro: Currency { static let symbol = "€" }
enum Dollar: Currency { static let symbol = "$" }

@Reducer
struct Account<C: Currency> {
  @ObservableState
  struct State: Equatable {
    var amount = 0
    var text: String { "\(amount) \(C.symbol)" }
  }

  enum Action {
    case delegate(Delegate)
    case deposit(Int)

    @CasePathable
    enum Delegate { case changed(Int) }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .delegate:
        return .none
      case .deposit(let amount):
        state.amount += amount
        return .send(.delegate(.changed(amount)))
      }
    }
  }
}

@Reducer
struct Transfer {
  @ObservableState
  struct State: Equatable {
    var amount = 0
  }

  enum Action {
    case amountChanged(Int)
    case confirmButtonTapped
    case delegate(Delegate)

    @CasePathable
    enum Delegate { case confirmed(Int) }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .amountChanged(let amount):
        state.amount = amount
        return .none
      case .confirmButtonTapped:
        return .send(.delegate(.confirmed(state.amount)))
      case .delegate:
        return .none
      }
    }
  }
}

@Reducer
struct WalletSettings {
  @ObservableState
  struct State: Equatable {
    var isLocked = false
  }

  enum Action {
    case isLocked(Bool)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .isLocked(let isLocked):
        state.isLocked = isLocked
        return .none
      }
    }
  }
}

@Reducer
struct NamedAccount {
  @ObservableState
  struct State: Equatable {
    var name = ""
  }

  enum Action {
    case setName(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .setName(let name):
        state.name = name
        return .none
      }
    }
  }
}

/// A reducer around others that drops their actions under a condition.
struct Locking<Base: Reducer>: Reducer {
  let base: Base
  let isLocked: KeyPath<Base.State, Bool>
  let isAllowed: (Base.Action) -> Bool

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard !state[keyPath: isLocked] || isAllowed(action) else { return .none }
    return base.reduce(into: &state, action: action)
  }
}

extension Reducer {
  func locked(
    by isLocked: KeyPath<State, Bool>, unless isAllowed: @escaping (Action) -> Bool
  ) -> Locking<Self> {
    Locking(base: self, isLocked: isLocked, isAllowed: isAllowed)
  }
}

@Reducer
struct Wallet {
  @CasePathable
  @dynamicMemberLookup
  @ObservableState
  enum Active: Equatable {
    case account(NamedAccount.State)
    case locked(attempts: Int)
  }

  @ObservableState
  struct State: Equatable {
    var active = Active.account(NamedAccount.State())
    var dollar = Account<Dollar>.State()
    var euro = Account<Euro>.State()
    var send = Transfer.State()
    var settings = WalletSettings.State()
    var total = 0
  }

  enum Action {
    case activeAccount(NamedAccount.Action)
    case activeLocked(Locked)
    case dollar(Account<Dollar>.Action)
    case euro(Account<Euro>.Action)
    case lockButtonTapped
    case send(Transfer.Action)
    case settings(WalletSettings.Action)

    @CasePathable
    enum Locked { case attempt }
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.settings, action: \.settings) { WalletSettings() }
    CombineReducers {
      Scope(state: \.dollar, action: \.dollar) { Account<Dollar>() }
      Scope(state: \.euro, action: \.euro) { Account<Euro>() }
      Scope(state: \.send, action: \.send) { Transfer() }
      Scope(state: \.active, action: \.self) {
        EmptyReducer()
          .ifCaseLet(\.account, action: \.activeAccount) { NamedAccount() }
      }
      Reduce<State, Action>(core)
    }
    .locked(by: \.settings.isLocked) { $0.is(\.settings) }
  }

  private func core(_ state: inout State, _ action: Action) -> EffectOf<Self> {
    switch action {
    case .dollar(.delegate(.changed(let amount))), .euro(.delegate(.changed(let amount))):
      state.total += amount
      return .none
    case .lockButtonTapped:
      state.active = .locked(attempts: 0)
      return .none
    case .activeLocked(.attempt):
      state.active.modify(\.locked) { $0 += 1 }
      return .none
    case .send(.delegate(.confirmed(let amount))):
      return .send(.euro(.deposit(-amount)))
    case .activeAccount, .dollar, .euro, .send, .settings:
      return .none
    }
  }
}
