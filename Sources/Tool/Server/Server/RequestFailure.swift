import FlyingFox

/// The reason why a request is refused.
struct RequestFailure: Error {
  let status: HTTPStatusCode
  let message: String
  var allow: String?

  init(_ status: HTTPStatusCode, _ message: String, allow: String? = nil) {
    self.status = status
    self.message = message
    self.allow = allow
  }

  static let nothingThere = RequestFailure(
    .notFound, "There is nothing here. Use the whole address that signpost printed.")
}
