import Foundation

/// A session's file that was read completely.
package struct ReplayRecording: Sendable {
  package let path: String
  package var header: ReplayHeader
  package var actions: [ReplayAction]
  package let effects: [ReplayEffect]

  package init(
    path: String, header: ReplayHeader, actions: [ReplayAction], effects: [ReplayEffect]
  ) {
    self.path = path
    self.header = header
    self.actions = actions
    self.effects = effects
  }

  /// Reads a file.
  ///
  /// - Throws: ``ReplayFileError``.
  package init(path: String) throws {
    let content: Data
    do {
      content = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      let isThere = FileManager.default.fileExists(atPath: path)
      throw ReplayFileError.unreadable(
        path: path, reason: isThere ? error.localizedDescription : "there is no such file")
    }
    try self.init(content, path: path)
  }

  /// Reads the content of a file.
  package init(_ content: Data, path: String) throws {
    self.path = path
    let decoder = ReplayCoding.decoder()
    let lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    header = try Self.header(lines.first ?? Data(), decoder, path)
    var actions: [ReplayAction] = []
    var effects: [ReplayEffect] = []
    for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
      func fail(_ reason: String) -> ReplayFileError {
        .malformed(path: path, line: index + 1, reason: reason)
      }
      do {
        if let data = JSONText.value(of: "data", in: line) {
          var action = try decoder.decode(ReplayAction.self, from: line)
          action.data = data
          guard action.action == actions.count + 1 else {
            throw fail("action \(actions.count + 1) was expected")
          }
          guard action.cause?.action.map((1..<action.action).contains) != false else {
            throw fail("its cause comes after it")
          }
          actions.append(action)
        } else {
          effects.append(try decoder.decode(ReplayEffect.self, from: line))
        }
      } catch let error as DecodingError {
        throw fail(error.sentence)
      }
    }
    guard actions.count == header.actions else {
      throw ReplayFileError.malformed(
        path: path, line: lines.count,
        reason: "the file ends after \(actions.count) of \(header.actions) actions")
    }
    self.actions = actions
    self.effects = effects
  }

  private static func header(
    _ line: Data, _ decoder: JSONDecoder, _ path: String
  ) throws -> ReplayHeader {
    struct Version: Decodable { var signpostSession: Int }
    guard let version = try? decoder.decode(Version.self, from: line).signpostSession else {
      throw ReplayFileError.foreign(path: path)
    }
    guard version <= ReplayHeader.currentVersion else {
      throw ReplayFileError.tooNew(path: path, version: version)
    }
    do {
      var header = try decoder.decode(ReplayHeader.self, from: line)
      header.state = JSONText.value(of: "state", in: line)
      return header
    } catch let error as DecodingError {
      throw ReplayFileError.malformed(path: path, line: 1, reason: error.sentence)
    }
  }

  // MARK: - Values

  /// All actions, decoded. Throws if any of them differs from the recorded one.
  ///
  /// - Parameter name: Returns the program's name of an action.
  /// - Throws: ``ReplayFileError/changedActions(path:type:cases:)``.
  package func decodedActions<Action: Codable>(
    of type: Action.Type, name: (Action) -> String
  ) throws -> [Action] {
    let decoder = ReplayCoding.decoder()
    let encoder = ReplayCoding.encoder()
    var changed: [String: ReplayFileError.ChangedCase] = [:]
    var decoded: [Action] = []
    decoded.reserveCapacity(actions.count)
    for action in actions {
      do {
        let value = try decoder.decode(Action.self, from: action.data)
        if let problem = try problem(with: value, of: action, encoder, name: name) {
          changed[action.name, default: action.changedCase(problem)].count += 1
        } else {
          decoded.append(value)
        }
      } catch {
        let reason = (error as? DecodingError)?.sentence ?? "\(error)"
        changed[action.name, default: action.changedCase(reason)].count += 1
      }
    }
    guard changed.isEmpty else {
      throw ReplayFileError.changedActions(
        path: path, type: "\(type)", cases: changed.values.sorted { $0.first < $1.first })
    }
    return decoded
  }

  /// The difference of a decoded action.
  private func problem<Action: Codable>(
    with value: Action, of action: ReplayAction, _ encoder: JSONEncoder, name: (Action) -> String
  ) throws -> String? {
    let name = name(value)
    if name != action.name { return "it is called '\(name)' now" }
    // Otherwise a value that no longer exists would go undetected.
    let encoded = try encoder.encode(value)
    if JSONText.isSame(encoded, action.data) { return nil }
    return """
      it holds other values now: \(String(decoding: encoded.prefix(200), as: UTF8.self)) instead of \
      \(String(decoding: action.data.prefix(200), as: UTF8.self))
      """
  }

  /// The initial state of the session.
  ///
  /// - Throws: ``ReplayFileError``.
  package func decodedState<State>(of type: State.Type) throws -> State {
    guard let data = header.state else {
      throw ReplayFileError.noState(
        path: path, reason: header.stateProblem ?? "the recording does not have it")
    }
    guard let decodable = type as? any Decodable.Type else {
      throw ReplayFileError.noState(path: path, reason: "'\(type)' is not 'Codable'")
    }
    do {
      func decode<Value: Decodable>(_: Value.Type) throws -> Any {
        try ReplayCoding.decoder().decode(Value.self, from: data)
      }
      guard let state = try decode(decodable) as? State else { preconditionFailure() }
      return state
    } catch {
      throw ReplayFileError.changedState(
        path: path, type: "\(type)", reason: (error as? DecodingError)?.sentence ?? "\(error)")
    }
  }
}

extension ReplayAction {
  fileprivate func changedCase(_ reason: String) -> ReplayFileError.ChangedCase {
    ReplayFileError.ChangedCase(name: name, count: 0, first: action, reason: reason)
  }
}

extension DecodingError {
  /// The problem, and its position.
  var sentence: String {
    func place(_ context: Context) -> String {
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return path.isEmpty ? "" : " in '\(path)'"
    }
    switch self {
    case .keyNotFound(let key, let context):
      return "'\(key.stringValue)' is missing\(place(context))"
    case .valueNotFound(let type, let context):
      return "a value of type '\(type)' is missing\(place(context))"
    case .typeMismatch(let type, let context):
      return "it is not of type '\(type)'\(place(context))"
    case .dataCorrupted(let context):
      return "\(context.debugDescription)\(place(context))"
    @unknown default:
      return "\(self)"
    }
  }
}
