import Glibc
import TraceServer

/// The user's browser.
enum Browser {
  /// Prints the address of a page, and opens it there if requested and possible.
  static func announce(_ server: PageServer, opens: Bool) {
    let isOpened =
      opens
      && open(server.makeTicketAddress()) { getenv($0).map { String(cString: $0) } }
    Console.say(
      isOpened
        ? "serving the page until Ctrl-C"
        : "serving the page until Ctrl-C; open the address above in a browser on this machine")
  }

  /// Opens an address, if there is a browser with a window.
  ///
  /// - Parameters:
  ///   - address: The address to show.
  ///   - environment: The environment variables: `BROWSER`, else `xdg-open` if there is a display.
  /// - Returns: Whether a browser was started; its success is not known.
  static func open(_ address: String, environment: (String) -> String?) -> Bool {
    guard let command = command(environment) else { return false }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for file in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, file, "/dev/null", O_RDWR, 0)
    }
    // In a process group of its own: Ctrl-C ends the server, not the browser.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let arguments = [command, address].map { (argument: String) in strdup(argument) }
    defer { arguments.forEach { free($0) } }
    var process = pid_t()
    return posix_spawnp(
      &process, command, &actions, &attributes, arguments + [nil], environ) == 0
  }

  private static func command(_ environment: (String) -> String?) -> String? {
    // It can be a list like a search path; only a first entry without arguments is supported.
    if let own = environment("BROWSER")?.split(separator: ":").first, !own.contains(" ") {
      return String(own)
    }
    let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment($0)?.isEmpty == false }
    return hasDisplay ? "xdg-open" : nil
  }
}
