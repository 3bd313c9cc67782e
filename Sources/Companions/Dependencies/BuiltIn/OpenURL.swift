import CompanionSupport
public import Foundation

extension DependencyValues {
  /// Opens a URL in the program that the desktop has for it, such as a browser. A test that uses it
  /// must override it.
  ///
  /// ```swift
  /// @Dependency(\.openURL) var openURL
  /// return .run { send in
  ///   if await !openURL(helpPage) { await send(.browserIsMissing) }
  /// }
  /// ```
  ///
  /// The live value runs `xdg-open`, which a server or a kiosk may not have.
  public var openURL: OpenURLEffect {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }
}

/// Opens a URL. See ``DependencyValues/openURL``.
public struct OpenURLEffect: Sendable {
  private let handler: @Sendable (URL) async -> Bool

  /// Opens URLs by a function.
  ///
  /// - Parameter handler: Opens a URL, and returns whether that succeeded.
  public init(handler: @escaping @Sendable (URL) async -> Bool) {
    self.handler = handler
  }

  /// Opens a URL.
  ///
  /// - Returns: Whether a program has opened it.
  @discardableResult
  public func callAsFunction(_ url: URL) async -> Bool {
    await handler(url)
  }

  /// Opens URLs by a command, whose argument is the URL.
  ///
  /// - Parameter command: The name of the command, which is looked up in `PATH`.
  package static func running(_ command: String) -> Self {
    Self { url in
      // Without a scheme it may be an option of the command.
      guard url.scheme != nil else { return false }
      return await withCheckedContinuation { continuation in
        // A process stays in the run loop of its thread until that has run or the thread has ended.
        Thread.detachNewThread { continuation.resume(returning: succeeds(command, url)) }
      }
    }
  }
}

/// Runs a command with a URL to its end, and returns whether it succeeded.
private func succeeds(_ command: String, _ url: URL) -> Bool {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [command, url.absoluteString]
  process.standardInput = FileHandle.nullDevice
  process.standardOutput = FileHandle.nullDevice
  process.standardError = FileHandle.nullDevice
  do { try process.run() } catch { return false }
  process.waitUntilExit()
  return process.terminationStatus == 0
}

private enum OpenURLKey: ReportingTestDependencyKey {
  static let liveValue = OpenURLEffect.running("xdg-open")

  static func testValue(for use: UnimplementedUse) -> OpenURLEffect {
    OpenURLEffect { _ in
      use.report(example: "OpenURLEffect { url in true }")
      return false
    }
  }
}
