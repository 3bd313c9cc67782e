import CompanionSupport
import Foundation

extension DependencyValues {
  /// The locale to format with: the user's. A test that reads it must override it.
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }

  /// The user's locales, best first. A test that reads them must override them.
  public var preferredLocales: [Locale] {
    get { self[PreferredLocalesKey.self] }
    set { self[PreferredLocalesKey.self] = newValue }
  }
}

private enum LocaleKey: ReportingTestDependencyKey {
  static var liveValue: Locale { .autoupdatingCurrent }

  static func testValue(for use: UnimplementedUse) -> Locale {
    use.report(example: "Locale(identifier: \"en_US\")")
    return liveValue
  }
}

private enum PreferredLocalesKey: ReportingTestDependencyKey {
  static var liveValue: [Locale] { Locale.preferredLanguages.map(Locale.init(identifier:)) }

  static func testValue(for use: UnimplementedUse) -> [Locale] {
    use.report(example: "[Locale(identifier: \"en_US\")]")
    return liveValue
  }
}
