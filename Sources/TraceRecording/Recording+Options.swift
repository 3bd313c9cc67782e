extension Recording {
  /// What is recorded, how, and where to.
  package struct Options: Sendable {
    /// Where a trace goes.
    package enum Output: Sendable {
      /// To a directory; nil for a new one in the working directory.
      case directory(String?)
      /// To a directory that goes away at the end, with room for this many bytes.
      case temporary(room: Int)
      /// To a relay daemon; `manifest` is a directory for a note of how that ended, nil for none,
      /// and `patience` is how long a relay daemon may take nothing at the end of the recording.
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
    package var buffers: BufferPlan.Wish
    /// Whether the program waits for room in the buffers instead of losing events.
    package var blocking: Bool
    /// Whether forks that go on without `exec` are recorded.
    package var followsForks: Bool
    /// Whether to go on until all processes have ended that descend from the program.
    package var waitsForDescendants: Bool
    /// Whether to record by the session daemon that serves this user, instead of a private one for
    /// the time of the recording: all composable programs that it serves are recorded then.
    package var usesServingDaemon: Bool
    /// The user to run the program as; nil for the same one.
    package var user: ProgramUser?
    package var events: EventSelection
    /// Whether to trace the stores whose reducers are not wrapped as well.
    package var tracesAllStores: Bool
    /// What to call it; nil for no name.
    package var name: String?
    package var flight: FlightRecorderOptions?
    package var rotation: RotationOptions?
    /// How processor time is sampled; nil if it is not.
    package var profile: ProfileOptions?
    /// The command line, for the manifest.
    package var command: [String]

    package init(
      output: Output = .directory(nil), buffers: BufferPlan.Wish = .init(),
      blocking: Bool = false, followsForks: Bool = false, waitsForDescendants: Bool = false,
      usesServingDaemon: Bool = false, user: ProgramUser? = nil,
      events: EventSelection = EventSelection(), tracesAllStores: Bool = false,
      name: String? = nil, flight: FlightRecorderOptions? = nil,
      rotation: RotationOptions? = nil, profile: ProfileOptions? = nil, command: [String] = []
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
      self.command = command
    }
  }
}
