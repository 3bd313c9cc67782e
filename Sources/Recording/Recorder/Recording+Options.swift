extension Recording {
  /// The options of a recording: its events, its buffers and its output.
  package struct Options: Sendable {
    /// The destination of a trace.
    package enum Output: Sendable {
      /// To a directory; nil for a new one in the working directory.
      case directory(String?)
      /// A directory that is removed at the end, with room for this many bytes.
      case temporary(room: Int)
      /// A relay daemon; `manifest` is a directory for a manifest with the end of the recording,
      /// nil for none, and `patience` is how long the relay daemon may accept no data at the end of
      /// the recording.
      case relay(
        RelayAddress, allowsUnencrypted: Bool, manifest: String?, patience: Duration = .seconds(30))

      var directory: String? {
        switch self {
        case .directory(let path), .relay(_, _, let path, _): path
        case .temporary: nil
        }
      }
    }

    package var output: Output
    package var buffers: BufferPlan.Request
    /// Whether the program waits for room in the buffers instead of losing events.
    package var blocking: Bool
    /// Whether forks that continue without `exec` are recorded.
    package var followsForks: Bool
    /// Whether to continue until all descendants of the program have ended.
    package var waitsForDescendants: Bool
    /// Whether to use the session daemon that serves this user, instead of a private one: all
    /// composable programs registered with it are recorded then.
    package var usesServingDaemon: Bool
    /// The user to run the program as; nil for the same one.
    package var user: ProgramUser?
    package var events: EventSelection
    /// Whether to trace stores whose reducers are not wrapped as well.
    package var tracesAllStores: Bool
    /// The name of the recording; nil for none.
    package var name: String?
    package var flight: FlightRecorderOptions?
    package var rotation: RotationOptions?
    /// The options of sampling processor time; nil to not sample it.
    package var profile: ProfileOptions?
    /// Whether the recording runs for ``BackgroundRecorder/start(arguments:emit:)``.
    package var isInBackground: Bool
    /// Whether `stop` ends the recording, and the program with it.
    package var isStoppable: Bool
    /// The command line, for the manifest.
    package var command: [String]

    package init(
      output: Output = .directory(nil), buffers: BufferPlan.Request = .init(),
      blocking: Bool = false, followsForks: Bool = false, waitsForDescendants: Bool = false,
      usesServingDaemon: Bool = false, user: ProgramUser? = nil,
      events: EventSelection = EventSelection(), tracesAllStores: Bool = false,
      name: String? = nil, flight: FlightRecorderOptions? = nil,
      rotation: RotationOptions? = nil, profile: ProfileOptions? = nil,
      isInBackground: Bool = false, isStoppable: Bool = false,
      command: [String] = []
    ) {
      self.output = output
      self.buffers = buffers
      self.blocking = blocking
      self.followsForks = followsForks
      self.waitsForDescendants = waitsForDescendants
      self.usesServingDaemon = usesServingDaemon
      self.user = user
      self.events = events
      self.tracesAllStores = tracesAllStores
      self.name = name
      self.flight = flight
      self.rotation = rotation
      self.profile = profile
      self.isInBackground = isInBackground
      self.isStoppable = isStoppable
      self.command = command
    }
  }
}
