import Durations
import TraceAnalysis

extension PageBuilder {
  // MARK: - Actions and reactions of observers

  private func calls(_ span: borrowing Span, _ process: PageProcess) -> PageCalls {
    calls(span.thread, span.store, process)
  }

  private func calls(
    _ thread: ThreadIndex?, _ store: UInt64, _ process: PageProcess
  ) -> PageCalls {
    if let latest = process.latest, let thread, latest.thread == thread { return latest }
    let known = thread.map { process.threads[$0] } ?? process.stores[store]
    if let known { return known }
    let calls = PageCalls(thread)
    if let thread { process.threads[thread] = calls } else { process.stores[store] = calls }
    return calls
  }

  private func lane(_ span: borrowing Span, _ calls: PageCalls) -> PageLane {
    // The previous action often belongs to the same store.
    if let lane = calls.lane, lane.key.store == span.store, span.store != 0, lane.feature != 0 {
      return lane
    }
    let lane = lane(
      PageLane.Key(
        process: span.process, kind: .calls, thread: span.thread ?? -1, store: span.store),
      feature: span.feature)
    calls.lane = lane
    return lane
  }

  func beginCall(_ span: borrowing Span, _ process: PageProcess) {
    let calls = calls(span, process)
    process.latest = calls
    unwind(calls, to: calls.stack.depth(beginning: span), at: relative(span.start), process)
    let lane = lane(span, calls)
    if !lane.isOnMainActor { lane.isOnMainActor = time.isOnMainActor(span) }
    calls.stack.frames.append(CallStack.Frame(span, lane))
    if span.kind == .action, span.isOutermost { count(begin: span) }
  }

  /// Ends the open spans beyond a depth: their own ends are lost.
  private func unwind(
    _ calls: PageCalls, to depth: Int, at time: Int64, _ process: PageProcess
  ) {
    while calls.stack.frames.count > depth {
      let row = PageLane.row(atDepth: calls.stack.frames.count - 1)
      let frame = calls.stack.frames.removeLast()
      process.overtaken[PageProcess.OpenKey(frame)] = PageProcess.Overtaken(
        lane: frame.content, row: row, time: time)
    }
  }

  func endCall(_ span: borrowing Span, _ process: PageProcess) {
    let calls = calls(span, process)
    if span.kind == .action, span.isOutermost { count(end: span) }
    guard let index = calls.stack.index(of: span) else {
      let overtaken = process.overtaken.removeValue(forKey: PageProcess.OpenKey(span))
      let row = overtaken?.row ?? PageLane.row(atDepth: calls.stack.frames.count)
      add(span, overtaken?.lane ?? lane(span, calls), row: row, end: overtaken?.time)
      return
    }
    let time = span.end.map { relative($0) }
    if let time { unwind(calls, to: index + 1, at: time, process) }
    let lane = calls.stack.frames[index].content
    let isReplaced = time == nil && span.kind == .observer && span.completeness == .endLost
    calls.stack.frames.remove(at: index)
    process.latest = calls
    if span.kind == .action { calls.ended = (span.id, lane) }
    add(span, lane, row: PageLane.row(atDepth: index), end: isReplaced ? now : nil)
  }

  // MARK: - Effects, intervals and stores

  private func packedLane(_ span: borrowing Span, _ process: PageProcess) -> PageLane {
    var key = PageLane.Key(process: span.process, kind: .effects)
    switch span.kind {
    case .interval:
      key.kind = .intervals
      key.source = span.source
      return lane(key)
    case .store:
      key.kind = .stores
      key.store = span.store == 0 ? span.id : process.roots[span.store] ?? 0
      return lane(key, feature: span.store == 0 ? span.name : .empty)
    default:
      key.store = span.store
      return lane(key, feature: span.feature)
    }
  }

  func beginPacked(_ span: borrowing Span, _ process: PageProcess) {
    let key = PageProcess.OpenKey(span)
    if process.open[key] != nil { return }
    process.curves.begin(span, at: now)
    let lane = packedLane(span, process)
    if span.kind == .store { process.roots[span.id] = lane.key.store }
    let row = lane.takeRow(from: relative(span.start), first: span.kind == .interval ? 1 : 0)
    process.open[key] = PageProcess.Open(
      lane: lane, row: row, text: span.kind == .interval ? texts.message : "")
  }

  func endPacked(_ span: borrowing Span, _ process: PageProcess) {
    let key = PageProcess.OpenKey(span)
    let open: PageProcess.Open
    if let known = process.open.removeValue(forKey: key) {
      process.curves.end(span, at: now)
      open = known
    } else {
      let lane = packedLane(span, process)
      let row = lane.takeRow(from: relative(span.start), first: span.kind == .interval ? 1 : 0)
      open = PageProcess.Open(lane: lane, row: row)
    }
    if span.kind == .store { process.roots[span.id] = nil }
    var text = open.text
    if span.kind == .interval, span.end != nil {
      let message = texts.message
      text = [text, message].filter { !$0.isEmpty }.joined(separator: "\n")
    }
    if let end = span.end { open.lane.releaseRow(open.row, at: relative(end)) }
    add(span, open.lane, row: open.row, end: nil, text: text)
  }
}
