import RecordingManifests

/// Requests of other processes: changes of the selection by `set`, and snapshots.
extension SessionKeeper {
  /// Handles a SIGUSR2, if it announces requests.
  ///
  /// - Returns: Whether it does. Requests that arrive together are answered at the first signal.
  func answerRequests() -> Bool {
    let directory = session.client.directory.path
    let changes = SelectionRequest.answerAll(in: directory) { request in
      if let failure = change(by: request) { return .init(failure: failure) }
      return .init(selection: control.selection.text)
    }
    // A request that arrives from here on may be about later events.
    let requests = flight == nil ? [] : SnapshotRequest.all(in: directory)
    if !requests.isEmpty {
      let snapshot = takeSnapshot(.command)
      requests.forEach { $0.answer(snapshot) }
    }
    return announcements.takeOne(of: changes + requests.count)
  }

  /// - Returns: The reason of a failure.
  private func change(by request: SelectionRequest) -> String? {
    let selection = request.applied(to: control.selection)
    if let objection = control.objection(to: selection) { return objection }
    let announces = control.announces(selection)
    if let failure = control.change(to: selection, of: session, isSnapshot: flight != nil) {
      return failure
    }
    if announces { regenerate() }
    update { $0.add(selection.manifest(since: RecordingManifest.timestamp())) }
    emit(.note("from now on, \(selection.text) is recorded"))
    return nil
  }
}

extension RecordingManifest {
  /// The maximum number of changes that a manifest lists: each chunk has a copy.
  private static let mostSelections = 100

  /// Notes the selection of a recording that begins.
  mutating func begin(_ selection: SourceSelection) {
    if !selection.isEverything { selections = [selection.manifest(since: nil)] }
  }

  /// The selection that `set` has left, for a start that requests the same events as this one did;
  /// nil if the selection has not changed, or if the new start requests others.
  ///
  /// - Parameter events: The patterns of the events that the new start requests.
  func selectionToResume(_ events: [String]) -> SourceSelection? {
    guard options.events == events else { return nil }
    return selections?.last.map(SourceSelection.init)
  }

  /// Notes the selection of a recording that is resumed.
  mutating func resume(_ selection: SourceSelection, after earlier: RecordingManifest) {
    selections = earlier.selections
    let selected = selection.manifest(since: RecordingManifest.timestamp())
    if !(earlier.selections?.last ?? Selection()).selectsSame(as: selected) { add(selected) }
  }

  /// Adds a change of the selection.
  fileprivate mutating func add(_ selection: Selection) {
    var all = selections ?? [Selection()]
    if all.count >= Self.mostSelections { all.remove(at: 1) }
    selections = all + [selection]
  }
}
