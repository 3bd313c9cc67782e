import TestSupport
import Testing

@testable import TraceRecording

@Suite struct MachineParserTests {
  @Test func elementsTextsAndReferences() {
    let root = MachineElement.parse(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!-- a <comment> -->
      <a xmlns="https://example.org/" b = 'c > d'><b/><b >x &amp;&#38;&#x26; y</b >\
      <c><![CDATA[<&>]]></c></a>

      """)
    #expect(
      root
        == MachineElement(
          name: "a",
          children: [
            MachineElement(name: "b"), MachineElement(name: "b", text: "x &&& y"),
            MachineElement(name: "c", text: "<&>"),
          ]))
  }

  @Test(arguments: [
    "", "text", "<a>", "</a>", "<a></b>", "<a><b></a></b>", "<a/><a/>", "<a/>text",
    "<a>&unknown;</a>", "<a>&amp</a>", "<a b></a>", "<a b=c></a>", "<a b=\"c></a>", "<a", "< a/>",
    "<!-- ", "<a>&#xD800;</a>", "<!DOCTYPE a><a/>",
  ])
  func whatIsNotWellFormedIsRefused(document: String) {
    #expect(MachineElement.parse(document) == nil)
  }

  @Test func whatIsWrittenIsRead() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix(seed: seed)
    for _ in 0..<200 {
      let element = Self.element(depth: 4, &random)
      #expect(MachineElement.parse(Self.xml(element)) == element, "seed \(seed)")
    }
  }

  private static func element(depth: Int, _ random: inout SplitMix) -> MachineElement {
    let texts = ["", "a", "<>&\"'", "é 🙂", "]]>", "&amp;", " \n "]
    let children =
      depth == 0
      ? []
      : (0..<Int.random(in: 0...3, using: &random)).map { _ in
        element(depth: depth - 1, &random)
      }
    return MachineElement(
      name: ["a", "b-c", "d_e", "f:g", "h.1"].randomElement(using: &random)!,
      text: texts.randomElement(using: &random)!, children: children)
  }

  private static func xml(_ element: MachineElement) -> String {
    "<\(element.name)>" + SessionConfiguration.escaped(element.text)
      + element.children.map(xml).joined() + "</\(element.name)>"
  }
}
