import ComposableArchitecture
import Testing

/// A form: bindings to fields, to a shared value, and to a part of a part; validation that is
/// debounced; actions of the view apart from the others.
@MainActor
@Suite struct FormTests {
  @Test func form_bindings_validateAndSubmit() async {
    let clock = TestClock()
    let store = TestStore(initialState: SignUpForm.State()) {
      SignUpForm()
    } withDependencies: {
      $0.continuousClock = clock
      $0.signUpClient.isFree = { $0 != "blob" }
      $0.signUpClient.signUp = { form in SignUpReceipt(number: form.name.count) }
    }
    await store.send(.view(.binding(.set(\.fields.name, "blob")))) { $0.fields.name = "blob" }
    await store.send(.view(.set(\.fields.name, "blob!"))) { $0.fields.name = "blob!" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.nameChecked, true) { $0.isNameFree = true }
    await store.send(.view(.binding(.set(\.fields.address.city, "Rome")))) {
      $0.fields.address.city = "Rome"
    }
    await store.send(\.view.binding.note, "Hello") { $0.note = "Hello" }
    await store.send(.view(.binding(.set(\.fields.acceptsTerms, true)))) {
      $0.fields.acceptsTerms = true
      $0.canSubmit = true
    }
    await store.send(.view(.submitButtonTapped)) { $0.isSubmitting = true }
    await store.receive(\.submitted.success) {
      $0.isSubmitting = false
      $0.receipt = SignUpReceipt(number: 5)
    }
  }

  @Test func form_failure_isShownAsAnAlert() async {
    struct Offline: Error, Equatable {}
    let store = TestStore(
      initialState: SignUpForm.State(
        fields: SignUpFields(name: "b", acceptsTerms: true), canSubmit: true)
    ) {
      SignUpForm()
    } withDependencies: {
      $0.signUpClient.signUp = { _ in throw Offline() }
    }
    await store.send(\.view.submitButtonTapped) { $0.isSubmitting = true }
    await store.receive(\.submitted.failure) {
      $0.isSubmitting = false
      $0.alert = AlertState { TextState("Try again later.") }
    }
    await store.send(.alert(.dismiss)) { $0.alert = nil }
  }

  @Test func form_unimplementedEndpoint_isReported() async {
    let store = TestStore(
      initialState: SignUpForm.State(
        fields: SignUpFields(name: "b", acceptsTerms: true), canSubmit: true)
    ) {
      SignUpForm()
    }
    store.exhaustivity = .off
    await withKnownIssue {
      await store.send(\.view.submitButtonTapped).finish()
    } matching: {
      $0.description.contains("signUp")
    }
  }

  @Test func store_boundProperties_sendBindings() async {
    let store = Store(initialState: SignUpForm.State()) {
      SignUpForm()
    } withDependencies: {
      $0.continuousClock = .immediate
      $0.signUpClient.isFree = { _ in true }
    }
    store.fields.name = "a"
    store.fields.acceptsTerms = true
    #expect(store.fields.name == "a")
    #expect(store.canSubmit)
  }
}

struct SignUpFields: Equatable, Sendable {
  struct Address: Equatable, Sendable {
    var city = ""
  }

  var name = ""
  var address = Address()
  var acceptsTerms = false
}

struct SignUpReceipt: Equatable, Sendable {
  var number: Int
}

@DependencyClient
struct SignUpClient: Sendable {
  var isFree: @Sendable (_ name: String) async -> Bool = { _ in true }
  var signUp: @Sendable (_ fields: SignUpFields) async throws -> SignUpReceipt
}

extension SignUpClient: TestDependencyKey {
  static let testValue = Self()
}

extension DependencyValues {
  var signUpClient: SignUpClient {
    get { self[SignUpClient.self] }
    set { self[SignUpClient.self] = newValue }
  }
}

@Reducer
struct SignUpForm {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Never>?
    var fields = SignUpFields()
    var canSubmit = false
    var isNameFree: Bool?
    var isSubmitting = false
    var note = ""
    var receipt: SignUpReceipt?
  }

  enum Action: ViewAction {
    case alert(PresentationAction<Never>)
    case nameChecked(Bool)
    case submitted(Result<SignUpReceipt, any Error>)
    case view(View)

    @CasePathable
    enum View: BindableAction {
      case binding(BindingAction<State>)
      case submitButtonTapped
    }
  }

  enum CancelID { case check }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.signUpClient) var client

  var body: some ReducerOf<Self> {
    BindingReducer(action: \.view)
      .onChange(of: \.fields) { _, _ in
        Reduce { state, _ in
          state.canSubmit = !state.fields.name.isEmpty && state.fields.acceptsTerms
          return .none
        }
      }
    Reduce { state, action in
      switch action {
      case .alert:
        return .none
      case .nameChecked(let isFree):
        state.isNameFree = isFree
        return .none
      case .submitted(.success(let receipt)):
        state.isSubmitting = false
        state.receipt = receipt
        return .none
      case .submitted(.failure):
        state.isSubmitting = false
        state.alert = AlertState { TextState("Try again later.") }
        return .none
      case .view(.binding(\.fields.name)):
        return .run { [name = state.fields.name] send in
          try await withTaskCancellation(id: CancelID.check, cancelInFlight: true) {
            try await clock.sleep(for: .milliseconds(300))
            await send(.nameChecked(client.isFree(name: name)))
          }
        }
      case .view(.binding):
        return .none
      case .view(.submitButtonTapped):
        state.isSubmitting = true
        return .run { [fields = state.fields] send in
          await send(.submitted(Result { try await client.signUp(fields: fields) }))
        }
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}
