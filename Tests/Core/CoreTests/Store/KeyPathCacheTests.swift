@testable import ComposableCore
import TestSupport
import Testing

@MainActor
@Suite struct KeyPathCacheTests {
  final class Object {}

  private func keyPath(_ index: Int) -> AnyKeyPath { \[Int].[index] }

  @Test func equalKeyPathsFindTheSameObject() {
    var cache = KeyPathCache()
    defer { cache.deallocate() }
    var objects: [Object] = []
    for index in 0..<200 {
      let object = Object()
      objects.append(object)
      cache.insert(object, .value, for: keyPath(index), \Int.self)
      #expect(
        cache.object(.value, for: keyPath(index), \Int.self)?.takeUnretainedValue() === object)
    }
    for (index, object) in objects.enumerated() {
      #expect(
        cache.object(.value, for: keyPath(index), \Int.self)?.takeUnretainedValue() === object)
    }
    #expect(cache.object(.value, for: keyPath(200), \Int.self) == nil)
    #expect(cache.object(.value, for: keyPath(1), \Int.description) == nil)
  }

  @Test func whatNothingElseRefersToIsLeftOut() {
    var cache = KeyPathCache()
    defer { cache.deallocate() }
    let kept = Object()
    cache.insert(kept, .value, for: keyPath(-1), \Int.self)
    let asked = ObjectIdentifier(
      { () -> Object in
        let object = Object()
        cache.insert(object, .value, for: \Int.self, \Int.self)
        return object
      }())
    for index in 0..<10_000 {
      cache.insert(Object(), .value, for: keyPath(index), \Int.self)
      let known = cache.object(.value, for: \Int.self, \Int.self)?.takeUnretainedValue()
      #expect(known.map { ObjectIdentifier($0) } == asked)
    }
    #expect(cache.count <= 128)
    #expect(cache.object(.value, for: keyPath(-1), \Int.self)?.takeUnretainedValue() === kept)
  }

  @Test func scope_stateThatIsAlsoTheAction_hasAnEntryOfItsOwn() {
    let store = Store<Int, Int>(initialState: 0) {
      Reduce { state, action in
        state = action
        return .none
      }
    }
    #expect(store[dynamicMember: \.self] == 0)
    let same = store.scope(\.self, action: \.self)
    same.send(1)
    #expect(same[dynamicMember: \.self] == 1)
    #expect(store[dynamicMember: \.self] == 1)
    #expect(same === store.scope(\.self, action: \.self))
  }

  @Test func storesOfRowsThatCameAndWentAreNotKept() {
    let store = Store(initialState: Parent.State()) { Parent(gates: Gates()) }
    for id in 0..<1_000 {
      store.send(.insertRow(id))
      let row = store.scope(\.rows[id: id], action: \.rows[id: id])
      #expect(row === store.scope(\.rows[id: id], action: \.rows[id: id]))
      store.send(.removeRow(id))
    }
    #expect(store.cache.count <= 128)
  }

  @Test func scope_storesOfChildrenInUse_areKept() throws {
    let store = Store(
      initialState: Parent.State(optional: Worker.State(id: 1), rows: [Worker.State(id: -1)])
    ) {
      Parent(gates: Gates())
    }
    let child = try #require(store.scope(\.optional, action: \.optional))
    let row = store.scope(\.rows, action: \.rows)[0]
    for id in 0..<1_000 { _ = store.scope(\.rows[id: id], action: \.rows[id: id]) }
    #expect(store.scope(\.optional, action: \.optional) === child)
    #expect(store.scope(\.rows, action: \.rows)[0] === row)
  }
}
