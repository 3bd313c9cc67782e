import SystemSupport
@testable import TraceRecording
import Testing

@Suite struct ForkLibraryTests {
  @Test(arguments: [
    ([], "liblttng-ust-fork.so.1"),
    (["LD_PRELOAD="], "liblttng-ust-fork.so.1"),
    (["LD_PRELOAD=one.so:two.so"], "liblttng-ust-fork.so.1:one.so:two.so"),
  ])
  func comesBeforeWhatIsPreloadedAlready(variables: [String], expected: String) {
    let environment = ProcessEnvironment(variables.map { ByteString($0) })
    #expect(ForkLibrary.preloaded(in: environment)["LD_PRELOAD"] == expected)
  }
}
