import ComposableArchitecture
import Dispatch
import Foundation
import TerminalKit

/// The window that the program runs in.
@DependencyClient
struct WindowClient: Sendable {
  /// The sizes of the window: now, and after each change. Without a window, `nil` instead of sizes.
  var sizes: @Sendable () -> AsyncStream<Screen.Size?> = { .finished }
}

extension WindowClient: DependencyKey {
  static let liveValue = Self(
    sizes: {
      AsyncStream { continuation in
        let signals = SignalHandlers()
        signals.handle(SIGWINCH) { continuation.yield(Self.size) }
        continuation.onTermination = { _ in signals.cancel() }
        continuation.yield(Self.size)
      }
    })

  private static var size: Screen.Size? {
    Terminal.currentSize
  }
}

extension DependencyValues {
  var window: WindowClient {
    get { self[WindowClient.self] }
    set { self[WindowClient.self] = newValue }
  }
}
