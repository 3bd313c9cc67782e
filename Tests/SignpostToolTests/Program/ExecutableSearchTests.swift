import Glibc
import Testing

@testable import SignpostTool

struct ExecutableSearchTests {
  @Test func looksInTheDirectoriesInOrder() throws {
    let bench = try Workbench()
    try bench.script("first/tool", "true")
    try bench.script("second/tool", "true")
    try bench.script("second/other", "true")
    let search = ExecutableSearch(directories: [bench.path("first"), bench.path("second")])
    #expect(search.find("tool") == bench.path("first/tool"))
    #expect(search.find("other") == bench.path("second/other"))
    #expect(throws: ExecutableSearch.Failure.notFound) { try search.find(ByteString("none")) }
    #expect(throws: ExecutableSearch.Failure.notFound) { try search.find(ByteString("")) }
  }

  @Test func whatCannotBeRunIsPassedOverAndRemembered() throws {
    let bench = try Workbench()
    try bench.file("first/tool", "text")
    try bench.script("second/tool", "true")
    try bench.file("first/text", "text")
    let search = ExecutableSearch(directories: [bench.path("first"), bench.path("second")])
    #expect(search.find("tool") == bench.path("second/tool"))
    #expect(
      throws: ExecutableSearch.Failure.notExecutable(
        path: bench.path("first/text"), reason: "permission denied")
    ) { try search.find(ByteString("text")) }
  }

  @Test func aPathIsTakenAsItIs() throws {
    let bench = try Workbench()
    try bench.script("tool", "true")
    let search = ExecutableSearch(directories: [])
    #expect(search.find(bench.path("tool")) == bench.path("tool"))
    #expect(throws: ExecutableSearch.Failure.notFound) {
      try search.find(ByteString(bench.path("tool/below")))
    }
    #expect(
      throws: ExecutableSearch.Failure.notExecutable(
        path: bench.directory, reason: "it is a directory")
    ) { try search.find(ByteString(bench.directory)) }
  }

  @Test func anEmptyEntryOfTheSearchPathIsTheWorkingDirectory() {
    let environment = ProcessEnvironment([ByteString("PATH=/bin::/usr/bin")])
    #expect(environment.searchPath == ["/bin", ".", "/usr/bin"])
  }

  @Test func settingAVariableLeavesTheOthersAlone() {
    let environment = ProcessEnvironment(["A=1", "AB=2", "odd", "C="].map { ByteString($0) })
    #expect(
      environment.setting("A", to: "x").variables.map(\.description) == [
        "A=x", "AB=2", "odd", "C=",
      ])
    #expect(
      environment.setting("D", to: "4").variables.map(\.description)
        == ["A=1", "AB=2", "odd", "C=", "D=4"])
    #expect(environment["C"] == "")
    #expect(environment["odd"] == nil)
  }
}
