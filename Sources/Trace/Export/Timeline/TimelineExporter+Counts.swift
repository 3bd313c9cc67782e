import TraceAnalysis

extension TimelineExporter {
  func countBegin(of span: Span, _ tracks: ProcessTracks) {
    tracks.counts.begin(span) { write($0, $1, tracks) }
  }

  func countEnd(of span: Span, _ tracks: ProcessTracks) {
    tracks.counts.end(span) { write($0, $1, tracks) }
  }

  func count(_ send: TraceEvent.Send, to store: StoreTracks, _ tracks: ProcessTracks) {
    tracks.counts.send(send, root: store.root) { write($0, $1, tracks) }
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
    case .queue(of: let root):
      let store = tracks.stores[root] ?? tracks.withoutStore
      let counter =
        store.depthCounter ?? newCounter("Queue depth", "count", of: tracks, below: store.id)
      store.depthCounter = counter
      writer.count(count, on: counter, at: now)
    // Each store has its own counter.
    case .queues: break
    }
  }
}
