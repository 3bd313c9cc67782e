/// The texts of records that are not written yet.
struct PageTexts {
  private var texts: [UInt32: String] = [:]
  private var last: UInt32 = 0

  /// Keeps a text, and gives its number: 0 if there is none.
  mutating func add(_ text: String) -> UInt32 {
    if text.isEmpty { return 0 }
    repeat { last &+= 1 } while last == 0 || texts[last] != nil
    texts[last] = text
    return last
  }

  /// How long a text is in UTF-8.
  func size(of number: UInt32) -> Int { number == 0 ? 0 : texts[number]?.utf8.count ?? 0 }

  /// Gives a text away.
  mutating func take(_ number: UInt32) -> String { texts.removeValue(forKey: number) ?? "" }
}
