import CLTTng

extension SignpostSink {
  /// Whether a session or a recorder records begins of intervals now.
  var recordsIntervals: Bool { recorder != nil || composable_interval_begin_enabled() }

  /// Whether a session or a recorder records ends of intervals now.
  var recordsIntervalEnds: Bool { recorder != nil || composable_interval_end_enabled() }

  /// Whether a session or a recorder records events now.
  var recordsEvents: Bool { recorder != nil || composable_event_enabled() }

  /// Whether the selection of the recording leaves out intervals and events of this name.
  func leavesOut(_ name: CStringConstant, of source: SignpostSource) -> Bool {
    recorder == nil && composable_leaves_out(source.subsystem.pointer, name.pointer)
  }

  /// Whether sessions record messages, as set in the environment of the process.
  private static let writesMessages = composable_is_asked_to_record_messages()

  /// A message, composed only if it is recorded.
  func composed(_ message: () -> String) -> String {
    recorder != nil || Self.writesMessages ? RecordedText.limited(message()) : ""
  }

  /// The recorded part of a message.
  private func written(_ message: String) -> String {
    Self.writesMessages ? message : ""
  }

  func intervalBegin(_ interval: SignpostInterval, message: String, isSynchronous: Bool) {
    let (source, name) = (interval.source, interval.name)
    if composable_interval_begin_enabled() {
      SchemaAnnouncement.announceIfNeeded()
      written(message).withCString { message in
        composable_interval_begin_do(
          interval.number, interval.id.recordedValue, source.subsystem.pointer,
          source.category.pointer, name.pointer, message, isSynchronous)
      }
    }
    recorder?.append { ids in
      .intervalBegin(
        interval: ids.interval(interval.number), id: ids.signpost(interval.id.recordedValue),
        subsystem: String(cString: source.subsystem.pointer),
        category: String(cString: source.category.pointer), name: String(cString: name.pointer),
        message: message)
    }
  }

  func intervalEnd(
    _ interval: SignpostInterval, _ outcome: SignpostIntervalOutcome, message: String
  ) {
    let (source, name) = (interval.source, interval.name)
    if composable_interval_end_enabled() {
      SchemaAnnouncement.announceIfNeeded()
      written(message).withCString { message in
        composable_interval_end_do(
          interval.number, interval.id.recordedValue, source.subsystem.pointer,
          source.category.pointer, name.pointer,
          // An unknown outcome is only read.
          composable_interval_outcome(same: outcome == .unknown ? .abandoned : outcome), message)
      }
    }
    recorder?.append { ids in
      .intervalEnd(
        interval: ids.interval(interval.number), name: String(cString: name.pointer),
        outcome: outcome, message: message)
    }
  }

  func event(id: SignpostID, source: SignpostSource, name: CStringConstant, message: String) {
    if composable_event_enabled() {
      SchemaAnnouncement.announceIfNeeded()
      written(message).withCString { message in
        composable_event_do(
          id.recordedValue, source.subsystem.pointer, source.category.pointer, name.pointer,
          message)
      }
    }
    recorder?.append { ids in
      .event(
        id: ids.signpost(id.recordedValue), subsystem: String(cString: source.subsystem.pointer),
        category: String(cString: source.category.pointer), name: String(cString: name.pointer),
        message: message)
    }
  }
}
