import Testing

@testable import SignpostTool

/// The effects of keys.
@Suite struct TopStateTests {
  private let rows = (0..<50).map { TopRowID.process($0) }

  private func press(_ keys: [Key], _ state: inout TopState) -> TopState.Request {
    var request = TopState.Request.none
    for key in keys {
      request = state.handle(key, rows: rows, columns: [0, 2, 4], page: 10)
    }
    return request
  }

  @Test(
    arguments: [
      ([0x71], [Key.character("q")]), ([0x1b], [.escape]), ([0x03], [.control("c")]),
      ([0x1b, 0x5b, 0x41, 0x1b, 0x4f, 0x42], [.up, .down]), ([0x1b, 0x5b, 0x35, 0x7e], [.pageUp]),
      ([0x1b, 0x5b, 0x31, 0x3b, 0x35, 0x43], [.right]), ([0xc3, 0xa4], [.character("ä")]),
      ([0x0d, 0x7f, 0x09], [.enter, .backspace, .tab]), ([0x1b, 0x5b], []),
    ] as [([UInt8], [Key])])
  func readsKeys(bytes: [UInt8], keys: [Key]) {
    #expect(Key.parse(bytes) == keys)
  }

  @Test func movesAndLooksInto() {
    var state = TopState()
    _ = press([.down, .down, .pageDown, .enter], &state)
    #expect(state.mode == .details(.process(12)))
    #expect(press([.character("q")], &state) == .none)
    #expect(state.mode == .table)
    #expect(press([.end, .down], &state) == .none)
    #expect(state.selected == .process(49))
    #expect(press([.character("q")], &state) == .quit)
  }

  @Test func sortsByVisibleColumns() {
    var state = TopState()
    _ = press([.right], &state)
    #expect(state.sortColumn(of: .actions) == 2)
    _ = press([.left, .left], &state)
    #expect(state.sortColumn(of: .actions) == 4)
    _ = press([.character("r"), .character("2")], &state)
    #expect(state.isReversed(.actions))
    #expect(!state.isReversed(.effects))
    #expect(state.tab == .effects)
  }

  @Test func filters() {
    var state = TopState()
    _ = press([.character("/"), .character("q"), .character("x"), .backspace, .enter], &state)
    #expect(state.filter == "q")
    #expect(state.mode == .table)
    _ = press([.character("/"), .character("y"), .escape], &state)
    #expect(state.filter == "q")
    #expect(press([.character("/"), .control("c")], &state) == .quit)
  }
}
