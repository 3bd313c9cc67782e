import ComposableArchitecture
import Foundation
import TerminalKit

/// The state in words.
enum MemoText {
  /// All there is to know, in a line.
  static func summary(of state: MemoList.State) -> String {
    var parts = ["\(state.memos.count) memo\(state.memos.count == 1 ? "" : "s")"]
    parts += state.memos.enumerated().prefix(3).map { "\($0 + 1) \($1.title)" }
    switch state.activity {
    case .playback(let playback):
      parts.append(
        "playing \(playback.memo.title) \(playback.position)/\(playback.samples.count) "
          + "at \(playback.speed)x")
    case .recording(let recording): parts.append("recording, \(recording.memo.count) samples")
    case nil: break
    }
    if let alert = state.alert { parts.append("alert: \(String(state: alert.title))") }
    if let problem = state.problem { parts.append("problem: \(problem)") }
    return parts.joined(separator: " | ").printable
  }

  /// The time in minutes and seconds, such as `1:05.5`.
  static func time(_ seconds: Double) -> String {
    // The number in a damaged file may be no time.
    let tenths = Int((min(max(seconds, 0), 1e9) * 10).rounded())
    return String(format: "%d:%02d.%d", tenths / 600, tenths / 10 % 60, tenths % 10)
  }

  static func percent(_ value: Double) -> String { "\(Int(min(max(value, 0), 100).rounded())) %" }

  /// The properties of a memo besides its title.
  static func details(of memo: Memo) -> String {
    "\(memo.sensor.rawValue)  \(time(memo.duration))  mean \(percent(memo.mean))  "
      + "peak \(percent(memo.peak))"
  }

  /// A line of bars, the last of which is the last sample.
  static func graph(_ samples: some Collection<Sample>, width: Int) -> String {
    let bars = Array("▁▂▃▄▅▆▇█")
    return String(
      samples.suffix(max(width, 0)).map { sample in
        bars[min(max(Int(sample.value / 100 * 8), 0), 7)]
      })
  }
}
