/// Judges a run by thresholds, or records it in them.
struct Judge {
  private let file: ThresholdsFile
  private let text: String?
  private let updates: Bool
  let thresholds: Thresholds

  /// Reads the thresholds, before anything is measured that could not be judged.
  ///
  /// - Returns: nil if nothing is to be judged.
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

  /// What a run means.
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

/// What a run means, and what is to be done about it.
struct Verdict {
  var judgement: Judgement
  fileprivate var file: ThresholdsFile
  /// What the file says once everything that was found is recorded.
  fileprivate var proposal: String
  /// The way there; empty if nothing was found.
  var patch: String
  fileprivate var updates: Bool

  /// What is printed for people: findings, and the patch unless it is about to be recorded.
  var text: String {
    var text = judgement.sentences.map { $0 + "\n" }.joined()
    if updates {
      text += patch.isEmpty ? "" : "Recorded in \(file.path).\n"
    } else if !patch.isEmpty {
      text += "\nTo record this, use --update, or apply with git apply or patch -p1:\n\n" + patch
    }
    return text
  }

  /// Records what was found, if that was asked for, and says how the run ends.
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
