import TraceAnalysis

extension TimelineExporter {
  func countBegin(of span: Span, _ tracks: ProcessTracks) {
    tracks.counts.begin(span) { write($0, $1, tracks) }
  }

  func countEnd(of span: Span, _ tracks: ProcessTracks) {
    tracks.counts.end(span) { write($0, $1, tracks) }
  }

  private func write(_ quantity: LiveCounts.Quantity, _ count: Int64, _ tracks: ProcessTracks) {
    switch quantity {
    case .effects:
      let counter = tracks.effectsCounter ?? newCounter("Effects alive", "count", of: tracks)
      tracks.effectsCounter = counter
      writer.count(count, on: counter, at: now)
    case .stores:
      let counter = tracks.storesCounter ?? newCounter("Stores alive", "count", of: tracks)
      tracks.storesCounter = counter
      writer.count(count, on: counter, at: now)
    }
  }

  func write(_ change: QueueCounts.Change) {
    let tracks = tracks(of: change.process)
    let counter = tracks.queueCounters[change.store] ?? newQueueCounter(of: change.store, tracks)
    tracks.queueCounters[change.store] = counter
    writer.count(change.count, on: counter, at: change.time)
  }

  private func newQueueCounter(of store: UInt64, _ tracks: ProcessTracks) -> TimelineTrack.ID {
    if let known = tracks.stores[store], known.root == store, let track = known.id {
      return newCounter("Queue depth", "count", of: tracks, below: track)
    }
    // Viewers distinguish counters that have no track by their names.
    return newCounter("Queue depth of store \(store)", "count", of: tracks)
  }
}
