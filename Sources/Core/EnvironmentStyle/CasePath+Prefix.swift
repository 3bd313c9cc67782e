import IssueReporting

prefix operator /

/// The case of an enum, given by its constructor: `/AppAction.settings`.
///
/// The payload of a value is found through runtime metadata of the enum, which need not be
/// `CasePathable`. Modern: `\.settings`, a ``CaseKeyPath``.
///
/// Swift parses the text between two slashes on a line as a regular expression: write two such
/// paths on two lines, or in parentheses, as in `(/AppAction.settings)`.
///
/// - Parameter embed: The case, as a function that wraps a payload in it.
public prefix func / <Root, Value>(
  embed: @escaping @Sendable (Value) -> Root
) -> AnyCasePath<Root, Value> {
  AnyCasePath(unsafe: embed)
}

/// The case of an optional enum, given by its constructor.
///
/// - Parameter embed: The case, as a function that wraps a payload in it.
@_disfavoredOverload
public prefix func / <Root, Value>(
  embed: @escaping @Sendable (Value) -> Root
) -> AnyCasePath<Root?, Value> {
  Root?.allCasePaths.some.appending(path: AnyCasePath(unsafe: embed))
}

/// A function that returns the payload of a case: `values.compactMap(/Field.title)`.
///
/// - Parameter embed: The case, as a function that wraps a payload in it.
@_disfavoredOverload
public prefix func / <Root, Value>(
  embed: @escaping @Sendable (Value) -> Root
) -> (Root) -> Value? {
  let path = AnyCasePath(unsafe: embed)
  return { path.extract(from: $0) }
}

/// The whole value: `/Action.self`.
public prefix func / <Root>(type: Root.Type) -> AnyCasePath<Root, Root> {
  AnyCasePath()
}

/// The path itself: a slash before a path changes nothing.
public prefix func / <Root, Value>(path: AnyCasePath<Root, Value>) -> AnyCasePath<Root, Value> {
  path
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
    let function = UncheckedSendable(embed)
    let embed: @Sendable (Value) -> Root = { function.value($0) }
    let enumCase = EnumCase(embed)
    self.init(embed: embed, extract: { enumCase.payload(of: $0) })
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

/// The earlier name of ``AnyCasePath``.
@available(*, deprecated, renamed: "AnyCasePath")
public typealias CasePath = AnyCasePath

/// Changes the payload of a case in place, or reports an issue if the value is of another case.
///
/// - Parameters:
///   - root: The enum's value.
///   - casePath: The case.
///   - body: Changes the payload.
@available(
  *, deprecated, message: "Use 'modify' of a 'CasePathable': 'value.modify(\\.child) { … }'."
)
public func XCTModify<Root, Value>(
  _ root: inout Root,
  case casePath: AnyCasePath<Root, Value>,
  _ message: @autoclosure () -> String = "",
  _ body: (inout Value) throws -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows {
  guard var value = casePath.extract(from: root) else {
    let note = message()
    SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column).report(
      """
      'XCTModify' can't change a case that the value is not of.

        Expected: the case of '\(Root.self)' that holds '\(Value.self)'
          Actual: \(ActionName.caseName(of: root))

      \(note.isEmpty ? "" : note + "\n\n")The value was left as it is. Make it a value of this case \
      before, or ask with 'is' first where it may be of another.
      """)
    return
  }
  defer { root = casePath.embed(value) }
  try body(&value)
}

/// Changes the payload of a case in place, or reports an issue if the value is of another case.
///
/// - Parameters:
///   - root: The enum's value.
///   - keyPath: The case.
///   - body: Changes the payload.
@available(
  *, deprecated, message: "Use 'modify' of a 'CasePathable': 'value.modify(\\.child) { … }'."
)
public func XCTModify<Root: CasePathable, Value>(
  _ root: inout Root,
  case keyPath: CaseKeyPath<Root, Value>,
  _ message: @autoclosure () -> String = "",
  _ body: (inout Value) throws -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows {
  try XCTModify(
    &root, case: AnyCasePath(keyPath), message(), body,
    fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Changes the wrapped value of an optional in place, or reports an issue if it is `nil`.
///
/// - Parameters:
///   - optional: The optional.
///   - body: Changes the wrapped value.
@available(*, deprecated, message: "Use optional chaining: 'value?.title = \"New\"'.")
public func XCTModify<Wrapped>(
  _ optional: inout Wrapped?,
  _ message: @autoclosure () -> String = "",
  _ body: (inout Wrapped) throws -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows {
  try XCTModify(
    &optional, case: Wrapped?.allCasePaths.some, message(), body,
    fileID: fileID, filePath: filePath, line: line, column: column)
}

/// A case of an enum that is optional, or `/Optional.some`.
///
/// - Parameter embed: The case, as a function that wraps a payload in it.
public prefix func / <Root, Value>(
  embed: @escaping @Sendable (Value) -> Root?
) -> AnyCasePath<Root?, Value> {
  let enumCase = OptionalCase(embed)
  return AnyCasePath(embed: embed, extract: { $0.flatMap(enumCase.payload(of:)) })
}

/// A case without a payload: `/AppAction.dismissed`.
///
/// - Parameter root: The case.
@_disfavoredOverload
public prefix func / <Root: Equatable & Sendable>(root: Root) -> AnyCasePath<Root, Void> {
  AnyCasePath(embed: { root }, extract: { $0 == root ? () : nil })
}

/// A case of an optional enum, or `Optional.some` itself, given by its constructor.
private struct OptionalCase<Root, Value>: Sendable {
  private let embed: @Sendable (Value) -> Root?
  private let enumCase: EnumCase<Root, Value>

  init(_ embed: @escaping @Sendable (Value) -> Root?) {
    self.embed = embed
    enumCase = EnumCase { value in
      guard let root = embed(value) else {
        preconditionFailure("A case path was made of a function that returned nil for a payload.")
      }
      return root
    }
  }

  func payload(of root: Root) -> Value? {
    if Value.self == Root.self {
      let value = unsafeBitCast(root, to: Value.self)
      if isWrapped(root, by: value) { return value }
    }
    return enumCase.payload(of: root)
  }

  /// Whether the function is `Optional.some`, rather than the case of a recursive enum.
  private func isWrapped(_ root: Root, by value: Value) -> Bool {
    guard let embedded = embed(value) else { return true }
    guard let metadata = EnumMetadata(Root.self) else {
      return RuntimeMetadata.isKnown || depth(of: embedded) == depth(of: root)
    }
    // An indirect case is stored in a box: embedding a value once more makes a new one.
    func box(of root: Root) -> UnsafeRawPointer? {
      withUnsafePointer(to: root) { root in
        guard let payload = metadata.payload(ofCase: metadata.tag(of: root)),
          let boxOffset = payload.boxOffset, TypeMetadata.isPayload(payload.type, Root.self)
        else { return nil }
        return metadata.withPayload(ofValueAt: root, boxOffset: boxOffset) { $0 }
      }
    }
    return withExtendedLifetime((root, embedded)) { box(of: embedded) == box(of: root) }
  }

  /// The depth at which values of this type are nested in a value.
  private func depth(of root: Root) -> Int {
    var (depth, root) = (0, root)
    while let inner = MirroredCase(root)?.payload, let inner = inner as? Root {
      (depth, root) = (depth + 1, inner)
    }
    return depth
  }
}

/// A function that returns `Void` if a value is of a case without a payload, and `nil` otherwise:
/// `values.compactMap(/Field.empty)`.
///
/// - Parameter root: The case.
@_disfavoredOverload
public prefix func / <Root: Equatable & Sendable>(root: Root) -> (Root) -> Void? {
  { $0 == root ? () : nil }
}

/// A case of an enum, given by its constructor.
///
/// Unchecked: metadata does not change.
private final class EnumCase<Root, Value>: @unchecked Sendable {
  private let embed: @Sendable (Value) -> Root
  private let metadata = EnumMetadata(Root.self)
  /// The tag of the case, known after the first value of it.
  private let tag = Locked<Int?>(nil)

  init(_ embed: @escaping @Sendable (Value) -> Root) {
    self.embed = embed
  }

  func payload(of root: Root) -> Value? {
    guard isStoredAsIs else {
      reportIssue(
        """
        A case path was made of a case of '\(Root.self)' whose payload is a function or a metatype, \
        or is made of one: '\(Value.self)'.

        The layout of such a payload is unknown at run time. Write 'AnyCasePath(embed:extract:)' \
        instead of the slash.
        """)
      return nil
    }
    guard let metadata else {
      if !RuntimeMetadata.isKnown, let found = MirroredCase(root) {
        // In two steps: a missing payload differs from an optional payload that is `nil`.
        guard let payload = found.payload, let value = payload as? Value else { return nil }
        return MirroredCase(embed(value))?.name == found.name ? value : nil
      }
      reportIssue(
        """
        A case path was made of a function that returns a '\(Root.self)', which is not an enum.

        Write the name of a case after the slash, as in '/AppAction.settings'.
        """)
      return nil
    }
    let rootTag = withUnsafePointer(to: root) { metadata.tag(of: $0) }
    if let tag = tag.withLock({ $0 }) {
      return tag == rootTag ? take(root, metadata, rootTag) : nil
    }
    // The function is only called with a payload of the right type: the case of its result shows
    // whether the value is of that case.
    guard let value = take(root, metadata, rootTag) else { return nil }
    guard withUnsafePointer(to: embed(value), { metadata.tag(of: $0) }) == rootTag else {
      return nil
    }
    tag.withLock { $0 = rootTag }
    return value
  }

  private let isStoredAsIs = TypeMetadata.isStoredAsIs(Value.self)

  /// The payload of a value, if it has the type of the function's parameter.
  private func take(_ root: Root, _ metadata: EnumMetadata, _ tag: Int) -> Value? {
    guard let payload = metadata.payload(ofCase: tag),
      TypeMetadata.isPayload(payload.type, Value.self)
    else {
      return nil
    }
    return withTemporary(Root.self) { copy in
      copy.initialize(to: root)
      metadata.projectPayload(copy)
      guard let boxOffset = payload.boxOffset else {
        return UnsafeMutableRawPointer(copy).bindMemory(to: Value.self, capacity: 1).move()
      }
      defer {
        metadata.inject(tag, into: copy)
        copy.deinitialize(count: 1)
      }
      let box = UnsafeRawPointer(copy).load(as: UnsafeRawPointer.self)
      return (box + boxOffset).assumingMemoryBound(to: Value.self).pointee
    }
  }
}
