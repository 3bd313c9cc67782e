public import Foundation

extension SharedReaderKey {
  /// Shares a flag that is kept in the user's settings.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if left out.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Bool> {
    AppStorageKey(key, store, .bool)
  }

  /// Shares a number that is kept in the user's settings.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if left out.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Int> {
    AppStorageKey(key, store, .int)
  }

  /// Shares a number that is kept in the user's settings.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if left out.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Double> {
    AppStorageKey(key, store, .double)
  }

  /// Shares a text that is kept in the user's settings.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if left out.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<String> {
    AppStorageKey(key, store, .string)
  }

  /// Shares texts that are kept in the user's settings.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if left out.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<[String]> {
    AppStorageKey(key, store, .strings)
  }

  /// Shares a URL that is kept in the user's settings.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if left out.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<URL> {
    AppStorageKey(key, store, .url)
  }

  /// Shares bytes that is kept in the user's settings.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if left out.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Data> {
    AppStorageKey(key, store, .data)
  }

  /// Shares a time that is kept in the user's settings.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if left out.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Date> {
    AppStorageKey(key, store, .date)
  }

  /// Shares a value that is kept in the user's settings as a number.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if left out.
  public static func appStorage<Value: RawRepresentable<Int> & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value> {
    AppStorageKey(key, store, .raw(.int))
  }

  /// Shares a value that is kept in the user's settings as a text.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if left out.
  public static func appStorage<Value: RawRepresentable<String> & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value> {
    AppStorageKey(key, store, .raw(.string))
  }

  /// Shares a flag that is kept in the user's settings, if there is any.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if left out.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Bool?> {
    AppStorageKey(key, store, .optional(.bool))
  }

  /// Shares a number that is kept in the user's settings, if there is any.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if left out.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Int?> {
    AppStorageKey(key, store, .optional(.int))
  }

  /// Shares a number that is kept in the user's settings, if there is any.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if left out.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Double?> {
    AppStorageKey(key, store, .optional(.double))
  }

  /// Shares a text that is kept in the user's settings, if there is any.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if left out.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<String?> {
    AppStorageKey(key, store, .optional(.string))
  }

  /// Shares texts that are kept in the user's settings, if there are any.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if left out.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<[String]?> {
    AppStorageKey(key, store, .optional(.strings))
  }

  /// Shares a URL that is kept in the user's settings, if there is any.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if left out.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<URL?> {
    AppStorageKey(key, store, .optional(.url))
  }

  /// Shares bytes that is kept in the user's settings, if there is any.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if left out.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Data?> {
    AppStorageKey(key, store, .optional(.data))
  }

  /// Shares a time that is kept in the user's settings, if there is any.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if left out.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Date?> {
    AppStorageKey(key, store, .optional(.date))
  }

  /// Shares a value that is kept in the user's settings as a number, if there is any.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if left out.
  public static func appStorage<Value: RawRepresentable<Int> & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value?> {
    AppStorageKey(key, store, .optional(.raw(.int)))
  }

  /// Shares a value that is kept in the user's settings as a text, if there is any.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if left out.
  public static func appStorage<Value: RawRepresentable<String> & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value?> {
    AppStorageKey(key, store, .optional(.raw(.string)))
  }

  /// Shares a value that is kept in the user's settings as JSON.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if left out.
  @_disfavoredOverload
  public static func appStorage<Value: Codable & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value> {
    AppStorageKey(key, store, .json)
  }

  /// Shares a value that is kept in the user's settings as JSON, if there is any.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if left out.
  @_disfavoredOverload
  public static func appStorage<Value: Codable & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value?> {
    AppStorageKey(key, store, .optional(.json))
  }
}
