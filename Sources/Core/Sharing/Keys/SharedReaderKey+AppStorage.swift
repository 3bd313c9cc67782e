public import Foundation

extension SharedReaderKey {
  /// Shares a Boolean stored in the user's settings.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if omitted.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Bool> {
    AppStorageKey(key, store, .bool)
  }

  /// Shares a number stored in the user's settings.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if omitted.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Int> {
    AppStorageKey(key, store, .int)
  }

  /// Shares a number stored in the user's settings.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if omitted.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Double> {
    AppStorageKey(key, store, .double)
  }

  /// Shares a string stored in the user's settings.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if omitted.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<String> {
    AppStorageKey(key, store, .string)
  }

  /// Shares strings stored in the user's settings.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if omitted.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<[String]> {
    AppStorageKey(key, store, .strings)
  }

  /// Shares a URL stored in the user's settings.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if omitted.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<URL> {
    AppStorageKey(key, store, .url)
  }

  /// Shares bytes stored in the user's settings.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if omitted.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Data> {
    AppStorageKey(key, store, .data)
  }

  /// Shares a date stored in the user's settings.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if omitted.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Date> {
    AppStorageKey(key, store, .date)
  }

  /// Shares a value stored in the user's settings as a number.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if omitted.
  public static func appStorage<Value: RawRepresentable<Int> & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value> {
    AppStorageKey(key, store, .raw(.int))
  }

  /// Shares a value stored in the user's settings as a string.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if omitted.
  public static func appStorage<Value: RawRepresentable<String> & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value> {
    AppStorageKey(key, store, .raw(.string))
  }

  /// Shares a Boolean stored in the user's settings, if it is set.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if omitted.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Bool?> {
    AppStorageKey(key, store, .optional(.bool))
  }

  /// Shares a number stored in the user's settings, if it is set.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if omitted.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Int?> {
    AppStorageKey(key, store, .optional(.int))
  }

  /// Shares a number stored in the user's settings, if it is set.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if omitted.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Double?> {
    AppStorageKey(key, store, .optional(.double))
  }

  /// Shares a string stored in the user's settings, if it is set.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if omitted.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<String?> {
    AppStorageKey(key, store, .optional(.string))
  }

  /// Shares strings stored in the user's settings, if they are set.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if omitted.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<[String]?> {
    AppStorageKey(key, store, .optional(.strings))
  }

  /// Shares a URL stored in the user's settings, if it is set.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if omitted.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<URL?> {
    AppStorageKey(key, store, .optional(.url))
  }

  /// Shares bytes stored in the user's settings, if it is set.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if omitted.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Data?> {
    AppStorageKey(key, store, .optional(.data))
  }

  /// Shares a date stored in the user's settings, if it is set.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if omitted.
  public static func appStorage(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Date?> {
    AppStorageKey(key, store, .optional(.date))
  }

  /// Shares a value stored in the user's settings as a number, if it is set.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if omitted.
  public static func appStorage<Value: RawRepresentable<Int> & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value?> {
    AppStorageKey(key, store, .optional(.raw(.int)))
  }

  /// Shares a value stored in the user's settings as a string, if it is set.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if omitted.
  public static func appStorage<Value: RawRepresentable<String> & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value?> {
    AppStorageKey(key, store, .optional(.raw(.string)))
  }

  /// Shares a value stored in the user's settings as JSON.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if omitted.
  @_disfavoredOverload
  public static func appStorage<Value: Codable & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value> {
    AppStorageKey(key, store, .json)
  }

  /// Shares a value stored in the user's settings as JSON, if it is set.
  ///
  /// - Parameters:
  ///   - key: Its name in the user defaults.
  ///   - store: The user defaults; ``DependencyValues/defaultAppStorage`` if omitted.
  @_disfavoredOverload
  public static func appStorage<Value: Codable & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value?> {
    AppStorageKey(key, store, .optional(.json))
  }
}
