import RecordingManifests
import SystemSupport

/// A relay daemon that was reached, and the directory of a recording there.
package struct RelayTarget: Equatable, Sendable {
  /// The address given by the user.
  package var relay: RelayAddress
  /// The resolved address: LTTng receives this one, so that it resolves to nothing else.
  var address: NetworkAddress
  /// The directory of the recording, below the directory of the machine.
  package var directory: String

  /// Finds the relay daemon, and refuses an unencrypted connection.
  ///
  /// - Parameter allowsUnencrypted: Whether the user permits an unencrypted connection.
  static func find(
    _ relay: RelayAddress, allowsUnencrypted: Bool, directory: String,
    patience: Duration = .seconds(5)
  ) throws(RecordingFailure) -> RelayTarget {
    var reason = ""
    let addresses = NetworkAddress.resolve(relay.host, reason: &reason)
    guard !addresses.isEmpty else {
      throw RecordingFailure(
        .relayUnavailable, "there is no host \(relay.host): \(reason).")
    }
    if !allowsUnencrypted, let reason = NetworkRoute.exposure(to: addresses) {
      throw refusal(relay, reason)
    }
    var failures: [String] = []
    for address in addresses {
      let deadline = Deadline(after: patience)
      let failure = [relay.controlPort, relay.dataPort].lazy
        .map { (port: $0, error: address.connect(port: $0, until: deadline)) }
        .first { $0.error != 0 }
      guard let failure else {
        return RelayTarget(relay: relay, address: address, directory: directory)
      }
      failures.append("port \(failure.port) of \(address): \(errorText(failure.error))")
    }
    throw RecordingFailure(
      .relayUnavailable,
      """
      no relay daemon is reached at \(relay) (\(failures.joined(separator: "; "))). Start one \
      there with: signpost collect
      """)
  }

  private static func refusal(_ relay: RelayAddress, _ reason: String) -> RecordingFailure {
    RecordingFailure(
      .relayNotPrivate,
      """
      LTTng does not encrypt what it sends, and \(reason). Have ssh encrypt it:
        ssh -N -L 5342:127.0.0.1:\(relay.controlPort) -L 5343:127.0.0.1:\(relay.dataPort) \
      \(relay.host) &
        signpost record --relay 127.0.0.1 …
      A WireGuard address of the host does as well; --insecure sends it in the clear.
      """)
  }

  /// The addresses for LTTng's control messages and data.
  var uris: (control: String, data: String) {
    func uri(_ port: UInt16) -> String {
      address.isIPv6
        ? "tcp6://[\(address)]:\(port)/\(directory)" : "tcp4://\(address):\(port)/\(directory)"
    }
    return (uri(relay.controlPort), uri(relay.dataPort))
  }

  /// The same in the form that `lttng load` reads.
  var destinationXML: String {
    let uris = uris
    return "<net_output><control_uri>\(SessionConfiguration.escaped(uris.control))</control_uri>"
      + "<data_uri>\(SessionConfiguration.escaped(uris.data))</data_uri></net_output>"
  }

  /// The path of the trace below the directory of the relay daemon, if that has one for each host.
  package var path: String { "\(RecordingManifest.Host.current.name)/\(directory)" }

  /// A unique name for the directory of a recording, starting with the name of the program.
  static func uniqueDirectory(program: String) -> String {
    let name = program.split(separator: "/").last ?? "program"
    let safe = String(
      name.unicodeScalars.map { character -> Character in
        let isSafe =
          character.isASCII
          && (character.properties.isAlphabetic
            || "0123456789._-".unicodeScalars.contains(character))
        return isSafe ? Character(character) : "_"
      }.prefix(60))
    let time = RecordingManifest.timestamp().filter(\.isNumber)
    let unique = String(UInt32.random(in: .min ... .max), radix: 36)
    return
      "\(safe.hasPrefix(".") ? "_" + safe : safe)-\(time.prefix(8))-\(time.dropFirst(8))-\(unique)"
  }

  /// Whether a directory has a name from ``uniqueDirectory(program:)``, which LTTng never creates.
  static func isUniqueDirectory(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count >= 4, let unique = parts.last else { return false }
    let (day, time) = (parts[parts.count - 3], parts[parts.count - 2])
    return day.count == 8 && time.count == 6 && day.allSatisfy(\.isNumber)
      && time.allSatisfy(\.isNumber) && !unique.isEmpty && UInt32(unique, radix: 36) != nil
  }
}
