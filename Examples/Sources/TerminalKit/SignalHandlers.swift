import Dispatch
import Foundation

/// Handlers of signals, instead of the actions of the system.
///
/// Unchecked: filled before it is shared, and emptied by its cancellation.
package final class SignalHandlers: @unchecked Sendable {
  /// The signals that end a program from outside.
  package static let ending = [SIGINT, SIGTERM, SIGHUP]

  private var sources: [any DispatchSourceSignal] = []
  private let queue = DispatchQueue(label: "signals")

  package init() {}

  /// Handles a signal from now on.
  package func handle(_ number: Int32, _ handler: @escaping @Sendable () -> Void) {
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler(handler: handler)
    let registration = DispatchGroup()
    registration.enter()
    source.setRegistrationHandler { registration.leave() }
    source.resume()
    registration.wait()
    sources.append(source)
  }

  /// Handles the signals that end the program.
  ///
  /// - Parameter beforeEnd: The last work of the program. It has some seconds.
  package func handleEnd(_ beforeEnd: @escaping @Sendable () async -> Void) {
    for number in Self.ending {
      handle(number) {
        let done = DispatchSemaphore(value: 0)
        Task {
          await beforeEnd()
          done.signal()
        }
        _ = done.wait(timeout: .now() + 5)
        Self.end(by: number)
      }
    }
  }

  package func cancel() {
    for source in sources { source.cancel() }
    sources = []
  }

  /// Lets the signal itself end the program, so that its parent process sees which one it was.
  private static func end(by number: Int32) {
    signal(number, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }
}
