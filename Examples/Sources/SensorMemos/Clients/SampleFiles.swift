import ComposableArchitecture
import Foundation

/// The samples of memos, a file each. All functions throw ``MemoFailure``.
@DependencyClient
struct SampleFiles: Sendable {
  /// Adds a sample to the file of a memo, which is made for the first one.
  var append: @Sendable (_ sample: Sample, _ memo: Memo.ID) async throws -> Void
  var load: @Sendable (_ memo: Memo.ID) async throws -> [Sample]
  var delete: @Sendable (_ memo: Memo.ID) async throws -> Void
}

extension SampleFiles: DependencyKey {
  static let testValue = Self()

  static var liveValue: Self {
    @Dependency(\.memoDirectory) var directory
    return .directory(directory)
  }

  /// Files with a line per sample: its time and its value, with a tab between them.
  static func directory(_ directory: URL) -> Self {
    @Sendable func url(_ memo: Memo.ID) -> URL {
      directory.appendingPathComponent("\(memo.uuidString).tsv")
    }
    return Self(
      append: { sample, memo in
        try await onDisk {
          let url = url(memo)
          if !FileManager.default.fileExists(atPath: url.path) {
            try FileManager.default.createDirectory(
              at: directory, withIntermediateDirectories: true)
            try Data().write(to: url, options: .withoutOverwriting)
          }
          let file = try FileHandle(forWritingTo: url)
          defer { try? file.close() }
          try file.seekToEnd()
          try file.write(contentsOf: Data("\(sample.time)\t\(sample.value)\n".utf8))
        }
      },
      load: { memo in
        try await onDisk {
          try String(contentsOf: url(memo), encoding: .utf8).split(separator: "\n").map { line in
            let fields = line.split(separator: "\t").compactMap { Double($0) }
            guard fields.count == 2, 0...1e9 ~= fields[0], 0...100 ~= fields[1] else {
              throw MemoFailure.disk("'\(line)' is no sample")
            }
            return Sample(time: fields[0], value: fields[1])
          }
        }
      },
      delete: { memo in
        try await onDisk {
          guard FileManager.default.fileExists(atPath: url(memo).path) else { return }
          try FileManager.default.removeItem(at: url(memo))
        }
      })
  }

  private static func onDisk<Result>(
    _ operation: @Sendable () throws -> Result
  ) async throws -> Result {
    do {
      return try operation()
    } catch let failure as MemoFailure {
      throw failure
    } catch {
      throw MemoFailure.disk(error.localizedDescription)
    }
  }
}

extension DependencyValues {
  var sampleFiles: SampleFiles {
    get { self[SampleFiles.self] }
    set { self[SampleFiles.self] = newValue }
  }
}
