import CPUProfiles
import TestSupport
import Testing

@Suite struct SymbolNameTests {
  @Test(arguments: [
    ("$s3app4workyySiF", "app.work(Swift.Int) -> ()"),
    // An asynchronous function is compiled in pieces.
    ("$s2pk6WorkerC3runs6UInt64VyYaFTY2_", "pk.Worker.run() async -> Swift.UInt64"),
    ("main", "main"), ("swift::Job::run", "swift::Job::run"), ("", ""),
    // Names that begin like a symbol of Swift, but are none.
    ("$s", "$s"), ("_Tx", "_Tx"),
    // Compilers of C copy and divide functions, too.
    ("vma_merge.constprop.0", "vma_merge"), ("work.isra.0.cold", "work"),
    ("a::copy(int) [clone .part.3]", "a::copy(int)"), ("table.c", "table.c"),
    (".constprop.0", ".constprop.0"), ("work.part.of", "work.part.of"),
  ])
  func piecesAndCopiesHaveTheNameInTheSource(symbol: String, name: String) {
    #expect(SymbolName.demangled(symbol) == name)
  }

  @Test(arguments: [
    ("app.work(Swift.Int) -> ()", "work(_:)"),
    (
      "static Shop.Cart.add(item: Swift.String, _: (Swift.Int, Swift.Int) -> ()) -> ()",
      "Cart.add(item:_:)"
    ),
    (
      "closure #1 (inout Shop.Cart.State, Shop.Cart.Action) -> ComposableCore.Effect<Shop.Cart.Action>"
        + " in Shop.Cart.body.getter : some", "closure #1 in Cart.body.getter"
    ),
    ("(extension in Shop):Swift.Array.total<A where A: Swift.Numeric>() -> A", "Array.total()"),
    ("Swift.Dictionary.subscript.getter : (A) -> B?", "Dictionary.subscript.getter"),
    ("pk.Worker.run() async -> Swift.UInt64", "Worker.run()"),
    ("Shop.Cart.(total in _7E0D5A1C)(of: Swift.Int) -> Swift.Int", "Cart.total(of:)"),
    (
      "closure #1 (Swift.Int) -> Swift.Int in variable initialization expression of "
        + "Shop.Cart.total : (Swift.Int) -> Swift.Int",
      "closure #1 in variable initialization expression of Cart.total"
    ),
    ("initializeWithCopy value witness for Shop.Cart", "initializeWithCopy value witness for Cart"),
    ("vma_merge.constprop.0", "vma_merge.constprop.0"),
    ("memcpy", "memcpy"), ("[libc.so.6]", "[libc.so.6]"), ("", ""), ("a.", "a."), ("((((", "(((("),
    ("app.f(", "f"),
  ])
  func namesInTablesHaveNoTypes(name: String, short: String) {
    #expect(SymbolName.short(name) == short)
  }

  /// Names come from files of others.
  @Test func short_anyText_hasAName() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix(seed: seed)
    let parts = [
      "(", ")", "<", ">", "[", "]", "{", "}", " in ", " -> ", " : ", " of ", " for ", ".", ",",
      ": ",
      "static ", "closure #1", "implicit closure #", "(extension in ", "Swift.Int", "a", "é", "日",
      "(await resume partial function for ", "(1) ", "generic specialization <", " async ", "_",
      "merged ", "outlined copy of ", "in _1F", " [clone .", ".part.", ".cold", "$s", "\u{301}",
    ]
    for _ in 0..<3000 {
      let name = (0..<Int.random(in: 0...8, using: &random))
        .map { _ in parts.randomElement(using: &random)! }.joined()
      let short = SymbolName.short(name)
      #expect(short.count <= name.count + 4 * name.count { $0 == "," || $0 == "(" }, "seed \(seed)")
      _ = SymbolName.demangled(name)
    }
  }
}
