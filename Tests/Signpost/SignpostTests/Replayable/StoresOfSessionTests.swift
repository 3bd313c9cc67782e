import ComposableCore
import Testing

@testable import Signpost

@Suite struct StoresOfSessionTests {
  @Test func insert_eachStore_isNewOnceInASession() {
    let stores = StoresOfSession()
    let inserted = [(1, 7), (2, 7), (1, 7), (1, 8), (2, 8), (2, 8), (1, 7)].map {
      stores.insert($0, in: $1)
    }
    #expect(inserted == [true, true, false, true, true, false, true])
  }

  @MainActor
  @Test func storeReleased_rootStore_isForgottenByAllWrappers() {
    StoreSignposts.install()
    let wrappers = [StoresOfSession(), StoresOfSession()]
    // The state is the id of the store.
    func makeStore() -> Store<UInt64, UInt64> {
      Store(initialState: UInt64(0)) {
        Reduce<UInt64, UInt64> { state, session in
          let id = WrapperIdentity.store
          state = id
          for wrapper in wrappers { #expect(wrapper.insert(id, in: session)) }
          return .none
        }
      }
    }
    let kept = makeStore()
    var released: Store<UInt64, UInt64>? = makeStore()
    for session in 7...8 as ClosedRange<UInt64> {
      for wrapper in wrappers { #expect(wrapper.insert(0, in: session)) }
      kept.send(session)
      released?.send(session)
    }
    let ids = [0, kept.state, released?.state ?? 0]
    #expect(Set(ids).count == 3)
    released = nil
    withExtendedLifetime(kept) {
      for wrapper in wrappers {
        #expect(ids.map { wrapper.insert($0, in: 8) } == [false, false, true])
      }
    }
    StoresOfSession.forget(ids[2])
  }
}
