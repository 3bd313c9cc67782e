import Testing

@testable import BenchHarness

@Suite struct ArgumentsTests {
  @Test(arguments: [
    (["--quick", "--check"], ["--quick", "--check", ""]),
    (["--check", "--quick"], ["--check", "", "--quick"]),
    (["--check", "file"], ["--check", "file"]),
    (["--update", "--filter", "x"], ["--update", "", "--filter", "x"]),
    (["--check=file"], ["--check=file"]),
    (["--filter", "x"], ["--filter", "x"]),
  ])
  func aMissingFileMeansTheCommittedOne(given: [String], understood: [String]) {
    #expect(Arguments.completed(given) == understood)
  }
}
