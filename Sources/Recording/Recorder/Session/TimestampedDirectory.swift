import Glibc
import SystemSupport

/// Creates a directory named after the local time, readable only by its user.
///
/// - Parameter prefix: The path before the time, including its parent directory.
/// - Returns: The path, with a number after the time if the name is taken.
func makeTimestampedDirectory(prefix: String) throws(RecordingFailure) -> String {
  var now = time(nil)
  var parts = tm()
  localtime_r(&now, &parts)
  var buffer = [CChar](repeating: 0, count: 64)
  strftime(&buffer, buffer.count, "%Y%m%d-%H%M%S", &parts)
  let name = prefix + buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  for number in 1...10_000 {
    let candidate = number == 1 ? name : "\(name)-\(number)"
    if mkdir(candidate, 0o700) == 0 { return candidate }
    guard errno == EEXIST else {
      throw .unusableOutput("can't create \(candidate): \(errorText(errno)).")
    }
  }
  throw .unusableOutput("too many directories named \(name).")
}
