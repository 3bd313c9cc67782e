import Foundation
import Synchronization
import Testing

@testable import TraceExport

/// Retries, back-pressure and counting, with a connection with scripted answers and a clock
/// that jumps.
@Suite struct OTLPSenderTests {
  /// Answers, and the sent requests.
  private final class Script: OTLPConnection, @unchecked Sendable {
    var replies: [OTLPReply]
    var posts: [(size: Int, isCompressed: Bool)] = []
    var whilePosting: () -> Void = {}

    init(_ replies: [OTLPReply]) { self.replies = replies }

    func post(_ body: UnsafeRawBufferPointer, isCompressed: Bool) -> OTLPReply {
      whilePosting()
      posts.append((body.count, isCompressed))
      return replies.isEmpty ? .response(OTLPResponse(status: 200)) : replies.removeFirst()
    }
  }

  /// A clock that goes on while someone waits.
  private final class JumpingClock: Sendable {
    private let state = Mutex((start: ContinuousClock.now, waits: [Duration]()))

    var waits: [Duration] { state.withLock { $0.waits } }

    func time(chance: Double) -> OTLPSender.Time {
      OTLPSender.Time(
        now: { self.state.withLock { $0.waits.reduce($0.start) { $0 + $1 } } },
        wait: { pause in self.state.withLock { $0.waits.append(pause) } },
        chance: { chance })
    }
  }

  private func status(_ status: Int, retryAfter: Duration? = nil) -> OTLPReply {
    var response = OTLPResponse(status: status)
    response.retryAfter = retryAfter
    return .response(response)
  }

  private func sender(
    _ script: Script, _ clock: JumpingClock = JumpingClock(), chance: Double = 1,
    limit: Duration = .seconds(60), onRetry: (@Sendable (OTLPRetry) -> Void)? = nil
  ) throws -> OTLPSender {
    var endpoint = try OTLPEndpoint()
    endpoint.retryLimit = limit
    return OTLPSender(
      endpoint, connection: script, queue: DispatchQueue(label: "test"),
      time: clock.time(chance: chance), onRetry: onRetry)
  }

  private let request = ContiguousArray<UInt8>(repeating: 7, count: 10_000)

  @Test(arguments: [0, 0.5, 1])
  func pausesDoubleAndAreRandom(_ chance: Double) throws {
    let clock = JumpingClock()
    let script = Script(Array(repeating: status(503), count: 7))
    let sender = try sender(script, clock, chance: chance)
    try sender.send(request, items: 1)
    #expect(try sender.finish().retries == 7)
    let longest = [500, 1000, 2000, 4000, 8000, 10_000, 10_000].map { Duration.milliseconds($0) }
    #expect(clock.waits == longest.map { $0 * (0.5 + 0.5 * chance) })
  }

  @Test func theServersPauseReplacesOurs() throws {
    let clock = JumpingClock()
    let sender = try sender(
      Script([
        status(429, retryAfter: .seconds(7)), status(503), status(503, retryAfter: .seconds(1)),
      ]),
      clock)
    try sender.send(request, items: 1)
    _ = try sender.finish()
    #expect(clock.waits == [.seconds(7), .seconds(1), .seconds(1)])
  }

  @Test func theLimitIsOfEachRequest() throws {
    let clock = JumpingClock()
    let sender = try sender(
      Script([status(503), status(503), status(200), status(503), status(503), status(503)]),
      clock, limit: .seconds(2))
    try sender.send(request, items: 5)
    try sender.send(request, items: 6)
    let failure = try #require(throws: OTLPFailure.self) { try sender.finish() }
    // 0.5 and 1 s fit into 2, another 2 do not.
    #expect(clock.waits.count == 4)
    #expect(failure.delivery.accepted == 5)
    #expect(failure.delivery.requests == 6)
    #expect(failure.delivery.retries == 4)
    guard case .unavailable = failure.reason else {
      Issue.record("\(failure)")
      return
    }
  }

  @Test func afterARefusalNothingIsSent() throws {
    let script = Script([status(400)])
    let sender = try sender(script)
    try sender.send(request, items: 1)
    #expect(throws: OTLPFailure.self) { try sender.finish() }
    #expect(throws: OTLPFailure.self) { try sender.send(request, items: 1) }
    #expect(throws: OTLPFailure.self) { try sender.finish() }
    #expect(script.posts.count == 1)
  }

  @Test func aFailureThatStaysIsNotTriedAgain() throws {
    let script = Script([.failure("SSL certificate problem", mayBeRepeated: false)])
    let sender = try sender(script)
    try sender.send(request, items: 1)
    let failure = try #require(throws: OTLPFailure.self) { try sender.finish() }
    #expect(failure.reason == .unavailable("SSL certificate problem"))
    #expect(script.posts.count == 1)
  }

  @Test func aServerCanNotRejectMoreThanItWasSent() throws {
    var response = OTLPResponse(status: 200)
    // partial_success { rejected_items: 2^40 }
    response.body = [0x0a, 0x07, 0x08, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20]
    let sender = try sender(Script([.response(response)]))
    try sender.send(request, items: 3)
    let delivery = try sender.finish()
    #expect(delivery.rejected == 3)
    #expect(delivery.accepted == 0)
  }

  @Test func compressionIsGivenUpOnceForAll() throws {
    let script = Script([status(415)])
    let sender = try sender(script)
    try sender.send(request, items: 1)
    try sender.send(request, items: 1)
    let delivery = try sender.finish()
    #expect(delivery.isCompressionRefused)
    #expect(delivery.retries == 0)
    #expect(script.posts.map(\.isCompressed) == [true, false, false])
    #expect(script.posts[0].size < 100)
    // Refused as it is, too: that is final.
    let refusing = try self.sender(Script([status(415), status(415)]))
    try refusing.send(request, items: 1)
    #expect(throws: OTLPFailure.self) { try refusing.finish() }
  }

  /// Two requests are kept, one of which is being sent: a third waits for the first.
  @Test func whoeverHasMoreWaits() throws {
    let script = Script([])
    let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    script.whilePosting = {
      hasBegun.signal()
      mayEnd.wait()
    }
    let sender = try sender(script)
    try sender.send(request, items: 1)
    hasBegun.wait()
    try sender.send(request, items: 1)
    let isTaken = Atomic(false)
    let third = Thread {
      try? sender.send(self.request, items: 1)
      isTaken.store(true, ordering: .sequentiallyConsistent)
    }
    third.start()
    for _ in 0..<100 { usleep(100) }
    let isTakenAtOnce = isTaken.load(ordering: .sequentiallyConsistent)
    #expect(!isTakenAtOnce)
    for _ in 0..<3 { mayEnd.signal() }
    while !isTaken.load(ordering: .sequentiallyConsistent) { usleep(100) }
    #expect(try sender.finish().accepted == 3)
  }

  @Test func retriesAreToldOf() throws {
    let retries = Mutex<[OTLPRetry]>([])
    let sender = try sender(Script([.failure("cut", mayBeRepeated: true)])) { retry in
      retries.withLock { $0.append(retry) }
    }
    try sender.send(request, items: 1)
    _ = try sender.finish()
    #expect(
      retries.withLock { $0 } == [OTLPRetry(reason: "cut", delay: .milliseconds(500), number: 1)])
  }

  /// Random bytes in place of a response, of any length, never end the program.
  @Test func responsesOfAnyBytesAreRead() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var response = OTLPResponse(status: [200, 400].randomElement(using: &generator) ?? 200)
      response.contentType =
        ["application/x-protobuf", "application/json", "text/plain"]
        .randomElement(using: &generator) ?? ""
      response.body = (0..<Int.random(in: 0..<40)).map { _ in
        [UInt8(0x0a), 0x12, 0x08, 0xff, .random(in: .min ... .max)].randomElement() ?? 0
      }
      _ = response.partialSuccess
      _ = response.problem
    }
  }
}
