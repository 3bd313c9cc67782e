/// Parses samples in the output of `perf script`, and writes a profile of them.
///
/// The fields are ``fields``, in the order in which `perf` prints them:
///
///     4711/4712   850.252087199:    1001001 cpu-clock:
///     	ffffffff821e5a67 clear_page_erms ([kernel.kallsyms])
///     	            72b2 $s3app4work (/usr/bin/app)
///
/// and an empty line after each sample. Frames come with the innermost first.
struct PerfScriptParser {
  /// The requested fields of `perf script`.
  static let fields = "pid,tid,time,period,event,ip,sym,dso"

  private(set) var writer: CPUProfileWriter
  private var frames: [Int32] = []
  private var head: (thread: CPUProfile.Thread, time: Int64, period: UInt32)?
  private var functions: [Symbol: Int32] = [:]
  /// A function with neither a name nor a file.
  private var unknown: Int32?

  /// A symbol in the output of `perf`.
  private struct Symbol: Hashable {
    var text: [UInt8]
    var isKernel: Bool
  }

  init(window: CPUProfile.Window?) {
    writer = CPUProfileWriter(window: window)
  }

  /// Parses one line.
  mutating func add(_ line: Line) {
    guard let first = line.rest.first else { return endSample() }
    if first == UInt8(ascii: "\t"), head != nil {
      addFrame(line)
    } else {
      endSample()
      addHead(line)
    }
  }

  /// Ends the profile.
  mutating func finish() {
    endSample()
    writer.end()
  }

  /// The bytes to be written since the last call.
  mutating func takeBytes() -> [UInt8] {
    defer { writer.bytes.removeAll(keepingCapacity: true) }
    return writer.bytes
  }

  private mutating func addHead(_ line: Line) {
    var line = line
    guard let pid = line.number(), line.takes("/"), let tid = line.number(),
      let seconds = line.number(), line.takes("."), let fraction = line.number(),
      line.takes(":"), let period = line.number()
    else { return addLoss(line) }
    head = (
      CPUProfile.Thread(pid: pid, tid: tid), seconds &* 1_000_000_000 &+ fraction,
      UInt32(clamping: period)
    )
  }

  /// Counts a loss, such as `… PERF_RECORD_LOST lost 12`.
  private mutating func addLoss(_ line: Line) {
    let text = String(decoding: line.rest, as: UTF8.self)
    guard text.contains("PERF_RECORD_LOST"), let word = text.split(separator: " ").last,
      let count = UInt64(word)
    else { return }
    writer.addLost(count)
  }

  private mutating func addFrame(_ line: Line) {
    var line = line
    line.skipSpaces()
    let digits = line.rest.prefix { !($0 == 0x20) }
    // Addresses of the kernel are in the upper half.
    let isKernel = digits.count == 16 && digits.first.map { $0 >= UInt8(ascii: "8") } == true
    guard digits.count < line.rest.count else { return }
    let symbol = Symbol(
      text: Array(UnsafeRawBufferPointer(rebasing: line.rest[(digits.endIndex + 1)...])),
      isKernel: isKernel)
    if let known = functions[symbol] {
      frames.append(known)
      return
    }
    let function = Self.function(symbol)
    let number = writer.number(of: function)
    if function.name.isEmpty, function.module.isEmpty, !isKernel { unknown = number }
    functions[symbol] = number
    frames.append(number)
  }

  /// The symbol and, in parentheses, the file.
  private static func function(_ symbol: Symbol) -> CPUProfile.Function {
    var text = String(decoding: symbol.text, as: UTF8.self)
    if text.hasSuffix(" (deleted))") { text = text.dropLast(" (deleted))".count) + ")" }
    var module = ""
    // A name and a path may contain spaces and parentheses as well. A path starts with a slash, and
    // a name without a file with a bracket.
    if text.hasSuffix(")"),
      let open = [" (/", " ([", " ("].lazy.compactMap({ text.range(ofLast: $0) }).first
    {
      module = String(text[open.lowerBound...].dropFirst(2).dropLast())
      text = String(text[..<open.lowerBound])
    }
    module = module.split(separator: "/").last.map(String.init) ?? ""
    if module == "[unknown]" || module == "inlined" { module = "" }
    return CPUProfile.Function(
      name: text == "[unknown]" ? "" : SymbolName.demangled(text), module: module,
      isKernel: symbol.isKernel)
  }

  private mutating func endSample() {
    guard let (thread, time, period) = head else { return }
    head = nil
    var parent: Int32 = -1
    // Beyond the outermost frame, unwinding can find an address that belongs to no function.
    while frames.count > 1, frames.last == unknown { frames.removeLast() }
    for function in frames.reversed() {
      parent = writer.number(of: CPUProfile.Node(parent: parent, function: function))
    }
    frames.removeAll(keepingCapacity: true)
    let number = writer.number(of: thread)
    writer.add(CPUProfile.Sample(time: time, period: period, thread: number, node: parent))
  }
}

extension String {
  /// The last occurrence of another text.
  fileprivate func range(ofLast text: String) -> Range<String.Index>? {
    let (bytes, wanted) = (Array(utf8), Array(text.utf8))
    guard bytes.count >= wanted.count else { return nil }
    for start in stride(from: bytes.count - wanted.count, through: 0, by: -1)
    where bytes[start..<start + wanted.count].elementsEqual(wanted) {
      let lower = utf8.index(startIndex, offsetBy: start)
      return lower..<utf8.index(lower, offsetBy: wanted.count)
    }
    return nil
  }
}
