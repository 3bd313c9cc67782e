import SystemSupport

extension ExecutableSearch {
  /// Finds the program to record; the error is a message for the user.
  func findProgram(_ command: ByteString) throws(RecordingFailure) -> ByteString {
    let name = command.description
    do throws(Failure) {
      return try find(command)
    } catch {
      switch error {
      case .notFound where name.contains("/"):
        throw RecordingFailure(.programNotFound, "there is no program \(name).")
      case .notFound:
        throw RecordingFailure(
          .programNotFound,
          "there is no program \(name) in PATH. For one in this directory, type ./\(name)")
      case .notExecutable(let path, let reason):
        throw RecordingFailure(.programNotExecutable, "can't run \(path): \(reason).")
      }
    }
  }
}
