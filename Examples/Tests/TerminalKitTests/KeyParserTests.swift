import Testing

@testable import TerminalKit

struct KeyParserTests {
  func keys(_ bytes: [UInt8]) -> [Key] {
    var parser = KeyParser()
    return bytes.compactMap { parser.take($0) } + [parser.takeSilence()].compactMap(\.self)
  }

  @Test func textComesCharacterByCharacter() {
    #expect(keys(Array("aé한🙂".utf8)) == ["a", "é", "한", "🙂"].map(Key.character))
  }

  @Test func controlSequencesAreKeys() {
    let sequences = "\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[D\u{1B}[3~\u{1B}[5~"
    #expect(keys(Array(sequences.utf8)) == [.up, .down, .right, .left, .delete, .pageUp])
  }

  @Test func escapeIsAKeyWhereNothingFollows() {
    #expect(keys([0x1B]) == [.escape])
    #expect(keys([0x1B] + Array("x".utf8)) == [.character("x")])
  }

  @Test func controlKeys() {
    #expect(
      keys([0x04, 0x08, 0x09, 0x0D, 0x7F, 0x18])
        == [.endOfInput, .backspace, .tab, .return, .backspace, .control("x")])
  }

  @Test func whatIsNoKeyIsPassedOver() {
    #expect(keys(Array("\u{1B}[1;5Az".utf8)) == [.character("z")])
    #expect(keys([0xFF, 0xC3, 0x28]) == [.character("(")])
    #expect(keys([0xE0, 0x80, 0x80, 0x61]) == [.character("a")])
  }
}
