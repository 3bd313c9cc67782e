import Glibc
import RecordingManifests
import SystemSupport

/// The directories of recordings that run until they are stopped, by name: a recorder that was
/// killed, or ended with the machine, is resumed there.
package enum NamedRecording {
  /// The file that contains the directory; nil without a home directory. A service may have none in
  /// its environment.
  static func path(_ name: String) -> String? {
    let environment = ProcessEnvironment.inherited
    let parent =
      environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? (environment["HOME"] ?? homeOfUser).flatMap {
        $0.hasPrefix("/") ? $0 + "/.local/state" : nil
      }
    return parent.map { "\($0)/signpost/\(name)" }
  }

  private static var homeOfUser: String? {
    getpwuid(geteuid())?.pointee.pw_dir.map { String(cString: $0) }
  }

  /// Records the directory of a recording.
  ///
  /// - Returns: A message if that failed: the name alone does not lead to the recording then.
  static func note(_ directory: String, name: String) -> String? {
    let remedy =
      "If the recording is interrupted, its name alone does not find it: "
      + "signpost start \(name) --output \(directory)"
    guard let path = path(name) else {
      return "there is no home directory to note the directory of \(name) in. \(remedy)"
    }
    let failure = makeParents(of: path)
    // No name of a recording contains an @.
    let new = "\(path)@@new"
    unlink(new)
    guard Files.create(new, text: directory + "\n"), rename(new, path) == 0 else {
      let reason = errorText(failure ?? errno)
      unlink(new)
      return "the directory of \(name) cannot be noted in \(path): \(reason). \(remedy)"
    }
    return nil
  }

  /// Creates the directories above a file, readable only by the user.
  ///
  /// - Returns: The error of the first one that is not there, and could not be created.
  @discardableResult
  static func makeParents(of path: String) -> Int32? {
    let parents = path.split(separator: "/").dropLast()
    for count in 1...max(1, parents.count) {
      let parent = "/" + parents.prefix(count).joined(separator: "/")
      if mkdir(parent, 0o700) != 0, errno != EEXIST {
        let reason = errno
        if !Files.exists(parent) { return reason }
      }
    }
    return nil
  }

  /// The directory of a recording that has not been stopped; nil if there is none.
  package static func directory(of name: String) -> String? {
    guard let path = path(name), let text = Files.contents(of: path) else { return nil }
    // The last line break is the end; others are of the name.
    let directory = text.hasSuffix("\n") ? String(text.dropLast()) : text
    return ResumedRecording(in: directory, name: name) == nil ? nil : directory
  }

  /// The options that the recording in a directory was started with, except the options of its
  /// recorder and its output.
  package static func options(in directory: String) -> [String] {
    var options: [String] = []
    var rest = RecordingManifest.read(from: directory)?.command.dropFirst(2) ?? []
    while let option = rest.popFirst() {
      switch option {
      case "--recording", "--output", "-o": _ = rest.popFirst()
      case "--no-report", "--background", "--unattended": break
      default: if !option.hasPrefix("--output=") { options.append(option) }
      }
    }
    return options
  }

  /// Forgets a recording, so that its name starts a new one.
  ///
  /// - Returns: Its directory; nil if there was none.
  @discardableResult
  package static func forget(_ name: String) -> String? {
    let directory = directory(of: name)
    if let path = path(name) { unlink(path) }
    return directory
  }
}
