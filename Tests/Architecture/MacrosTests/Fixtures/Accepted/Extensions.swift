// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ComposableArchitecture

// Types that have the access of the extension that they are in.

public enum Feature {}

public extension Feature {
  @ObservableState
  struct State: Equatable, Codable {
    public var count = 0
    @Presents public var destination: Destination.State?
    public init() {}
  }

  @CasePathable
  enum Route { case list, detail(id: Int) }

  @CasePathable @dynamicMemberLookup
  @ObservableState
  enum Phase { case idle, loading(Child.State) }

  @Reducer
  struct Child {}

  @Reducer
  struct Counter {
    @ObservableState
    public struct State { var count = 0 }
    public enum Action { case tapped }
    public var body: some ReducerOf<Self> { EmptyReducer() }
  }

  @Reducer
  enum Destination {
    case child(Child)
    case counter(Counter)
    case note(String, id: Int)
  }

  @DependencyClient
  struct Client {
    public var fetch: @Sendable (_ id: Int) async throws -> String
  }
}

extension Feature.Destination.State: Equatable, Codable {}
extension Feature.Counter.State: Equatable, Codable {}

public protocol Parts {
  associatedtype Route: CasePathable
  associatedtype Counter: Reducer
}
extension Feature: Parts {}

package enum Internals {}

package extension Internals {
  @ObservableState
  struct State { var count = 0 }

  @CasePathable
  enum Route { case list, detail(id: Int) }

  @Reducer
  enum Path { case child(Feature.Child) }
}

// The written access goes first.
public extension Feature {
  @ObservableState
  internal struct Draft { var text = "" }

  @CasePathable
  fileprivate enum Secret { case a, b(Int) }
}

extension Feature {
  @ObservableState
  public struct Open { public var text = "" }
}

private extension Feature {
  @ObservableState
  struct Hidden { var text = "" }

  @CasePathable
  enum HiddenRoute { case a, b(Int) }

  @Reducer
  struct HiddenFeature {}

  @Reducer
  enum HiddenPath { case child(Child), feature(HiddenFeature) }
}

// Private types that state what the macro would add.
struct Owner {
  @CasePathable
  private enum Explicit: CasePathable, Equatable { case a, b(Int) }

  @CasePathable @dynamicMemberLookup
  private enum Complete: CasePathable, CasePathIterable, Sendable { case a, b(Int) }

  @CasePathable
  fileprivate enum Qualified: ComposableArchitecture.CasePathable { case a, b(Int) }
}

@CasePathable
private enum TopLevel: CasePathable { case a, b(Int) }

// Names that generated code must not mean.
enum MemoryLayout<T> {}
@ObservableState
struct Measured { var count = 0 }

// Wrappers that observe themselves.
@propertyWrapper
struct FetchAll<Row> { var wrappedValue: [Row] = [] }
@propertyWrapper
struct FetchOne<Row> { var wrappedValue: Row }
@ObservableState
struct Library {
  @FetchAll<Int> var rows: [Int]
  @FetchOne var total = 0
  var title = "" { didSet { total += 1 } }
}

// A feature whose state is an enum, with a `Scope` for each case.
@Reducer
nonisolated struct Phases {
  @ObservableState
  enum State { case counter(Feature.Counter.State), idle }
  enum Action { case counter(Feature.Counter.Action) }
  var body: some ReducerOf<Self> {
    Scope(state: \.counter, action: \.counter) { Feature.Counter() }
  }
}

// Helpers with the types of the original's signatures.
nonisolated func set<Root, Value: Equatable & Sendable>(
  _ path: _SendableWritableKeyPath<Root, Value>, _ value: Value
) -> BindingAction<Root> {
  .set(path, value)
}

// A program that shows prompts itself.
nonisolated func action<Action>(of button: ButtonState<Action>) -> Action? {
  switch button.action.type {
  case .send(let action): action
  case .animatedSend(let action, _): action
  }
}
