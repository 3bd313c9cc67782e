import IssueReporting

/// One case of an enum as a value: it embeds a payload in the case and extracts a payload from it.
@dynamicMemberLookup
public struct AnyCasePath<Root, Value>: @unchecked Sendable {
  // Unchecked: the public initializer takes only `@Sendable` functions, and the paths that this
  // library composes from them capture nothing but those functions and types.
  //
  // Works on pointers, independent of the types: the specialized function of a case is compiled
  // into these where the case path is written, so the engine can call them for each action without
  // generic code.
  @usableFromInline let embedding: CaseEmbedding
  @usableFromInline let extraction: CaseExtraction

  /// Describes a case.
  ///
  /// - Parameters:
  ///   - embed: Wraps a payload in the case.
  ///   - extract: Returns the payload if its argument is of the case, and `nil` otherwise.
  @preconcurrency
  @inlinable
  public init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    embedding = { value, root in
      root.assumingMemoryBound(to: Root.self)
        .initialize(to: embed(value.assumingMemoryBound(to: Value.self).pointee))
    }
    extraction = { root, value in
      guard let payload = extract(root.assumingMemoryBound(to: Root.self).pointee) else {
        return false
      }
      value.assumingMemoryBound(to: Value.self).initialize(to: payload)
      return true
    }
  }

  /// Describes a case by functions without captures, as the macro `@CasePathable` writes them.
  ///
  /// They need not be `@Sendable`: in Swift 5 mode the compiler infers that neither for the
  /// constructor of a case nor for a closure that names the parameter of a generic enum. They
  /// depend on their argument alone, as the engine may use a result twice.
  @inlinable
  public init(
    _unsafeEmbed embed: @escaping (Value) -> Root,
    extract: @escaping (Root) -> Value?
  ) {
    embedding = { value, root in
      root.assumingMemoryBound(to: Root.self)
        .initialize(to: embed(value.assumingMemoryBound(to: Value.self).pointee))
    }
    extraction = { root, value in
      guard let payload = extract(root.assumingMemoryBound(to: Root.self).pointee) else {
        return false
      }
      value.assumingMemoryBound(to: Value.self).initialize(to: payload)
      return true
    }
  }

  /// The case that a key path names.
  @inlinable
  public init(_ keyPath: CaseKeyPath<Root, Value>) where Root: CasePathable {
    self = Root.allCasePaths[keyPath: keyPath]
  }

  /// The path to the whole value, whatever its case: `\.self`.
  @inlinable
  public init() where Root == Value {
    self.init(
      embedding: { value, root in
        root.assumingMemoryBound(to: Root.self)
          .initialize(to: value.assumingMemoryBound(to: Root.self).pointee)
      },
      extraction: { root, value in
        value.assumingMemoryBound(to: Root.self)
          .initialize(to: root.assumingMemoryBound(to: Root.self).pointee)
        return true
      })
  }

  /// The path to the whole value, for an operator that is given `\.self`.
  @usableFromInline
  init(identity keyPath: KeyPath<Root, Root>) where Root == Value {
    if keyPath != \.self {
      reportIssue(
        """
        A property of '\(Root.self)' was given where the case of an action is expected.

        Write the case as a key path, as in '\\.child', or '\\.self' for all actions.
        """)
    }
    self.init()
  }

  /// Describes a case by functions on pointers, whose captures are safe to use in any isolation.
  @inlinable
  init(
    embedding: @escaping CaseEmbedding, extraction: @escaping CaseExtraction
  ) {
    self.embedding = embedding
    self.extraction = extraction
  }

  /// Wraps `value` in the case.
  @inlinable
  public func embed(_ value: Value) -> Root {
    withTemporary(Root.self) { root in
      withUnsafePointer(to: value) { embedding($0, root) }
      return root.move()
    }
  }

  /// The payload of `root`, or `nil` where `root` is of another case.
  @inlinable
  public func extract(from root: Root) -> Value? {
    withTemporary(Value.self) { value in
      withUnsafePointer(to: root) { extraction($0, value) } ? value.move() : nil
    }
  }

  /// Changes the payload of `root` in place.
  ///
  /// - Parameters:
  ///   - root: The enum's value.
  ///   - body: Changes the payload.
  /// - Returns: The result of `body`.
  /// - Throws: An error if `root` is of another case, or the error of `body`. `root` is then
  ///   unchanged.
  @discardableResult
  public func modify<Result>(
    _ root: inout Root, _ body: (inout Value) throws -> Result
  ) throws -> Result {
    guard var value = extract(from: root) else { throw ExtractionError(root: Root.self) }
    let result = try body(&value)
    root = embed(value)
    return result
  }

  /// The path to a case of the payload, as in `\.destination.edit`.
  public subscript<Next>(
    dynamicMember keyPath: CaseKeyPath<Value, Next>
  ) -> AnyCasePath<Root, Next> where Value: CasePathable {
    appending(Value.allCasePaths[keyPath: keyPath])
  }

  /// The path to the wrapped value of an optional payload of the payload, without a `some` after
  /// it.
  @_disfavoredOverload
  public subscript<Next>(
    dynamicMember keyPath: CaseKeyPath<Value, Next?>
  ) -> AnyCasePath<Root, Next> where Value: CasePathable {
    appending(Value.allCasePaths[keyPath: keyPath]).appending(Next?.allCasePaths.some)
  }

  /// The path through a step that an extension of ``Case`` declares.
  @_disfavoredOverload
  public subscript<Next>(
    dynamicMember keyPath: KeyPath<Case<Value>, Case<Next>>
  ) -> AnyCasePath<Root, Next> {
    let step = Case<Value>()[keyPath: keyPath]
    return appending(
      AnyCasePath<Value, Next>(
        embed: { next in
          guard let value = step._embed(next) as? Value else {
            preconditionFailure("A step of a case key path must embed in '\(Value.self)'.")
          }
          return value
        },
        extract: { step._extract(from: $0) }))
  }

  /// The path to a payload without values: `\.child.never`, for an operator whose child sends
  /// nothing.
  public var never: AnyCasePath<Root, Never> {
    AnyCasePath<Root, Never>(embedding: { _, _ in }, extraction: { _, _ in false })
  }

  /// The path to a case of an enum that is this case's payload.
  ///
  /// - Parameter path: The path to the case of the payload.
  public func appending<Next>(path: AnyCasePath<Value, Next>) -> AnyCasePath<Root, Next> {
    appending(path)
  }

  /// The path to a case of an enum that is this case's payload.
  @inlinable
  func appending<Next>(_ next: AnyCasePath<Value, Next>) -> AnyCasePath<Root, Next> {
    AnyCasePath<Root, Next>(
      embedding: { nextValue, root in
        withTemporary(Value.self) { value in
          next.embedding(nextValue, value)
          embedding(value, root)
          value.deinitialize(count: 1)
        }
      },
      extraction: { root, nextValue in
        withTemporary(Value.self) { value in
          guard extraction(root, value) else { return false }
          defer { value.deinitialize(count: 1) }
          return next.extraction(value, nextValue)
        }
      }
    )
  }
}

extension AnyCasePath: CustomDebugStringConvertible {
  /// The types of the enum and of the payload.
  public var debugDescription: String { "AnyCasePath<\(Root.self), \(Value.self)>" }
}

/// The error of a change of a payload that a value does not have.
private struct ExtractionError: Error, CustomStringConvertible {
  let root: Any.Type

  var description: String {
    "The '\(root)' is of another case than the path. It was left as it is."
  }
}

/// A case path whose types are erased.
protocol ErasedCasePath {
  /// The payload of the enum's value at `root`, or `nil` if that is of another case.
  func payload(of root: UnsafeRawPointer) -> Any?
  /// Whether the enum's value at `root`, which must be of the path's type, is of the case.
  func matches(_ root: UnsafeRawPointer) -> Bool
  /// Initializes the memory at `root` with the case and `value`, if `value` has the type of the
  /// payload.
  func embed(any value: Any, at root: UnsafeMutableRawPointer) -> Bool
}

extension AnyCasePath: ErasedCasePath {
  @usableFromInline
  func matches(_ root: UnsafeRawPointer) -> Bool {
    withTemporary(Value.self) { value in
      guard extraction(root, value) else { return false }
      value.deinitialize(count: 1)
      return true
    }
  }

  func payload(of root: UnsafeRawPointer) -> Any? {
    withTemporary(Value.self) { value in
      extraction(root, value) ? value.move() : nil
    }
  }

  func embed(any value: Any, at root: UnsafeMutableRawPointer) -> Bool {
    guard let value = value as? Value else { return false }
    withUnsafePointer(to: value) { embedding($0, root) }
    return true
  }
}

/// Initializes the enum value at the second pointer with the case and a copy of the payload at the
/// first pointer.
@usableFromInline
typealias CaseEmbedding = (_ payload: UnsafeRawPointer, _ root: UnsafeMutableRawPointer) -> Void

/// Initializes the memory at the second pointer with the payload of the enum value at the first.
///
/// Returns `false`, and leaves the memory alone, if that is of another case.
@usableFromInline
typealias CaseExtraction = (_ root: UnsafeRawPointer, _ payload: UnsafeMutableRawPointer) -> Bool
