import Glibc
import SystemSupport
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
    var launch = ProcessLaunch(ByteString(command), [ByteString(command), ByteString(address)])
    launch.searchesPath = true
    launch.descriptors = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].map {
      .open($0, "/dev/null", O_RDWR)
    }
    // Ctrl-C ends the server, not the browser.
    launch.group = .own
    launch.blockedSignals = .empty
    launch.resetsSignals = true
    return (try? launch.start()) != nil
  }

  private static func command(_ environment: (String) -> String?) -> String? {
    // The variable can be a list like a search path; only a first entry without arguments is
    // supported.
    if let own = environment("BROWSER")?.split(separator: ":").first, !own.contains(" ") {
      return String(own)
    }
    let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment($0)?.isEmpty == false }
    return hasDisplay ? "xdg-open" : nil
  }
}
