import ComposableCore
import Synchronization

/// A value made of a number, whose content says which number that was.
protocol Sample: SendableMetatype {
  /// Makes a value with references to objects of its own.
  static func make(_ number: Int) -> Self
  /// The content of the value.
  var text: String { get }
}

/// An enum, whose cases can be walked through.
protocol SampleEnum: Sample, CasePathable where AllCasePaths == SampleCases<Self> {
  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>)
}

/// The cases of an enum, each named by a path.
struct SampleCases<Root>: Sendable {
  subscript<Value>(path: SamplePath<Root, Value>) -> AnyCasePath<Root, Value> { path.path }
}

extension SampleEnum {
  static var allCasePaths: SampleCases<Self> { SampleCases() }
}

/// A case, as an argument of a key path.
final class SamplePath<Root, Value>: Hashable, Sendable {
  let path: AnyCasePath<Root, Value>
  init(_ path: AnyCasePath<Root, Value>) { self.path = path }
  static func == (lhs: SamplePath, rhs: SamplePath) -> Bool { lhs === rhs }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Is given the cases of an enum that have payloads.
@MainActor
protocol CaseVisitor<Root> {
  associatedtype Root
  mutating func visit<Value: Sample>(
    _ embed: @escaping @Sendable (Value) -> Root,
    _ extract: @escaping @Sendable (Root) -> Value?)
}

/// A counted object: a leak or an extra release changes the count.
final class Tracked: @unchecked Sendable {
  private static let live = Atomic<Int>(0)
  static var count: Int { live.load(ordering: .relaxed) }

  // Checked when it is read: memory of another object, or none, has other numbers.
  private let number: Int
  private let check: Int

  init(_ number: Int) {
    self.number = number
    check = ~number
    Self.live.add(1, ordering: .relaxed)
  }

  deinit {
    precondition(check == ~number, "An object ended that was damaged.")
    Self.live.subtract(1, ordering: .relaxed)
  }

  var text: String {
    precondition(check == ~number, "An object was read that is damaged.")
    return "object \(number)"
  }
}

extension Tracked: Sample {
  static func make(_ number: Int) -> Tracked { Tracked(number) }
}
