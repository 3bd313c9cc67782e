import Foundation

/// The program that drives a Chromium.
struct WebDriver: Sendable {
  private let process: DriverProcess
  private let port: UInt16

  static func start(in directory: URL) async throws -> WebDriver {
    let program = try program(["chromedriver"])
    var output: [String] = []
    // It ends if the port that it was given for one version of IP is taken in the other.
    for _ in 1...5 {
      let process = try DriverProcess(program, ["--port=0"], in: directory)
      // "ChromeDriver was started successfully on port 12345."
      for try await line in process.lines {
        output.append(line)
        guard let match = line.firstMatch(of: /successfully on port ([0-9]+)/),
          let port = UInt16(match.1)
        else { continue }
        return WebDriver(process: process, port: port)
      }
    }
    throw WebDriverFailure(
      "\(program.path) ended before it said where it listens:\n"
        + output.joined(separator: "\n"))
  }

  func newSession(in directory: URL) async throws -> WebDriverConnection {
    let arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
      "--no-first-run", "--window-size=900,800",
      "--user-data-dir=\(directory.appendingPathComponent("profile").path)",
    ]
    let options: WebDriverValue = .object([
      "binary": .string(try Self.program(["chromium", "chromium-browser", "google-chrome"]).path),
      "args": .array(arguments.map(WebDriverValue.string)),
    ])
    let capabilities: WebDriverValue = .object([
      "alwaysMatch": .object(["goog:chromeOptions": options])
    ])
    let value = try await WebDriverConnection(port: port)
      .post("session", ["capabilities": capabilities])
    guard let id = value["sessionId"]?.string else {
      throw WebDriverFailure("The driver starts no browser: \(value)")
    }
    return WebDriverConnection(port: port, prefix: ["session", id])
  }

  /// Ends the driver and its processes.
  func stop() async {
    // A signal would not reach it: it has the signal mask of the thread that started it.
    _ = try? await WebDriverConnection(port: port).get("shutdown")
    process.stop()
  }

  private static func program(_ names: [String]) throws -> URL {
    let path = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin:/bin"]
    for name in names {
      for directory in path.split(separator: ":") {
        let url = URL(fileURLWithPath: "\(directory)/\(name)")
        if FileManager.default.isExecutableFile(atPath: url.path) { return url }
      }
    }
    throw WebDriverFailure(
      """
      There is no '\(names[0])', which tests of pages need. Install what tests need with \
      'make test' or 'scripts/setup.sh --tests'.
      """)
  }
}

/// The driver's process and its output.
private final class DriverProcess: Sendable {
  let lines: AsyncThrowingStream<String, any Error>
  private let process = Process()

  init(_ program: URL, _ arguments: [String], in directory: URL) throws {
    let output = Pipe()
    let (lines, continuation) = AsyncThrowingStream.makeStream(of: String.self)
    self.lines = lines
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.environment = ProcessInfo.processInfo.environment
      .merging(["HOME": directory.path, "TMPDIR": directory.path]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    let text = LineBuffer()
    output.fileHandleForReading.readabilityHandler = { handle in
      let data = handle.availableData
      if data.isEmpty {
        handle.readabilityHandler = nil
        continuation.finish()
      } else {
        for line in text.lines(completedBy: data) { continuation.yield(line) }
      }
    }
    try process.start()
  }

  func stop() {
    kill(process.processIdentifier, SIGKILL)
  }
}

/// Unchecked: used by one handler, which is called for one piece after the other.
private final class LineBuffer: @unchecked Sendable {
  private var rest = Data()

  func lines(completedBy data: Data) -> [String] {
    rest += data
    var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    rest = Data(lines.removeLast())
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }
}
