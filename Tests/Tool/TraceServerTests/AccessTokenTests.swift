import Testing

@testable import TraceServer

/// The secret in an address.
@Suite struct AccessTokenTests {
  @Test func init_tokens_differ() {
    let tokens = (0..<1000).map { _ in AccessToken().text }
    #expect(Set(tokens).count == 1000)
    #expect(tokens.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
  }

  @Test func matches_otherText_isRefused() {
    let token = AccessToken()
    #expect(token.matches(token.text))
    #expect(token.matches(token.text[...]))
    for text in [
      "", String(token.text.dropLast()), token.text + "0", token.text.uppercased() + " ",
    ] {
      #expect(!token.matches(text))
    }
    for index in token.text.indices {
      var other = token.text
      other.replaceSubrange(index...index, with: other[index] == "0" ? "1" : "0")
      #expect(!token.matches(other))
    }
  }
}
