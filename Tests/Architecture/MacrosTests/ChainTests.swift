import Testing

/// Operators with children after `Reduce { state, action in … }`, whose state the compiler does not
/// know before it has chosen an overload for each of them.
@Suite struct ChainTests {
  /// The compiler counts the choices that it tries; the count depends on nothing but the source. A
  /// chain of 20 operators takes fewer than 500. With two overloads that fit each operator, nine
  /// take more than the limit.
  private static let limit = ["-Xfrontend", "-solver-scope-threshold=2000"]

  /// The spelling of a case.
  enum Spelling: String, CaseIterable {
    case keyPath = "\\."
    case casePath = "/Action."
    case qualifiedCasePath = "/Parent.Action."
  }

  enum Kind: String, CaseIterable {
    case optional, presented, destination, prompt, elements, screens

    var state: String {
      switch self {
      case .optional: "Child.State?"
      case .presented: "PresentationState<Child.State>"
      case .destination: "PresentationState<Destination.State>"
      case .prompt: "PresentationState<AlertState<Int>>"
      case .elements: "IdentifiedArrayOf<Child.State>"
      case .screens: "StackState<Child.State>"
      }
    }

    var initialState: String {
      switch self {
      case .optional: "nil"
      case .presented, .destination, .prompt: "PresentationState(wrappedValue: nil)"
      case .elements: "[]"
      case .screens: "StackState()"
      }
    }

    var action: String {
      switch self {
      case .optional: "Child.Action"
      case .presented: "PresentationAction<Child.Action>"
      case .destination: "PresentationAction<Destination.Action>"
      case .prompt: "PresentationAction<Int>"
      case .elements: "IdentifiedActionOf<Child>"
      case .screens: "StackActionOf<Child>"
      }
    }

    func line(_ number: Int, _ spelling: Spelling) -> String {
      let name = self == .elements || self == .screens ? "forEach" : "ifLet"
      let hasLogic = self != .destination && self != .prompt
      return ".\(name)(\\.child\(number), action: \(spelling.rawValue)child\(number))"
        + (hasLogic ? " { Child() }" : "")
    }
  }

  @Test(arguments: Kind.allCases)
  func chainsOfThirtyOperators_ofOneKind_compileWithinTheLimit(_ kind: Kind) throws {
    let source = Self.source(Array(repeating: kind, count: 30), .keyPath)
    #expect(try Compiler.compile(source, mode: "6", Self.limit) == "")
  }

  @Test func chainsOfThirtyOperators_ofAllKindsInTurn_compileWithinTheLimit() throws {
    let all = Kind.allCases
    let kinds = (0..<30).map { all[$0 % all.count] }
    #expect(try Compiler.compile(Self.source(kinds, .keyPath), mode: "6", Self.limit) == "")
  }

  /// The compiler tries more choices for these. With an overload for each kind of child, eight
  /// operators took more than a million.
  @Test(arguments: ["5", "6"], [Spelling.casePath, .qualifiedCasePath])
  func chainsOfTenOperators_withCasePaths_compileWithinTheLimit(
    mode: String, _ spelling: Spelling
  ) throws {
    // A presented enum of features has no operator that is given a case path.
    let all = Kind.allCases.filter { $0 != .destination }
    let kinds = (0..<10).map { all[$0 % all.count] }
    let arguments = ["-Xfrontend", "-solver-scope-threshold=20000", "-suppress-warnings"]
    #expect(try Compiler.compile(Self.source(kinds, spelling), mode: mode, arguments) == "")
  }

  private static func source(_ kinds: [Kind], _ spelling: Spelling) -> String {
    let children = kinds.enumerated()
    let states = children.map { "var child\($0): \($1.state) = \($1.initialState)" }
    let actions = children.map { "case child\($0)(\($1.action))" }
    let operators = children.map { $1.line($0, spelling) }
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
