import Foundation
import FoundationNetworking
import Requests

/// Talks to a house over HTTP.
struct AuctionClient: Sendable {
  let address: URL
  private let session: URLSession

  /// - Parameter connections: The maximum number of requests at the same time.
  init(_ address: URL, connections: Int) {
    self.address = address
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = connections
    configuration.timeoutIntervalForRequest = 30
    session = URLSession(configuration: configuration)
  }

  func overview() async throws -> HouseOverview {
    try await answer(to: "", body: nil, expecting: [200])
  }

  func overview(of auction: Int) async throws -> AuctionOverview {
    try await answer(to: "auctions/\(auction)", body: nil, expecting: [200])
  }

  func open() async throws -> Int {
    let opened: OpenedAuction = try await answer(to: "auctions", body: Data(), expecting: [201])
    return opened.id
  }

  /// - Returns: Whether the bid was accepted.
  func place(_ bid: Bid, at auction: Int) async throws -> Bool {
    let answer: BidAnswer = try await answer(
      to: "auctions/\(auction)/bids", body: try JSONEncoder().encode(bid), expecting: [200, 409])
    return answer.isAccepted
  }

  /// - Parameter body: The body of a POST request; nil for GET.
  private func answer<Answer: Decodable>(
    to path: String, body: Data?, expecting statuses: Set<Int>
  ) async throws -> Answer {
    var request = URLRequest(url: address.appendingPathComponent(path))
    if let body {
      request.httpMethod = "POST"
      request.httpBody = body
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    let (data, response) = try await session.answer(to: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard statuses.contains(status) else {
      throw AuctionClientFailure(url: request.url ?? address, status: status)
    }
    return try JSONDecoder().decode(Answer.self, from: data)
  }
}

/// An answer that is none of those that a house gives.
struct AuctionClientFailure: Error, CustomStringConvertible {
  let url: URL
  let status: Int

  var description: String { "\(url) answered with status \(status)." }
}
