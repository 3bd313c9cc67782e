import ComposableCore
import IssueReporting
import TestSupport

/// Features around a type that is chosen by chance, and actions that are.
@MainActor
public struct LayoutProgram {
  /// The seed of the program.
  public let seed: UInt64
  private var random: SplitMix

  /// A program that is the same each time for a seed.
  public init(seed: UInt64) {
    self.seed = seed
    random = SplitMix(seed: seed)
  }

  /// Runs the program, and returns a description of the first difference, if any.
  public mutating func run(steps: Int = 40) -> String? {
    var types = RandomTypes(random: random)
    let type: any SampleEnum.Type =
      if Bool.random(using: &types.random) {
        concreteEnums.randomElement(using: &types.random)!
      } else {
        types.enumeration()
      }
    random = types.random
    var run = Run(steps: steps, random: random)
    Self.visit(type, &run)
    return run.failure.map { "\(type), \($0) (seed \(seed))" }
  }

  private static func visit<Root: SampleEnum>(_: Root.Type, _ run: inout Run) {
    var visitor = Visitor<Root>(run: run)
    Root.forEachCase(&visitor)
    run = visitor.run
  }

  @MainActor
  private struct Visitor<Root: SampleEnum>: CaseVisitor {
    var run: Run

    mutating func visit<Value: Sample>(
      _ embed: @escaping @Sendable (Value) -> Root,
      _ extract: @escaping @Sendable (Root) -> Value?
    ) {
      let path = SamplePath(AnyCasePath(embed: embed, extract: extract))
      let isScope = Bool.random(using: &run.random)
      let feature = CaseFeature<Root, Value>(path: path, isScope: isScope)
      if Bool.random(using: &run.random) {
        run.run(Parent(Parent(feature)), "\(Value.self)")
      } else {
        run.run(Parent(feature), "\(Value.self)")
      }
    }
  }

  @MainActor
  private struct Run {
    let steps: Int
    var random: SplitMix
    var failure: String?

    mutating func run<Feature: LayoutFeature>(_ feature: Feature, _ payload: String) {
      guard failure == nil else { return }
      let ids = StackElementIDs()
      var model = ids.provideModels {
        Feature.State.make(Int.random(in: 0..<1000, using: &random))
      }
      ids.synchronize()
      let initialState = UncheckedSendable(model)
      let store = Store(initialState: initialState.value) {
        feature
      } withDependencies: {
        $0.stackElementID = ids.ofStore
      }
      var snapshots: [(state: Feature.State, text: String)] = []
      for step in 0..<steps {
        let action = ids.provideModels { feature.makeAction(&model, &random) }
        // An action for a child that is not there is reported, which is tested elsewhere.
        withIssueReporters([]) { _ = store.send(action) }
        feature.forget()
        ids.synchronize()
        let text = feature.text(readThrough: store)
        guard text == model.text else {
          failure = "payload \(payload), step \(step): expected\n\(model.text)\nbut found\n\(text)"
          return
        }
        // A value that was read does not change.
        if Int.random(in: 0..<8, using: &random) == 0 { snapshots.append((store.state, text)) }
      }
      for (state, text) in snapshots where state.text != text {
        failure = "payload \(payload): a copy of the state has become\n\(state.text)\nfrom\n\(text)"
      }
    }
  }

  /// Waits until all objects that programs have made are gone.
  ///
  /// - Returns: How many are left.
  public static func remainingObjects() async -> Int {
    for _ in 0..<10_000 where Tracked.count > 0 { await Task.yield() }
    return Tracked.count
  }
}

/// The ids of elements on stacks: the same for a store and its model, which do the same.
private struct StackElementIDs {
  let ofStore = StackElementIDGenerator()
  let ofModel = StackElementIDGenerator()

  func provideModels<Result>(_ body: () -> Result) -> Result {
    withDependencies {
      $0.stackElementID = ofModel
    } operation: {
      body()
    }
  }

  /// The model may have made states that it did not use.
  func synchronize() {
    ofStore.skip(ofModel.next())
    ofModel.skip(ofStore.next())
  }
}
