import Glibc
import SystemSupport

/// The file for the output of a program whose terminal is used otherwise.
struct ProgramOutput {
  let path: String
  let descriptor: Int32
  /// Whether to remove it if it is empty.
  private let isOurs: Bool

  /// - Parameter requested: The file to append to; nil for a new one.
  static func open(
    _ requested: String?, environment: ProcessEnvironment
  ) throws(RecordingFailure) -> ProgramOutput {
    if let requested {
      let descriptor = Files.aboveStandardStreams(
        Glibc.open(requested, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600))
      guard descriptor >= 0 else {
        throw RecordingFailure(
          .outputUnusable, "can't write to \(requested): \(errorText(errno)).", remedy: nil)
      }
      return ProgramOutput(path: requested, descriptor: descriptor, isOurs: false)
    }
    let parent = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    var template = ByteString(parent + "/signpost-top-XXXXXX").bytes
    let descriptor = Files.aboveStandardStreams(mkstemp(&template))
    guard descriptor >= 0 else {
      throw RecordingFailure(
        .outputUnusable,
        "can't create a file for the program's output in \(parent): \(errorText(errno)). "
          + "Name one with --output.")
    }
    return ProgramOutput(
      path: ByteString(template).description, descriptor: descriptor, isOurs: true)
  }

  func closeDescriptor() { close(descriptor) }

  /// Removes the file if it is ours and empty; returns whether it has any content.
  func keepIfUsed() -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    if isOurs, status.st_size == 0 {
      unlink(path)
      return false
    }
    return isOurs
  }
}
