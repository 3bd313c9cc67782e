extension String {
  /// The most similar of several names, for “Did you mean …?”; `nil` if none is similar.
  ///
  /// A name is similar if few letters differ from it, or if it continues the text.
  package func closest(in names: some Sequence<String>) -> String? {
    let text = Array(lowercased())
    let limit = Swift.max(1, text.count / 3)
    var best: (name: String, distance: Int)?
    for name in names where name != self && !name.isEmpty {
      let other = Array(name.lowercased())
      let isBeginning = text.count > 1 && other.starts(with: text)
      guard isBeginning || abs(other.count - text.count) <= limit else { continue }
      let distance = isBeginning ? 1 : Self.distance(text, other)
      guard distance <= limit, distance < best?.distance ?? .max else { continue }
      best = (name, distance)
    }
    return best?.name
  }

  /// “ Did you mean 'name'?”, with a space before it, or nothing.
  package func suggestion(from names: some Sequence<String>) -> String {
    closest(in: names).map { " Did you mean '\($0.printable())'?" } ?? ""
  }

  /// The number of letters to insert, remove, replace, or swap with the next.
  private static func distance(_ text: [Character], _ other: [Character]) -> Int {
    var rows = [Array(0...other.count)]
    for (row, letter) in text.enumerated() {
      var line = [row + 1]
      for (column, wanted) in other.enumerated() {
        var least = Swift.min(line[column], rows[row][column + 1]) + 1
        least = Swift.min(least, rows[row][column] + (letter == wanted ? 0 : 1))
        if row > 0, column > 0, letter == other[column - 1], text[row - 1] == wanted {
          least = Swift.min(least, rows[row - 1][column - 1] + 1)
        }
        line.append(least)
      }
      rows.append(line)
    }
    return rows[text.count][other.count]
  }
}
