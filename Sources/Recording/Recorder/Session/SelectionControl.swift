import TraceSchema

/// The selection of a session that records: changes the rules of its channels, and the patterns
/// that its programs read.
struct SelectionControl {
  private(set) var events: EventSelection
  /// nil for programs that the recording has not started: they read no patterns.
  private let page: SelectionPage?
  /// Whether the trace is sent to another machine, and the manifest is not.
  private let isSent: Bool
  private var channels: [Channel]

  private struct Channel {
    let name: String
    var enabled: [EventSelection.Rule]
  }

  /// - Parameter configuration: The session, as it was started.
  init(_ configuration: SessionConfiguration, page: SelectionPage?) {
    events = configuration.events
    self.page = page
    isSent = configuration.relay != nil
    channels = configuration.channelRules.map { Channel(name: $0.channel, enabled: $0.rules) }
  }

  var selection: SourceSelection { events.source }

  /// Whether a change makes stores or effects known that exist already, for a state dump.
  func announces(_ selection: SourceSelection) -> Bool {
    let added = selection.events.subtracting(self.selection.events)
    return !added.isDisjoint(with: [.storeCreated, .effectBegin])
  }

  /// The reason why it cannot be changed to a selection; nil if it can.
  func objection(to selection: SourceSelection) -> String? {
    if isSent {
      return "it is sent by --relay, and no event says which ones were selected"
    }
    if selection.hasPatterns, page == nil {
      return "its programs read no patterns, as it did not start them, or did so without "
        + "--recording, --prefix and --name: use --kind, or select when the recording is read"
    }
    return events.objection(to: selection) ?? selection.objectionToPatterns
  }

  /// Changes the selection.
  ///
  /// - Returns: LTTng's complaint, or another reason if that failed.
  mutating func change(
    to selection: SourceSelection, of session: RecordingSession, isSnapshot: Bool
  ) -> String? {
    var changed = events
    changed.source = selection
    let rules = SessionConfiguration.channelRules(of: changed, isSnapshot: isSnapshot)
    for index in channels.indices {
      let change = RuleChange(
        from: channels[index].enabled, to: rules[index].rules, session: session.name,
        channel: channels[index].name)
      for step in change.steps {
        let answer = session.client.ask(step.command, patience: .seconds(30))
        guard answer.succeeded else {
          return "LTTng could not change the recording:\n\(answer.complaint)"
        }
        channels[index].enabled = step.enabled
      }
    }
    page?.write(selection)
    events = changed
    return nil
  }
}
