import Durations
import TraceAnalysis

/// The properties of a process over time, as the state differences of outermost wrappers have them.
///
/// A property whose values are recorded, and are numbers or cases, is a curve of them. Any other
/// property is a curve of marks, one for each change.
final class PagePropertyCurves {
  /// The number of curves, of the properties that change most.
  static let shown = 12
  /// The number of properties that are followed.
  private static let mostProperties = 64
  /// The number of changes beyond which a property has marks only.
  fileprivate static let mostValues = 1 << 12
  /// The number of cases that can be distinguished in a curve.
  fileprivate static let mostCases = 16

  private var properties: [Key: Property] = [:]

  private struct Key: Hashable {
    var store: UInt64
    var path: String
  }

  fileprivate struct Property {
    var changes = 0
    var marks = PageCurve()
    /// The values from a time on; `nil` if they are unknown, or too many.
    var values: [(time: Int64, text: String)]? = []
  }

  /// Adds the difference of an outermost wrapper.
  func add(_ text: String, store: UInt64, at time: Int64) {
    for change in StateDifference(text).changes {
      let key = Key(store: store, path: change.path)
      guard properties[key] != nil || properties.count < Self.mostProperties else { continue }
      properties[key, default: Property()].add(change, at: time)
    }
  }

  /// The curves of the properties that change most, by their names.
  func entries() -> [PageCurves.Entry] {
    let most = properties.sorted { left, right in
      (right.value.changes, left.key.path, left.key.store)
        < (left.value.changes, right.key.path, right.key.store)
    }
    .prefix(Self.shown)
    return most.sorted { ($0.key.path, $0.key.store) < ($1.key.path, $1.key.store) }
      .map { key, property in
        let (curve, content) = property.curve
        return PageCurves.Entry(
          kind: "property", store: key.store,
          property: PageCurves.Property(name: key.path, content: content), curve: curve)
      }
  }
}

extension PagePropertyCurves.Property {
  fileprivate mutating func add(_ change: StateDifference.Change, at time: Int64) {
    if changes == 0, let old = change.old { values?.append((0, old)) }
    changes += 1
    marks.set(1, at: time)
    marks.set(0, at: time.addingClamped(1))
    guard let new = change.new, let count = values?.count, count < PagePropertyCurves.mostValues
    else { return values = nil }
    values?.append((time, new))
  }

  fileprivate var curve: (PageCurve, PageCurves.Property.Content) {
    guard let values else { return (marks, .changes) }
    if let numbers = ScaledNumbers(values.map(\.text)) {
      return (Self.curve(values, numbers.values), .numbers(decimals: numbers.decimals))
    }
    guard let cases = Self.cases(values.map(\.text)) else { return (marks, .changes) }
    let levels = values.map { value in Int64(cases.firstIndex(of: value.text) ?? 0) }
    return (Self.curve(values, levels), .cases(cases))
  }

  private static func curve(
    _ values: [(time: Int64, text: String)], _ levels: [Int64]
  ) -> PageCurve {
    var curve = PageCurve()
    for (value, level) in zip(values, levels) { curve.set(level, at: value.time) }
    return curve
  }

  /// The cases, in the order of their first occurrence, with `nil` and `false` first; `nil` if some
  /// values are no cases.
  private static func cases(_ texts: [String]) -> [String]? {
    var cases: [String] = []
    for text in texts where !cases.contains(text) {
      let isCase = text.first?.isNumber == false && text.allSatisfy { $0.isCasePart }
      guard isCase, cases.count < PagePropertyCurves.mostCases else { return nil }
      cases.append(text)
    }
    let first = ["nil", "false"].filter(cases.contains)
    return first + cases.filter { !first.contains($0) }
  }
}

extension Character {
  fileprivate var isCasePart: Bool {
    isASCII && (isLetter || isNumber || self == "_" || self == ".")
  }
}
