prefix operator /

/// The case of an enum, given by its constructor: `/AppAction.settings`.
///
/// The payload of a value is found through runtime metadata of the enum, which need not be
/// `CasePathable`. The enum may be optional. Modern: `\.settings`, a ``CaseKeyPath``.
///
/// Swift parses the text between two slashes on a line as a regular expression: write two such
/// paths on two lines, or in parentheses, as in `(/AppAction.settings)`.
///
/// - Parameter embed: The case, as a function that wraps a payload in it. It need not be
///   `@Sendable`: whether the constructor of a case is depends on the language mode and on the
///   payload, and it captures nothing in either.
public prefix func / <Root, Value>(
  embed: @escaping (Value) -> Root
) -> AnyCasePath<Root, Value> {
  AnyCasePath(unsafe: embed)
}

/// A case without a payload: `/AppAction.dismissed`.
///
/// The compiler prefers a parameter of any type to a function, even where that is marked as
/// disfavored: the requirements keep constructors away.
///
/// - Parameter root: The case.
@_disfavoredOverload
public prefix func / <Root: Equatable>(root: Root) -> AnyCasePath<Root, Void> {
  AnyCasePath(withoutPayload: root)
}

/// A case without a payload, of an enum that need not be `Equatable`.
///
/// - Parameter root: The case. Optional, so that the compiler prefers the overload above for enums
///   that fit both.
@_disfavoredOverload
public prefix func / <Root: CasePathable>(root: Root?) -> AnyCasePath<Root, Void> {
  guard let root else {
    preconditionFailure(
      "A case path was made of 'nil'. Write its type: 'let path: AnyCasePath<E?, Void> = …'.")
  }
  return AnyCasePath(withoutPayload: root)
}

/// The whole value: `/Action.self`.
public prefix func / <Root>(type: Root.Type) -> AnyCasePath<Root, Root> {
  AnyCasePath()
}

/// The path itself: a slash before a path changes nothing.
public prefix func / <Root, Value>(path: AnyCasePath<Root, Value>) -> AnyCasePath<Root, Value> {
  path
}

/// A function that returns the payload of a case: `values.compactMap(/Field.title)`.
///
/// - Parameter embed: The case, as a function that wraps a payload in it.
@_disfavoredOverload
public prefix func / <Root, Value>(
  embed: @escaping (Value) -> Root
) -> (Root) -> Value? {
  CaseConstructor(embed: embed).extraction()
}

/// A function that returns `Void` if a value is of a case without a payload, and `nil` otherwise:
/// `values.compactMap(/Field.empty)`.
///
/// - Parameter root: The case. Optional, so that the compiler prefers a path in code that takes
///   both.
@_disfavoredOverload
public prefix func / <Root: Equatable>(root: Root?) -> (Root) -> Void? {
  { areOfSameCase($0 as Root?, root) ? () : nil }
}

precedencegroup CasePathCompositionPrecedence {
  associativity: left
}

infix operator .. : CasePathCompositionPrecedence

extension AnyCasePath {
  /// The case of an enum, given by its constructor, found through runtime metadata.
  ///
  /// Unsafe: the path is `Sendable`, but `embed` is not checked to be.
  ///
  /// - Parameter embed: The constructor of a case. Other functions are not supported.
  public init(unsafe embed: @escaping (Value) -> Root) {
    let constructor = UncheckedSendable(embed)
    let extraction = UncheckedSendable(CaseConstructor(embed: embed).extraction())
    self.init(embed: { constructor.value($0) }, extract: { extraction.value($0) })
  }

  /// The path to a case of the first path's payload.
  public static func .. <Next>(
    path: Self, next: AnyCasePath<Value, Next>
  ) -> AnyCasePath<Root, Next> {
    path.appending(path: next)
  }

  /// Whether a value is of the case, so that a `switch` may name it: `case /Action.child:`.
  public static func ~= (path: Self, value: Root) -> Bool {
    withUnsafePointer(to: value) { path.matches($0) }
  }
}

extension AnyCasePath where Root == Value {
  /// The whole value: `action: .self`.
  public static var `self`: Self { Self() }
}

extension AnyCasePath {
  /// The case of an enum, given by its constructor: `AnyCasePath(AppAction.settings)`.
  ///
  /// - Parameter embed: The constructor of the case.
  @available(
    *, deprecated, message: "Name the case by a key path: 'AnyCasePath(\\.settings)'."
  )
  @_disfavoredOverload
  public init(_ embed: @escaping (Value) -> Root) {
    self.init(unsafe: embed)
  }
}

extension AnyCasePath where Value == Void {
  fileprivate init(withoutPayload root: Root) {
    let root = UncheckedSendable(root)
    self.init(embed: { root.value }, extract: { areOfSameCase($0, root.value) ? () : nil })
  }
}

/// The earlier name of ``AnyCasePath``.
@available(*, deprecated, renamed: "AnyCasePath")
public typealias CasePath = AnyCasePath
