/// What an endpoint of a dependency throws that has no implementation.
public struct Unimplemented: Error, CustomStringConvertible {
  private let endpoint: String

  /// The error of an endpoint.
  ///
  /// - Parameter endpoint: Its name, as in `APIClient.fetch`.
  public init(_ endpoint: String) {
    self.endpoint = endpoint
  }

  /// Says which endpoint has no implementation.
  public var description: String { "'\(endpoint)' has no implementation." }
}
