import ComposableCore
import Logging
import Signpost
import TestSupport

extension Scenario {
  private static let signposter = Signposter(subsystem: "app", category: "network")

  private static func begin(
    _ interval: Int, _ name: String, id: Int = 0, _ message: String = ""
  ) -> SignpostEvent {
    .intervalBegin(
      interval: interval, id: id, subsystem: "app", category: "network", name: name,
      message: message)
  }

  static let signposters: [Scenario] = [
    Scenario(
      "overlapping-intervals",
      events: [
        begin(1, "fetch", "first"), begin(2, "fetch", id: 1), begin(3, "fetch", id: 1),
        .event(
          id: 1, subsystem: "app", category: "network", name: "response", message: "Größe: 3"),
        .intervalEnd(interval: 2, name: "fetch", outcome: .finished, message: ""),
        .intervalEnd(interval: 1, name: "fetch", outcome: .finished, message: "done"),
        .intervalEnd(interval: 3, name: "fetch", outcome: .finished, message: ""),
      ]
    ) {
      let id = signposter.makeSignpostID()
      let first = signposter.beginInterval("fetch", "first")
      let second = signposter.beginInterval("fetch", id: id)
      let third = signposter.beginInterval("fetch", id: id)
      signposter.emitEvent("response", id: id, "Größe: \(3)")
      signposter.endInterval("fetch", second)
      signposter.endInterval("fetch", first, "done")
      signposter.endInterval("fetch", third)
    },
    Scenario(
      "intervals-that-end-in-every-way",
      events: [
        begin(1, "returns"),
        .intervalEnd(interval: 1, name: "returns", outcome: .finished, message: ""),
        begin(2, "throws"),
        .intervalEnd(interval: 2, name: "throws", outcome: .failed, message: ""),
        begin(3, "is dropped"),
        .intervalEnd(interval: 3, name: "is dropped", outcome: .abandoned, message: ""),
        begin(4, "is cancelled"),
        .intervalEnd(interval: 4, name: "is cancelled", outcome: .cancelled, message: ""),
      ]
    ) {
      signposter.withIntervalSignpost("returns") {}
      try? await signposter.withIntervalSignpost("throws") { () async throws in
        throw Feature.Failure()
      }
      _ = signposter.beginInterval("is dropped")
      let gates = Gates()
      let task = Task {
        try await signposter.withIntervalSignpost("is cancelled") {
          await gates.pass("work")
          try Task.checkCancellation()
        }
      }
      await gates.arrival(at: "work")
      task.cancel()
      _ = await task.result
    },
    Scenario(
      "texts-with-nul",
      events: [
        .event(
          id: 0, subsystem: "app", category: "network", name: "received", message: "before␀after"),
        .log(
          level: .info, label: "shop", message: "before␀after",
          metadata: #"text="before\u{0}after""#),
      ]
    ) {
      signposter.emitEvent("received", "before\0after")
      let logger = Logger(label: "shop") { SignpostLogHandler(label: $0) }
      logger.info("before\0after", metadata: ["text": "before\0after"])
    },
    Scenario(
      "log-records",
      events: [
        .log(level: .info, label: "shop", message: "ready", metadata: ""),
        .log(
          level: .error, label: "shop", message: "can't\npay",
          metadata: #"order=7 path="/a b" request={id=r, tries=[1, 2]}"#),
      ]
    ) {
      var logger = Logger(label: "shop") { SignpostLogHandler(label: $0) }
      logger.debug("not recorded")
      logger.info("ready")
      logger[metadataKey: "order"] = "6"
      logger.error(
        "can't\npay",
        metadata: [
          "order": "7", "path": "/a b", "request": ["id": "r", "tries": ["1", "\(2)"]],
        ])
    },
  ]
}
