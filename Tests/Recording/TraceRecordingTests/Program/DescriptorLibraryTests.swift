import SystemSupport
import Testing

@testable import TraceRecording

@Suite struct DescriptorLibraryTests {
  @Test(arguments: [
    ([], "liblttng-ust-fd.so.1"),
    (["LD_PRELOAD="], "liblttng-ust-fd.so.1"),
    (["LD_PRELOAD=libasan.so.8 two.so"], "libasan.so.8 two.so:liblttng-ust-fd.so.1"),
    (["LD_PRELOAD=/opt/lib/liblttng-ust-fd.so"], "/opt/lib/liblttng-ust-fd.so"),
  ])
  func preloaded_otherLibraries_comesAfterThem(variables: [String], expected: String) {
    let environment = ProcessEnvironment(variables.map { ByteString($0) })
    let preloaded = DescriptorLibrary.preloaded(in: environment, isInstalled: true)
    #expect(preloaded["LD_PRELOAD"] == expected)
  }

  @Test func preloaded_notInstalled_leavesEnvironment() {
    let environment = ProcessEnvironment([ByteString("LD_PRELOAD=one.so")])
    let preloaded = DescriptorLibrary.preloaded(in: environment, isInstalled: false)
    #expect(preloaded.variables == environment.variables)
  }
}
