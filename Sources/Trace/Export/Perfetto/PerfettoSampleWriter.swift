import TraceAnalysis

/// Writes CPU samples as packets of a sequence of their own. Names, frames and stacks are written
/// once, with the first sample that needs them.
final class PerfettoSampleWriter {
  private let writer: PerfettoWriter
  private let bytes = ProtobufWriter()
  private let interned = ProtobufWriter()
  private var names: [String: UInt64] = [:]
  private var modules: [String: UInt64] = [:]
  private var frames: Set<Int> = []
  private var stacks: [[Int]: UInt64] = [:]

  private static let sequence: UInt64 = 2

  private enum Field {
    enum Packet {
      static let timestamp: UInt64 = 8
      static let sequence: UInt64 = 10
      static let internedData: UInt64 = 12
      static let sequenceFlags: UInt64 = 13
      static let defaultClock: UInt64 = 58
      static let defaults: UInt64 = 59
      static let sample: UInt64 = 66
    }
    enum Sample {
      static let pid: UInt64 = 2
      static let tid: UInt64 = 3
      static let stack: UInt64 = 4
      static let mode: UInt64 = 5
      static let lost: UInt64 = 17
    }
    enum Interned {
      static let functionNames: UInt64 = 5
      static let frames: UInt64 = 6
      static let stacks: UInt64 = 7
      static let mappingPaths: UInt64 = 17
      static let mappings: UInt64 = 19
    }
  }

  /// - Parameter frequency: Samples per second of processor time.
  init(_ writer: PerfettoWriter, frequency: Int) {
    self.writer = writer
    bytes.field(Field.Packet.sequence, Self.sequence)
    bytes.field(Field.Packet.sequenceFlags, 1 as UInt64)
    bytes.message(Field.Packet.defaults) { defaults in
      defaults.field(Field.Packet.defaultClock, PerfettoWriter.clock)
      defaults.message(12) { sampling in
        sampling.message(1) { timebase in
          timebase.field(2, Int64(frequency))
          timebase.field(10, "processor time")
        }
      }
    }
    writer.write(packet: bytes)
    bytes.removeAll()
  }

  /// Writes a sample.
  ///
  /// - Parameters:
  ///   - all: The frames that its stack refers to.
  func write(
    _ sample: SampleStacks.Sample, at time: Int64, pid: Int64, tid: Int64,
    _ all: [SampleStacks.Frame]
  ) {
    let stack = number(ofStack: sample.stack, all)
    open(time)
    bytes.message(Field.Packet.sample) {
      $0.field(Field.Sample.pid, pid)
      $0.field(Field.Sample.tid, tid)
      $0.field(Field.Sample.stack, stack)
      $0.field(Field.Sample.mode, (sample.isInKernel ? 1 : 2) as UInt64)
    }
    close()
  }

  /// Writes how many samples there was no room for.
  func write(lost: UInt64, at time: Int64) {
    open(time)
    bytes.message(Field.Packet.sample) { $0.field(Field.Sample.lost, lost) }
    close()
  }

  private func open(_ time: Int64) {
    bytes.field(Field.Packet.timestamp, time)
    bytes.field(Field.Packet.sequence, Self.sequence)
    bytes.field(Field.Packet.sequenceFlags, 2 as UInt64)
  }

  private func close() {
    if interned.count > 0 {
      bytes.field(Field.Packet.internedData, interned)
      interned.removeAll()
    }
    writer.write(packet: bytes)
    bytes.removeAll()
  }

  private func number(ofStack stack: [Int], _ all: [SampleStacks.Frame]) -> UInt64 {
    if let known = stacks[stack] { return known }
    for frame in stack where frames.insert(frame).inserted { intern(frame, all[frame]) }
    let number = UInt64(stacks.count + 1)
    stacks[stack] = number
    interned.message(Field.Interned.stacks) {
      $0.field(1, number)
      for frame in stack { $0.field(2, UInt64(frame + 1)) }
    }
    return number
  }

  private func intern(_ number: Int, _ frame: SampleStacks.Frame) {
    let name = Self.number(of: frame.text, in: &names) { number in
      interned.message(Field.Interned.functionNames) {
        $0.field(1, number)
        $0.field(2, frame.text)
      }
    }
    let module = Self.number(of: frame.mapping, in: &modules) { number in
      interned.message(Field.Interned.mappingPaths) {
        $0.field(1, number)
        $0.field(2, frame.mapping)
      }
      interned.message(Field.Interned.mappings) {
        $0.field(1, number)
        $0.field(7, number)
      }
    }
    interned.message(Field.Interned.frames) {
      $0.field(1, UInt64(number + 1))
      $0.field(2, name)
      $0.field(3, module)
      // Engines tell frames apart by it, and samples have no addresses of instructions any more.
      $0.field(4, UInt64(number + 1))
    }
  }

  private static func number(
    of text: String, in known: inout [String: UInt64], add: (UInt64) -> Void
  ) -> UInt64 {
    if let number = known[text] { return number }
    let number = UInt64(known.count + 1)
    known[text] = number
    add(number)
    return number
  }
}

extension SampleStacks.Frame {
  /// The text that Perfetto shows as the file of a function.
  fileprivate var mapping: String {
    switch kind {
    case .function: module.isEmpty ? "[unknown]" : module
    case .kernel: "[kernel]"
    case .span(let kind): "[\(kind.rawValue)]"
    case .between: "[between]"
    }
  }
}
