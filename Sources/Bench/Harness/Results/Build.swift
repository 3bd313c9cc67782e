import CMachine

/// The build configuration of this program.
enum Build {
  static var isDebug: Bool { _isDebugAssertConfiguration() }

  /// The version of Swift, with the revision of the compiler.
  ///
  /// Neither language nor library contains its patch release; the revision of the compiler does.
  static var swiftVersion: String {
    let version = _SwiftStdlibVersion.current.description.split(separator: ".").prefix(2)
    return version.joined(separator: ".") + revision(of: String(cString: toolchain_compiler()))
  }

  static func revision(of compiler: String) -> String {
    let words = compiler.split { !($0.isLetter || $0.isNumber) }
    let revision = words.first { $0.count == 40 && $0.allSatisfy(\.isHexDigit) }
    return revision.map { " (\($0.prefix(8)))" } ?? ""
  }
}
