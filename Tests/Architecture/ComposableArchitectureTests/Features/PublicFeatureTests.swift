import ComposableArchitecture
import Testing

@MainActor
@Suite struct PublicFeatureTests {
  @Test func whatIsPublicStaysPublic() async {
    let store = TestStore(initialState: PublicFeature.State(title: "a", value: 1)) {
      PublicFeature()
    }
    await store.send(.openButtonTapped) {
      $0.destination = .child(PublicChild.State())
    }
    await store.send(\.destination.child.tapped) {
      $0.destination = .child(PublicChild.State(count: 1))
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
    #expect(store.state.hasChanged)
  }

  @Test func genericState() {
    let store = Store(initialState: Picker<Int>.State(items: [1, 2])) { Picker<Int>() }
    let selection = Reader { store.selection }
    let items = Reader { store.items }
    store.send(.select(2))
    #expect(selection.changes == 1)
    #expect(items.changes == 0)
    #expect(store.selection == 2)
  }
}

/// A feature that other modules use.
@Reducer
public struct PublicFeature: Sendable {
  /// The presentable features.
  @Reducer
  public enum Destination {
    case child(PublicChild)
  }

  /// State with all that a property can be written with.
  @ObservableState
  public struct State: Equatable {
    /// The presented feature.
    @Presents public var destination: Destination.State?
    /// A property that others may read.
    public private(set) var hasChanged = false
    /// A property with its type written out.
    public var title: String
    /// A property that is another in some builds.
    #if os(Linux)
      var value: Int
    #else
      var value: Double
    #endif
    var `default` = 0
    static var shared: Self { Self(title: "", value: 0) }

    /// The state in the beginning.
    public init(title: String, value: Int) {
      self.title = title
      #if os(Linux)
        self.value = value
      #endif
      hasChanged = true
    }
  }

  /// The actions of the feature.
  public enum Action {
    case destination(PresentationAction<Destination.Action>)
    case openButtonTapped
  }

  /// The feature.
  public init() {}

  /// The behaviour of the feature.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .openButtonTapped = action { state.destination = .child(PublicChild.State()) }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension PublicFeature.Destination.State: Equatable {}

/// A child.
@Reducer
public struct PublicChild {
  /// The state of the feature.
  @ObservableState
  public struct State: Equatable {
    var count = 0

    /// The state in the beginning.
    public init(count: Int = 0) { self.count = count }
  }
  /// The action of the feature.
  public enum Action { case tapped }

  /// The child.
  public init() {}

  /// The behaviour of the feature.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

/// A client that other modules use.
@DependencyClient
public struct PublicClient: Sendable {
  /// A function with everything.
  public var fetch: @MainActor @Sendable (_ id: Int, _ name: String) async throws -> [String]
}

@Reducer
private struct Picker<Item: Hashable & Sendable> {
  @ObservableState
  struct State: Equatable {
    var items: [Item]
    var selection: Item?
  }
  enum Action { case select(Item) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .select(let item): state.selection = item
      }
      return .none
    }
  }
}
