import ComposableCore
import Foundation
import Scenarios
import Signpost
import Testing

@Suite struct RedactedTests {
  private struct Account: Codable, Equatable {
    var name: String
    @Redacted var password: String
    @Redacted var codes: [Int]?
  }

  private static let secret = "hush4711"

  private let account = Account(name: "visible", password: Self.secret, codes: [4711])

  @Test func descriptions_redactedValue_hideIt() {
    var dumped = ""
    dump(account, to: &dumped)
    let hidden = Redacted(Self.secret)
    for text in [
      "\(account)", String(reflecting: account), dumped, "\(hidden)", String(reflecting: [hidden]),
    ] {
      #expect(!text.contains("4711"), "\(text)")
      #expect(text.contains("redacted"), "\(text)")
    }
    #expect("\(account)".contains("visible"))
  }

  @Test func codable_ofTheProgram_keepsTheValue() throws {
    let data = try JSONEncoder().encode(account)
    #expect(String(decoding: data, as: UTF8.self).contains(Self.secret))
    #expect(try JSONDecoder().decode(Account.self, from: data) == account)
  }

  @Test func wrappedValue_change_isACompleteChange() {
    var other = account
    other.password = "other"
    #expect(other != account)
    #expect(other.password == "other")
  }

  @MainActor
  @Test(arguments: [false, true]) func signpost_redactedValues_areInNoEvent(
    isReplayable: Bool
  ) async throws {
    let recorder = SignpostRecorder(including: .stateDiffs)
    await recorder.record {
      let store = Store(initialState: Secrets.State()) {
        Secrets().signpost(
          "secrets", payload: isReplayable ? .replayable : .full,
          stateDiff: isReplayable ? .properties : .full)
      }
      await store.send(
        .signInButtonTapped(user: "visible", password: Redacted(Self.secret))
      ).finish()
    }
    let text = "\(recorder.events)"
    #expect(text.contains("visible") && text.contains("redacted"))
    #expect(!text.contains(Self.secret), "\(text)")
    #expect(isReplayable == text.contains("password, "))
  }
}
