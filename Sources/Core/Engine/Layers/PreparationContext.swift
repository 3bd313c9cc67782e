/// What is known about a reducer that is being prepared.
@usableFromInline
struct PreparationContext: Sendable {
  @TaskLocal static var current = Self()

  /// The types of the children whose preparation is under way.
  private var types: [ObjectIdentifier] = []
  /// Whether the reducer runs for several children, as it is one of a collection's elements or below.
  private(set) var isBelowCollection = false
  /// Whether what is prepared runs for one action, as a reducer written by hand calls the reducers
  /// that it wraps.
  private(set) var isForOneAction = false

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

  @usableFromInline
  static var ofOneAction: Self {
    var context = Self()
    context.isForOneAction = true
    return context
  }

  @usableFromInline
  func with<Result>(_ prepare: () -> Result) -> Result {
    Self.$current.withValue(self, operation: prepare)
  }
}
