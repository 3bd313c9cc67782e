import Testing

/// Everything that starts session daemons, one test after the other: they share the machine.
@Suite(.serialized) enum RecordingTests {}
