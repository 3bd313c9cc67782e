import ArgumentParser

/// Options that exclude each other, or have no effect beside another one: a command refuses them
/// instead of choosing one silently.
///
/// Each function takes options by name, and whether the user gave them.
enum OptionConflict {
  /// Refuses more than one of several options.
  static func refuseSeveral(of options: KeyValuePairs<String, Bool>) throws {
    let given = options.filter(\.value).map(\.key)
    guard given.count > 1 else { return }
    throw ValidationError("\(given[0]) and \(given[1]) exclude each other.")
  }

  /// Refuses options that have no effect with another one.
  ///
  /// - Parameters:
  ///   - option: The other option; nothing is refused unless `isGiven`.
  ///   - options: The options that it leaves without effect.
  static func refuse(
    with option: String, _ isGiven: Bool, _ options: KeyValuePairs<String, Bool>
  ) throws {
    guard isGiven, let other = options.first(where: \.value)?.key else { return }
    throw ValidationError(
      "\(other) has no effect with \(option): leave out the one or the other.")
  }

  /// Refuses options that have no effect without another one.
  static func refuse(
    without option: String, _ isGiven: Bool, _ options: KeyValuePairs<String, Bool>
  ) throws {
    guard !isGiven, let other = options.first(where: \.value)?.key else { return }
    throw ValidationError("\(other) has no effect without \(option): add \(option).")
  }

  /// Refuses `--json` with another format.
  static func refuse<Format: RawRepresentable<String>>(json: Bool, format: Format?) throws {
    let other = format.map(\.rawValue).flatMap { $0 == "json" ? nil : $0 }
    try refuseSeveral(of: ["--json": json, "--format \(other ?? "")": other != nil])
  }
}
