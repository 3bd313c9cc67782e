import Glibc
import SystemSupport
import Testing

@testable import TraceRecording

@Suite struct ServingDaemonTests {
  private func home(_ variables: String...) -> String {
    ServingDaemon.home(environment: ProcessEnvironment(variables.map { ByteString($0) }))
  }

  @Test func home_variables_takePrecedence() {
    #expect(home("HOME=/b", "LTTNG_HOME=/a") == "/a")
    #expect(home("HOME=/b") == "/b")
  }

  /// LTTng's daemon looks it up as well.
  @Test func home_noVariables_isTheOneInTheListOfUsers() throws {
    let entry = try #require(getpwuid(getuid()))
    #expect(home() == String(cString: entry.pointee.pw_dir))
  }
}
