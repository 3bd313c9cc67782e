import TestSupport
import Testing
import TraceSchema

extension RecordingTests {
  /// `signpost --version`, for reports of bugs.
  @Suite struct VersionTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
    }

    @Test(arguments: [["--version"], ["report", "--version"]])
    func versionOfTheLibraryAndOfTheSchema(arguments: [String]) throws {
      let result = try bench.run([Tools.signpost] + arguments)
      #expect(result.code == 0)
      #expect(
        result.output
          == "signpost \(TraceSchema.libraryVersion), trace schema \(TraceSchema.version)\n")
      #expect(result.errors == "")
    }

    @Test func thatOfARecordedProgramIsItsOwn() throws {
      let result = try bench.record("--no-report", "--", "sh", "-c", "echo $1", "sh", "--version")
      #expect(result.output == "--version\n", "\(result.errors)")
    }
  }
}
