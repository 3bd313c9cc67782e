import ComposableArchitecture
import Dispatch
import Foundation
import TerminalKit

/// The window that the program runs in.
@DependencyClient
struct WindowClient: Sendable {
  /// Its sizes: now, and after each change. No sizes where there is no window, but `nil`.
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
