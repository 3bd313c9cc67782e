import Glibc
import SystemSupport

extension BufferPlan.Machine {
  /// The current machine.
  static var current: BufferPlan.Machine {
    let possible = Files.contents(of: "/sys/devices/system/cpu/possible")
    return BufferPlan.Machine(
      processors: possible.flatMap(processorCount(possible:))
        ?? max(1, sysconf(Int32(_SC_NPROCESSORS_CONF))),
      freeSharedMemory: Files.freeBytes(of: "/dev/shm"),
      pageSize: sysconf(Int32(_SC_PAGESIZE)),
      freeMemory: [MemoryLimit().room, availableMemory].compactMap(\.self).min()
    )
  }

  /// The machine's memory for new processes without swapping.
  private static var availableMemory: Int? {
    (Files.contents(of: "/proc/meminfo") ?? "").split(separator: "\n")
      .first { $0.hasPrefix("MemAvailable:") }
      .flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) }.map { $0 << 10 }
  }

  /// Parses a list such as `0-3,8-11`.
  ///
  /// LTTng counts up to the highest number, and so does this.
  static func processorCount(possible: String) -> Int? {
    possible.split { ",-\n ".contains($0) }.compactMap { Int($0) }.max().map { $0 + 1 }
  }
}

extension BufferPlan {
  /// The plan for the current machine.
  ///
  /// - Parameter emit: Called with the sizes, and the reason if they are small.
  static func forThisMachine(
    _ request: Request, emit: (RecordingMessage) -> Void
  ) throws(RecordingFailure) -> BufferPlan {
    do throws(Failure) {
      let plan = try BufferPlan(request: request, machine: .current)
      emit(plan.message)
      return plan
    } catch {
      throw RecordingFailure(
        error.isUsageError ? .wrongBuffers : .tracerUnavailable, error.message,
        remedy: error.isUsageError ? nil : .smallerBuffers)
    }
  }

  /// The sizes, and the reason if they are small.
  var message: RecordingMessage {
    let size =
      "\(subbufferCount) × \(ByteCount(subbufferSize).exact) per processor"
      + " (\(ByteCount(total).rounded) per process)"
    return switch limit {
    case .sharedMemory:
      .smallBuffers("/dev/shm has little room, so the buffers are small: \(size).")
    case .memory:
      .smallBuffers("little memory may be taken here, so the buffers are small: \(size).")
    case .recording:
      .smallBuffers("the recording may take little room, so the buffers are small: \(size).")
    case .processors, .processes, nil:
      .detail("buffers: \(size)")
    }
  }
}
