import SystemSupport
import TestSupport
import Testing

@testable import BenchHarness

@Suite struct PatchTests {
  @Test func equalTextsNeedNoPatch() {
    #expect(Patch(path: "file", old: "a\n", new: "a\n").text.isEmpty)
  }

  @Test func aChangedLineIsShownAmongItsNeighbours() {
    let old = (1...9).map { "line \($0)\n" }.joined()
    let patch = Patch(
      path: "some/file", old: old, new: old.replacing("line 5", with: "another line"))
    #expect(
      patch.text == """
        diff --git a/some/file b/some/file
        --- a/some/file
        +++ b/some/file
        @@ -2,7 +2,7 @@
         line 2
         line 3
         line 4
        -line 5
        +another line
         line 6
         line 7
         line 8

        """)
  }

  /// Texts that are changed at random, at both ends, with and without a last line break.
  @Test(arguments: 0..<40)
  func gitAppliesIt(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let old = (0..<Int.random(in: 1..<40, using: &random)).map { "\($0 % 7)" }
    var new = old
    for _ in 0..<Int.random(in: 1..<6, using: &random) {
      let index = Int.random(in: 0...new.count, using: &random)
      if Bool.random(using: &random), index < new.count, new.count > 1 {
        new.remove(at: index)
      } else {
        new.insert("new \(index)", at: index)
      }
    }
    let before = old.joined(separator: "\n") + (Bool.random(using: &random) ? "\n" : "")
    let after = new.joined(separator: "\n") + (Bool.random(using: &random) ? "\n" : "")
    let scratch = try Scratch()
    try Files.replace(scratch.path + "/file", with: before)
    try apply(Patch(path: "file", old: before, new: after), in: scratch)
    #expect(try Files.read(scratch.path + "/file") == after)
  }

  @Test func gitCreatesAFileWithIt() throws {
    let scratch = try Scratch()
    try apply(Patch(path: "a/new file", old: nil, new: "x\ny\n"), in: scratch)
    #expect(try Files.read(scratch.path + "/a/new file") == "x\ny\n")
  }

  private func apply(_ patch: Patch, in scratch: Scratch) throws {
    guard !patch.text.isEmpty else { return }
    try Files.replace(scratch.path + "/patch", with: patch.text)
    try ChildProcess.run(
      ["git", "-C", scratch.path, "apply", "--unidiff-zero", scratch.path + "/patch"],
      environment: ["GIT_CEILING_DIRECTORIES": "/"], output: scratch.path + "/log")
  }
}
