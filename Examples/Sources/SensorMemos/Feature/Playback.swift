import ComposableArchitecture
import Foundation

/// Shows the samples of a memo at the pace they were recorded, or faster.
@Reducer
struct Playback {
  @ObservableState
  struct State: Equatable, Identifiable {
    let memo: Memo
    /// The number of samples shown so far.
    var position = 0
    /// Empty before they are read.
    var samples: [Sample] = []
    var speed = 1

    var id: Memo.ID { memo.id }

    init(memo: Memo, speed: Int) {
      self.memo = memo
      self.speed = speed
    }

    /// The sample that is shown, if any.
    var current: Sample? { position > 0 ? samples[position - 1] : nil }

    /// From 0 to 1.
    var progress: Double { samples.isEmpty ? 0 : Double(position) / Double(samples.count) }
  }

  enum Action {
    case advanced
    case delegate(Delegate)
    case samplesResponse(Result<[Sample], MemoFailure>)
    case speedButtonTapped
    case started
    case stopButtonTapped

    /// Reports to the list of memos.
    @CasePathable
    enum Delegate: Equatable {
      case ended(MemoFailure?)
    }
  }

  private enum CancelID { case playing }

  /// The speeds that the button goes through.
  static let speeds = [1, 2, 10]

  @Dependency(\.continuousClock) var clock
  @Dependency(\.sampleFiles) var sampleFiles

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .advanced:
        state.position += 1
        guard state.position == state.samples.count else { return .none }
        return .send(.delegate(.ended(nil)))

      case .delegate:
        return .none

      case .samplesResponse(.failure(let failure)):
        return .send(.delegate(.ended(failure)))

      case .samplesResponse(.success(let samples)):
        // A recording that was stopped while it wrote has one sample more in its file.
        state.samples = Array(samples.prefix(state.memo.count))
        guard !samples.isEmpty else { return .send(.delegate(.ended(nil))) }
        return play(state)

      case .speedButtonTapped:
        state.speed = Self.speeds.first { $0 > state.speed } ?? Self.speeds[0]
        guard !state.samples.isEmpty else { return .none }
        return play(state)

      case .started:
        return .run { [id = state.memo.id] send in
          let samples = try await sampleFiles.load(id)
          await send(.samplesResponse(.success(samples)))
        } catch: { error, send in
          await send(.samplesResponse(.failure(MemoFailure(error))))
        }

      case .stopButtonTapped:
        return .send(.delegate(.ended(nil)))
      }
    }
  }

  /// Shows the remaining samples, in place of an earlier effect of this kind.
  private func play(_ state: State) -> Effect<Action> {
    .run {
      [
        time = state.current?.time ?? 0, rest = state.samples.dropFirst(state.position),
        speed = state.speed
      ] send in
      var time = time
      for sample in rest {
        try await clock.sleep(for: .seconds((sample.time - time) / Double(speed)))
        time = sample.time
        await send(.advanced)
      }
    }
    .cancellable(id: CancelID.playing, cancelInFlight: true)
  }
}
