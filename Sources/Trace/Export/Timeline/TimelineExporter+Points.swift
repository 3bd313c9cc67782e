import TraceAnalysis

extension TimelineExporter {
  func point(_ point: TracePoint) {
    let event = point.event
    now = max(now, event.timestamp)
    let tracks = tracks(of: event.process)
    switch event.payload {
    case .send(let send): add(send, event, tracks)
    case .effectOutput(let output): add(output, event, tracks)
    case .actionPayload(let action): addValue(.payload, of: action, event, tracks)
    case .actionData(let data):
      if data.isWhole(texts) { addValue(.payload, of: data.action, event, tracks) }
    case .stateDiff(let action): addValue(.stateDiff, of: action, event, tracks)
    case .event(let content):
      let message = texts.message
      write(event, .event, on: signposter(content.source, tracks).parent) { writer in
        writer.name(content.name)
        if content.id != 0 { writer.argument(.belongsTo, content.id) }
        if !message.isEmpty { writer.argument(.message, text: message) }
      }
    case .log(let log): add(log, event, tracks)
    case .budgetExceeded(let excess):
      write(event, .budget, on: running(event, tracks)) { writer in
        writer.name("budget exceeded")
        if excess.action != 0 { writer.argument(.action, excess.action) }
        writer.argument(.label, excess.name)
        writer.argument(.budget, excess.budget)
        writer.argument(.taken, excess.taken)
      }
    case .scope(let scope):
      write(event, .scope, on: running(event, tracks)) { writer in
        writer.name("scope")
        writer.argument(.store, scope.store)
        writer.argument(.child, scope.child)
        writer.argument(.isCached, word: scope.isCached ? "yes" : "no")
      }
    case .schema(let schema):
      write(event, .schema, on: tracks.id) { writer in
        writer.name("schema")
        writer.argument(.version, schema.version)
        writer.argument(.library, schema.library)
      }
    case .sampling(let sampling):
      write(event, .schema, on: tracks.id) { writer in
        writer.name("sampling")
        writer.argument(.sample, text: "\(sampling.kept)/\(sampling.of)")
        guard sampling.name != .empty else { return }
        writer.argument(.label, sampling.name)
        writer.argument(.leftOut, sampling.leftOut)
      }
    default: break
    }
  }

  private func write(
    _ event: TraceEvent, _ category: TimelineCategory, on track: TimelineTrack.ID,
    content: (Writer) -> Void
  ) {
    writer.open(.instant, on: track, at: event.timestamp)
    writer.category(category)
    content(writer)
    writer.close()
  }

  /// The track of an event: the track of its thread, or the latest track of its process.
  private func running(_ event: TraceEvent, _ tracks: ProcessTracks) -> TimelineTrack.ID {
    guard event.thread != nil else { return tracks.id }
    let calls = calls(tracks, event.thread) { CallTrack(tracks.id) }
    flush(calls)
    return calls.id
  }

  // MARK: - Sends and outputs

  private func add(_ send: TraceEvent.Send, _ event: TraceEvent, _ tracks: ProcessTracks) {
    tracks.hasSends = true
    let store = storeTracks(ofSend: send.store, tracks)
    let track: TimelineTrack.ID
    if let effect = tracks.effects[send.cause], send.cause != 0 {
      track = effect.lane
    } else if event.thread != nil {
      track = running(event, tracks)
    } else {
      track = store.sends ?? newTrack("Sends", of: tracks, below: store.id, rank: 1)
      store.sends = track
    }
    write(event, .send, on: track) { writer in
      writer.name(send.name)
      writer.argument(.action, send.action)
      writer.argument(.store, send.store)
      if send.cause != 0 { writer.argument(.cause, send.cause) }
      writer.argument(.depth, send.depth)
      if send.waited > 0 { writer.argument(.waited, send.waited) }
      if send.isReentrant { writer.argument(.isReentrant, word: "yes") }
      writer.flow(FlowID.send(of: send.action, event.process))
    }
  }

  /// Unknown stores get no tracks of their own here: those would never be removed.
  private func storeTracks(ofSend store: UInt64, _ tracks: ProcessTracks) -> StoreTracks {
    tracks.stores[store] ?? tracks.withoutStore
  }

  private func add(
    _ output: TraceEvent.EffectOutput, _ event: TraceEvent, _ tracks: ProcessTracks
  ) {
    let index = tracks.effects[output.effect]?.outputs
    let track = tracks.effects[output.effect]?.lane ?? running(event, tracks)
    write(event, .output, on: track) { writer in
      writer.name(output.name)
      writer.argument(.effect, output.effect)
      if let index, !tracks.hasSends {
        writer.flow(FlowID.output(index, of: output.effect, event.process))
      }
    }
    if index != nil { tracks.effects[output.effect]?.outputs += 1 }
  }

  // MARK: - Values

  /// Stores a value until its action ends, of which it becomes an argument.
  private func addValue(
    _ key: TimelineArgument, of action: UInt64, _ event: TraceEvent, _ tracks: ProcessTracks
  ) {
    let calls = event.thread.flatMap { tracks.threads[$0] } ?? tracks.latest
    let text = texts.message
    if let calls, calls.ended?.id == action {
      if key == .payload { calls.payload = text } else { calls.stateDiff = text }
      return
    }
    if key == .payload, let calls,
      let index = calls.stack.index(ofAction: action)
    {
      calls.stack.frames[index].content = text
      return
    }
    write(event, .value, on: running(event, tracks)) { writer in
      writer.name("\(key.word)")
      writer.argument(.action, action)
      writer.argument(key, text: text)
    }
  }

  // MARK: - Logs

  private func add(_ log: TraceEvent.Log, _ event: TraceEvent, _ tracks: ProcessTracks) {
    let track = tracks.logs ?? newTrack("Logs", of: tracks)
    tracks.logs = track
    let (message, metadata) = (texts.message, texts.metadata)
    write(event, .log, on: track) { writer in
      // The part that viewers show first. The complete message is an argument.
      writer.name(message.isEmpty ? "(no message)" : String(message.prefix(120)))
      writer.argument(.level, word: log.level.word)
      writer.argument(.label, log.label)
      writer.argument(.message, text: message)
      if !metadata.isEmpty { writer.argument(.metadata, text: metadata) }
      writer.argument(.file, log.file)
      writer.argument(.line, log.line)
    }
  }
}
