import ComposableCore
import Foundation
import Testing

@MainActor
@Suite struct DependencyWritingTests {
  @Test func dependency_writtenByReducers_isNotReported() {
    struct Feature: Reducer {
      @Dependency(\.date.now) var now
      @Dependency(\.calendar) var calendar
      @Dependency(\.locale) var locale
      var body: some Reducer<Date, Bool> {
        Reduce { state, _ in
          #expect(calendar.identifier == .iso8601)
          #expect(locale.identifier == "de_DE")
          state = now
          return .none
        }
      }
    }
    let store = Store(initialState: Date(timeIntervalSince1970: 0)) {
      Feature()
        .dependency(\.date.now, Date(timeIntervalSince1970: 1))
        .dependency(\.calendar, Calendar(identifier: .iso8601))
        .transformDependency(\.locale) { $0 = Locale(identifier: "de_DE") }
    }
    store.send(true)
    #expect(store.state == Date(timeIntervalSince1970: 1))
  }
}
