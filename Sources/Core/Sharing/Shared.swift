import CompanionSupport

/// A value that several features share. With a key, it also outlives them.
///
/// ```swift
/// struct Badge: Reducer {
///   struct State: Equatable {
///     @Shared(.inMemory("count")) var count = 0
///   }
///   enum Action { case messageReceived }
///
///   var body: some ReducerOf<Self> {
///     Reduce { state, action in
///       state.$count.withLock { $0 += 1 }
///       return .none
///     }
///   }
/// }
/// ```
///
/// All copies of a `Shared` are one value: each reads the latest write, from anywhere. Observers of
/// the value, directly or through a store, are notified after each change.
///
/// The value is changed with ``withLock(_:fileID:filePath:line:column:)``, because other threads
/// may change it at the same time. The usual mistake is to read outside of the lock and to write
/// inside: `let count = state.count` above, and `$0 = count + 1` in the closure, lose the changes
/// in between. Compute the new value from `$0`.
///
/// Values of the same key are one value while any of them is in use. Without a key, share one by
/// handing on its projection, as in `Child.State(count: state.$count)`.
@propertyWrapper
@dynamicMemberLookup
public struct Shared<Value> {
  private let box: SharedBox<any MutableSharedReference<Value>>

  init(reference: any MutableSharedReference<Value>) {
    box = SharedBox(reference)
  }

  var reference: any MutableSharedReference<Value> { box.reference }

  /// Creates a value without a key, which is shared by passing its projection.
  ///
  /// - Parameter value: The value.
  public init(value: sending Value) {
    self.init(reference: SharedValue(value))
  }

  /// Shares the value of another property.
  ///
  /// - Parameter projectedValue: The projection of the other property.
  public init(projectedValue: Shared) {
    self = projectedValue
  }

  /// Shares the wrapped value of a shared optional.
  ///
  /// When the optional becomes `nil`, the result keeps the last value; writes change that value and
  /// leave the optional `nil`.
  ///
  /// - Parameter base: The optional; if it is `nil`, so is the result.
  public init?(_ base: Shared<Value?>) {
    guard let value = base.wrappedValue else { return nil }
    self.init(reference: SharedContent(base.reference, value))
  }

  /// The current value.
  ///
  /// Assigning to it is deprecated: another write may come between reading and assigning.
  public var wrappedValue: Value {
    get { reference.value }
    @available(
      *, deprecated, message: "Use '$shared.withLock { $0 = … }' to change a shared value."
    )
    nonmutating set {
      withLock { $0 = newValue }
    }
  }

  /// The shared value itself, to be passed on, changed, loaded and saved.
  ///
  /// Assigning another one, as in `$count = Shared(.otherCount)`, makes this property and all
  /// copies of it refer to the other value.
  public var projectedValue: Shared {
    get { self }
    nonmutating set {
      box.replace(with: newValue.reference).origin.notifyObservers()
    }
  }

  /// Changes the value with exclusive access.
  ///
  /// Code that reads the value within `operation` gets the value from before the change.
  /// Collections are copied: change many elements in one call rather than one in each of many.
  ///
  /// - Parameter operation: Changes the value.
  /// - Returns: The result of `operation`.
  public func withLock<R>(
    _ operation: (_ value: inout Value) throws -> R,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) rethrows -> R {
    try reference.withLock(
      at: SharedPerspective.momentOfReads,
      place: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column), operation)
  }

  /// A part of the value, which shares it.
  public subscript<Member>(
    dynamicMember keyPath: WritableKeyPath<Value, Member>
  ) -> Shared<Member> {
    func part(of whole: some MutableSharedReference<Value>) -> Shared<Member> {
      Shared<Member>(reference: SharedPart(whole, keyPath))
    }
    return part(of: reference)
  }

  /// A part of the value that can only be read.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> SharedReader<Member> {
    SharedReader(self)[dynamicMember: keyPath]
  }

  /// The value, transformed by a function.
  ///
  /// - Parameter body: Transforms the value; called for each read.
  public func read<Member>(
    _ body: @escaping @Sendable (_ value: Value) -> Member
  ) -> SharedReader<Member> {
    SharedReader(self).read(body)
  }

  // MARK: Loading and saving

  /// Whether the value is being loaded.
  public var isLoading: Bool { reference.origin.status.isLoading }

  /// The error of the last load, unless the value has been saved since.
  public var loadError: (any Error)? { reference.origin.status.loadError }

  /// The error of the last save.
  public var saveError: (any Error)? { reference.origin.status.saveError }

  /// Loads the value again. Does nothing for a value without a key.
  ///
  /// A change that is made while the value is being loaded is newer, and is kept.
  public func load() async throws {
    try await reference.origin.load()
  }

  /// Refers to the value of another key from now on, and loads it.
  ///
  /// Until it is loaded, and if there is nothing to load, the value stays the same. All copies
  /// refer to the other key.
  ///
  /// ```swift
  /// try await $items.load(.search(text))
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fileID: The call site, for messages.
  ///   - filePath: The call site, for messages.
  ///   - line: The call site, for messages.
  ///   - column: The call site, for messages.
  public func load(
    _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws {
    try await SharedReferences.load(
      key, place: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column),
      current: { wrappedValue }, adopt: { projectedValue = Shared(reference: $0) })
  }

  /// Saves the value now, before its key would do so. Does nothing for a value without a key.
  public func save() async throws {
    try await reference.origin.save()
  }
}

// Unchecked: every reference to the value locks it.
extension Shared: @unchecked Sendable where Value: Sendable {}
