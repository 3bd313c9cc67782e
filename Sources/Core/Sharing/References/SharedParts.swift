import CompanionSupport
import Foundation

/// A part of a shared value.
///
/// Unchecked: a key path is immutable, and so are the values that the key path of a collection
/// captures.
final class SharedPart<Whole, Value>: MutableSharedReference, @unchecked Sendable {
  private let whole: any MutableSharedReference<Whole>
  private let keyPath: WritableKeyPath<Whole, Value>

  init(_ whole: any MutableSharedReference<Whole>, _ keyPath: WritableKeyPath<Whole, Value>) {
    self.whole = whole
    self.keyPath = keyPath
  }

  var origin: any SharedOrigin { whole.origin }

  var description: String { "\(whole.description)[dynamicMember: \(keyPath)]" }

  func refersToSamePart(as other: any SharedReference) -> Bool {
    guard let other = other as? SharedPart<Whole, Value> else { return false }
    return keyPath == other.keyPath && whole.refersToSamePart(as: other.whole)
  }

  func read(at moment: SharedMoment?) -> Value {
    whole.read(at: moment)[keyPath: keyPath]
  }

  func withLock<R>(
    at moment: SharedMoment?, place: SourcePlace, _ operation: (inout Value) throws -> R
  ) rethrows -> R {
    try whole.withLock(at: moment, place: place) { try operation(&$0[keyPath: keyPath]) }
  }
}

/// A transformed shared value, read-only.
///
/// Unchecked: the function only reads its argument, one value at a time.
final class SharedDerivation<Whole, Value>: SharedReference, @unchecked Sendable {
  private let whole: any SharedReference<Whole>
  private let keyPath: KeyPath<Whole, Value>?
  private let derive: (Whole) -> Value

  init(
    _ whole: any SharedReference<Whole>, _ keyPath: KeyPath<Whole, Value>?,
    _ derive: @escaping (Whole) -> Value
  ) {
    self.whole = whole
    self.keyPath = keyPath
    self.derive = derive
  }

  var origin: any SharedOrigin { whole.origin }

  var description: String {
    guard let keyPath else { return "\(whole.description).read { … }" }
    return "\(whole.description)[dynamicMember: \(keyPath)]"
  }

  func read(at moment: SharedMoment?) -> Value {
    derive(whole.read(at: moment))
  }
}

/// The wrapped value of a shared optional, or its last one while the optional is `nil`.
///
/// A remaining reference, for example in a screen that is being closed, continues to read and write
/// the last value; the optional stays `nil`.
final class SharedContent<Value>: MutableSharedReference, @unchecked Sendable {
  private let optional: any MutableSharedReference<Value?>
  private let last: LastValue<Value>

  init(_ optional: any MutableSharedReference<Value?>, _ value: Value) {
    self.optional = optional
    last = LastValue(value)
  }

  var origin: any SharedOrigin { optional.origin }

  var description: String { "\(optional.description)!" }

  func read(at moment: SharedMoment?) -> Value {
    last.value(optional.read(at: moment), isKept: moment == nil)
  }

  func withLock<R>(
    at moment: SharedMoment?, place: SourcePlace, _ operation: (inout Value) throws -> R
  ) rethrows -> R {
    try optional.withLock(at: moment, place: place) { optional in
      var value = last.value(optional, isKept: moment == nil)
      defer {
        if moment == nil { last.replace(with: value) }
        if optional != nil { optional = value }
      }
      return try operation(&value)
    }
  }
}

/// The wrapped value of a read-only shared optional, or its last one while the optional is `nil`.
final class SharedContentReader<Value>: SharedReference, @unchecked Sendable {
  private let optional: any SharedReference<Value?>
  private let last: LastValue<Value>

  init(_ optional: any SharedReference<Value?>, _ value: Value) {
    self.optional = optional
    last = LastValue(value)
  }

  var origin: any SharedOrigin { optional.origin }

  var description: String { "\(optional.description)!" }

  func read(at moment: SharedMoment?) -> Value {
    last.value(optional.read(at: moment), isKept: moment == nil)
  }
}

/// The last wrapped value.
///
/// Unchecked: the value is accessed under the lock only.
private final class LastValue<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var last: Value

  init(_ value: Value) {
    last = value
  }

  func replace(with value: Value) {
    lock.withLock { last = value }
  }

  /// The wrapped value, or the last one.
  func value(_ value: Value?, isKept: Bool) -> Value {
    lock.withLock {
      guard let value else { return last }
      if isKept { last = value }
      return value
    }
  }
}
