extension TextState {
  /// The text in bold.
  public func bold() -> Self { styled(.bold) }

  /// The text in bold, or not.
  public func bold(_ isActive: Bool) -> Self { styled(.bold, isActive) }

  /// The text in italics.
  public func italic() -> Self { styled(.italic) }

  /// The text in italics, or not.
  public func italic(_ isActive: Bool) -> Self { styled(.italic, isActive) }

  /// The text underlined, or not.
  public func underline(_ isActive: Bool = true) -> Self { styled(.underline, isActive) }

  /// The text struck through, or not.
  public func strikethrough(_ isActive: Bool = true) -> Self { styled(.strikethrough, isActive) }
}
