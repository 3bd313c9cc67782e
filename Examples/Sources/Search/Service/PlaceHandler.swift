import FlyingFox
import Foundation
import LoopbackServer

/// Answers requests, in JSON:
///
/// | request | answer |
/// |---|---|
/// | `GET /places?name=<text>` | ``Matches`` |
/// | `GET /sun?place=<id>&time=<seconds since 1970>` | seven ``SunDay``s from that day on |
struct PlaceHandler: HTTPHandler {
  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.method == .GET else { return .notAllowed("GET") }
    return switch request.path {
    case "/places": try places(request)
    case "/sun": try sun(request)
    default: HTTPResponse(statusCode: .notFound)
    }
  }

  private func places(_ request: HTTPRequest) throws -> HTTPResponse {
    guard let name = request.value("name"), !name.isEmpty else {
      return HTTPResponse(statusCode: .badRequest)
    }
    return try .json(PlaceTable.all.places(named: name))
  }

  private func sun(_ request: HTTPRequest) throws -> HTTPResponse {
    // Four thousand years around 2000; the formula is of no use further away.
    guard let time = request.value("time").flatMap(Double.init), abs(time) < 6.4e10 else {
      return HTTPResponse(statusCode: .badRequest)
    }
    guard let place = request.value("place").flatMap({ PlaceTable.all[$0] }) else {
      return HTTPResponse(statusCode: .notFound)
    }
    return try .json(SunDay.days(7, from: Date(timeIntervalSince1970: time), at: place))
  }
}

extension HTTPRequest {
  fileprivate func value(_ name: String) -> String? {
    query.first { $0.name == name }?.value
  }
}
