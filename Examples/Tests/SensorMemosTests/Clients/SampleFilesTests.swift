import ExampleTestSupport
import Foundation
import Testing

@testable import SensorMemos

@Suite struct SampleFilesTests {
  @Test func samplesAreKept() async throws {
    try await withScratchDirectory { directory in
      let files = SampleFiles.directory(directory.appendingPathComponent("new"))
      let (one, other) = (UUID(), UUID())
      for sample in twoSamples { try await files.append(sample, one) }
      try await files.append(Sample(time: 3, value: 7), other)
      #expect(try await files.load(one) == twoSamples)
      try await files.delete(one)
      await #expect(throws: MemoFailure.self) { try await files.load(one) }
      #expect(try await files.load(other) == [Sample(time: 3, value: 7)])
      // The file is gone already.
      try await files.delete(one)
    }
  }

  @Test func aDirectoryThatCannotBeMadeIsAFailure() async throws {
    try await withScratchDirectory { directory in
      let file = directory.appendingPathComponent("file")
      try Data().write(to: file)
      let files = SampleFiles.directory(file)
      await #expect(throws: MemoFailure.self) { try await files.append(twoSamples[0], UUID()) }
    }
  }

  @Test(arguments: ["x\ty", "1", "1\t2\t3", "1\tnan", "-1\t2", "1e300\t2", "1\t1000"])
  func aDamagedFileIsAFailure(text: String) async throws {
    try await withScratchDirectory { directory in
      let id = UUID()
      try Data("1\t2\n\(text)\n".utf8)
        .write(to: directory.appendingPathComponent("\(id.uuidString).tsv"))
      await #expect(throws: MemoFailure.disk("'\(text)' is no sample")) {
        try await SampleFiles.directory(directory).load(id)
      }
    }
  }
}
