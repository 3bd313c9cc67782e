import TestSupport
import Testing

@testable import ComposableCore

@MainActor
@Suite struct CasePathPrefixTests {
  final class Token: Sendable {}

  indirect enum Tree { case leaf(Int), node(Tree, Tree) }

  enum Sample {
    case number(Int)
    case other(Int)
    case text(String)
    case pair(Int, String)
    case labelled(id: Int, text: String)
    case single(value: String)
    indirect case boxed(Token)
    case token(Token)
    case none(Void)
    case optional(Int?)
    case function(@Sendable (Int) -> Int)
    case existential(any Sendable)
    case type(Int, Int.Type)
    case optionalFunction((@Sendable (Int) -> Int)?)
    case nothing
  }

  enum Generic<Value> { case value(Value), list([Value]), empty }
  enum Only { case only(Int) }

  @Test func payloadsComeOut() {
    let number: AnyCasePath<Sample, Int> = /Sample.number
    #expect(number.extract(from: .number(1)) == 1)
    #expect(number.extract(from: .other(1)) == nil)
    #expect(number.extract(from: .nothing) == nil)
    #expect(number.extract(from: number.embed(3)) == 3)
    let text: AnyCasePath<Sample, String> = /Sample.text
    #expect(text.extract(from: .single(value: "a")) == nil)
    #expect(text.extract(from: .text("a long text, which is kept outside of the value")) != nil)
    #expect((/Sample.single(value:)).extract(from: .single(value: "a")) == "a")
    let pair: AnyCasePath<Sample, (Int, String)> = /Sample.pair
    #expect(pair.extract(from: .pair(1, "a"))! == (1, "a"))
    #expect(pair.extract(from: .labelled(id: 1, text: "a")) == nil)
    let labelled: AnyCasePath<Sample, (Int, String)> = /Sample.labelled(id:text:)
    #expect(labelled.extract(from: .labelled(id: 1, text: "a"))! == (1, "a"))
    #expect(labelled.extract(from: .pair(1, "a")) == nil)
    let optional: AnyCasePath<Sample, Int?> = /Sample.optional
    #expect(optional.extract(from: .optional(nil)) == .some(nil))
    let existential: AnyCasePath<Sample, any Sendable> = /Sample.existential
    #expect(existential.extract(from: .existential(1)) as? Int == 1)
    #expect((/Only.only).extract(from: .only(1)) == 1)
    #expect((/Tree.leaf).extract(from: .leaf(1)) == 1)
    let node: AnyCasePath<Tree, (Tree, Tree)> = /Tree.node
    #expect((/Tree.leaf).extract(from: node.extract(from: .node(.leaf(1), .leaf(2)))!.1) == 2)
    #expect((/Generic<String>.list).extract(from: .list(["a"])) == ["a"])
    #expect((/Generic<String>.value).extract(from: .empty) == nil)
    let void: AnyCasePath<Counter.Action, Void> = /Counter.Action.increment
    #expect(void.extract(from: .increment) != nil)
    #expect(void.extract(from: .decrement) == nil)
  }

  @Test func rootMayBeOptional() {
    let some: AnyCasePath<Int?, Int> = /Optional.some
    #expect(some.extract(from: 1) == 1)
    #expect(some.extract(from: nil) == nil)
    #expect(some.embed(2) == 2)
    let text: AnyCasePath<String?, String> = /String?.some
    #expect(text.extract(from: "a") == "a")
    let number: AnyCasePath<Sample?, Int> = /Sample.number
    #expect(number.extract(from: .number(1)) == 1)
    #expect(number.extract(from: .other(1)) == nil)
    #expect(number.extract(from: nil) == nil)
    let sample: AnyCasePath<Sample?, Sample> = /Optional.some
    #expect(sample.extract(from: .number(1)).flatMap { (/Sample.number).extract(from: $0) } == 1)
    let link: AnyCasePath<Link?, Link> = /Link.next
    let link1 = Link.next(.end)
    #expect(link.extract(from: .next(link1)) == link1)
    #expect(link.extract(from: .end) == nil)
    let anyLink: AnyCasePath<Link?, Link> = /Link?.some
    #expect(anyLink.extract(from: link1) == link1)
    #expect(anyLink.extract(from: .end) == .end)
  }

  indirect enum Link: Equatable { case next(Link), end }

  indirect enum Labelled: Equatable { case next(link: Labelled), end }
  enum Padded: Equatable {
    case small(UInt8, Int)
    indirect case next(Padded)
  }

  @Test func aCaseThatHoldsItselfIsNotAnOptional() {
    let labelled: AnyCasePath<Labelled?, Labelled> = /Labelled.next(link:)
    let some: AnyCasePath<Labelled?, Labelled> = /Labelled?.some
    let one = Labelled.next(link: .end)
    #expect(labelled.extract(from: one) == .end)
    #expect(labelled.extract(from: .next(link: one)) == one)
    #expect(labelled.extract(from: .end) == nil)
    #expect(some.extract(from: one) == one)
    #expect(some.extract(from: .end) == .end)
    let next: AnyCasePath<Padded?, Padded> = /Padded.next
    let padded: AnyCasePath<Padded?, Padded> = /Padded?.some
    for small in [Padded.small(1, 2), .small(255, -1)] {
      #expect(next.extract(from: small) == nil)
      #expect(next.extract(from: .next(small)) == small)
      #expect(padded.extract(from: small) == small)
      #expect(padded.extract(from: .next(small)) == .next(small))
    }
  }

  @Test func aMissingPayloadIsNotNil() {
    let optional: AnyCasePath<Sample, Int?> = /Sample.optional
    #expect(optional.extract(from: .nothing) == .none)
    #expect(optional.extract(from: .number(1)) == .none)
    #expect(optional.extract(from: .optional(1)) == .some(1))
    let single: AnyCasePath<Sample, String> = /Sample.single(value:)
    #expect(single.extract(from: .single(value: "a")) == "a")
    #expect(single.extract(from: .text("a")) == nil)
    #expect(single.extract(from: .nothing) == nil)
  }

  @Test func nothingIsLeakedOrLost() {
    weak var token: Token?
    for isBoxed in [false, true] {
      do {
        let made = Token()
        token = made
        let path: AnyCasePath<Sample, Token> = isBoxed ? (/Sample.boxed) : (/Sample.token)
        let sample = path.embed(made)
        for _ in 0..<3 { #expect(path.extract(from: sample) === made) }
        let other: AnyCasePath<Sample, Token> = isBoxed ? (/Sample.token) : (/Sample.boxed)
        for _ in 0..<3 { #expect(other.extract(from: sample) == nil) }
      }
      #expect(token == nil)
    }
  }

  enum Plain: CasePathable {
    case value(Int), callback(() -> Void), empty, done

    struct AllCasePaths: Sendable {}
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }
  enum NotSendable: Equatable {
    case token(Token), empty, done

    final class Token: Equatable {
      static func == (lhs: Token, rhs: Token) -> Bool { lhs === rhs }
    }
  }
  enum Loose {
    case any(Any)
    case pair(Any, (any CustomStringConvertible)?)
    case hashable(AnyHashable)
    case optional(Int?)
    indirect case boxed(any Sendable)
    case labelled(value: Any)
    case other(Any)
  }
  enum Key: Hashable { case number(Int), text(String) }

  /// The Swift 5 language mode converts the constructor to a function that returns an optional.
  @Test func slash_constructorConvertedToOptional_extracts() throws {
    let number: (Int) -> Sample? = Sample.number
    let path = AnyCasePath(unsafe: number)
    for _ in 0..<2 {
      #expect(path.extract(from: .number(1)) == 1)
      #expect(path.extract(from: .other(1)) == nil)
      #expect(path.extract(from: nil) == nil)
    }
    var sample: Sample? = .number(1)
    try path.modify(&sample) { $0 += 1 }
    #expect(path.extract(from: sample) == 2)
    let nested: (Int) -> Sample?? = Sample.number
    #expect(AnyCasePath(unsafe: nested).extract(from: .number(1)) == 1)
    #expect(AnyCasePath(unsafe: nested).extract(from: .some(nil)) == nil)
    let some: (Int) -> Int? = Optional.some
    #expect(AnyCasePath(unsafe: some).extract(from: 1) == 1)
    let success: AnyCasePath<Result<Int, CancellationError>?, Int> = /Result.success
    #expect(success.extract(from: .success(1)) == 1)
    #expect(success.extract(from: .failure(CancellationError())) == nil)
    #expect(success.extract(from: nil) == nil)
  }

  @Test func slash_constructorConvertedToExistential_extracts() {
    let hashable: AnyCasePath<AnyHashable, Int> = /Key.number
    for _ in 0..<2 {
      #expect(hashable.extract(from: AnyHashable(Key.number(1))) == 1)
      #expect(hashable.extract(from: AnyHashable(Key.text("1"))) == nil)
      #expect(hashable.extract(from: AnyHashable(1)) == nil)
    }
    let any: AnyCasePath<Any, Int> = /Key.number
    #expect(any.extract(from: Key.number(1)) == 1)
    #expect(any.extract(from: Optional(Key.number(1)) as Any) == 1)
    #expect(any.extract(from: Sample.number(1)) == nil)
  }

  @Test func slash_constructorConvertedToTakeAnotherPayload_extracts() {
    let number: AnyCasePath<Loose, Int> = /Loose.any
    let pair: AnyCasePath<Loose, (Int, Int)> = /Loose.pair
    let hashable: AnyCasePath<Loose, Int> = /Loose.hashable
    let optional: AnyCasePath<Loose, Int> = /Loose.optional
    let boxed: AnyCasePath<Loose, String> = /Loose.boxed
    let labelled: AnyCasePath<Loose, Int> = /Loose.labelled(value:)
    for _ in 0..<2 {
      #expect(number.extract(from: .any(1)) == 1)
      #expect(number.extract(from: .any("a")) == nil)
      #expect(number.extract(from: .other(1)) == nil)
      #expect(number.extract(from: .hashable(1)) == nil)
      #expect(pair.extract(from: .pair(1, 2))! == (1, 2))
      #expect(pair.extract(from: .pair("a", 2)) == nil)
      #expect(pair.extract(from: .pair(1, nil)) == nil)
      #expect(hashable.extract(from: .hashable(1)) == 1)
      #expect(optional.extract(from: .optional(1)) == 1)
      #expect(optional.extract(from: .optional(nil)) == nil)
      #expect(boxed.extract(from: .boxed("a text that is kept outside of the value")) != nil)
      #expect(labelled.extract(from: .labelled(value: 1)) == 1)
      #expect(labelled.extract(from: .any(1)) == nil)
    }
  }

  @Test func slash_caseWithoutPayload_needNotBeSendable() {
    let empty = (/NotSendable.empty)
    #expect(empty.extract(from: .empty) != nil)
    #expect(empty.extract(from: .done) == nil)
    #expect(empty.extract(from: .token(NotSendable.Token())) == nil)
    let optional: AnyCasePath<NotSendable?, Void> = /NotSendable.empty
    #expect(optional.extract(from: .empty) != nil)
    #expect(optional.extract(from: .done) == nil)
    #expect(optional.extract(from: nil) == nil)
    let values = [NotSendable.empty, .done, .empty]
    #expect(values.compactMap(/NotSendable.empty).count == 2)
    let none: AnyCasePath<Int?, Void> = /Int?.none
    #expect(none.extract(from: nil) != nil)
    #expect(none.extract(from: 1) == nil)
  }

  @Test func slash_caseWithoutPayload_ofCasePathableEnum_needNotBeEquatable() {
    let empty: AnyCasePath<Plain, Void> = /Plain.empty
    #expect(empty.extract(from: .empty) != nil)
    #expect(empty.extract(from: .done) == nil)
    #expect(empty.extract(from: .value(1)) == nil)
    let optional: AnyCasePath<Plain?, Void> = /Plain.empty
    #expect(optional.extract(from: .empty) != nil)
    #expect(optional.extract(from: nil) == nil)
  }

  /// Functions of most types are kept in another form where their type is known.
  @Test func slash_functionsAndMetatypes_areReported() async {
    let function: AnyCasePath<Sample, @Sendable (Int) -> Int> = /Sample.function
    await expectIssue("whose payload is a function") {
      #expect(function.extract(from: .function { $0 + 1 }) == nil)
    }
    let type: AnyCasePath<Sample, (Int, Int.Type)> = /Sample.type
    await expectIssue("whose payload is a function") {
      #expect(type.extract(from: .type(1, Int.self)) == nil)
    }
    let optional: AnyCasePath<Sample, (@Sendable (Int) -> Int)?> = /Sample.optionalFunction
    await expectIssue("whose payload is a function") {
      #expect(optional.extract(from: .optionalFunction { $0 + 1 }) == nil)
    }
  }

  enum Simple {
    case plain(() -> Void)
    case throwing(() throws -> Void)
    case asynchronous(@Sendable () async -> Void)
    case asyncThrowing(@Sendable () async throws -> Void)
    case isolated(@MainActor () -> Void)
    case typed(() throws(CancellationError) -> Void)
  }

  @Test(.enabled(if: RuntimeMetadata.isKnown))
  func slash_functionWithoutParametersAndResult_isExtracted() async throws {
    let calls = LockIsolated(0)
    func call() { calls.withValue { $0 += 1 } }
    for _ in 0..<2 {
      (/Simple.plain).extract(from: .plain { call() })?()
      #expect(throws: CancellationError.self) {
        try (/Simple.throwing).extract(
          from: .throwing {
            call()
            throw CancellationError()
          })?()
      }
      await (/Simple.asynchronous).extract(
        from: .asynchronous {
          await Task.yield()
          calls.withValue { $0 += 1 }
        })?()
      await #expect(throws: CancellationError.self) {
        try await (/Simple.asyncThrowing).extract(
          from: .asyncThrowing {
            await Task.yield()
            calls.withValue { $0 += 1 }
            throw CancellationError()
          })?()
      }
      (/Simple.isolated).extract(from: .isolated { call() })?()
    }
    #expect(calls.value == 10)
    let typed: AnyCasePath<Simple, () throws(CancellationError) -> Void> = /Simple.typed
    await expectIssue("whose payload is a function") {
      #expect(typed.extract(from: .typed {}) == nil)
    }
  }

  @Test func whatIsNoCaseIsReported() async {
    struct Pair { var value: Int }
    let path: AnyCasePath<Pair, Int> = /{ @Sendable in Pair(value: $0) }
    await expectIssue("which is not an enum") {
      #expect(path.extract(from: Pair(value: 1)) == nil)
    }
  }
}
