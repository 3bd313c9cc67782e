import CompanionSupport
import Foundation
import IssueReporting

/// A shared value that a key loads and saves.
final class KeptValue<Key: SharedReaderKey>: SharedValue<Key.Value>, @unchecked Sendable {
  private let key: Key
  private let initialValue: Key.Value
  private let place: SourcePlace
  private let saving: (any SharedSaving<Key.Value>)?
  private let currentStatus = Locked(SharedStatus())
  private let statusObservation = SharedObservation(of: nil)

  /// Held until the value is loaded for the first time. Not the lock of the value: a key may wait
  /// for threads that use it.
  private let starting = NSRecursiveLock()
  private var hasStarted = false
  private var subscription: SharedSubscription?

  private typealias LoadResult = Result<Value?, any Error>

  private let loads = Locked(Loads())

  private struct Loads {
    var started = 0
    var running = 0
    /// The last load whose result was used.
    var latest = 0
  }

  /// The number of loads that have replaced the value. Accessed under the lock.
  private var loadedChanges = 0

  init(_ key: Key, initialValue: Key.Value, place: SourcePlace) {
    self.key = key
    self.initialValue = initialValue
    self.place = place
    // Whether the key can save is known at run time only: a reader created first must not prevent
    // later users from saving the value.
    saving = (key as? any SharedKey).flatMap { Self.saving(with: $0) }
    super.init(initialValue)
  }

  deinit {
    subscription?.cancel()
  }

  private static func saving<SavingKey: SharedKey>(
    with key: SavingKey
  ) -> (any SharedSaving<Key.Value>)? {
    func queued(_ key: some QueuingSharedKey) -> Any { QueuedSaves(key: key) }
    let saving = (key as? any QueuingSharedKey).map { queued($0) } ?? SharedSaves(key)
    return saving as? any SharedSaving<Key.Value>
  }

  override func start(isLoaded: Bool) {
    starting.withLock {
      guard !hasStarted else { return }
      hasStarted = true
      if !isLoaded {
        load(.initialValue(initialValue)) { [weak self, place] load, result in
          self?.didLoad(load, result)
          guard case .failure(let error)? = result else { return }
          self?.warn(of: error, failed: "The initial value of", at: place)
        }
      }
      subscription = key.subscribe(
        context: .initialValue(initialValue), subscriber: subscriber)
    }
  }

  override var name: String { "@Shared(\(key))" }
  override var description: String { "\(key)" }

  // MARK: Loading

  private var subscriber: SharedSubscriber<Value> {
    SharedSubscriber(
      yield: { [weak self] result, condition in
        guard let self else { return }
        switch result {
        case .success(let value):
          replace(with: value ?? initialValue, if: condition)
          setLoadError(nil)
        case .failure(let error):
          setLoadError(error)
          warn(of: error, failed: "A change of", at: place)
        }
      },
      isLoading: { [weak self] isLoading in
        self?.changeStatus { $0.isLoading = isLoading }
      })
  }

  /// A call of the key's `load`.
  private struct Load {
    let number: Int
    /// The number of other changes of the value when the load began.
    let changes: Int
  }

  private func load(
    _ context: LoadContext<Value>,
    then complete: @escaping @Sendable (Load, LoadResult?) -> Void
  ) {
    let changes = lock.withLock { self.changes - loadedChanges }
    let number = loads.withLock { loads in
      loads.started += 1
      loads.running += 1
      return loads.started
    }
    changeStatus { $0.isLoading = true }
    let load = Load(number: number, changes: changes)
    key.load(
      context: context,
      continuation: LoadContinuation(
        { [key] in "\(key)" }, place: place, onDrop: { complete(load, nil) },
        { complete(load, $0) }))
  }

  /// Receives the result of a load, unless the value or the result of another load is newer.
  ///
  /// - Parameter result: The result; `nil` if the key dropped the continuation.
  private func didLoad(_ load: Load, _ result: LoadResult?) {
    let (isLatest, isLoading) = loads.withLock { loads in
      loads.running -= 1
      let isLatest = load.number > loads.latest
      if isLatest { loads.latest = load.number }
      return (isLatest, loads.running > 0)
    }
    if isLatest, case .success(let value)? = result, value != nil || load.number > 1 {
      replace(with: value ?? initialValue) {
        guard changes - loadedChanges == load.changes else { return false }
        loadedChanges += 1
        return true
      }
    }
    changeStatus { status in
      status.isLoading = isLoading
      guard isLatest else { return }
      if case .failure(let error)? = result {
        status.loadError = error
      } else {
        status.loadError = nil
      }
    }
  }

  override func load() async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      load(.userInitiated) { [self] load, result in
        didLoad(load, result)
        continuation.resume(with: result?.map { _ in } ?? .success(()))
      }
    }
  }

  /// Warns of an error in a running program. Tests read `loadError` and decide whether they expect
  /// the error.
  private func warn(of error: any Error, failed subject: String, at place: SourcePlace) {
    guard !isTesting else { return }
    place.report(
      """
      \(subject) '\(name)' could not be loaded.

        Value: \(Value.self)
        Error: \(error)

      \((key as? any AdvisingSharedKey)?.adviceAfterFailedLoad.map { "\($0)\n\n" } ?? "")\
      The value stays what it was before. It is loaded again with 'try await $<property>.load()'; \
      '$<property>.loadError' is this error until then, or until a change is saved.
      """)
  }

  // MARK: Saving

  override func didSet(_ value: Value, at place: SourcePlace) {
    saving?.enqueue(
      value, context: .didSet,
      continuation: SaveContinuation({ [key] in "\(key)" }, place: place) {
        [weak self, key] result in
        self?.didSave(result)
        guard case .failure(let error) = result, !isTesting else { return }
        place.report(
          """
          A change of '@Shared(\(key))' could not be saved.

            Value: \(Value.self)
            Error: \(error)

          The program goes on with the new value. The next change saves it again, and so does \
          'try await $<property>.save()'; '$<property>.saveError' is this error until then.
          """)
      })
  }

  override func didUnlock() {
    saving?.saveQueued(context: .didSet)
  }

  private func didSave(_ result: Result<Void, any Error>) {
    changeStatus {
      switch result {
      case .success:
        $0.saveError = nil
        // The value that failed to load has been replaced.
        $0.loadError = nil
      case .failure(let error): $0.saveError = error
      }
    }
  }

  override func save() async throws {
    guard let saving else { return }
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      // Under the lock, so that values are saved in the order of the changes.
      lock.withLock {
        saving.enqueue(
          current, context: .userInitiated,
          continuation: SaveContinuation({ [key] in "\(key)" }, place: place) { [self] result in
            didSave(result)
            continuation.resume(with: result)
          })
      }
      saving.saveQueued(context: .userInitiated)
    }
  }

  // MARK: Status

  override var status: SharedStatus {
    statusObservation.willRead()
    return currentStatus.withLock { $0 }
  }

  private func setLoadError(_ error: (any Error)?) {
    changeStatus {
      $0.isLoading = false
      $0.loadError = error
    }
  }

  private func changeStatus(_ change: (inout SharedStatus) -> Void) {
    let isChanged = currentStatus.withLock { status in
      let before = status
      change(&status)
      return status.isLoading != before.isLoading || status.loadError != nil
        || status.saveError != nil || before.loadError != nil || before.saveError != nil
    }
    if isChanged { statusObservation.didChange() }
  }
}
