/// A line of comma-separated values under construction: RFC 4180.
package struct CSVLine {
  private let bytes: ByteBuffer
  private var isEmpty = true

  /// Starts a line.
  ///
  /// - Parameter bytes: The output.
  package init(in bytes: ByteBuffer) { self.bytes = bytes }

  /// Adds an empty field.
  package mutating func addNone() {
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    isEmpty = false
  }

  package mutating func add(word: StaticString?) {
    addNone()
    if let word { bytes.append(word) }
  }

  package mutating func add(_ number: Int64?) {
    addNone()
    if let number { bytes.append(decimal: number) }
  }

  package mutating func add(_ number: UInt64?) {
    addNone()
    if let number { bytes.append(decimal: number) }
  }

  /// Adds an id; 0 gives an empty field.
  package mutating func add(id: UInt64) { add(id == 0 ? nil : id) }

  /// Adds a text, in quotes if it needs them.
  package mutating func add(text: String) {
    addNone()
    bytes.append(csv: text)
  }

  /// Ends the line.
  package func end() { bytes.append("\r\n" as StaticString) }
}
