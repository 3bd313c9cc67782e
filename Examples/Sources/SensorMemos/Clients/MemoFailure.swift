/// Why a recording or a playback ends before its time.
enum MemoFailure: Error, Equatable, Sendable {
  case sensor(String)
  case disk(String)

  init(_ error: any Error) {
    self = error as? Self ?? .disk("\(error)")
  }
}

extension MemoFailure: CustomStringConvertible {
  var description: String {
    switch self {
    case .sensor(let reason): "The sensor cannot be read: \(reason)."
    case .disk(let reason): "The samples cannot be written or read: \(reason)."
    }
  }
}
