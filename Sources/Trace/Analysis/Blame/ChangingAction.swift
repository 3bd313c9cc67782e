/// An action that may have changed a property, independent of the number of nested wrappers.
final class ChangingAction {
  let id: UInt64
  let process: ProcessIndex
  let thread: ThreadIndex?
  let start: Int64
  /// As the outermost wrapper names it, and once it has ended, as the innermost one does.
  private(set) var name: NameID
  /// As the outermost wrapper names it.
  let outerName: NameID
  let feature: NameID
  let causes: CauseChain?
  /// The actions that led to it, the earliest first.
  let ancestors: [Link]
  /// Whether the first of ``ancestors``, or the action itself, came from outside.
  let cameFromOutside: Bool
  let isSelected: Bool
  /// The difference of the outermost wrapper that recorded one.
  private(set) var difference: String?
  private var differenceDepth = Int.max
  private(set) var change = TraceEvent.StateChange.unknown
  private(set) var observers: [Observer] = []

  /// An action in a chain of causes.
  struct Link: Hashable {
    var process: ProcessIndex
    var id: UInt64
    /// As the innermost wrapper names it.
    var name: NameID
    /// As the outermost wrapper names it.
    var outerName: NameID
    var start: Int64
    var isSelected: Bool

    static func == (left: Self, right: Self) -> Bool {
      left.id == right.id && left.process == right.process
    }

    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  /// The causes of the actions that an effect sends.
  struct Causes {
    var links: [Link]
    var cameFromOutside: Bool
  }

  /// A reaction to a change of the action.
  struct Observer: Hashable {
    var file: NameID
    var line: UInt64
    /// The first property that changed, with its feature.
    var property: NameID
    /// Whether other properties changed, too.
    var hasOthers: Bool
  }

  /// - Parameter sender: The causes of the effect that sent it, `nil` if they are unknown or there
  ///   is no such effect.
  init(_ span: borrowing Span, sentBy sender: Causes?, isSelected: Bool) {
    id = span.id
    process = span.process
    thread = span.thread
    start = span.start
    name = span.name
    outerName = span.name
    feature = span.feature
    causes = span.causes
    ancestors = sender?.links ?? []
    cameFromOutside = span.cause == 0 || sender?.cameFromOutside == true
    self.isSelected = isSelected
  }

  var link: Link {
    Link(
      process: process, id: id, name: name, outerName: outerName, start: start,
      isSelected: isSelected)
  }

  /// The action from outside that the chain starts with; `nil` if it is unknown.
  var origin: Link? { cameFromOutside ? ancestors.first ?? link : nil }

  /// The causes of the actions that its effects send. The first and the latest ones are kept.
  var causesOfEffects: Causes {
    var links = ancestors + [link]
    if links.count > Self.mostLinks { links.remove(at: 1) }
    return Causes(links: links, cameFromOutside: cameFromOutside)
  }

  private static let mostLinks = 32

  /// Records the end of the outermost wrapper.
  func end(_ span: borrowing Span) {
    name = span.sharedName
    change = span.sharedChange
  }

  /// Keeps a difference, unless an outer wrapper has recorded one.
  ///
  /// - Parameter depth: The number of enclosing wrappers.
  func add(_ text: String, depth: Int) {
    guard depth <= differenceDepth else { return }
    difference = text
    differenceDepth = depth
  }

  func add(_ observer: Observer) { observers.append(observer) }
}
