/// The context in which a reducer is prepared.
@usableFromInline
struct PreparationContext: Sendable {
  @TaskLocal static var current = Self()

  /// The types of the children whose preparation is in progress.
  private var types: [ObjectIdentifier] = []
  /// Whether the reducer runs for several children: for the elements of a collection, or for
  /// children of these.
  private(set) var isBelowCollection = false
  /// The slots of children, for a reducer that another one calls: when it is prepared again, it
  /// finds the effects of earlier actions there. `nil` for a reducer that keeps its slots itself.
  private(set) var slots: KeyPathSlots?

  @usableFromInline
  static func isPreparing(_ type: ObjectIdentifier) -> Bool {
    current.types.contains(type)
  }

  @usableFromInline
  static func ofChild(_ type: ObjectIdentifier) -> Self {
    var context = current
    context.types.append(type)
    return context
  }

  @usableFromInline
  static var ofElements: Self {
    var context = current
    context.isBelowCollection = true
    return context
  }

  static var ofLaterPreparation: Self {
    var context = current
    context.types = []
    return context
  }

  /// For reducers that are called without a store.
  static var ofOneAction: Self {
    var context = Self()
    context.slots = .ofAllStores
    return context
  }

  /// For the reducers that the reducers of one store call.
  static var ofCalls: Self {
    var context = Self()
    context.slots = KeyPathSlots(isOfAllStores: false)
    return context
  }

  @usableFromInline
  func with<Result>(_ prepare: () -> Result) -> Result {
    Self.$current.withValue(self, operation: prepare)
  }
}
