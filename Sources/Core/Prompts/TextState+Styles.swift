extension TextState {
  /// The text in bold letters.
  public func bold() -> Self { styled(.bold) }

  /// The text in bold letters, or without them.
  public func bold(_ isActive: Bool) -> Self { styled(.bold, isActive) }

  /// The text in italic letters.
  public func italic() -> Self { styled(.italic) }

  /// The text in italic letters, or without them.
  public func italic(_ isActive: Bool) -> Self { styled(.italic, isActive) }

  /// The text underlined, or without a line.
  public func underline(_ isActive: Bool = true) -> Self { styled(.underline, isActive) }

  /// The text struck through, or without a line.
  public func strikethrough(_ isActive: Bool = true) -> Self { styled(.strikethrough, isActive) }
}
