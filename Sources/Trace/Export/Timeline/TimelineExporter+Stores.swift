import TraceAnalysis

extension TimelineExporter {
  /// The tracks of the root store of a store.
  func storeTracks(_ store: UInt64, _ tracks: ProcessTracks) -> StoreTracks {
    if store == 0 { return tracks.withoutStore }
    if let found = tracks.stores[store] { return found }
    let added = StoreTracks(root: store)
    tracks.stores[store] = added
    return added
  }

  private func addTrack(of store: StoreTracks, _ name: String, _ tracks: ProcessTracks)
    -> TimelineTrack.ID
  {
    if let id = store.id { return id }
    let group = tracks.storesGroup ?? newTrack("Stores", of: tracks)
    tracks.storesGroup = group
    let id = newTrack(name, of: tracks, below: group)
    store.id = id
    return id
  }

  /// The track of a store's actions in a trace without threads.
  func storeCalls(_ store: StoreTracks, _ span: Span, _ tracks: ProcessTracks) -> CallTrack {
    if let calls = store.calls { return calls }
    let parent =
      span.store == 0
      ? nil : addTrack(of: store, storeName(span.feature, span.store), tracks)
    let calls = CallTrack(newTrack("Actions", of: tracks, below: parent, rank: 0))
    store.calls = calls
    return calls
  }

  func storeName(_ feature: NameID, _ store: UInt64) -> String {
    let name = names[feature].name
    return name.isEmpty ? "Store \(store)" : "\(name) \(store)"
  }

  func beginStore(_ span: Span) {
    let tracks = tracks(of: span.process)
    if span.store == 0 {
      let store = storeTracks(span.id, tracks)
      let track = addTrack(of: store, storeName(span.name, span.id), tracks)
      if store.isOpen { return }
      store.isOpen = true
      countBegin(of: span, tracks)
      writer.open(.begin, on: track, at: span.start)
      writer.category(.store)
      writer.name(span.name)
      writeArguments(of: span)
      writeCompleteness(span)
      writer.close()
      return
    }
    if tracks.scopedStores[span.id] != nil { return }
    countBegin(of: span, tracks)
    let root = tracks.stores[span.store] ?? tracks.withoutStore
    tracks.stores[span.id] = root
    let group =
      root.scopedStores
      ?? LaneGroup(
        newTrack("Scoped stores", of: tracks, below: root.id, rank: 4))
    root.scopedStores = group
    tracks.scopedStores[span.id] = beginOnLane(span, group, tracks) { _ in
      writeArguments(of: span)
    }
  }

  private func writeArguments(of store: Span) {
    writer.argument(.store, store.id)
    if store.store != 0 { writer.argument(.parent, store.store) }
    writer.argument(.file, store.source)
    writer.argument(.line, store.line)
  }

  func endStore(_ span: Span) {
    let tracks = tracks(of: span.process)
    if span.completeness == .stillOpen { return }
    let removed = tracks.stores[span.id]
    defer {
      tracks.stores[span.id] = nil
      tracks.queueCounters[span.id] = nil
    }
    if let open = tracks.scopedStores.removeValue(forKey: span.id) {
      countEnd(of: span, tracks)
      endOnLane(span, open) { _ in }
      return
    }
    if let calls = removed?.calls, span.store == 0 {
      flush(calls)
      if let end = span.end { unwind(calls, to: 0, at: end) }
    }
    if span.completeness == .beginLost {
      let group = tracks.storesGroup ?? newTrack("Stores", of: tracks)
      tracks.storesGroup = group
      writeLostBegin(span, on: group, .store)
      return
    }
    guard let store = removed, let track = store.id, store.isOpen else { return }
    store.isOpen = false
    countEnd(of: span, tracks)
    writer.open(.end, on: track, at: max(span.end ?? now, span.start))
    writeCompleteness(span)
    writer.close()
  }

  // MARK: - Waiting

  /// Draws the time that an action waited in the queue, or for the actor of the store.
  func writeWaiting(_ span: Span, _ send: Span.Send, _ tracks: ProcessTracks) {
    let store = storeTracks(span.store, tracks)
    let queue = store.queue ?? newTrack("Queue", of: tracks, below: store.id, rank: 1)
    store.queue = queue
    let start = send.requested
    let end = max(span.start, start)
    let lane = store.queueLanes.take(from: start, until: end) {
      newTrack("Queue", of: tracks, below: queue, isLane: true)
    }
    writer.open(.begin, on: lane, at: start)
    writer.category(.queued)
    writer.name(span.name)
    writer.argument(.action, span.id)
    writer.argument(.depth, send.depth)
    writer.argument(.waited, end - start)
    writer.close()
    writer.open(.end, on: lane, at: end)
    writer.close()
  }
}
