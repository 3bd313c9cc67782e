import Testing

@testable import TraceExport

@Suite struct PagePlacesTests {
  private func replaced(_ text: String, _ directory: String) -> String {
    PagePlaces([directory], title: "trace").replaced(in: text)
  }

  @Test func pathsStartAtTheTitle() {
    #expect(replaced("/home/ada/trace/ust/ch_1", "/home/ada/trace") == "trace/ust/ch_1")
    #expect(replaced("/home/ada/trace/ust/ch_1", "/home/ada/trace/") == "trace/ust/ch_1")
    #expect(replaced("/home/ada/trace", "/home/ada/trace") == "trace")
    #expect(
      replaced("no “/home/ada/trace/a”, nor “/home/ada/trace/b”", "/home/ada/trace")
        == "no “trace/a”, nor “trace/b”")
    #expect(replaced("../ada/trace/ch_1", "../ada/trace") == "trace/ch_1")
  }

  @Test func otherTextStays() {
    #expect(replaced("/home/ada/trace-2/ch_1", "/home/ada/trace") == "/home/ada/trace-2/ch_1")
    #expect(replaced("./ch_1: it ends at byte 3.", ".") == "./ch_1: it ends at byte 3.")
    #expect(replaced("../ch_1", "..") == "../ch_1")
    #expect(replaced("a/b", "/") == "a/b")
  }
}
