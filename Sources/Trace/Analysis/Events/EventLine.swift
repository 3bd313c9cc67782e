import ByteBuffers
import TextTables

/// A line of ``EventLines`` under construction: text, or a JSON object.
struct EventLine {
  private let bytes: ByteBuffer
  private let isJSON: Bool

  /// Starts a line.
  ///
  /// - Parameters:
  ///   - bytes: The output.
  ///   - kind: The kind of event.
  ///   - detail: A word after the kind and a space, such as `begin`.
  ///   - name: The name in the form of lines: see ``name(_:isJSON:)``.
  ///   - host: The machine, if there are several.
  init(
    in bytes: ByteBuffer, isJSON: Bool, kind: StaticString, detail: StaticString? = nil,
    name: ByteBuffer, id: UInt64, time: Int64, sinceStart: Int64, host: String?, vpid: Int64?,
    vtid: Int64?
  ) {
    self.bytes = bytes
    self.isJSON = isJSON
    if isJSON {
      bytes.append("{\"time_ns\":\"" as StaticString)
      bytes.append(decimal: time)
      bytes.append("\",\"since_ns\":" as StaticString)
      bytes.append(decimal: sinceStart)
      if let host {
        bytes.append(",\"host\":" as StaticString)
        bytes.append(json: host)
      }
      add(number: vpid, ",\"vpid\":")
      add(number: vtid, ",\"vtid\":")
      bytes.append(",\"kind\":\"" as StaticString)
      append(kind, detail)
      bytes.append(UInt8(ascii: "\""))
      if id != 0 {
        bytes.append(",\"id\":" as StaticString)
        bytes.append(jsonID: id)
      }
    } else {
      bytes.append((sinceStart < 0 ? "+-" : "+") as StaticString)
      bytes.append(decimal: sinceStart.magnitude / 1_000_000_000)
      bytes.append(UInt8(ascii: "."))
      bytes.append(decimal: sinceStart.magnitude % 1_000_000_000, digits: 9)
      bytes.append("  " as StaticString)
      if let host {
        let start = bytes.count
        bytes.append(host.printable())
        pad(to: 8, from: start)
        bytes.append(UInt8(ascii: " "))
      }
      let place = bytes.count
      add(number: vpid, "")
      add(number: vtid, vpid == nil ? "" : "/")
      pad(to: 13, from: place)
      bytes.append(UInt8(ascii: " "))
      let start = bytes.count
      append(kind, detail)
      pad(to: 15, from: start)
      if id != 0 { add(reference: id) }
    }
    bytes.append(name)
  }

  private func append(_ kind: StaticString, _ detail: StaticString?) {
    bytes.append(kind)
    guard let detail else { return }
    bytes.append(UInt8(ascii: " "))
    bytes.append(detail)
  }

  private func add(number: Int64?, _ label: StaticString) {
    guard let number else { return }
    bytes.append(label)
    bytes.append(decimal: number)
  }

  private func add(reference id: UInt64) {
    bytes.append(" #" as StaticString)
    bytes.append(decimal: id)
  }

  private func pad(to width: Int, from start: Int) {
    for _ in 0..<max(width - (bytes.count - start), 0) { bytes.append(UInt8(ascii: " ")) }
  }

  /// A name in the form of lines, to be cached: names are few.
  static func name(_ name: TraceName, isJSON: Bool) -> ByteBuffer {
    let bytes = ByteBuffer(capacity: 64)
    if isJSON {
      if !name.prefix.isEmpty {
        bytes.append(",\"prefix\":" as StaticString)
        bytes.append(json: name.prefix)
      }
      if !name.name.isEmpty {
        bytes.append(",\"name\":" as StaticString)
        bytes.append(json: name.name)
      }
    } else if !name.name.isEmpty {
      bytes.append(" " + displayName(prefix: name.prefix, name: name.name))
    }
    return bytes
  }

  // MARK: - Facts

  /// Adds an id; nothing if there is none.
  func add(_ key: StaticString, _ id: UInt64) {
    if id == 0 { return }
    add(key)
    if isJSON { bytes.append(jsonID: id) } else { add(reference: id) }
  }

  /// Adds a duration in nanoseconds; nothing if it is unknown.
  func add(_ key: StaticString, _ duration: Int64?) {
    guard let duration else { return }
    if isJSON {
      add(key, suffix: "_ns")
      bytes.append(decimal: duration)
    } else {
      add(key)
      bytes.append(UInt8(ascii: " "))
      bytes.append(Units.duration(duration))
    }
  }

  /// Adds a number as a string.
  func add(_ key: StaticString, count: UInt64) {
    add(key)
    if isJSON {
      bytes.append(jsonID: count)
    } else {
      bytes.append(UInt8(ascii: " "))
      bytes.append(decimal: count)
    }
  }

  /// Adds a word.
  func add(_ key: StaticString, word: StaticString) {
    add(key)
    bytes.append(UInt8(ascii: isJSON ? "\"" : " "))
    bytes.append(word)
    if isJSON { bytes.append(UInt8(ascii: "\"")) }
  }

  /// Adds a string; nothing if it is empty.
  func add(_ key: StaticString, text: String) {
    if text.isEmpty { return }
    add(key)
    if isJSON {
      bytes.append(json: text)
    } else {
      bytes.append(UInt8(ascii: " "))
      bytes.append(text.printable())
    }
  }

  /// Adds a Boolean.
  func add(fact key: StaticString) {
    add(key)
    if isJSON { bytes.append("true" as StaticString) }
  }

  /// Ends the line.
  func end() { bytes.append((isJSON ? "}\n" : "\n") as StaticString) }

  /// Adds a key, with underscores between words in JSON.
  private func add(_ key: StaticString, suffix: StaticString = "") {
    guard isJSON else {
      bytes.append("  " as StaticString)
      bytes.append(key)
      return
    }
    bytes.append(",\"" as StaticString)
    for byte in UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount) {
      let isBetween = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-")
      bytes.append(isBetween ? UInt8(ascii: "_") : byte)
    }
    bytes.append(suffix)
    bytes.append("\":" as StaticString)
  }
}
