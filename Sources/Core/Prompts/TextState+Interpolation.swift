public import Foundation

extension TextState {
  /// A text that interpolates values with a formatter, a format or a specifier.
  ///
  /// ```swift
  /// TextState("\(price, format: .currency(code: "EUR")) for \(count, specifier: "%03d") pieces")
  /// ```
  public struct Key: ExpressibleByStringInterpolation, Hashable, Sendable {
    let text: String

    /// A text without interpolations.
    public init(_ text: String) { self.text = text }

    /// A text without interpolations.
    public init(stringLiteral text: String) { self.init(text) }

    /// A text with interpolations.
    public init(stringInterpolation: StringInterpolation) { self.init(stringInterpolation.text) }

    /// Collects the segments of a text.
    public struct StringInterpolation: StringInterpolationProtocol {
      var text = ""

      /// Starts a text.
      public init(literalCapacity: Int, interpolationCount: Int) {}

      /// A literal segment.
      public mutating func appendLiteral(_ literal: String) { text += literal }

      /// The description of a value.
      public mutating func appendInterpolation<T>(_ value: T) { text += "\(value)" }

      /// The output of a formatter for an object.
      public mutating func appendInterpolation(_ value: Any, formatter: Formatter) {
        text += formatter.string(for: value) ?? ""
      }

      /// The output of a format style for a value.
      public mutating func appendInterpolation<F: FormatStyle>(
        _ value: F.FormatInput, format: F
      ) where F.FormatOutput == String {
        text += format.format(value)
      }

      /// A number in a format of C's `printf`: `%03d`.
      public mutating func appendInterpolation<T: CVarArg>(_ value: T, specifier: String) {
        text += String(format: specifier, value)
      }

      /// Another text.
      public mutating func appendInterpolation(_ value: TextState) {
        text += String(state: value)
      }
    }
  }

  /// A text that may interpolate values with a formatter, a format or a specifier.
  @_disfavoredOverload
  public init(_ key: Key) {
    self.init(verbatim: key.text)
  }

  /// A text that is looked up in a table of translations on other platforms. Texts are verbatim
  /// here.
  ///
  /// - Parameters:
  ///   - key: The text.
  ///   - tableName: The table, which is ignored.
  ///   - bundle: The bundle of the table, which is ignored.
  ///   - comment: A note for translators, which is ignored.
  public init(
    _ key: Key, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString?
  ) {
    self.init(key)
  }

  /// A text that is looked up in a table of translations on other platforms. Texts are verbatim
  /// here.
  ///
  /// - Parameters:
  ///   - key: The text.
  ///   - tableName: The table, which is ignored.
  ///   - bundle: The bundle of the table, which is ignored.
  public init(_ key: Key, tableName: String?, bundle: Bundle? = nil) {
    self.init(key)
  }

  /// A text that is looked up in a table of translations on other platforms. Texts are verbatim
  /// here.
  ///
  /// - Parameters:
  ///   - key: The text.
  ///   - bundle: The bundle of the table, which is ignored.
  public init(_ key: Key, bundle: Bundle) {
    self.init(key)
  }
}
