import TraceAnalysis

/// The CPU samples of recordings, if they have some.
enum RecordedSamples {
  case stacks(SampleStacks)
  /// Why they cannot be read.
  case failure(String)

  /// - Returns: `nil` if no recording of the reader has a profile.
  init?(of reader: TraceReader, _ filter: TraceFilter) {
    guard RecordedProfile.exist(of: reader) else { return nil }
    do {
      let profiles = try RecordedProfile.all(of: reader)
      self = .stacks(SampleStacks(profiles, of: reader, filter))
    } catch {
      self = .failure("\(error)")
    }
  }

  var stacks: SampleStacks? {
    if case .stacks(let stacks) = self { stacks } else { nil }
  }

  var failure: String? {
    if case .failure(let text) = self { text } else { nil }
  }
}
