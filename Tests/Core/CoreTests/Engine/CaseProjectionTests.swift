import CompanionSupport
import Testing

@testable import ComposableCore

/// Payloads are changed in the memory of their enum, whatever its layout. `IntegrationTests` does
/// the same with generated enums.
@Suite struct CaseProjectionTests {
  /// Reads and changes the payload of `value`, and leaves values of other cases alone.
  private func check<Root, Value: Equatable>(
    _ value: Root, _ payload: Value, _ replacement: Value, others: [Root] = [],
    embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let projection = CaseProjection(AnyCasePath(embed: embed, extract: extract))
    for var other in others {
      withUnsafeMutablePointer(to: &other) { root in
        #expect(projection.read(root) { _ in true } == nil, sourceLocation: sourceLocation)
        #expect(projection.modify(root) { _ in true } == nil, sourceLocation: sourceLocation)
      }
    }
    var changed = value
    withUnsafeMutablePointer(to: &changed) { root in
      let read = projection.read(root) { $0.pointee }
      #expect(read == payload, sourceLocation: sourceLocation)
      for payload in [replacement, payload, replacement] {
        let isChanged = projection.modify(root) { value -> Bool in
          value.pointee = payload
          return true
        }
        #expect(isChanged == true, sourceLocation: sourceLocation)
        #expect(extract(root.pointee) == payload, sourceLocation: sourceLocation)
      }
    }
    #expect(extract(changed) == replacement, sourceLocation: sourceLocation)
    #expect(extract(value) == payload, sourceLocation: sourceLocation)
  }

  enum SpareBits { case names([String]), numbers([Int]), guest(Guest), none }
  enum TagByte { case number(Int), byte(UInt8), none }
  enum Single { case number(Int), none, other }
  enum Only { case names([String]) }
  enum Boxed {
    indirect case names([String])
    case none
  }
  indirect enum Tree: Equatable { case leaf(Int), node(Tree, Tree) }
  enum Generic<First, Second> { case first(First), second([Second]), none }
  enum Nested { case twice(Int??), spare(SpareBits), none }
  enum Existential { case any(any Sendable), guest(Guest), none }
  enum Vector { case wide(SIMD64<UInt8>), names([String]), none }
  enum Empty { case nothing(Void), never(Never), names([String]) }
  enum Uninhabited { case never(Never), only(String) }

  @Test func spareBits() {
    let others: [SpareBits] = [.numbers([1]), .guest(Guest("a")), .none]
    check(
      SpareBits.names(["a"]), ["a"], ["b", "c"], others: others, embed: SpareBits.names,
      extract: { if case .names(let value) = $0 { value } else { nil } })
    check(
      SpareBits.guest(Guest("a")), Guest("a"), Guest("b"), others: [.numbers([1]), .none],
      embed: SpareBits.guest, extract: { if case .guest(let value) = $0 { value } else { nil } })
  }

  @Test func tagBytes() {
    check(
      TagByte.byte(1), 1, 255, others: [.number(-1), .none], embed: TagByte.byte,
      extract: { if case .byte(let value) = $0 { value } else { nil } })
    check(
      Single.number(1), 1, -1, others: [.none, .other], embed: Single.number,
      extract: { if case .number(let value) = $0 { value } else { nil } })
    check(
      Only.names(["a"]), ["a"], [], embed: Only.names,
      extract: { if case .names(let value) = $0 { value } else { nil } })
  }

  @Test func boxes() {
    check(
      Boxed.names(["a"]), ["a"], ["b"], others: [.none], embed: Boxed.names,
      extract: { if case .names(let value) = $0 { value } else { nil } })
    check(
      Tree.leaf(1), 1, 2, others: [.node(.leaf(1), .leaf(2))], embed: Tree.leaf,
      extract: { if case .leaf(let value) = $0 { value } else { nil } })
  }

  @Test func generics() {
    checkGeneric("a", "b", ["c"])
    checkGeneric(Guest("a"), Guest("b"), [true])
    checkGeneric(SIMD8<Double>(repeating: 1), SIMD8(repeating: 2), [1])
    checkGeneric(Int??.some(nil), nil, [Guest("c")])
  }

  private func checkGeneric<First: Equatable & Sendable, Second>(
    _ first: First, _ replacement: First, _ second: [Second]
  ) {
    check(
      Generic<First, Second>.first(first), first, replacement, others: [.second(second), .none],
      embed: { .first($0) }, extract: { if case .first(let value) = $0 { value } else { nil } })
  }

  @Test func nestedOptionals() {
    for (value, replacement) in [(1, nil), (nil, .some(nil)), (.some(nil), 2)] as [(Int??, Int??)] {
      check(
        Nested.twice(value), value, replacement,
        others: [.spare(.none), .spare(.names([])), .none],
        embed: Nested.twice, extract: { if case .twice(let value) = $0 { value } else { nil } })
    }
  }

  @Test func existentialsAndVectors() {
    check(
      Existential.guest(Guest("a")), Guest("a"), Guest("b"),
      others: [.any(1), .any("text"), .none],
      embed: Existential.guest,
      extract: { if case .guest(let value) = $0 { value } else { nil } })
    check(
      Vector.wide(SIMD64(repeating: 1)), SIMD64(repeating: 1), SIMD64(repeating: 255),
      others: [.names(["a"]), .none], embed: Vector.wide,
      extract: { if case .wide(let value) = $0 { value } else { nil } })
  }

  @Test func emptyAndUninhabitedCases() {
    check(
      Empty.names(["a"]), ["a"], ["b"], others: [.nothing(())], embed: Empty.names,
      extract: { if case .names(let value) = $0 { value } else { nil } })
    check(
      Uninhabited.only("a"), "a", "b", embed: Uninhabited.only,
      extract: { if case .only(let value) = $0 { value } else { nil } })
    let nothing = CaseProjection(
      AnyCasePath<Empty, Void>(
        embed: { Empty.nothing($0) }, extract: { if case .nothing = $0 { () } else { nil } }))
    var value = Empty.nothing(())
    withUnsafeMutablePointer(to: &value) { root in
      #expect(nothing.modify(root) { $0.pointee = () } != nil)
    }
    guard case .nothing = value else {
      Issue.record("The case has changed to \(value).")
      return
    }
  }

  enum Callback { case function(@Sendable (Int) -> Int), type(any Sendable.Type), none }

  /// Code that does not know their types keeps functions in another form than the enum.
  private final class Object {}

  @Test(arguments: [false, true]) func read_payloadWithObject_releasesItsCopy(isDistrusted: Bool) {
    RuntimeTrust.$isDistrusted.withValue(isDistrusted) {
      let projection = CaseProjection<Object?, Object>(
        AnyCasePath(embed: { $0 }, extract: { $0 }))
      weak var read: Object?
      do {
        var root: Object? = Object()
        read = root
        withUnsafeMutablePointer(to: &root) { root in
          #expect(projection.read(root) { $0.pointee === read } == true)
        }
      }
      #expect(read == nil)
    }
  }

  @Test func functionsAreNotProjected() {
    let functions = CaseProjection(
      AnyCasePath<Callback, @Sendable (Int) -> Int>(
        embed: { Callback.function($0) },
        extract: { if case .function(let value) = $0 { value } else { nil } }))
    var value = Callback.function { $0 + 1 }
    withUnsafeMutablePointer(to: &value) { root in
      #expect(functions.read(root) { $0.pointee(1) } == 2)
      let result = functions.modify(root) { function in
        let before = function.pointee
        function.pointee = { before($0) * 10 }
        return function.pointee(1)
      }
      #expect(result == 20)
    }
    guard case .function(let function) = value else {
      Issue.record("The case has changed.")
      return
    }
    #expect(function(2) == 30)
  }
}
