/// The processes and threads that have written into a trace, as far as it has been read.
///
/// Events and spans refer to them by index. The name of a process can be preliminary until the trace is
/// read to its end: see ``TraceSummary``.
public final class TraceParticipants {
  /// The processes, in the order of their first event.
  public internal(set) var processes: [TraceProcess] = []

  /// The threads, in the order of their first event.
  public internal(set) var threads: [TraceThread] = []
}
