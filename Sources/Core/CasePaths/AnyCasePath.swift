import IssueReporting

/// One case of an enum as a value: how to wrap a payload in it and how to get the payload out.
@dynamicMemberLookup
public struct AnyCasePath<Root, Value>: @unchecked Sendable {
  // Unchecked: what comes in through the public initializer is `@Sendable`, and the paths this
  // library composes of such functions capture nothing else but types.
  //
  // From address to address, whatever the types: the function of a case is compiled into these
  // where it is written, and the engine, which calls them for each action, need not know what they
  // move.
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

  /// Describes a case by functions that capture nothing, as the macro `@CasePathable` writes them.
  ///
  /// They need not be `@Sendable`, which the compiler doesn't know of the function of a case in
  /// Swift 5 mode, nor of a closure that names the parameter of a generic enum.
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

  /// The path to the whole value, whichever case it is of: `\.self`.
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

  /// Describes a case by functions from address to address, which capture nothing that is not safe
  /// to use in any isolation.
  @inlinable
  init(embedding: @escaping CaseEmbedding, extraction: @escaping CaseExtraction) {
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
  /// - Returns: What `body` returns, or `nil` where `root` is of another case and was left alone.
  @discardableResult
  public func modify<Result>(
    _ root: inout Root, _ body: (inout Value) throws -> Result
  ) rethrows -> Result? {
    guard var value = extract(from: root) else { return nil }
    defer { root = embed(value) }
    return try body(&value)
  }

  /// The path to a case of the payload, as in `\.destination.edit`.
  public subscript<Next>(
    dynamicMember keyPath: CaseKeyPath<Value, Next>
  ) -> AnyCasePath<Root, Next> where Value: CasePathable {
    appending(Value.allCasePaths[keyPath: keyPath])
  }

  /// The path to what an optional payload of the payload holds, without a `some` after it.
  @_disfavoredOverload
  public subscript<Next>(
    dynamicMember keyPath: CaseKeyPath<Value, Next?>
  ) -> AnyCasePath<Root, Next> where Value: CasePathable {
    appending(Value.allCasePaths[keyPath: keyPath]).appending(Next?.allCasePaths.some)
  }

  /// The path to a payload that no value has: `\.child.never`, for an operator whose child sends
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

/// A case path whose types are not known where it is used.
protocol ErasedCasePath {
  /// The payload of the enum's value at `root`, or `nil` if that is of another case.
  func payload(of root: UnsafeRawPointer) -> Any?
  /// Whether the enum's value at `root`, which has to be of the path's type, is of the case.
  func matches(_ root: UnsafeRawPointer) -> Bool
  /// Initializes the memory of an enum's value with the case, if `value` fits in it.
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

/// Initializes the memory of an enum's value, the second address, with the case that holds a copy
/// of the payload at the first.
@usableFromInline
typealias CaseEmbedding = (_ payload: UnsafeRawPointer, _ root: UnsafeMutableRawPointer) -> Void

/// Initializes the second address with the payload of the enum's value at the first.
///
/// Returns `false`, and leaves the memory alone, if that is of another case.
@usableFromInline
typealias CaseExtraction = (_ root: UnsafeRawPointer, _ payload: UnsafeMutableRawPointer) -> Bool
