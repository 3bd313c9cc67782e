@testable import ComposableCore
import Testing

@Suite struct ActionNameTests {
  enum Plain { case a, b, c }
  enum Payloads {
    case text(String)
    case two(Int, label: String)
    case optional(Int?)
    case filter(Filter)
    case result(Result<String, any Error>)
    case outcome(TaskResult<String>)
    case child(ChildAction)
    case labelled(id: Int, action: ChildAction)
    indirect case nested(PayloadsAction)
    case none
    enum Filter { case secret, other(String) }
  }
  typealias PayloadsAction = RecursiveAction
  enum ChildAction { case tapped, typed(String), inner(InnerAction) }
  enum InnerAction { case one(Double), two }
  indirect enum RecursiveAction { case again(RecursiveAction), end(String) }
  enum Generic<T>: CasePathable {
    case presented(T)
    case dismiss
    struct AllCasePaths: Sendable {}
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }
  enum Single { case only(ChildAction) }
  struct NoEnum { let secret = "x" }
  enum Empty {}

  struct Command: NamedAction {
    var opcode = 1
    var actionName: StaticString { opcode == 0 ? "nop" : "command" }
  }
  enum Named: NamedAction {
    case one(ChildAction)
    case two
    var actionName: StaticString { "named" }
  }
  enum HoldsNamed {
    case command(Command)
    case tuple(id: Int, action: Command)
    case named(Named)
    indirect case boxed(Command)
  }
  enum Cases: _NamedCases, NamedAction {
    case any
    static var _$caseCount: Int { 1 }
    static func _$name(of value: Self, in names: _CaseNames) -> UnsafePointer<CChar> {
      names.name(case: 0, "any")
    }
    var actionName: StaticString { "own" }
  }
  enum HoldsCases: _NamedCases {
    case inner(Cases)
    case command(Command)
    static var _$caseCount: Int { 2 }
    static func _$name(of value: Self, in names: _CaseNames) -> UnsafePointer<CChar> {
      switch value {
      case .inner(let payload): names.name(case: 0, "inner", payload)
      case .command(let payload): names.name(case: 1, "command", payload)
      }
    }
  }

  /// As `@CasePathable` writes it.
  indirect enum Chain: _NamedCases {
    case again(Chain)
    case end
    case rows(IdentifiedAction<Int, Chain>)
    static var _$caseCount: Int { 3 }
    static func _$name(of value: Self, in names: _CaseNames) -> UnsafePointer<CChar> {
      switch value {
      case .again(let payload): names.name(case: 0, "again", payload)
      case .end: names.name(case: 1, "end")
      case .rows(let payload): names.name(case: 2, "rows", payload)
      }
    }
  }

  @Test func namedCases_areFollowedUpToADepth() {
    func chain(_ count: Int) -> Chain { count == 0 ? .end : .again(chain(count - 1)) }
    func names(_ count: Int) -> [String] { Array(repeating: "again", count: count) }
    #expect(name(Chain.end) == "end")
    #expect(name(Chain.rows(.element(id: 1, action: .again(.end)))) == "rows.element.again.end")
    #expect(name(chain(23)) == (names(23) + ["end"]).joined(separator: "."))
    #expect(name(chain(24)) == names(24).joined(separator: "."))
    #expect(name(chain(30)) == names(24).joined(separator: "."))
  }

  @Test func actionsSayThemselvesWhatTheyAreCalled() {
    #expect(name(Command()) == "command")
    #expect(name(Command(opcode: 0)) == "nop")
    #expect(name(Named.one(.tapped)) == "named")
    #expect(name(HoldsNamed.command(Command(opcode: 0))) == "command.nop")
    #expect(name(HoldsNamed.command(Command())) == "command.command")
    #expect(name(HoldsNamed.tuple(id: 1, action: Command(opcode: 0))) == "tuple.nop")
    #expect(name(HoldsNamed.named(.two)) == "named.named")
    #expect(name(HoldsNamed.boxed(Command())) == "boxed.command")
    #expect(name(Cases.any) == "own")
    #expect(name(HoldsCases.inner(.any)) == "inner.own")
    #expect(name(HoldsCases.command(Command(opcode: 0))) == "command.nop")
  }

  private func name<Action>(_ action: Action) -> String { ActionName.text(of: action) }

  @Test func casesWithoutPayload() {
    #expect(name(Plain.a) == "a")
    #expect(name(Plain.b) == "b")
    #expect(name(Plain.c) == "c")
  }

  @Test func payloadsAreLeftOut() {
    #expect(name(Payloads.text("secret")) == "text")
    #expect(name(Payloads.two(1, label: "secret")) == "two")
    #expect(name(Payloads.optional(1)) == "optional")
    #expect(name(Payloads.filter(.secret)) == "filter")
    #expect(name(Payloads.filter(.other("secret"))) == "filter")
    #expect(name(Payloads.outcome(.success("secret"))) == "outcome")
    #expect(name(Payloads.none) == "none")
  }

  @Test func actionsWithinActionsAreNamed() {
    #expect(name(Payloads.child(.tapped)) == "child.tapped")
    #expect(name(Payloads.child(.typed("secret"))) == "child.typed")
    #expect(name(Payloads.child(.inner(.one(1)))) == "child.inner.one")
    #expect(name(Payloads.child(.inner(.two))) == "child.inner.two")
    #expect(name(Payloads.labelled(id: 1, action: .typed("secret"))) == "labelled.typed")
    #expect(name(Payloads.nested(.again(.end("secret")))) == "nested.again.end")
    #expect(name(Single.only(.inner(.two))) == "only.inner.two")
  }

  @Test func genericContainersAreNamed() {
    #expect(name(Generic<ChildAction>.presented(.tapped)) == "presented.tapped")
    #expect(name(Generic<ChildAction>.dismiss) == "dismiss")
    #expect(name(Generic<String>.presented("secret")) == "presented")
    let row = IdentifiedAction<Int, ChildAction>.element(id: 3, action: .inner(.two))
    #expect(name(row) == "element.inner.two")
    let rows = Generic<IdentifiedAction<String, ChildAction>>.presented(
      .element(id: "secret", action: .typed("secret")))
    #expect(name(rows) == "presented.element.typed")
  }

  @Test func recursionEnds() {
    var action = RecursiveAction.end("secret")
    for _ in 0..<100 { action = .again(action) }
    #expect(name(action).split(separator: ".").allSatisfy { $0 == "again" })
  }

  @Test func otherTypesAreNamedByTheirType() {
    #expect(name(NoEnum()) == "NoEnum")
    #expect(name(3) == "Int")
  }

  @Test func sameNameSameAddress() {
    let name = ActionName(of: Payloads.self)
    let address = { (action: Payloads) in withUnsafePointer(to: action) { name(ofValueAt: $0) } }
    #expect(address(.child(.tapped)) == address(.child(.tapped)))
    #expect(address(.child(.tapped)) != address(.none))
  }

  @Test func payloadsAreNeitherRetainedNorReleased() {
    final class Token {}
    enum TokenAction { case hold(Token), wrap(InnerTokenAction) }
    enum InnerTokenAction { case hold(Token), two }
    weak var weakToken: Token?
    do {
      let token = Token()
      weakToken = token
      for _ in 0..<100 {
        #expect(name(TokenAction.hold(token)) == "hold")
        #expect(name(TokenAction.wrap(.hold(token))) == "wrap.hold")
      }
      #expect(weakToken != nil)
    }
    #expect(weakToken == nil)
  }

  @Test func manyThreadsAgree() async {
    let names = await withTaskGroup(of: String.self) { group in
      for index in 0..<64 {
        group.addTask {
          name(index.isMultiple(of: 2) ? Payloads.child(.inner(.two)) : .child(.tapped))
        }
      }
      return await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(names == ["child.inner.two", "child.tapped"])
  }

  /// The nodes of names are never freed, so that LeakSanitizer finds each that is made in vain.
  @Test func actionName_caseMetByThreadsAtTheSameTime_isMadeOnce() async {
    enum Fresh<Tag>: CaseIterable { case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p }
    func meet<Tag: Sendable>(_: Tag.Type) async {
      let names = ActionName(of: Fresh<Tag>.self)
      let addresses = await withTaskGroup(of: [UInt].self) { group in
        for _ in 0..<8 {
          group.addTask {
            Fresh<Tag>.allCases.map { action in
              withUnsafePointer(to: action) { UInt(bitPattern: names(ofValueAt: $0)) }
            }
          }
        }
        return await group.reduce(into: Set<[UInt]>()) { $0.insert($1) }
      }
      #expect(addresses.count == 1)
    }
    for tag in [Int8.self, Int16.self, Int32.self, Int64.self, Int.self] as [any Sendable.Type] {
      await meet(tag)
    }
  }
}
