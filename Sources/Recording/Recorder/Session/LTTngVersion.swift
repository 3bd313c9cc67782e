/// The version of LTTng's tools.
package struct LTTngVersion: Comparable, Sendable, CustomStringConvertible {
  package var major: Int
  package var minor: Int
  package var patch: Int

  package init(_ major: Int, _ minor: Int, _ patch: Int = 0) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// Parses a version such as `2.13.9`; a suffix, as in `2.15.0-rc1`, is ignored.
  package init?(_ text: some StringProtocol) {
    let numbers = text.prefix { $0.isNumber || $0 == "." }.split(separator: ".").map { Int($0) }
    guard numbers.count >= 2, let major = numbers[0], let minor = numbers[1] else { return nil }
    self.init(major, minor, numbers.count > 2 ? numbers[2] ?? 0 : 0)
  }

  /// Parses the output of `lttng --mi xml version`.
  init?(_ element: MachineElement) {
    guard let text = element.text("string") else { return nil }
    self.init(text)
  }

  package var description: String { "\(major).\(minor).\(patch)" }

  package static func < (one: LTTngVersion, other: LTTngVersion) -> Bool {
    (one.major, one.minor, one.patch) < (other.major, other.minor, other.patch)
  }
}
