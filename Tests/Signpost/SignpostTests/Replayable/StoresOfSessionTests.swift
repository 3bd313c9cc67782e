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
}
