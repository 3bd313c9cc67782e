import Dispatch
import Synchronization

/// Runs an asynchronous operation to its end, blocking the calling thread.
func runToEnd<Value: Sendable>(
  _ operation: @escaping @Sendable () async throws -> Value
) throws -> Value {
  let result = Mutex<Result<Value, any Error>?>(nil)
  let isDone = DispatchSemaphore(value: 0)
  Task.detached {
    let value: Result<Value, any Error>
    do { value = .success(try await operation()) } catch { value = .failure(error) }
    result.withLock { $0 = value }
    isDone.signal()
  }
  isDone.wait()
  return try result.withLock { $0! }.get()
}
