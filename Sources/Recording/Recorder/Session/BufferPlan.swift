/// The sizes of a recording's ring buffers.
///
/// LTTng keeps one ring of sub-buffers per processor for each recorded process. An event that finds
/// its ring full is lost, and the process that empties the rings competes with the recorded program
/// for processors: so one ring must be able to hold a whole burst.
package struct BufferPlan: Equatable, Sendable {
  /// The sizes requested by the user; nil leaves them to the plan.
  package struct Request: Equatable, Sendable {
    package var subbufferSize: Int?
    package var subbufferCount: Int?
    /// The maximum size of the recording on the disk in bytes; nil for no limit.
    ///
    /// The contents of the rings are written to one chunk when the recording ends, and no chunk may
    /// be larger than the whole recording.
    var mostBytes: Int?
    /// Whether any number of processes may be recorded, each of which has its own rings.
    var isForMany = false

    package init(subbufferSize: Int? = nil, subbufferCount: Int? = nil) {
      self.subbufferSize = subbufferSize
      self.subbufferCount = subbufferCount
    }

    func within(_ rotation: RotationOptions?) -> Request {
      var request = self
      request.mostBytes = rotation?.mostBytes
      return request
    }
  }

  /// The resources of the machine.
  struct Machine: Equatable, Sendable {
    /// The number of possible processors: LTTng reserves a ring for each.
    var processors: Int
    /// Free bytes on the file system of LTTng's rings; nil if unknown.
    var freeSharedMemory: Int?
    var pageSize: Int
    /// The memory that is still available to the control group of this process, and on the machine;
    /// nil if unknown.
    var freeMemory: Int?

    /// The memory available to the rings of all processes.
    fileprivate var room: Int? { [freeSharedMemory, freeMemory].compactMap(\.self).min() }

    /// The limiting resource.
    fileprivate var tightest: Limit {
      if let freeMemory, freeMemory < freeSharedMemory ?? .max { .memory } else { .sharedMemory }
    }
  }

  enum Limit: Equatable, Sendable {
    /// Smaller than usual, because there are many processors.
    case processors
    /// Smaller than usual, because any number of processes may be recorded.
    case processes
    /// Smaller than usual, because there is little shared memory.
    case sharedMemory
    /// Smaller than usual, because there is little memory, or a control group has a limit.
    case memory
    /// Smaller than usual, because the size of the recording is limited.
    case recording
  }

  enum Failure: Error, Equatable {
    case sizeNotPowerOfTwo(Int)
    case sizeBelowPage(Int, pageSize: Int)
    case countNotPowerOfTwo(Int)
    case countBelowTwo(Int)
    case doesNotFit(needed: Int, free: Int)
    case exceedsMemory(needed: Int, free: Int)
    case exceedsRecording(needed: Int, most: Int)
  }

  /// 28 MiB stay free while the consumer reads one sub-buffer: 100,000 actions in a tight loop
  /// write about 20 MB.
  static let usualSize = 4 << 20
  static let usualCount = 8
  /// The limit of all rings of a process together, unless the user requests more.
  static let usualTotal = 288 << 20
  /// The number of recorded processes that the plan makes room for.
  static let usualProcesses = 4
  /// The same where any number of processes may be recorded: LTTng allocates the rings of a process
  /// that records nothing as well.
  static let totalOfMany = 3 << 19
  static let manyProcesses = 32

  var subbufferSize: Int
  var subbufferCount: Int
  var processors: Int
  var limit: Limit?

  /// The memory of one recorded process: LTTng adds a sub-buffer to each ring, for the one being
  /// read.
  var total: Int { subbufferSize * (subbufferCount + 1) * processors }

  /// The sizes of the rings that a flight recorder has for state dumps: half of the others.
  var forStateDumps: BufferPlan {
    var plan = self
    if subbufferSize > Self.leastSize { plan.subbufferSize /= 2 }
    return plan
  }

  /// The size of a page on the usual machines.
  private static let leastSize = 64 << 10

  init(request: Request, machine: Machine) throws(Failure) {
    try Self.check(request, pageSize: machine.pageSize)
    processors = max(1, machine.processors)
    subbufferSize = request.subbufferSize ?? max(Self.usualSize, machine.pageSize)
    subbufferCount = request.subbufferCount ?? Self.usualCount

    // An eighth is reserved for other uses, such as the descriptions of the events.
    let processes = request.isForMany ? Self.manyProcesses : Self.usualProcesses
    let usual = request.isForMany ? Self.totalOfMany : Self.usualTotal
    let share = machine.room.map { ($0 - $0 / 8) / processes } ?? .max
    let chunk = request.mostBytes.map(RotationOptions.chunk) ?? .max
    let ceiling = min(usual, share, chunk)
    while Self.exceeds(subbufferSize, subbufferCount, processors, ceiling) {
      // Fewer sub-buffers only once they are small: with many, the one being read matters less.
      if request.subbufferSize == nil, subbufferSize > max(64 << 10, machine.pageSize) {
        subbufferSize /= 2
      } else if request.subbufferCount == nil, subbufferCount > 2 {
        subbufferCount /= 2
      } else if request.subbufferSize == nil, subbufferSize > machine.pageSize {
        subbufferSize /= 2
      } else {
        break
      }
      limit =
        if chunk < min(usual, share) { .recording } else if share < usual {
          machine.tightest
        } else if request.isForMany { .processes } else { .processors }
    }
    if let most = request.mostBytes,
      Self.exceeds(subbufferSize, subbufferCount, processors, most / 2)
    {
      throw .exceedsRecording(
        needed: Self.needed(subbufferSize, subbufferCount, processors) ?? .max, most: most)
    }
    if let free = machine.freeSharedMemory,
      Self.exceeds(subbufferSize, subbufferCount, processors, free)
    {
      throw .doesNotFit(
        needed: Self.needed(subbufferSize, subbufferCount, processors) ?? .max, free: free)
    }
    if let free = machine.freeMemory,
      Self.exceeds(subbufferSize, subbufferCount, processors, free)
    {
      throw .exceedsMemory(
        needed: Self.needed(subbufferSize, subbufferCount, processors) ?? .max, free: free)
    }
  }

  private static func check(_ request: Request, pageSize: Int) throws(Failure) {
    if let size = request.subbufferSize {
      guard size > 0, size & (size - 1) == 0 else { throw .sizeNotPowerOfTwo(size) }
      guard size >= pageSize else { throw .sizeBelowPage(size, pageSize: pageSize) }
    }
    if let count = request.subbufferCount {
      guard count >= 2 else { throw .countBelowTwo(count) }
      guard count & (count - 1) == 0 else { throw .countNotPowerOfTwo(count) }
    }
  }

  private static func exceeds(_ size: Int, _ count: Int, _ processors: Int, _ limit: Int) -> Bool {
    needed(size, count, processors).map { $0 > limit } ?? true
  }

  private static func needed(_ size: Int, _ count: Int, _ processors: Int) -> Int? {
    count == .max ? nil : product(size, count + 1, processors)
  }

  private static func product(_ factors: Int...) -> Int? {
    factors.reduce(1) { product, factor in
      guard let product else { return nil }
      let (result, overflow) = product.multipliedReportingOverflow(by: factor)
      return overflow ? nil : result
    }
  }
}

extension BufferPlan.Failure {
  var isUsageError: Bool {
    switch self {
    case .doesNotFit, .exceedsMemory: false
    default: true
    }
  }

  var message: String {
    switch self {
    case .sizeNotPowerOfTwo(let size):
      "the size of a sub-buffer must be a power of two, such as 512K or 4M, and \(size) is not."
    case .sizeBelowPage(let size, let pageSize):
      "the size of a sub-buffer must be at least one page (\(ByteCount(pageSize).exact)), and \(size) is less."
    case .countNotPowerOfTwo(let count):
      "the number of sub-buffers must be a power of two, such as 4 or 8, and \(count) is not."
    case .countBelowTwo(let count):
      "the number of sub-buffers must be at least 2, one to write and one to read, and \(count) is less."
    case .doesNotFit(let needed, let free):
      """
      the buffers need \(ByteCount(needed).rounded) of shared memory for each recorded process, and \
      /dev/shm has \(ByteCount(free).rounded) free (a container gets more with docker run \
      --shm-size=256m).
      """
    case .exceedsMemory(let needed, let free):
      """
      the buffers need \(ByteCount(needed).rounded) of memory for each recorded process, and \
      \(ByteCount(free).rounded) may be taken here (a container gets more with docker run --memory=1g, \
      a service of systemd with MemoryMax=1G).
      """
    case .exceedsRecording(let needed, let most):
      """
      the buffers hold \(ByteCount(needed).rounded) for each recorded process, more than half of \
      what the recording may take (\(ByteCount(most).rounded)): choose a larger --max-size, or \
      smaller buffers.
      """
    }
  }
}
