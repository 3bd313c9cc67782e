/// The texts of records that have not been written yet.
struct PageTexts {
  private var texts: [UInt32: String] = [:]
  private var last: UInt32 = 0

  /// Stores a text, and returns its number: 0 if it is empty.
  mutating func add(_ text: String) -> UInt32 {
    if text.isEmpty { return 0 }
    repeat { last &+= 1 } while last == 0 || texts[last] != nil
    texts[last] = text
    return last
  }

  /// The length of a text in UTF-8.
  func size(of number: UInt32) -> Int { number == 0 ? 0 : texts[number]?.utf8.count ?? 0 }

  /// Removes and returns a text.
  mutating func take(_ number: UInt32) -> String { texts.removeValue(forKey: number) ?? "" }
}
