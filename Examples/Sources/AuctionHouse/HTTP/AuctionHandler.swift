import ComposableCore
import FlyingFox
import Foundation
import LoopbackServer

/// Answers requests, in JSON:
///
/// | request | answer |
/// |---|---|
/// | `GET /` | ``HouseOverview`` |
/// | `POST /auctions` | 201, ``OpenedAuction`` |
/// | `GET /auctions/<id>` | ``AuctionOverview`` |
/// | `POST /auctions/<id>/bids` with a ``Bid`` | 200 or, if it is refused, 409; ``BidAnswer`` |
struct AuctionHandler: HTTPHandler {
  /// The maximum size of a request body, in bytes.
  private static let mostBytes = 4096

  let house: AuctionHouse

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let path = request.path.split(separator: "/").map(String.init)
    switch path.count {
    case 0:
      guard request.method == .GET else { return .notAllowed("GET") }
      return try .json(await house.overview())

    case 1 where path[0] == "auctions":
      guard request.method == .POST else { return .notAllowed("POST") }
      guard let id = await house.open() else {
        return HTTPResponse(statusCode: .serviceUnavailable)
      }
      return try .json(OpenedAuction(id: id), .created)

    case 2 where path[0] == "auctions":
      guard let auction = await auction(path[1]) else { break }
      guard request.method == .GET else { return .notAllowed("GET") }
      return try .json(AuctionOverview(await auction.state))

    case 3 where path[0] == "auctions" && path[2] == "bids":
      guard let auction = await auction(path[1]) else { break }
      guard request.method == .POST else { return .notAllowed("POST") }
      return try await place(request, at: auction)

    default: break
    }
    return HTTPResponse(statusCode: .notFound)
  }

  private func auction(_ id: String) async -> Auction? {
    guard let id = Int(id) else { return nil }
    return await house[id]
  }

  private func place(_ request: HTTPRequest, at auction: Auction) async throws -> HTTPResponse {
    guard let length = request.headers[.contentLength].flatMap({ Int($0) }) else {
      return HTTPResponse(statusCode: .lengthRequired)
    }
    guard length <= Self.mostBytes else { return HTTPResponse(statusCode: .payloadTooLarge) }
    guard let bid = try? JSONDecoder().decode(Bid.self, from: try await request.bodyData),
      !bid.bidder.isEmpty, bid.amount > 0
    else {
      return HTTPResponse(statusCode: .unprocessableContent)
    }
    let isAccepted = await auction.place(bid)
    return try .json(BidAnswer(isAccepted: isAccepted), isAccepted ? .ok : .conflict)
  }
}
