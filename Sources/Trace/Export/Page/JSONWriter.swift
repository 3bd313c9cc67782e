import ByteBuffers

/// Writes a JSON document, value by value.
final class JSONWriter {
  let bytes = ByteBuffer(capacity: 1 << 16)
  private var isFirst = true

  func key(_ key: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(key)
    bytes.append("\":" as StaticString)
    isFirst = true
  }

  func value(_ text: String) {
    separate()
    bytes.append(json: text)
  }

  func value(_ number: Int64) {
    separate()
    bytes.append(decimal: number)
  }

  func value(_ number: UInt64) {
    separate()
    bytes.append(decimal: number)
  }

  /// Adds a value that is JSON already.
  func raw(_ json: String) {
    separate()
    bytes.append(json)
  }

  func member(_ key: StaticString, _ text: String) {
    self.key(key)
    value(text)
  }

  func member(_ key: StaticString, _ number: Int64) {
    self.key(key)
    value(number)
  }

  func member(_ key: StaticString, _ number: UInt64) {
    self.key(key)
    value(number)
  }

  func object(_ members: () throws -> Void) rethrows {
    try enclose("{", "}", members)
  }

  func list(_ elements: () throws -> Void) rethrows {
    try enclose("[", "]", elements)
  }

  func list<Element>(_ elements: [Element], _ write: (Element) throws -> Void) rethrows {
    try list { try elements.forEach(write) }
  }

  func list<Element>(
    _ key: StaticString, _ elements: [Element], _ write: (Element) throws -> Void
  ) rethrows {
    self.key(key)
    try list(elements, write)
  }

  private func enclose(
    _ open: StaticString, _ close: StaticString, _ content: () throws -> Void
  ) rethrows {
    separate()
    bytes.append(open)
    isFirst = true
    try content()
    bytes.append(close)
    isFirst = false
  }

  private func separate() {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
  }
}
