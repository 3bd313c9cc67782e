import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Reads a live session on a separate thread, and provides its figures at any time.
///
/// Unchecked: the reader and the model belong to the thread, and are accessed under the lock.
public final class LiveFeed: @unchecked Sendable {
  /// The state of the reading.
  public enum State: Sendable, Equatable {
    /// The session is being read.
    case reading
    /// The session is closed.
    case ended
    /// The connection is broken, for this reason.
    case failed(String)
  }

  private let reader: LiveReader
  private let model: LiveModel
  private let lock = Mutex(())
  private let state = Mutex(State.reading)
  private let isStopped = Atomic(false)
  private let isDone = DispatchSemaphore(value: 0)
  /// When the session last made progress, on this machine's clock.
  private var progress = ContinuousClock.now
  private var time: Int64 = .min

  /// The time without a delivery after which the clock of a session is assumed to continue: without
  /// a recorded process, no message carries the time.
  private static let patience = Duration.milliseconds(1500)

  /// Connects to a relay daemon.
  ///
  /// - Parameters:
  ///   - address: The session.
  ///   - window: The length of the sliding window, in nanoseconds.
  /// - Throws: ``TraceReaderError`` if the relay daemon does not answer.
  public init(_ address: LiveAddress, window: Int64) throws(TraceReaderError) {
    var model: LiveModel?
    reader = try LiveReader(address) { names, participants in
      let sink = LiveModel(window: window, names: names, participants: participants)
      model = sink
      return [sink]
    }
    self.model = model!
    // Attaches to the session. Streams that exist by then are read from this point on only.
    if case .failed(let reason) = readOnce() {
      throw .relayUnreachable(address.description, reason: reason)
    }
  }

  /// Starts to read.
  public func start() {
    let feed = Unmanaged.passRetained(self)
    var thread = pthread_t()
    // A thread inherits the blocked signals: they are left to the thread that waits for them.
    let failure = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<LiveFeed>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, feed.toOpaque())
    if failure == 0 {
      pthread_detach(thread)
    } else {
      feed.release()
      state.withLock { $0 = .failed("no thread can be started") }
      isDone.signal()
    }
  }

  /// Stops the reading, and waits for its end, unless the relay daemon does not respond.
  public func stop() {
    isStopped.store(true, ordering: .sequentiallyConsistent)
    reader.interrupt()
    _ = isDone.wait(timeout: .now() + .seconds(1))
  }

  /// Records that a process has ended, which ends its open spans.
  ///
  /// - Parameter process: An index into ``LiveSnapshot/processes``.
  public func end(process: Int) {
    lock.withLock { _ in
      let process = ProcessIndex(process)
      try? reader.end(process: process)
      model.end(process: process)
    }
  }

  /// The time up to which the session has been read, in nanoseconds since the Unix epoch; `nil`
  /// before the first event.
  public var readTime: Int64? { lock.withLock { _ in time > .min ? time : nil } }

  /// The state of the reading, and the figures.
  ///
  /// - Parameter detailed: The action whose row includes its distribution.
  public func look(detailed: TraceName? = nil) -> (state: State, snapshot: LiveSnapshot) {
    let state = state.withLock { $0 }
    return lock.withLock { _ in
      let silence = ContinuousClock.now - progress
      if state == .reading, silence > Self.patience, time > .min {
        let (seconds, attoseconds) = (silence - Self.patience).components
        model.advance(to: time + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
      }
      return (state, model.snapshot(detailed: detailed))
    }
  }

  private func run() {
    while !isStopped.load(ordering: .sequentiallyConsistent) {
      switch readOnce() {
      case .delivered: continue
      case .idle:
        usleep(20_000)
        continue
      case .ended: state.withLock { $0 = .ended }
      case .failed(let reason): state.withLock { $0 = .failed(reason) }
      }
      break
    }
    isDone.signal()
  }

  private func readOnce() -> LiveReader.Status {
    do {
      let status = try reader.read { body in try lock.withLock { _ in try body() } }
      lock.withLock { _ in
        for process in reader.takeEndedProcesses() { model.end(process: process) }
        guard let new = reader.time, new > time else { return }
        time = new
        progress = .now
        model.advance(to: new)
      }
      return status
    } catch {
      return .failed("\(error)")
    }
  }
}
