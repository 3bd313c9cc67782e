import ExampleTestSupport
import Foundation
import Testing

@testable import AuctionHouse

@Suite(.timeLimit(.minutes(2)))
struct ProgramTests {
  /// Runs `serve` while `body` uses it, ends it by SIGTERM, and returns the last line of its
  /// output.
  private func withServer(
    _ arguments: [String] = [], _ body: (_ address: URL) async throws -> Void
  ) async throws -> String {
    try await withScratchDirectory { directory in
      // A pipe would have to be read on another thread, and may have other writers.
      let output = directory.appendingPathComponent("output")
      try Data().write(to: output)
      let process = Process()
      process.executableURL = ExampleProgram("AuctionHouse").url
      process.arguments = ["serve", "--port", "0"] + arguments
      process.standardOutput = try FileHandle(forWritingTo: output)
      let end = AsyncStream<Void>.makeStream()
      process.terminationHandler = { _ in end.continuation.finish() }
      try process.start()
      do {
        try await body(address(in: output, of: process))
      } catch {
        process.terminate()
        throw error
      }
      process.terminate()
      for await _ in end.stream {}
      try Task.checkCancellation()
      #expect(process.terminationStatus == 0)
      return try String(contentsOf: output, encoding: .utf8)
        .split(separator: "\n").last.map(String.init) ?? ""
    }
  }

  /// The first line of the output, once it is complete.
  private func address(in output: URL, of process: Process) async throws -> URL {
    while true {
      let isRunning = process.isRunning
      let text = try String(contentsOf: output, encoding: .utf8)
      if let end = text.firstIndex(of: "\n") {
        return try #require(URL(string: String(text[..<end])))
      }
      try #require(isRunning, "the server has ended")
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @Test func theLoadAndTheServerCountTheSameBids() async throws {
    try await withScratchDirectory { directory in
      let ledger = directory.appendingPathComponent("ledger").path
      let summary = try await withServer(["--ledger", ledger]) { address in
        let load = try await ExampleProgram("AuctionHouse").run([
          "load", address.absoluteString, "--auctions", "20", "--bids", "300", "--clients", "4",
          "--seed", "1",
        ])
        #expect(load.status == 0, "\(load.errors)")
        #expect(load.lines.first == "seed 1")
        let counts = try #require(load.lines.dropFirst().first)
        let overview = try await AuctionClient(address, connections: 1).overview()
        #expect(overview.auctions == 20 && overview.open == 20)
        #expect(overview.bids + overview.refusedBids == 300)
        #expect(
          counts.hasPrefix(
            "300 bids: \(overview.bids) accepted, \(overview.refusedBids) refused"), "\(counts)")
        try await waitForLedger(ledger, lines: overview.bids)
      }
      #expect(summary.hasPrefix("20 auctions, "))
      #expect(summary.hasSuffix(" refused"))
    }
  }

  /// Returns once the ledger has so many lines; bids are written after they are answered.
  private func waitForLedger(_ path: String, lines: Int) async throws {
    let deadline = ContinuousClock.now + .seconds(300)
    while true {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      if text.split(separator: "\n").count == lines { return }
      try #require(ContinuousClock.now < deadline, "\(text.split(separator: "\n").count) lines")
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @Test func clientsAreAnsweredAsTheyDeserve() async throws {
    _ = try await withServer { address in
      let client = AuctionClient(address, connections: 1)
      let id = try await client.open()
      #expect(try await client.place(Bid(bidder: "Anna", amount: 5), at: id))
      #expect(try await !client.place(Bid(bidder: "Ben", amount: 5), at: id))
      let overview = try await client.overview(of: id)
      #expect(overview.best == Bid(bidder: "Anna", amount: 5))
      #expect(overview.leaders == [Standing(bidder: "Anna", amount: 5, bids: 1)])
      #expect(overview.bids == 1 && overview.refusedBids == 1 && overview.isOpen)

      for (bid, auction, status) in [
        (Bid(bidder: "Ben", amount: 6), id + 1, 404), (Bid(bidder: "", amount: 6), id, 422),
        (Bid(bidder: "Ben", amount: -6), id, 422),
        (Bid(bidder: String(repeating: "B", count: 5000), amount: 6), id, 413),
      ] {
        let failure = await #expect(throws: AuctionClientFailure.self) {
          try await client.place(bid, at: auction)
        }
        #expect(failure?.status == status)
      }
    }
  }

  @Test func auctionsCloseAfterAWhileWithoutBids() async throws {
    _ = try await withServer(["--closing-time", "0.05"]) { address in
      let client = AuctionClient(address, connections: 1)
      let id = try await client.open()
      #expect(try await client.place(Bid(bidder: "Anna", amount: 5), at: id))
      let deadline = ContinuousClock.now + .seconds(300)
      while try await client.overview(of: id).isOpen {
        try #require(ContinuousClock.now < deadline)
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(try await !client.place(Bid(bidder: "Ben", amount: 50), at: id))
    }
  }

  @Test func mistakesAreExplained() async throws {
    let program = ExampleProgram("AuctionHouse")
    let address = try await program.run(["load", "localhost"])
    #expect(address.status == 64)
    #expect(address.errors.contains("'localhost' is no address like http://127.0.0.1:8080/."))
    let ledger = try await program.run(["serve", "--port", "0", "--ledger", "/nowhere/ledger"])
    #expect(ledger.status == 1)
    #expect(ledger.errors.contains("The ledger /nowhere/ledger cannot be written: No such file"))
    _ = try await withServer { address in
      let port = String(try #require(address.port))
      let second = try await program.run(["serve", "--port", port])
      #expect(second.status == 1)
      #expect(second.errors.contains("Choose another --port, or 0."))
    }
  }
}
