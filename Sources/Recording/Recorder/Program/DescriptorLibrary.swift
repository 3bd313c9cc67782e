import Glibc
import SystemSupport

/// LTTng's library that keeps the descriptors of LTTng open in a program that closes all of its
/// own, as daemons do: without it, LTTng ends such a program, or blocks it.
///
/// It is loaded into every program that the recorded one starts, and has no thread.
enum DescriptorLibrary {
  static let name = "liblttng-ust-fd.so.1"

  /// Whether the library is on this machine. The loader would report a missing one for each program
  /// that is started.
  static let isInstalled = dlopen(name, RTLD_LAZY | RTLD_LOCAL) != nil

  /// An environment that preloads the library, after the user's own ones: the runtime of a
  /// sanitizer has to be the first.
  static func preloaded(
    in environment: ProcessEnvironment, isInstalled: Bool = isInstalled
  ) -> ProcessEnvironment {
    let others = environment["LD_PRELOAD"] ?? ""
    // Without the version, it is a link to the same library.
    guard isInstalled, !others.contains(name.dropLast(2)) else { return environment }
    return environment.setting("LD_PRELOAD", to: others.isEmpty ? name : others + ":" + name)
  }
}
