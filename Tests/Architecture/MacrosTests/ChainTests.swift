import Testing

/// Operators with children after `Reduce { state, action in … }`, whose state the compiler does not
/// know before it has chosen an overload for each of them.
@Suite struct ChainTests {
  /// The compiler counts the choices that it tries; the count depends on nothing but the source. A
  /// chain of 20 operators takes fewer than 500. With two overloads that fit each operator, nine
  /// take more than the limit.
  private static let limit = ["-Xfrontend", "-solver-scope-threshold=2000"]

  enum Kind: String, CaseIterable {
    case optional, presented, destination, elements, screens

    var state: String {
      switch self {
      case .optional: "Child.State?"
      case .presented: "PresentationState<Child.State>"
      case .destination: "PresentationState<Destination.State>"
      case .elements: "IdentifiedArrayOf<Child.State>"
      case .screens: "StackState<Child.State>"
      }
    }

    var initialState: String {
      switch self {
      case .optional: "nil"
      case .presented, .destination: "PresentationState(wrappedValue: nil)"
      case .elements: "[]"
      case .screens: "StackState()"
      }
    }

    var action: String {
      switch self {
      case .optional: "Child.Action"
      case .presented: "PresentationAction<Child.Action>"
      case .destination: "PresentationAction<Destination.Action>"
      case .elements: "IdentifiedActionOf<Child>"
      case .screens: "StackActionOf<Child>"
      }
    }

    func line(_ number: Int) -> String {
      let name = self == .elements || self == .screens ? "forEach" : "ifLet"
      let child = self == .destination ? "" : " { Child() }"
      return ".\(name)(\\.child\(number), action: \\.child\(number))\(child)"
    }
  }

  @Test(arguments: Kind.allCases)
  func chainsOfTwentyOperators_ofOneKind_compileWithinTheLimit(_ kind: Kind) throws {
    let source = Self.source(Array(repeating: kind, count: 20))
    #expect(try Compiler.compile(source, mode: "6", Self.limit) == "")
  }

  @Test func chainsOfTwentyOperators_ofAllKindsInTurn_compileWithinTheLimit() throws {
    let kinds = (0..<20).map { Kind.allCases[$0 % Kind.allCases.count] }
    #expect(try Compiler.compile(Self.source(kinds), mode: "6", Self.limit) == "")
  }

  private static func source(_ kinds: [Kind]) -> String {
    let children = kinds.enumerated()
    let states = children.map { "var child\($0): \($1.state) = \($1.initialState)" }
    let actions = children.map { "case child\($0)(\($1.action))" }
    let operators = children.map { $1.line($0) }
    return """
      import ComposableArchitecture

      @Reducer struct Child {
        struct State: Equatable, Identifiable { var id = 0 }
        enum Action { case tapped }
        var body: some ReducerOf<Self> { EmptyReducer() }
      }

      @Reducer enum Destination { case child(Child) }

      @Reducer struct Parent {
        struct State { var count = 0; \(states.joined(separator: "; ")) }
        enum Action { case tapped, set(Int); \(actions.joined(separator: "; ")) }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .tapped: state.count += 1
            case .set(let count): state.count = count
            default: return .none
            }
            return .none
          }
          \(operators.joined(separator: "\n    "))
        }
      }
      """
  }
}
