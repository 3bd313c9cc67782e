import ReplayFile

/// Compares states of a type that need not be `Equatable`.
enum ComparableState<State> {
  /// The digest of a state; `nil` if the type is not `Encodable`.
  static var digest: ((State) -> UInt64?)? {
    func make<Value: Encodable>(_: Value.Type) -> (State) -> UInt64? {
      { ($0 as? Value).flatMap { try? StateDigest.of($0) } }
    }
    return (State.self as? any Encodable.Type).map { make($0) }
  }

  /// Whether two states are equal, by `==` or by their digests; `nil` if the type is neither
  /// `Equatable` nor `Encodable`.
  static var areEqual: ((State, State) -> Bool)? {
    func make<Value: Equatable>(_: Value.Type) -> (State, State) -> Bool {
      { ($0 as? Value) == ($1 as? Value) }
    }
    if let type = State.self as? any Equatable.Type { return make(type) }
    return digest.map { digest in { digest($0) == digest($1) } }
  }
}
