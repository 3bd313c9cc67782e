import ComposableCore

extension ChangedProperties {
  /// The properties in their recorded form, with the default limits.
  package static func recorded(from old: Any, to new: Any) -> [String] {
    guard let text = Self(from: old, to: new).text else { return [] }
    return RecordedText.limited(text, to: SignpostStateDiff.defaultLimit)
      .split(separator: ", ", omittingEmptySubsequences: false).map(String.init)
  }
}
