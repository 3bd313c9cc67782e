import Foundation

/// A shared value that a key loads and saves.
final class KeptValue<Key: SharedReaderKey>: SharedValue<Key.Value>, @unchecked Sendable {
  private typealias Save = @Sendable (Key.Value, SaveContext, SaveContinuation) -> Void

  private let key: Key
  private var description: @Sendable () -> String { { [key] in "\(key)" } }
  private let initialValue: Key.Value
  private let place: SourcePlace
  private let save: Save?
  private let currentStatus = Locked(SharedStatus())
  private let statusObservation = SharedObservation()
  /// Touched under the lock.
  private var hasStarted = false
  private var subscription: SharedSubscription?

  init(_ key: Key, initialValue: Key.Value, place: SourcePlace) {
    self.key = key
    self.initialValue = initialValue
    self.place = place
    save = (key as? any SharedKey).map { Self.save(with: $0) }
    super.init(initialValue)
  }

  deinit {
    subscription?.cancel()
  }

  /// The key is known to save at run time only: a reader that comes first must not keep the value
  /// from being saved by those that come later.
  private static func save<SavingKey: SharedKey>(with key: SavingKey) -> Save {
    { value, context, continuation in
      guard let value = value as? SavingKey.Value else { return continuation.resume() }
      key.save(value, context: context, continuation: continuation)
    }
  }

  override func start(isLoaded: Bool) {
    lock.withLock {
      guard !hasStarted else { return }
      hasStarted = true
      if !isLoaded {
        load(.initialValue(initialValue)) { [weak self, place] result in
          self?.didLoad(result, reportingAt: place)
        }
      }
      subscription = key.subscribe(
        context: .initialValue(initialValue), subscriber: subscriber)
    }
  }

  override var name: String { "@Shared(\(key))" }

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
          report(error, failed: "A change of", at: place)
        }
      },
      isLoading: { [weak self] isLoading in
        self?.changeStatus { $0.isLoading = isLoading }
      })
  }

  private func load(
    _ context: LoadContext<Value>,
    then complete: @escaping @Sendable (Result<Value?, any Error>) -> Void
  ) {
    changeStatus { $0.isLoading = true }
    key.load(
      context: context, continuation: LoadContinuation(description, place: place, complete))
  }

  private func didLoad(_ result: Result<Value?, any Error>, reportingAt place: SourcePlace?) {
    switch result {
    case .success(let value):
      if let value { replace(with: value) }
      changeStatus {
        $0.isLoading = false
        $0.loadError = nil
      }
    case .failure(let error):
      changeStatus {
        $0.isLoading = false
        $0.loadError = error
      }
      if let place { report(error, failed: "The initial value of", at: place) }
    }
  }

  override func load() async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      load(.userInitiated) { [self] result in
        didLoad(result, reportingAt: nil)
        continuation.resume(with: result.map { _ in })
      }
    }
  }

  private func report(_ error: any Error, failed subject: String, at place: SourcePlace) {
    place.report(
      """
      \(subject) '\(name)' could not be loaded.

        Value: \(Value.self)
        Error: \(error)

      The value stays what it was before. It is loaded again with 'try await $<property>.load()'; \
      '$<property>.loadError' is this error until then, or until a change is saved.
      """)
  }

  // MARK: Saving

  override func didSet(_ value: Value, at place: SourcePlace) {
    guard let save else { return }
    save(
      value, .didSet,
      SaveContinuation(description, place: place) { [weak self, key] result in
        self?.didSave(result)
        guard case .failure(let error) = result else { return }
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

  private func didSave(_ result: Result<Void, any Error>) {
    changeStatus {
      switch result {
      case .success:
        $0.saveError = nil
        // What could not be loaded has been replaced.
        $0.loadError = nil
      case .failure(let error): $0.saveError = error
      }
    }
  }

  override func save() async throws {
    guard let save else { return }
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      // Under the lock, so that values are saved in the order of the changes.
      lock.withLock {
        save(
          current, .userInitiated,
          SaveContinuation(description, place: place) { [self] result in
            didSave(result)
            continuation.resume(with: result)
          })
      }
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
