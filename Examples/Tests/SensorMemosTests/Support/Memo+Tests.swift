import ComposableArchitecture
import Foundation

@testable import SensorMemos

extension Memo {
  /// A memo of two samples, with an id that tests can name.
  static func numbered(_ number: Int, _ title: String = "a") -> Self {
    var memo = Memo(
      id: UUID(number), title: title, date: Date(timeIntervalSince1970: 0), sensor: .cpu)
    memo.add(Sample(time: 1, value: 10))
    memo.add(Sample(time: 2, value: 30))
    return memo
  }
}

extension MemoList.State {
  /// A list with these memos, as if they had been read from the file.
  static func with(_ memos: Memo..., permission: Permission = .allowed) -> Self {
    let state = Self(sensor: .cpu)
    state.$memos.withLock { $0 = IdentifiedArray(uniqueElements: memos) }
    state.$permission.withLock { $0 = permission }
    return state
  }
}

let twoSamples = [Sample(time: 1, value: 10), Sample(time: 2, value: 30)]
