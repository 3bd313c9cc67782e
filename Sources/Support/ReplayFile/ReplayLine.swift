import Foundation

/// The first line of a session's file: the identity of the session, and the properties that can be
/// checked.
///
/// `Documentation/Replay.md` describes the format.
package struct ReplayHeader: Codable, Equatable, Sendable {
  /// The version that this library writes.
  package static let currentVersion = 1

  package var signpostSession = ReplayHeader.currentVersion
  /// The feature of the root store, empty if unknown.
  package var feature: String
  /// The prefix of the wrapper.
  package var prefix: String
  package var process: Process
  /// The id of the root store in the recording.
  package var store: String
  /// When the first action was processed, in UTC.
  package var started: String
  /// The version of the trace schema that the program wrote.
  package var schema: UInt64
  /// The number of actions.
  package var actions = 0
  /// Whether the store was created in the recording, so that the first action is its first.
  package var isFromCreation: Bool
  /// Whether the recording has the names of the properties that actions change.
  package var hasChanges: Bool
  /// Whether the recording has digests of the states.
  package var hasDigests: Bool
  /// The reason why the state before the first action is missing; `nil` if it is present.
  package var stateProblem: String?
  /// The reason why the file ends before the recording does; `nil` if it does not.
  package var cut: String?
  /// The state before the first action, as JSON.
  package var state: Data?

  package struct Process: Codable, Equatable, Sendable {
    package var name: String
    package var pid: Int64?

    package init(name: String, pid: Int64?) {
      self.name = name
      self.pid = pid
    }
  }

  package init(feature: String, prefix: String, process: Process, store: String) {
    self.feature = feature
    self.prefix = prefix
    self.process = process
    self.store = store
    started = ""
    schema = 0
    isFromCreation = false
    hasChanges = false
    hasDigests = false
  }

  // The state is written unchanged: see `ReplayLine.encoded()`.
  private enum CodingKeys: String, CodingKey {
    case signpostSession, feature, prefix, process, store, started, schema, actions, stateProblem,
      cut
    case isFromCreation = "fromCreation"
    case hasChanges = "changes"
    case hasDigests = "digests"
  }
}

/// An action of a session.
package struct ReplayAction: Codable, Equatable, Sendable {
  /// The number of the action, from 1 on.
  package var action: Int
  /// The time at which the action was processed, in nanoseconds since the first one.
  package var at: Int64
  package var name: String
  /// The effect that sent it; `nil` if it came from outside.
  package var cause: Cause?
  /// The kind of effect that the reducer returned; `nil` if it did not return.
  package var returned: String?
  /// Whether the state changed: `yes`, `no`, or `nil` if unknown.
  package var stateChanged: String?
  /// The properties that it changed, as named in the recording; `nil` if there are none, or the
  /// recording does not contain them: see ``ReplayHeader/hasChanges``.
  package var changed: [String]?
  /// The digest of the state after it.
  package var digest: String?
  /// The number of the id that the next element of a stack gets; `nil` if it is unknown, or the
  /// same as before the previous action.
  package var nextElement: Int?
  /// The action as JSON.
  package var data = Data()

  package struct Cause: Codable, Equatable, Sendable {
    /// The number of the effect, from 1 on.
    package var effect: Int
    /// The number of the action that started the effect; `nil` if that came before the session.
    package var action: Int?

    package init(effect: Int, action: Int?) {
      self.effect = effect
      self.action = action
    }
  }

  package init(action: Int, at: Int64, name: String, cause: Cause? = nil) {
    self.action = action
    self.at = at
    self.name = name
    self.cause = cause
  }

  private enum CodingKeys: String, CodingKey {
    case action, at, name, cause, returned, stateChanged, changed, digest, nextElement
  }
}

extension ReplayAction {
  /// Whether the data equal the data of the action.
  package func hasData(_ data: Data) -> Bool { JSONText.isSame(data, self.data) }
}

/// The end of an effect of a session.
package struct ReplayEffect: Codable, Equatable, Sendable {
  /// The number of the effect, from 1 on.
  package var effect: Int
  /// The number of the action that started it; `nil` if that came before the session.
  package var of: Int?
  /// The outcome, or `running`.
  package var outcome: String
  /// The number of actions it sent.
  package var outputs: Int

  package static let running = "running"

  package init(effect: Int, of action: Int?, outcome: String, outputs: Int) {
    self.effect = effect
    of = action
    self.outcome = outcome
    self.outputs = outputs
  }
}

/// A line of a session's file.
package enum ReplayLine: Equatable, Sendable {
  case header(ReplayHeader)
  case action(ReplayAction)
  case effect(ReplayEffect)

  /// The line without its terminator.
  package func encoded(by encoder: JSONEncoder) throws -> Data {
    switch self {
    case .header(let header): try Self.encoded(header, "state", header.state, encoder)
    case .action(let action): try Self.encoded(action, "data", action.data, encoder)
    case .effect(let effect): try encoder.encode(effect)
    }
  }

  /// Appends a JSON value to an object.
  private static func encoded(
    _ object: some Encodable, _ key: String, _ value: Data?, _ encoder: JSONEncoder
  ) throws -> Data {
    var line = try encoder.encode(object)
    guard let value else { return line }
    line.removeLast()
    line.append(contentsOf: ",\"\(key)\":".utf8)
    line.append(value)
    line.append(UInt8(ascii: "}"))
    return line
  }
}
