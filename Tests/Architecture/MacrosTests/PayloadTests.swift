import Foundation
import Testing

/// Payloads of all kinds in the cases of `@Reducer` enums. The compiler crashes if it finds a
/// mistake in generated members, which it examines last: each has to be found at the line of the
/// case, or to be none.
@Suite struct PayloadTests {
  /// All forms of all types take minutes: `make nightly` asks for them.
  private let isComplete = ProcessInfo.processInfo.environment["MACRO_PAYLOADS"] == "all"

  @Test(arguments: ["5", "6"])
  func payloads_ofFeaturesAndPlainData_compile(mode: String) throws {
    // The compiler warns of a function with several parameters of which one is 'Never'.
    let types = isComplete ? named.filter { $0 != "Never" } : ["Plain", "Feature"]
    let plain = types.flatMap { name in forms.map { $0.replacing("X", with: name) } } + data
    let source = declarations + destinations(features + plain).joined(separator: "\n")
    #expect(try Compiler.compile(source, mode: mode) == "")
  }

  /// In a generated enum, `Self` would mean that enum.
  @Test(arguments: ["", "@ReducerCaseIgnored"])
  func payloads_thatContainTheEnum_compile(mark: String) throws {
    let all = isComplete ? forms + nestedForms : ["[X]", "[Int: X]", "() -> X", "X?", "[X.Type]"]
    let forms = all.map { $0.replacing("X", with: "Self") }
    let payloads =
      forms + ofSelf
      + (isComplete ? forms.map { $0.replacing("Self", with: "Self.State") } : [])
    let enums = payloads.enumerated().map {
      """
      @Reducer enum Recursive\($0) {
        \(mark) indirect case a(\($1))
        case b(Feature), none
        static let number = 1
        struct Inner {}
      }
      """
    }
    let source = declarations + enums.joined(separator: "\n")
    #expect(try Compiler.compile(source, mode: "6") == "")
  }

  @Test func payloads_withMarks_compile() throws {
    let types = isComplete ? named : ["Plain", "HasState", "Never"]
    let ephemeral = ["HasBoth", "AlertState<Kind>", "Feature", "Int, Int", "label: HasBoth"]
    let plain = types.filter { $0 != "Never" } + noFeatures.filter { $0.hasPrefix("Any") }
    let enums =
      destinations(plain + data, "@ReducerCaseIgnored")
      + destinations(ephemeral, "@ReducerCaseEphemeral", name: "Prompt")
    let source = declarations + enums.joined(separator: "\n")
    #expect(try Compiler.compile(source, mode: "6") == "")
  }

  @Test func ephemeralPayload_withoutAction_isAnErrorAtItsCase() throws {
    let types = ["Plain", "Int", "Self", "Kind", "Never", "Observed"]
    let single = forms.filter { !$0.hasPrefix("X,") && !$0.contains("label") }
    let payloads =
      single.map { $0.replacing("X", with: "Plain") } + types + ["any P", "label: Plain"]
    try expectErrors(
      destinations(payloads, "@ReducerCaseEphemeral") + [
        "enum Outer1 { struct AlertState {}; @Reducer enum D { case a(AlertState) } }"
      ])
  }

  @Test func caseNames_thatAreKeywords_compile() throws {
    let rare = [
      "Any", "nil", "true", "repeat", "some", "subscript", "case", "value", "v0", "store", "names",
      "root", "in",
    ]
    let names =
      ["Type", "Protocol", "self", "init", "default", "two words"]
      + (isComplete ? rare : [])
    let enums = names.enumerated().flatMap { index, name in
      // The compiler warns of the action 'self', which never occurs, of plain data.
      let plain = name == "self" ? [] : ["[Int]", "Int, Feature"]
      return (["Parametrized<Int>", "label: Parametrized<Int>"] + plain).enumerated().map {
        "@Reducer enum Named\(index)n\($0) { case `\(name)`(\($1)), other(Feature) }"
      } + [
        "@CasePathable enum Path\(index) { case `\(name)`(Int) }",
        "@CasePathable enum Label\(index) { case `\(name)`(label: Int) }",
        "@CasePathable enum Empty\(index) { case `\(name)` }",
        """
        @Reducer enum Declared\(index) {
          case `\(name)`(Parametrized<Int>)
          @CasePathable enum Action { case `\(name)`(Parametrized<Int>.Action) }
        }
        """,
      ]
    }
    let source = declarations + enums.joined(separator: "\n")
    #expect(try Compiler.compile(source, mode: "6") == "")
  }

  @Test func caseNames_thatAreTaken_areErrorsAtTheirCases() throws {
    try expectErrors([
      "@Reducer enum A { case a(Feature); case a(Int, Int) }",
      "@Reducer enum B { case a(Int, Int), a(label: Feature) }",
      "@Reducer enum C { case a([Int]), a(label: [Int]) }",
      "@Reducer enum D { case a; case `a`(Feature) }",
      "@CasePathable enum E { case a(Int); case a(label: Int) }",
      "@Reducer enum H { case StateReducer(Feature) }",
      "@Reducer enum I { case State([Int]) }",
    ])
    try expectErrors([
      "enum J { @Reducer enum State { case a([Self]), b(Feature) } }",
      "@Reducer enum Action { case a([Self]), b(Feature) }",
      "@Reducer enum Body { case a([Self]), b(Feature) }",
      "@Reducer enum CaseScope { case a([Self]), b(Feature) }",
      "@Reducer enum AllCasePaths { case a([Self]), b(Feature) }",
    ])
  }

  @Test func repeatedCaseName_withinACondition_isAnErrorAtItsCase() throws {
    let source = """
      \(declarations)@Reducer enum A {
        case a(Feature)
        #if true
        case a(Int, Int)
        #endif
      }
      """
    let output = try Compiler.compile(source, mode: "6")
    #expect(output.contains("can't distinguish two cases that are both called 'a'"))
    #expect(output.hasSuffix("The compiler ended with status 1."))
  }

  /// The names mean something else within the action.
  @Test func declaredAction_ofOwnTypes_compiles() throws {
    let source = """
      \(declarations)@Reducer enum Sharing {
        @ReducerCaseIgnored case file(Plain)
        @ReducerCaseIgnored case link(Plain)
        @ReducerCaseIgnored case text(Plain)
        @CasePathable enum Action {
          case file([Self])
          case link(Link)
          case text([Text])
          enum Link { case opened }
          typealias Text = String
        }
      }
      """
    #expect(try Compiler.compile(source, mode: "6") == "")
  }

  @Test func namedPayload_thatIsNoFeature_isAnErrorAtItsCase() throws {
    let types = named.filter { $0 != "Feature" }
    let forms = isComplete ? ["X", "Generic<X>", "Result<X, Never>", "label: X"] : ["X"]
    let payloads = types.flatMap { name in forms.map { $0.replacing("X", with: name) } }
    try expectErrors(destinations(noFeatures + payloads))
  }

  @Test func declaredStateOrAction_thatLacksACase_isAnErrorAtTheCase() throws {
    try expectErrors([
      "@Reducer enum A { case a(Feature); enum State { case b } }",
      "@Reducer enum B { case a(Feature); enum Action { case b } }",
      "@Reducer enum C { case a(Feature); @CasePathable enum Action { case b(Feature.Action) } }",
    ])
  }

  private func destinations(
    _ payloads: [String], _ mark: String = "", name: String = "Destination"
  ) -> [String] {
    payloads.enumerated().map { "@Reducer enum \(name)\($0) { \(mark) case a(\($1)) }" }
  }

  /// Compiles the enums, and expects an error at the line of each. Each that a later phase of the
  /// compiler would have crashed for has none, as the others end the compilation before.
  private func expectErrors(_ enums: [String]) throws {
    let output = try Compiler.compile(declarations + enums.joined(separator: "\n"), mode: "6")
    #expect(output.hasSuffix("The compiler ended with status 1."))
    let first = declarations.split(separator: "\n", omittingEmptySubsequences: false).count
    for (index, source) in enums.enumerated() {
      let error = try Regex("(?m)^[^ ]+\\.swift:\(first + index):[0-9]+: error:")
      let isReported = output.contains(error)
      #expect(isReported, "\(source) has no error.")
    }
  }

  private let declarations = """
    import ComposableArchitecture
    protocol P {}
    protocol WithState { associatedtype State }
    struct Plain {}
    final class Box {}
    actor Agent {}
    enum Kind { case one, two }
    struct Generic<T> {}
    struct HasState { struct State {} }
    struct HasBoth { struct State {}; enum Action {} }
    struct NeedsValue { struct State {}; enum Action {}; init(value: Int) {} }
    struct Outer { struct Inner {} }
    typealias Tuple = (Int, String)
    typealias Closure = () -> Void
    typealias Alias = Feature
    @Reducer struct Feature {}
    @Reducer struct Incomplete { let value: Int }
    @Reducer struct Parametrized<T> {
      struct State { var value: T }
      enum Action { case value(T) }
      var body: some ReducerOf<Self> { EmptyReducer() }
    }
    @Reducer enum Other { case feature(Feature) }
    @ObservableState struct Observed { var value = 0 }

    """

  private let features = [
    "Feature", "Alias", "Parametrized<Int>", "label: Feature", "_ label: Feature",
    "Feature = Feature()", "Feature = .init()", "Incomplete = Incomplete(value: 1)",
    "Incomplete = .init(value: 1)", "EmptyReducer<Int, Int>", "Other.Body = Other.body",
    "AlertState<Kind>", "ConfirmationDialogState<Never>", "ComposableArchitecture.AlertState<Kind>",
  ]

  /// Types that are features only if they are written with a name alone.
  private let named = [
    "Plain", "Box", "Agent", "Kind", "Generic<Int>", "HasState", "HasBoth", "NeedsValue",
    "Outer.Inner", "Observed", "Feature.State", "Tuple", "Closure", "Int", "Swift.Int", "Never",
    "Substring", "Duration", "AnyHashable", "Task<Void, Never>", "KeyPath<Plain, Int>", "Feature",
    "PresentationState<Int>", "StackState<Int>", "StoreOf<Feature>", "Effect<Int>",
  ]

  /// Forms that are plain data whatever they are made of.
  private let forms = [
    "[X]", "X?", "X!", "(X)", "(X, Int)", "(first: X, second: X)", "[Int: X]", "X.Type",
    "() -> X", "@Sendable (X) async throws -> X", "X, Int", "label: X, other: [X]",
  ]

  /// Forms of the enum itself.
  private let nestedForms = [
    "[[X]]", "[X?]", "[Result<X, Never>]", "[Int: () -> [X]]",
  ]

  private let ofSelf = [
    "Self, Self", "Self?, label: Self", "[Self.CaseScope]", "[StoreOf<Self>]", "(Self, Self.Type)",
    "any Reducer<Self.State, Self.Action>", "[Int] = [Self.number]", "Int = Self.number, Int",
    "[Self.Inner]", "(Self.Action?) -> Self.State",
  ]

  private let data = [
    "()", "any P", "any P & Sendable", "P & Sendable", "any Error", "any WithState", "any P.Type",
    "any Reducer", "any Reducer<Int, Int>", "@MainActor () -> Void", "@autoclosure () -> Int",
    "@convention(c) (Int) -> Int", "[Int] = []", "Int? = nil", "(any P)?", "label: (Int) -> Void",
  ]

  private let noFeatures = [
    "some P", "some Reducer<Int, Int>", "inout Int", "@escaping () -> Void", "Missing",
    "Outer.Missing", "Self", "P", "Any", "AnyObject", "Error", "Array<Plain>", "Optional<Feature>",
    "Dictionary<String, Int>", "Generic", "AlertState", "Int...", "Int = 3", "Plain = Plain()",
    "Incomplete", "Other", "Reduce<Int, Int>", "Unmanaged<Box>", "InlineArray<2, Int>",
    "any ~Copyable", "borrowing Int", "sending Plain", "Self.State",
  ]
}
