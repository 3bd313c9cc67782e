import ComposableArchitecture
import Foundation

/// A memo that is being recorded: each sample is on disk before it is shown.
@Reducer
struct Recording {
  @ObservableState
  struct State: Equatable, Identifiable {
    var memo: Memo
    /// The last samples, for a graph.
    var recent: [Sample] = []

    var id: Memo.ID { memo.id }

    init(memo: Memo) {
      self.memo = memo
    }
  }

  enum Action {
    case delegate(Delegate)
    case failed(MemoFailure)
    case sampleRecorded(Sample)
    case started
    case stopButtonTapped

    /// Reports to the list of memos.
    @CasePathable
    enum Delegate: Equatable {
      case ended(Memo, MemoFailure?)
    }
  }

  private enum CancelID { case recording }

  /// The maximum number of samples in a graph.
  private static let mostRecent = 120

  @Dependency(\.continuousClock) var clock
  @Dependency(\.sampleFiles) var sampleFiles
  @Dependency(\.sampleInterval) var interval
  @Dependency(\.sensor) var sensor

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .delegate:
        return .none

      case .failed(let failure):
        return .send(.delegate(.ended(state.memo, failure)))

      case .sampleRecorded(let sample):
        state.memo.add(sample)
        state.recent = (state.recent + [sample]).suffix(Self.mostRecent)
        return .none

      case .started:
        return .run { [memo = state.memo] send in
          // The first reading is where the sensor starts to compare.
          _ = try await sensor.read(memo.sensor)
          var number = 0.0
          for await _ in clock.timer(interval: interval) {
            number += 1
            // In whole milliseconds, which sums of fractions would not be.
            let time = (number * (interval / .milliseconds(1))).rounded() / 1000
            let sample = Sample(time: time, value: try await sensor.read(memo.sensor))
            try await sampleFiles.append(sample, memo.id)
            await send(.sampleRecorded(sample))
          }
        } catch: { error, send in
          await send(.failed(MemoFailure(error)))
        }
        .cancellable(id: CancelID.recording)

      case .stopButtonTapped:
        return .concatenate(
          .cancel(id: CancelID.recording),
          .send(.delegate(.ended(state.memo, nil))))
      }
    }
  }
}

extension DependencyValues {
  /// The time between two samples.
  @DependencyEntry(liveValue: Duration.milliseconds(500))
  var sampleInterval: Duration = .seconds(1)
}
