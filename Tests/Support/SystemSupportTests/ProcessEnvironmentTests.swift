import SystemSupport
import Testing

/// The environments that processes are started with.
@Suite struct ProcessEnvironmentTests {
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
