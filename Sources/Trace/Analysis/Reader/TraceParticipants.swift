/// The processes and threads that have written to a trace, in the part that has been read.
///
/// Events and spans refer to them by index. The name of a process can be preliminary until the
/// whole trace has been read: see ``TraceSummary``.
public final class TraceParticipants {
  /// The processes, in the order of their first event.
  public private(set) var processes: [TraceProcess] = []

  /// The threads, in the order of their first event.
  public private(set) var threads: [TraceThread] = []

  /// The names of the machines, available before the first event.
  public private(set) var hosts: Set<String> = []

  /// The time of the first event, in nanoseconds since the Unix epoch.
  public private(set) var start: Int64?

  /// Whether each event names its process, by the context `vpid`, rather than its trace alone.
  public private(set) var haveProcessContext = false

  /// Adds the new entries of a batch.
  func add(_ batch: MessageBatch) {
    if let all = batch.processes { processes = all }
    if !batch.threads.isEmpty { threads += batch.threads }
    hosts = batch.hosts
    start = start ?? batch.start
    haveProcessContext = batch.hasProcessContext
  }

  func removeAll() {
    start = nil
    haveProcessContext = false
    hosts = []
    processes = []
    threads = []
  }
}
