import ComposableCore
import ReplayFile

extension ReplayRecording {
  /// All actions of a feature, decoded.
  ///
  /// - Throws: ``ReplayFileError/changedActions(path:type:cases:)``.
  @MainActor
  func decodedActions<R: Reducer>(of feature: R.Type) throws -> [R.Action]
  where R.Action: Codable {
    // A decoded stack takes ids for its elements.
    try withDependencies {
      $0.stackElementID = StackElementIDGenerator()
    } operation: {
      try decodedActions(
        of: R.Action.self, name: { ReplayStore<R.State, R.Action>.name(of: $0) })
    }
  }
}
