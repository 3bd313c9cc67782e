/// Writes a ``CPUProfile`` incrementally, line by line.
///
///     signpost-cpu-profile 1
///     w START END               the time in which samples were taken
///     f NAME <tab> MODULE       a function; of the kernel with k in place of f
///     n PARENT FUNCTION         a frame: the caller's, or -1, and the function
///     t PID TID                 a thread
///     s TIME PERIOD THREAD NODE a sample
///     l COUNT                   samples that were lost
///     e                         the end
///
/// Functions, frames and threads are referred to by their number, from 0 on.
struct CPUProfileWriter {
  /// The bytes to be written, since this was last emptied.
  var bytes: [UInt8] = []

  private var functions: [CPUProfile.Function: Int32] = [:]
  private var nodes: [CPUProfile.Node: Int32] = [:]
  private var threads: [CPUProfile.Thread: Int32] = [:]
  private(set) var sampleCount = 0
  private(set) var lost: UInt64 = 0

  init(window: CPUProfile.Window?) {
    line("signpost-cpu-profile \(CPUProfile.version)")
    if let window { line("w \(window.start) \(window.end)") }
  }

  /// The number of a function, which is added if it is new.
  mutating func number(of function: CPUProfile.Function) -> Int32 {
    if let known = functions[function] { return known }
    let number = Int32(functions.count)
    functions[function] = number
    line(
      "\(function.isKernel ? "k" : "f") \(Self.plain(function.name))\t\(Self.plain(function.module))"
    )
    return number
  }

  mutating func number(of node: CPUProfile.Node) -> Int32 {
    if let known = nodes[node] { return known }
    let number = Int32(nodes.count)
    nodes[node] = number
    line("n \(node.parent) \(node.function)")
    return number
  }

  mutating func number(of thread: CPUProfile.Thread) -> Int32 {
    if let known = threads[thread] { return known }
    let number = Int32(threads.count)
    threads[thread] = number
    line("t \(thread.pid) \(thread.tid)")
    return number
  }

  mutating func add(_ sample: CPUProfile.Sample) {
    sampleCount += 1
    line("s \(sample.time) \(sample.period) \(sample.thread) \(sample.node)")
  }

  mutating func addLost(_ count: UInt64) { lost += count }

  mutating func end() {
    if lost > 0 { line("l \(lost)") }
    line("e")
  }

  private mutating func line(_ text: String) {
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Names come from other programs, and must not end the line.
  private static func plain(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 }) else { return text }
    return String(decoding: text.utf8.map { $0 < 0x20 ? UInt8(ascii: "?") : $0 }, as: UTF8.self)
  }
}
