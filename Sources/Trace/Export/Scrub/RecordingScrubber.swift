import FoundationEssentials
import Glibc
import CPUProfiles
import RecordingManifests
public import TraceAnalysis
import SystemSupport

/// Masks names, texts and values in a copy of a recording, which is read like any other.
///
/// Each mask has the length of its text, and takes its place. All other bytes that could contain
/// texts are removed: the space behind the events of a packet, events that are cut off, and files
/// that are no part of the trace.
public struct RecordingScrubber {
  /// The parts of a recording that are masked.
  public struct Options: Sendable {
    /// Names of actions, features, processes and all else that has a name; none by default.
    public var names: [NamePattern] = []
    /// Messages of log records, intervals and events.
    public var masksTexts = true
    /// Payloads, state differences, data for replays, and metadata of log records.
    public var masksValues = true

    /// Masks all texts and values, and no names.
    public init() {}
  }

  /// The outcome.
  public struct Result: Sendable, Equatable {
    /// The number of masked texts and values.
    public var texts = 0
    /// The number of different masked names.
    public var names = 0
    /// Files that the copy lacks, below the recording.
    public var leftOut: [String] = []
  }

  private var mask: TextMask
  private var result = Result()

  private init(_ options: Options) { mask = TextMask(options) }

  /// Writes a masked copy of a recording.
  ///
  /// - Parameters:
  ///   - directory: The recording, or a directory that holds recordings.
  ///   - output: The directory to create.
  ///   - options: The parts to mask.
  /// - Throws: ``ScrubFailure``, or `TraceReaderError` if there is no trace. Nothing is left then.
  public static func write(
    _ directory: String, to output: String, options: Options = Options()
  ) throws -> Result {
    var status = stat()
    guard stat(directory, &status) == 0 else { throw TraceReaderError.noDirectory(directory) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw TraceReaderError.noTrace(directory) }
    var output = output
    while output.count > 1, output.hasSuffix("/") { output.removeLast() }
    guard !Files.exists(output) else { throw ScrubFailure.exists(output) }
    // The copy would be copied, too.
    let parent = output.lastIndex(of: "/").map { String(output[...$0]) } ?? "."
    let (place, source) = (Files.resolved(parent), Files.resolved(directory))
    guard !(place + "/").hasPrefix(source + "/") else { throw ScrubFailure.insideSource(output) }
    let unfinished = "\(output).\(UInt32.random(in: .min ... .max)).part"
    UnfinishedFiles.note(unfinished)
    defer { UnfinishedFiles.forget(unfinished) }
    guard mkdir(unfinished, 0o700) == 0 else {
      throw ScrubFailure.notCreated(output, reason: errorText(errno))
    }
    do {
      var scrubber = Self(options)
      let traces = try scrubber.copy(directory, to: unfinished, name: "")
      if traces == 0 { throw TraceReaderError.noTrace(directory) }
      guard rename(unfinished, output) == 0 else {
        throw ScrubFailure.unwritable(output, reason: errorText(errno))
      }
      scrubber.result.texts = scrubber.mask.texts
      scrubber.result.names = scrubber.mask.names.count
      return scrubber.result
    } catch {
      Files.remove(unfinished)
      throw error
    }
  }

  // MARK: - Directories

  /// - Parameter name: The path below the recording, for messages.
  /// - Returns: The number of traces.
  private mutating func copy(_ source: String, to target: String, name: String) throws -> Int {
    let entries: [String]
    do {
      entries = try Files.names(in: source).sorted()
    } catch {
      throw TraceReaderError.unreadable(source, reason: "\(error)")
    }
    let layout = entries.contains("metadata") ? try layout(source) : nil
    var traces = layout == nil ? 0 : 1
    for entry in entries {
      let (path, name) = (source + "/" + entry, name.isEmpty ? entry : name + "/" + entry)
      var status = stat()
      guard lstat(path, &status) == 0 else {
        throw TraceReaderError.unreadable(path, reason: errorText(errno))
      }
      switch status.st_mode & S_IFMT {
      case S_IFDIR:
        let copy = target + "/" + masked(directory: entry)
        UnfinishedFiles.note(copy)
        guard mkdir(copy, 0o700) == 0 else {
          throw ScrubFailure.unwritable(copy, reason: errorText(errno))
        }
        traces +=
          layout != nil && entry == "index"
          ? try copyIndex(path, to: copy, name: name) : try self.copy(path, to: copy, name: name)
      case S_IFREG:
        let copy = target + "/" + entry
        if entry == RecordingManifest.fileName {
          try copyManifest(path, to: copy)
        } else if let layout, entry == "metadata" {
          try write(masked(metadata: layout.text), to: copy)
        } else if let layout, PacketFile.startsWithPacket(path) {
          try copyStream(path, to: copy, PacketTexts(layout: layout.layout))
        } else if entry == CPUProfile.fileName, mask.options.names.isEmpty {
          try write(try contents(path), to: copy)
        } else {
          result.leftOut.append(name)
        }
      default:
        result.leftOut.append(name)
      }
    }
    return traces
  }

  /// LTTng names a directory after a process, with its id and the time; after a session, with the
  /// time; or after a machine. The numbers may as well be a part of the name.
  private mutating func masked(directory: String) -> String {
    let structure: Set<String> = ["ust", "pid", "uid", "index", "archives", "64-bit", "32-bit"]
    guard !structure.contains(directory), !directory.hasPrefix("snapshot-"),
      !directory.allSatisfy(\.isNumber)
    else { return directory }
    let parts = directory.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.dropFirst().suffix(3).reversed()
      .prefix { !$0.isEmpty && $0.allSatisfy(\.isNumber) }.count
    for count in [0, 2, 3] where count <= numbers {
      if let name = mask.mask(parts.dropLast(count).joined(separator: "-")) {
        return ([name] + parts.suffix(count).map(String.init)).joined(separator: "-")
      }
    }
    return directory
  }

  // MARK: - Files

  private mutating func copyIndex(_ source: String, to target: String, name: String) throws -> Int {
    for entry in Files.entries(of: source).sorted() {
      if entry.hasSuffix(".idx") {
        try write(try contents(source + "/" + entry), to: target + "/" + entry)
      } else {
        result.leftOut.append(name + "/" + entry)
      }
    }
    return 0
  }

  private mutating func copyManifest(_ source: String, to target: String) throws {
    guard
      var manifest = try? JSONDecoder().decode(
        RecordingManifest.self, from: Data(try contents(source)))
    else { throw ScrubFailure.unknownLayout(source) }
    func masked(_ name: String, _ mask: inout TextMask) -> String {
      let file = name.split(separator: "/").last.map(String.init) ?? name
      // A program is typed with its path.
      guard mask.mask(file) != nil else { return name }
      return mask.mask(name) ?? String(repeating: "x", count: name.utf8.count)
    }
    func masked(parts text: String, at sign: Character, _ masked: (String) -> String) -> String {
      text.split(separator: sign, omittingEmptySubsequences: false)
        .map { masked(String($0)) }.joined(separator: String(sign))
    }
    func masked(rule: String, _ mask: inout TextMask) -> String {
      masked(parts: rule, at: ":") { mask.mask($0) ?? $0 }
    }
    // An option can have its value behind a sign, and a value can have several names.
    func masked(word: String, _ mask: inout TextMask) -> String {
      if let word = mask.mask(word) { return word }
      return masked(parts: word, at: "=") { value in
        masked(parts: value, at: ":") { path in
          let whole = masked(path, &mask)
          return whole == path ? masked(parts: path, at: "/") { mask.mask($0) ?? $0 } : whole
        }
      }
    }
    manifest.session = masked(manifest.session, &mask)
    manifest.name = manifest.name.map { masked($0, &mask) }
    manifest.command = manifest.command.map { masked(word: $0, &mask) }
    if let name = manifest.program?.name { manifest.program?.name = masked(name, &mask) }
    if let name = manifest.host?.name { manifest.host?.name = masked(name, &mask) }
    for index in manifest.attached.indices {
      manifest.attached[index].name = masked(manifest.attached[index].name, &mask)
    }
    manifest.late = manifest.late.map { processes in
      processes.map { .init(pid: $0.pid, name: masked($0.name, &mask)) }
    }
    manifest.options.slow = manifest.options.slow.map { rules in
      rules.map { masked(rule: $0, &mask) }
    }
    manifest.selections = manifest.selections.map { selections in
      selections.map { selection in
        var selection = selection
        selection.prefixes = selection.prefixes?.map { mask.mask($0) ?? mask.sentence($0) }
        selection.names = selection.names?.map { mask.mask($0) ?? mask.sentence($0) }
        return selection
      }
    }
    if let rule = manifest.snapshot?.slow?.rule {
      manifest.snapshot?.slow?.rule = masked(rule: rule, &mask)
    }
    // Messages of LTTng quote names.
    if let message = manifest.end?.message { manifest.end?.message = mask.sentence(message) }
    if let message = manifest.profile?.message {
      manifest.profile?.message = mask.sentence(message)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try write(Array(try encoder.encode(manifest)) + [0x0a], to: target)
  }

  private func layout(_ trace: String) throws -> (layout: TraceLayout, text: [UInt8]) {
    let bytes = try contents(trace + "/metadata")
    guard let text = MetadataCheck.text(of: bytes), let layout = TraceLayout(metadata: text) else {
      throw ScrubFailure.unknownLayout(trace)
    }
    return (layout, text)
  }

  /// Names of the machine, of the process and of the session are in the environment of a trace.
  private mutating func masked(metadata text: [UInt8]) -> [UInt8] {
    if mask.options.names.isEmpty { return text }
    var result = text
    for key in ["hostname = \"", "procname = \"", "trace_name = \""] {
      guard let start = result.firstRange(of: Array(key.utf8))?.upperBound else { continue }
      let (name, end) = Self.literal(result, at: start)
      guard let name = mask.mask(name, .name) else { continue }
      result.replaceSubrange(start..<end, with: name)
    }
    return result
  }

  /// The text behind a quotation mark, without backslashes before others; and its end.
  private static func literal(_ text: [UInt8], at start: Int) -> (text: [UInt8], end: Int) {
    var (literal, index) = ([UInt8](), start)
    while index < text.count, text[index] != UInt8(ascii: "\"") {
      if text[index] == UInt8(ascii: "\\"), index + 1 < text.count { index += 1 }
      literal.append(text[index])
      index += 1
    }
    return (literal, index)
  }

  private mutating func copyStream(
    _ source: String, to target: String, _ texts: PacketTexts
  ) throws {
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw TraceReaderError.unreadable(source, reason: errorText(errno)) }
    defer { close(input) }
    let output = try create(target)
    defer { close(output) }
    let size = Int(lseek(input, 0, SEEK_END))
    var offset = 0
    while offset < size {
      let header = PacketHeader(input, at: offset)
      // Bytes that are no packet stay damage of this length.
      let length = min(header?.packetSize ?? .max, size - offset)
      var packet = [UInt8](repeating: 0, count: header == nil ? min(length, 1 << 20) : length)
      let start = offset
      offset += packet.count
      if let header {
        guard pread(input, &packet, length, off_t(start)) == length else {
          throw TraceReaderError.unreadable(source, reason: errorText(errno))
        }
        try scrub(&packet, header, texts, of: source)
      }
      try write(packet, output, target)
    }
  }

  private mutating func scrub(
    _ packet: inout [UInt8], _ header: PacketHeader, _ texts: PacketTexts, of source: String
  ) throws {
    let end = min(Int(clamping: header.contentBits / 8), packet.count)
    // One copy is read while the other is changed.
    let original = packet
    var masked = packet
    var mask = mask
    do {
      let complete = try texts.forEachText(
        in: original, stream: UInt64(header.streamClass), end: end,
        text: { event, field, range in
          let bytes = Array(original[range])
          guard let new = mask.mask(bytes, TextMask.role(event, field)) else { return }
          masked.replaceSubrange(range, with: new)
        },
        number: { event, field, range in
          guard mask.masksNumber(event, field) else { return }
          for index in range { masked[index] = 0 }
        },
        rest: { range in
          for index in range { masked[index] = 0 }
        })
      if packet.count < header.packetSize {
        // The last event of a packet that is cut off is its end: zeros would be read as events.
        masked.removeLast(masked.count - complete)
      } else {
        for index in complete..<masked.count { masked[index] = 0 }
      }
    } catch is PacketTexts.Failure {
      throw ScrubFailure.unknownLayout(source)
    }
    self.mask = mask
    packet = masked
  }

  // MARK: - Bytes

  private func contents(_ path: String) throws -> [UInt8] {
    guard let data = try? Data(contentsOf: URL(filePath: path)) else {
      throw TraceReaderError.unreadable(path, reason: errorText(errno))
    }
    return Array(data)
  }

  private func create(_ path: String) throws -> Int32 {
    UnfinishedFiles.note(path)
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw ScrubFailure.unwritable(path, reason: errorText(errno)) }
    return file
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let file = try create(path)
    defer { close(file) }
    try write(bytes, file, path)
  }

  private func write(_ bytes: [UInt8], _ file: Int32, _ path: String) throws {
    guard bytes.withUnsafeBytes({ Files.write($0, to: file) }) else {
      throw ScrubFailure.unwritable(path, reason: errorText(errno))
    }
  }
}

/// The reason why no masked copy was written.
public enum ScrubFailure: Error, Equatable, CustomStringConvertible {
  /// A file or directory of this name exists already.
  case exists(String)
  /// The copy would be a part of the recording.
  case insideSource(String)
  /// The directory of the copy cannot be created.
  case notCreated(String, reason: String)
  /// The copy cannot be written.
  case unwritable(String, reason: String)
  /// The places of texts in a file are not known.
  case unknownLayout(String)

  /// The failure, and the remedy.
  public var description: String {
    switch self {
    case .exists(let path):
      "“\(path)” is there already: name another one with --output."
    case .insideSource(let path):
      "“\(path)” is inside of the recording: name a place outside of it with --output."
    case .notCreated(let path, let reason):
      "“\(path)” cannot be created: \(reason). Name another place with --output."
    case .unwritable(let path, let reason):
      "“\(path)” cannot be written: \(reason). Nothing of it was kept."
    case .unknownLayout(let path):
      """
      “\(path)” has a layout that is not known, so that texts in it could be missed. Nothing was \
      written. Recordings of LTTng in CTF 1.8 can be masked.
      """
    }
  }
}
