extension EventSelection {
  /// The reason why a recording of these events cannot be limited to a selection, as a sentence
  /// without its end; nil if it can.
  package func objection(to selection: SourceSelection) -> String? {
    let kinds = EventKind.allCases.filter { selection.kinds?.contains($0) == true }
    if selection.hasPatterns, sample != nil || maxRate != nil {
      return "--sample and --max-rate record whole chains of actions, --prefix and --name parts of "
        + "them"
    }
    if level == .info, let kind = kinds.first(where: \.isOfDebugLevel) {
      return "--loglevel info leaves out --kind \(kind.rawValue)"
    }
    if leavesOut.contains(.logs), kinds.contains(.logs) {
      return "--no-logs leaves out --kind logs"
    }
    if leavesOut.contains(.payloads), kinds.contains(.payloads) {
      return "--no-payloads leaves out --kind payloads"
    }
    if !slow.isEmpty, selection.hasPatterns || !selection.recordedKinds.contains(.actions) {
      return "--on-slow would see only the selected actions"
    }
    for condition in conditions {
      guard let kind = condition.kind else { continue }
      if level == .info, kind.isOfDebugLevel {
        return "--loglevel info leaves out the \(kind.rawValue) of \(condition.option)"
      }
      if selection.hasPatterns || !selection.recordedKinds.contains(kind) {
        return "\(condition.option) would see only the selected actions"
      }
    }
    return nil
  }
}
