import SystemSupport

/// Judges a run by thresholds, or records the run in them.
struct Judge {
  private let file: ThresholdsFile
  private let text: String?
  private let updates: Bool
  let thresholds: Thresholds

  /// Reads the thresholds, so that an invalid file is detected before the measurement.
  ///
  /// - Returns: nil if there is nothing to judge.
  init?(
    check: String?, update: String?, isDebugBuild: Bool = Build.isDebug
  ) throws(Failure) {
    guard let path = check ?? update else { return nil }
    if isDebugBuild {
      throw Failure(
        .usage,
        """
        a debug build says nothing about what the library costs, so it does not judge: swift run \
        -c release Bench \(check == nil ? "--update" : "--check")
        """)
    }
    updates = check == nil
    file = ThresholdsFile(path)
    text = try file.read()
    if let text {
      thresholds = try file.thresholds(text)
    } else if updates {
      thresholds = Thresholds()
    } else {
      throw Failure(
        .usage, "there are no thresholds in “\(file.path)”; --update writes the first ones")
    }
  }

  /// Judges a run.
  func verdict(on results: Results, selection: Selection) throws(Failure) -> Verdict {
    let judgement = Judgement(
      results, by: thresholds, of: selection.isPartial ? nil : selection.allNames)
    do {
      let proposal = judgement.findings.isEmpty ? text ?? "" : try judgement.proposal.json()
      return Verdict(
        judgement: judgement, file: file, proposal: proposal,
        patch: Patch(path: file.pathInRepository, old: text, new: proposal).text, updates: updates)
    } catch {
      throw Failure(.cannotCreate, "thresholds cannot be written as JSON: \(error)")
    }
  }
}

/// The judgement of a run, and the resulting action.
struct Verdict {
  var judgement: Judgement
  fileprivate var file: ThresholdsFile
  /// The contents of the file with all findings recorded.
  fileprivate var proposal: String
  /// The patch for that; empty without findings.
  var patch: String
  fileprivate var updates: Bool

  /// The printed text: findings, and the patch unless it is about to be recorded.
  var text: String {
    var text = judgement.sentences.map { $0 + "\n" }.joined()
    if updates {
      text += patch.isEmpty ? "" : "Recorded in \(file.path).\n"
    } else if !patch.isEmpty {
      text += "\nTo record this, use --update, or apply with git apply or patch -p1:\n\n" + patch
    }
    return text
  }

  /// Records the findings, if requested, and returns the exit status.
  func conclude() throws(Failure) -> ExitStatus {
    guard updates else { return judgement.status }
    guard !patch.isEmpty else { return .fine }
    do {
      try Files.makeDirectory(for: file.path)
      try Files.replace(file.path, with: proposal)
    } catch {
      throw Failure(.cannotCreate, "\(error)")
    }
    return .fine
  }
}
