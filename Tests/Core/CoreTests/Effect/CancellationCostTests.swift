import ComposableCore
import Synchronization
import Testing

/// The rows of a list have one id for their effects, and each its own effect.
@MainActor
@Suite struct CancellationCostTests {
  /// Counts comparisons of ids of rows.
  private struct RowID: Hashable, Sendable {
    static let comparisons = Atomic(0)
    let number: Int

    static func == (lhs: Self, rhs: Self) -> Bool {
      comparisons.add(1, ordering: .relaxed)
      return lhs.number == rhs.number
    }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  private struct Row: Reducer {
    struct State: Identifiable, Equatable { let id: RowID }
    enum Action { case load }
    enum CancelID { case load }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      .run { _ in try await Task.never() }
        .cancellable(id: CancelID.load, cancelInFlight: true)
    }
  }

  private struct List: Reducer {
    struct State { var rows: IdentifiedArrayOf<Row.State> = [] }
    enum Action: CasePathable {
      case rows(IdentifiedActionOf<Row>)

      struct AllCasePaths: Sendable {
        var rows: AnyCasePath<Action, IdentifiedActionOf<Row>> {
          AnyCasePath(embed: Action.rows) { if case .rows(let value) = $0 { value } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    var body: some ReducerOf<Self> {
      EmptyReducer().forEach(\.rows, action: \.rows) { Row() }
    }
  }

  /// The comparisons of ids while each row of a list loads twice.
  private func comparisons(rows count: Int) -> Int {
    let rows = (0..<count).map { Row.State(id: RowID(number: $0)) }
    let store = Store(initialState: List.State(rows: IdentifiedArray(uniqueElements: rows))) {
      List()
    }
    let before = RowID.comparisons.load(ordering: .relaxed)
    for _ in 1...2 {
      for row in rows { store.send(.rows(.element(id: row.id, action: .load))) }
    }
    return RowID.comparisons.load(ordering: .relaxed) - before
  }

  @Test func cancelInFlight_rowsOfAList_doesNotCompareEachWithEachOther() {
    let few = comparisons(rows: 100)
    let many = comparisons(rows: 1000)
    #expect(many < 20 * few, "\(few) comparisons for 100 rows, \(many) for 1000")
  }
}
