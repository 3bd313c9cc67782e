extension String {
  /// The text after a key was pressed at its end; `nil` if the key writes nothing.
  package func edited(by key: Key) -> String? {
    switch key {
    case .character(let character): self + String(character)
    case .backspace: String(dropLast())
    case .control("u"): ""
    default: nil
    }
  }
}
