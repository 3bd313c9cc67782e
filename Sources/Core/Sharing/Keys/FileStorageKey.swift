public import Foundation

extension SharedReaderKey {
  /// A value stored in a file, as JSON.
  ///
  /// ```swift
  /// @Shared(.fileStorage(directory.appending(path: "settings.json"))) var settings = Settings()
  /// ```
  ///
  /// The file is written when the value changes: the first change is on disk when `withLock`
  /// returns; further ones are written in the background, at most once a second, and at the latest
  /// when the program exits normally. Changes by other programs are detected. If this and another
  /// program change the file at the same time, the last write wins.
  ///
  /// A missing file is created, empty, when the value is first used. An empty file holds no value.
  /// If the file is deleted, the value is the initial one again, and a change that is still to be
  /// written is dropped.
  ///
  /// A file that cannot be decoded is never lost: before it is overwritten, it is kept beside the
  /// new file as `<name>.damaged-<time>`. The decoder's error is `$settings.loadError`.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - decoder: Reads the value; a `JSONDecoder` if omitted.
  ///   - encoder: Writes the value; a `JSONEncoder` if omitted.
  public static func fileStorage<Value: Codable>(
    _ url: URL,
    decoder: JSONDecoder? = nil,
    encoder: JSONEncoder? = nil
  ) -> Self where Self == FileStorageKey<Value> {
    // Coders do not change when they are used, which may be in any isolation.
    let coders = UncheckedSendable(
      (decoder: decoder ?? JSONDecoder(), encoder: encoder ?? JSONEncoder()))
    return FileStorageKey(
      url,
      decode: { try coders.value.decoder.decode(Value.self, from: $0) },
      encode: { try coders.value.encoder.encode($0) })
  }

  /// A value stored in a file, in a format of your choice.
  ///
  /// See ``fileStorage(_:decoder:encoder:)``.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - decode: Reads the value; throws if the file does not hold one.
  ///   - encode: Writes the value.
  public static func fileStorage<Value>(
    _ url: URL,
    decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(url, decode: decode, encode: encode)
  }
}

/// A key of values stored in files. See ``SharedReaderKey/fileStorage(_:decoder:encoder:)``.
public struct FileStorageKey<Value: Sendable>: SharedKey {
  private let url: URL
  private let storage: FileStorage
  private let file: SharedFile
  private let reader = FileReader()
  private let decode: @Sendable (Data) throws -> Value
  private let encode: @Sendable (Value) throws -> Data

  init(
    _ url: URL, decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) {
    self.url = url
    storage = DependencyValues.current.defaultFileStorage
    file = storage.files.file(at: url.standardizedPath)
    self.decode = decode
    self.encode = encode
  }

  /// The file and the storage.
  public var id: FileStorageKeyID { FileStorageKeyID(path: file.path, storage: storage) }

  /// Reads the file.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(
      with: Result {
        try requireFileURL()
        return try value(of: file.read(by: reader))
      })
  }

  /// Watches the file for changes by other processes. Creates it if it is missing.
  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    guard url.isFileURL else { return SharedSubscription {} }
    let check = { @Sendable in readChange(subscriber) }
    file.createIfMissing(for: reader)
    let cancel = file.watch(check)
    // A change between loading and now.
    check()
    return SharedSubscription(cancel)
  }

  private func readChange(_ subscriber: SharedSubscriber<Value>) {
    do {
      file.dropWriteIfDeleted(since: reader)
      guard let (content, requestCount) = try file.readChange(since: reader) else { return }
      let value = try value(of: content)
      // A change by the program in between is going to be written, and overwrites this one.
      subscriber.yield(with: .success(value)) { file.requestCount == requestCount }
    } catch {
      subscriber.yield(throwing: error)
    }
  }

  private func value(of content: (data: Data, stamp: FileStamp)?) throws -> Value? {
    guard let content else {
      reader.didSee(nil, isReadable: false)
      return nil
    }
    do {
      let value = try decode(content.data)
      reader.didSee(content.stamp, isReadable: true)
      return value
    } catch {
      if content.data.isEmpty {
        reader.didSee(content.stamp, isReadable: true)
        return nil
      }
      reader.didSee(content.stamp, isReadable: false)
      throw error
    }
  }

  /// Writes the file.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    enqueue(value, context: context, continuation: continuation)
    saveQueued(context: context)
  }

  private func requireFileURL() throws {
    guard !url.isFileURL else { return }
    throw FileError("'\(url)' is no file. Make it one with 'URL(fileURLWithPath:)'.")
  }
}

extension FileStorageKey: QueuingSharedKey {
  func enqueue(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    do {
      try requireFileURL()
    } catch {
      return continuation.resume(throwing: error)
    }
    let request = WriteRequest(
      reader: reader,
      encode: { [encode] in try encode(value) },
      isReadable: { [decode] in $0.isEmpty || (try? decode($0)) != nil },
      completions: [continuation.resume(with:)])
    file.enqueue(request)
  }

  func saveQueued(context: SaveContext) {
    file.requestWrite()
    if context == .userInitiated { file.flush() }
  }
}

extension FileStorageKey: CustomStringConvertible {
  /// The key with the file's path.
  public var description: String { ".fileStorage(\"\(file.path)\")" }
}

/// The identity of a ``FileStorageKey``.
public struct FileStorageKeyID: Hashable, Sendable {
  fileprivate let path: String
  fileprivate let storage: FileStorage
}

extension FileStorageKey: AdvisingSharedKey {
  var adviceAfterFailedLoad: String? {
    """
    The file '\(file.path)' is left as it is until the value is changed. It is then kept beside the \
    new file, with '.damaged-' and the time appended to its name. To use it, repair it before that, \
    or put it back: the change is noticed. If the type of the value has changed, have its decoder \
    read the old form too.
    """
  }
}
