import TestSupport
import Testing

@testable import TraceRecording

@Suite struct SnapshotDirectoriesTests {
  @Test(
    arguments: [
      // A snapshot at an event is no answer to a request, and comes last by its name.
      (["snapshot-20261130-230000-3", "snapshot-effect-20261130-230000-4"], 0),
      // In the order of their numbers, also when the local time goes back.
      (["snapshot-20261130-230000-9", "snapshot-20261130-230000-10"], 1),
      (["snapshot-20261025-025959-2", "snapshot-20261025-020000-3"], 1),
      (["snapshot-queue-20261130-230000-4"], nil), ([], nil),
    ] as [([String], Int?)])
  func latestRequested_names_isTheLatestOne(names: [String], place: Int?) {
    #expect(SnapshotDirectories.latestRequested(of: names) == place.map { names[$0] })
  }

  @Test func all_directory_hasItsSnapshots() throws {
    let files = try ScratchDirectory()
    for name in ["snapshot-b-1/a", "snapshot-a-0/a", "other/a", "signpost.json"] {
      try files.file(name, "")
    }
    #expect(
      SnapshotDirectories.all(in: files.directory)
        == ["snapshot-a-0", "snapshot-b-1"].map(files.path))
  }
}
