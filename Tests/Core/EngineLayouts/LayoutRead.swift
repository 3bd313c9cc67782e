import ComposableCore
import TestSupport

/// A read of a store's state while one of its reducers changes a state of some layout, within some
/// operator. It has to end the program, before anything is touched.
@MainActor
public struct LayoutRead {
  /// The number of reads: each layout in each place, in ways that take turns.
  public static let count = layouts.count * Place.allCases.count * rounds

  private static let rounds = 2
  private static let layouts: [any SampleEnum.Type] =
    concreteEnums
    + (0..<12 as Range<UInt64>).map { seed in
      var types = RandomTypes(random: SplitMix(seed: seed))
      return types.enumeration()
    }

  private let type: any SampleEnum.Type
  private let place: Place
  private let way: Way
  private let number: Int

  /// The read with a number below ``count``.
  public init(number: Int) {
    let places = Place.allCases.count
    let (round, layout) = (number / places).quotientAndRemainder(dividingBy: Self.layouts.count)
    type = Self.layouts[layout]
    place = Place.allCases[number % places]
    // One after the other, so that each layout is read in all ways.
    way = Way.allCases[(layout + number % places + round * places) % Way.allCases.count]
    self.number = number
  }

  /// Reads, which does not return.
  public func run() {
    let type: any SampleEnum.Type = type
    Self.visit(type, self)
  }

  private static func visit<Root: SampleEnum>(_: Root.Type, _ read: LayoutRead) {
    var visitor = Visitor<Root>(read: read)
    Root.forEachCase(&visitor)
    visitor.reads[read.number % visitor.reads.count]()
  }

  @MainActor
  private struct Visitor<Root: SampleEnum>: CaseVisitor {
    let read: LayoutRead
    var reads: [@MainActor () -> Void] = []

    mutating func visit<Value: Sample>(
      _ embed: @escaping @Sendable (Value) -> Root,
      _ extract: @escaping @Sendable (Root) -> Value?
    ) {
      let read = read
      reads.append {
        let path = SamplePath(AnyCasePath(embed: embed, extract: extract))
        read.run(CaseFeature<Root, Value>(path: path, isScope: read.number % 2 == 0)) {
          embed(.make($0))
        }
      }
    }
  }

  private func run<Root, Value>(
    _ child: CaseFeature<Root, Value>, make: (Int) -> Root
  ) {
    typealias Feature = Parent<CaseFeature<Root, Value>>
    let feature = Feature(child)
    var state = Feature.State.make(1)
    for (index, place) in Place.allCases.enumerated() { state.set(place, make(index)) }
    let (row, screen) = (state.rows.ids[0], state.path.ids[0])
    let initialState = UncheckedSendable(state)
    let store = Store(initialState: initialState.value) { feature }
    let read = way.read(of: store)
    store.send(
      feature.action(
        at: place, .part(Edit { _ in MainActor.assumeIsolated(read) }), row: row, screen: screen))
  }

  /// How a state is read.
  private enum Way: CaseIterable {
    case state, withState, member, child, caseOfChild, optional, keptOptional, presented, elements
    case keptElement, screens

    @MainActor
    func read<Child: LayoutFeature>(
      of store: StoreOf<Parent<Child>>
    ) -> @MainActor () -> Void {
      let optional = store.scope(\.optional, action: \.optional)
      let row = store.scope(\.rows, action: \.rows)[0]
      let child = store.scope(\.computed, action: \.computed)
      return {
        switch self {
        case .state: _ = store.state.text
        case .withState: _ = store.withState(\.text)
        case .member: _ = store.inner.text
        case .child: _ = child.state.text
        case .caseOfChild: _ = store.caseByScope.child?.text
        case .optional: _ = store.scope(\.optional, action: \.optional)?.state.text
        case .keptOptional: _ = optional?.state.text
        case .presented: _ = store.scope(\.sheet, action: \.sheet.presented)?.state.text
        case .elements: _ = store.scope(\.rows, action: \.rows).count
        case .keptElement: _ = row.state.state.text
        case .screens: _ = store.scope(\.path, action: \.path).map(\.state.text)
        }
      }
    }
  }
}
