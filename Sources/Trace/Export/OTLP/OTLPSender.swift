import Dispatch
import Glibc
import Synchronization

/// Sends requests one after the other, concurrently with their production.
///
/// The queue is limited to a few requests; a further one blocks its producer. Thus a trace is read
/// no faster than the server accepts its items, and memory does not depend on either.
final class OTLPSender: Sendable {
  private let queue: DispatchQueue
  private let room = DispatchSemaphore(value: 2)
  private let worker: Worker
  private let isOver = Atomic(false)

  /// The clock, which tests replace.
  struct Time: Sendable {
    var now: @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    var wait: @Sendable (Duration) -> Void = { pause in
      let microseconds =
        pause.components.seconds * 1_000_000
        + pause.components.attoseconds / 1_000_000_000_000
      usleep(useconds_t(clamping: microseconds))
    }
    var chance: @Sendable () -> Double = { .random(in: 0...1) }
  }

  /// - Parameters:
  ///   - queue: Sends the requests. Senders of one queue send one after the other.
  ///   - time: The clock.
  ///   - onRetry: Called before each pause, on the queue.
  init(
    _ endpoint: OTLPEndpoint, connection: any OTLPConnection, queue: DispatchQueue,
    time: Time = Time(), onRetry: (@Sendable (OTLPRetry) -> Void)? = nil
  ) {
    self.queue = queue
    worker = Worker(endpoint, connection, time, onRetry)
  }

  /// Enqueues a request, or sends it.
  ///
  /// - Throws: ``OTLPFailure`` if an earlier one could not be sent: later ones are not sent then.
  func send(_ request: ContiguousArray<UInt8>, items: Int) throws {
    room.wait()
    if isOver.load(ordering: .acquiring) {
      room.signal()
      _ = try finish()
      return
    }
    queue.async { [self] in
      if !isOver.load(ordering: .acquiring), !worker.deliver(request, items, unless: isCancelled) {
        isOver.store(true, ordering: .releasing)
      }
      room.signal()
    }
  }

  /// Waits until everything was sent.
  ///
  /// - Throws: ``OTLPFailure`` if sending failed.
  func finish() throws -> OTLPDelivery {
    try queue.sync { try worker.result() }
  }

  /// Discards the remaining requests.
  ///
  /// A request that is being sent ends before the queue does: the process must not end meanwhile,
  /// as libraries that the connection uses are torn down then.
  func cancel() { isOver.store(true, ordering: .releasing) }

  private var isCancelled: @Sendable () -> Bool {
    { self.isOver.load(ordering: .acquiring) }
  }

  /// The state that is only accessed on the queue.
  private final class Worker: @unchecked Sendable {
    private let endpoint: OTLPEndpoint
    private let connection: any OTLPConnection
    private let time: Time
    private let onRetry: (@Sendable (OTLPRetry) -> Void)?
    private var compressor: Compressor?
    private var delivery = OTLPDelivery()
    private var failure: OTLPFailure.Reason?

    /// Fast rather than small: items are so repetitive that higher levels gain little.
    private static let compressionLevel: Int32 = 1

    init(
      _ endpoint: OTLPEndpoint, _ connection: any OTLPConnection, _ time: Time,
      _ onRetry: (@Sendable (OTLPRetry) -> Void)?
    ) {
      self.endpoint = endpoint
      self.connection = connection
      self.time = time
      self.onRetry = onRetry
      compressor = endpoint.isCompressed ? Compressor(.gzip, level: Self.compressionLevel) : nil
    }

    func result() throws -> OTLPDelivery {
      if let failure {
        throw OTLPFailure(
          reason: failure, signal: endpoint.signal, url: endpoint.displayedURL, delivery: delivery)
      }
      return delivery
    }

    /// Sends a request until it is accepted, and returns whether it was.
    func deliver(
      _ request: ContiguousArray<UInt8>, _ items: Int, unless isCancelled: () -> Bool
    ) -> Bool {
      var plan = RetryPlan(limit: endpoint.retryLimit)
      let start = time.now()
      while true {
        let (reply, size) = post(request)
        var problem: String
        var requested: Duration?
        switch reply {
        case .response(let response) where response.isSuccess && !response.isPage:
          delivery.bytes += UInt64(request.count)
          delivery.sentBytes += UInt64(size)
          add(response.partialSuccess, items)
          return true
        case .response(let response) where response.isSuccess:
          return fail(.refused("the response is a page for people, which no collector has"))
        case .response(let response) where response.status == 415 && compressor != nil:
          // Not the same request again: it has another encoding.
          compressor = nil
          delivery.isCompressionRefused = true
          continue
        case .response(let response):
          if response.isOfNothing { return fail(.notFound(response.problem)) }
          guard response.asksForRetry else { return fail(.refused(response.problem)) }
          (problem, requested) = (response.problem, response.retryAfter)
        case .failure(let reason, let mayBeRepeated):
          guard mayBeRepeated else { return fail(.unavailable(reason)) }
          problem = reason
        }
        let pause = plan.pause(
          after: time.now() - start, requested: requested, chance: time.chance())
        guard let pause, !isCancelled() else {
          if let requested, pause == nil { problem += ", and to be asked again in \(requested)" }
          return fail(.unavailable(problem))
        }
        delivery.retries += 1
        onRetry?(OTLPRetry(reason: problem, delay: pause, number: delivery.retries))
        time.wait(pause)
      }
    }

    private func post(_ request: ContiguousArray<UInt8>) -> (OTLPReply, size: Int) {
      delivery.requests += 1
      return request.withUnsafeBytes { plain in
        let compressed = compressor?.withCompressed(plain) { bytes in
          (connection.post(bytes, isCompressed: true), bytes.count)
        }
        return compressed ?? (connection.post(plain, isCompressed: false), plain.count)
      }
    }

    private func add(_ part: OTLPResponse.PartialSuccess, _ items: Int) {
      let rejected = min(part.rejected, UInt64(items))
      delivery.rejected += rejected
      delivery.accepted += UInt64(items) - rejected
      if !part.message.isEmpty, delivery.messages.count < OTLPDelivery.mostMessages,
        !delivery.messages.contains(part.message)
      {
        delivery.messages.append(part.message)
      }
    }

    private func fail(_ reason: OTLPFailure.Reason) -> Bool {
      failure = reason
      return false
    }
  }
}
