import Glibc
import SystemSupport

extension CPUProfile {
  /// A file that is not a profile, or one of a later version.
  package struct Damage: Error, Equatable {
    /// A sentence without its full stop.
    package var reason: String

    package init(_ reason: String) { self.reason = reason }
  }

  /// Reads the file in a recording's directory.
  package init(path: String) throws(Damage) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Damage(errorText(errno)) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_size > 0 else { throw Damage("it is empty") }
    let size = Int(status.st_size)
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0), start != MAP_FAILED else {
      throw Damage(errorText(errno))
    }
    defer { munmap(start, size) }
    try self.init(UnsafeRawBufferPointer(start: start, count: size))
  }

  /// Reads the output of ``CPUProfileWriter``.
  init(_ bytes: UnsafeRawBufferPointer) throws(Damage) {
    var lines = Lines(bytes: bytes)
    guard var first = lines.next(), first.takes("signpost-cpu-profile "),
      let version = first.number()
    else { throw Damage("it is no CPU profile") }
    guard version <= Int64(Self.version) else {
      throw Damage("it has version \(version), and this signpost knows \(Self.version): update it")
    }
    var isComplete = false
    while var line = lines.next() {
      let kind = line.byte()
      line.skip()
      let isValid =
        switch kind {
        case UInt8(ascii: "s"): read(sample: &line)
        case UInt8(ascii: "n"): read(node: &line)
        case UInt8(ascii: "f"), UInt8(ascii: "k"):
          read(function: &line, isKernel: kind == UInt8(ascii: "k"))
        case UInt8(ascii: "t"): read(thread: &line)
        case UInt8(ascii: "l"): read(lost: &line)
        case UInt8(ascii: "w"): read(window: &line)
        case UInt8(ascii: "e"): true
        default: false
        }
      guard isValid else { throw Damage("line \(lines.count) cannot be read") }
      if kind == UInt8(ascii: "e") { isComplete = true }
    }
    guard isComplete else { throw Damage("it is cut off after \(samples.count) samples") }
  }

  private mutating func read(sample line: inout Line) -> Bool {
    guard let time = line.number(), let period = line.number(), let thread = line.number(),
      let node = line.number(), threads.indices.contains(Int(thread)),
      node == -1 || nodes.indices.contains(Int(node)), let period = UInt32(exactly: period)
    else { return false }
    samples.append(
      Sample(time: time, period: period, thread: Int32(thread), node: Int32(node)))
    return true
  }

  private mutating func read(node line: inout Line) -> Bool {
    guard let parent = line.number(), let function = line.number(),
      parent == -1 || nodes.indices.contains(Int(parent)),
      functions.indices.contains(Int(function))
    else { return false }
    nodes.append(Node(parent: Int32(parent), function: Int32(function)))
    return true
  }

  private mutating func read(function line: inout Line, isKernel: Bool) -> Bool {
    let text = line.rest
    guard let tab = text.firstIndex(of: UInt8(ascii: "\t")) else { return false }
    functions.append(
      Function(
        name: String(decoding: text[..<tab], as: UTF8.self),
        module: String(decoding: text[(tab + 1)...], as: UTF8.self), isKernel: isKernel))
    return true
  }

  private mutating func read(thread line: inout Line) -> Bool {
    guard let pid = line.number(), let tid = line.number() else { return false }
    threads.append(Thread(pid: pid, tid: tid))
    return true
  }

  private mutating func read(lost line: inout Line) -> Bool {
    guard let count = line.number(), count >= 0 else { return false }
    lost = UInt64(count)
    return true
  }

  private mutating func read(window line: inout Line) -> Bool {
    guard let start = line.number(), let end = line.number(), start <= end else { return false }
    window = Window(start: start, end: end)
    return true
  }
}

/// The lines of a text in memory.
struct Lines {
  let bytes: UnsafeRawBufferPointer
  private(set) var count = 0
  /// The start of the next line.
  private(set) var position = 0

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The next complete line.
  mutating func next() -> Line? {
    guard position < bytes.count,
      let end = memchr(bytes.baseAddress! + position, 0x0a, bytes.count - position)
    else { return nil }
    let length = UnsafeRawPointer(end) - (bytes.baseAddress! + position)
    defer { position += length + 1 }
    count += 1
    return Line(rest: UnsafeRawBufferPointer(rebasing: bytes[position..<position + length]))
  }
}

/// The rest of the current line.
struct Line {
  private(set) var rest: UnsafeRawBufferPointer

  init(rest: UnsafeRawBufferPointer) { self.rest = rest }

  mutating func byte() -> UInt8? {
    guard let first = rest.first else { return nil }
    drop(1)
    return first
  }

  /// Skips one byte.
  mutating func skip() { if !rest.isEmpty { drop(1) } }

  mutating func skipSpaces() {
    while rest.first == 0x20 || rest.first == 0x09 { drop(1) }
  }

  /// Skips a text, if the line continues with it.
  mutating func takes(_ text: StaticString) -> Bool {
    guard rest.count >= text.utf8CodeUnitCount,
      memcmp(rest.baseAddress!, text.utf8Start, text.utf8CodeUnitCount) == 0
    else { return false }
    drop(text.utf8CodeUnitCount)
    return true
  }

  /// A decimal number, after spaces.
  mutating func number() -> Int64? {
    skipSpaces()
    var index = 0
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { index = 1 }
    let start = index
    var value: Int64 = 0
    while index < rest.count, (0x30...0x39).contains(rest[index]) {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int64(rest[index] - 0x30))
      if overflow || carry { return nil }
      value = sum
      index += 1
    }
    guard index > start else { return nil }
    drop(index)
    return isNegative ? -value : value
  }

  private mutating func drop(_ count: Int) {
    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
  }
}
