import CMachine
import Glibc
import SystemSupport

/// The machine and the build of a run, on which its times depend.
struct Machine: Codable, Equatable, Sendable {
  var processor: String
  var cores: Int
  var system: String
  var architecture: String
  var library: String
  var swift: String
  var isDebugBuild: Bool

  /// The present machine and build.
  static var current: Machine {
    var name = utsname()
    uname(&name)
    return Machine(
      processor: processorName(), cores: sysconf(Int32(_SC_NPROCESSORS_ONLN)),
      system: text(&name.sysname) + " " + text(&name.release), architecture: text(&name.machine),
      library: "glibc " + String(cString: toolchain_library_version()), swift: Build.swiftVersion,
      isDebugBuild: Build.isDebug)
  }

  /// Identifies the conditions of instruction counts: another compiler or C library executes
  /// different ones.
  var toolchain: String { "Swift \(swift), \(architecture), \(library)" }

  private static func processorName() -> String {
    guard let file = try? Files.read("/proc/cpuinfo") else { return "unknown processor" }
    let line = file.split(separator: "\n").first { $0.hasPrefix("model name") }
    let value = line?.split(separator: ":", maxSplits: 1).last?.drop { $0 == " " }
    return value.map(String.init) ?? "unknown processor"
  }

  private static func text<Field>(_ field: inout Field) -> String {
    withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
