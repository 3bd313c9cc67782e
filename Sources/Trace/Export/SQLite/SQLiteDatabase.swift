import CSQLite

/// A database that is written sequentially.
final class SQLiteDatabase {
  private let name: String
  private var handle: OpaquePointer?

  /// Opens the database at a path, which is new or empty.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: The path of the file once it is complete, for messages.
  /// - Throws: ``ExportFailure``.
  init(_ path: String, named name: String) throws {
    self.name = name
    if let failure = composable_sqlite_load() {
      throw ExportFailure.libraryUnusable(String(cString: failure))
    }
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK else { throw failure }
  }

  deinit { close() }

  func close() {
    guard handle != nil else { return }
    // Remaining statements keep it open until they are finalized.
    sqlite3_close_v2(handle)
    handle = nil
  }

  fileprivate var failure: ExportFailure {
    .writingFailed(name, reason: String(cString: sqlite3_errmsg(handle)))
  }

  /// Runs statements without results.
  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  /// A statement that adds a row to a table.
  func inserter(_ table: String, columns: Int) throws -> Inserter {
    let places = repeatElement("?", count: columns).joined(separator: ",")
    var statement: OpaquePointer?
    guard
      sqlite3_prepare_v2(
        handle, "INSERT INTO \(table) VALUES (\(places))", -1, &statement, nil) == SQLITE_OK
    else { throw failure }
    return Inserter(self, statement)
  }

  /// Adds rows, value by value.
  final class Inserter {
    private let database: SQLiteDatabase
    private let statement: OpaquePointer?
    private var column: Int32 = 0

    fileprivate init(_ database: SQLiteDatabase, _ statement: OpaquePointer?) {
      self.database = database
      self.statement = statement
    }

    deinit { sqlite3_finalize(statement) }

    func add(_ value: Int64?) {
      column += 1
      if let value {
        sqlite3_bind_int64(statement, column, value)
      } else {
        sqlite3_bind_null(statement, column)
      }
    }

    /// Adds a number or an id, or NULL for 0.
    func add(id: UInt64) { add(id == 0 ? nil : Int64(bitPattern: id)) }

    /// Adds a word of the exporter, which is static.
    func add(word: StaticString?) {
      column += 1
      guard let word else {
        sqlite3_bind_null(statement, column)
        return
      }
      word.withUTF8Buffer { bytes in
        _ = sqlite3_bind_text(
          statement, column,
          UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self),
          Int32(bytes.count), nil)
      }
    }

    func add(text: String?) {
      column += 1
      guard var text else {
        sqlite3_bind_null(statement, column)
        return
      }
      // SQLite copies the text: -1 stands for SQLITE_TRANSIENT, which is a cast that Swift does not
      // import.
      let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      text.withUTF8 { bytes in
        _ = bytes.withMemoryRebound(to: CChar.self) { characters in
          sqlite3_bind_text(
            statement, column, characters.baseAddress, Int32(characters.count), copies)
        }
      }
    }

    func endRow() throws {
      column = 0
      let status = sqlite3_step(statement)
      sqlite3_reset(statement)
      guard status == SQLITE_DONE else { throw database.failure }
    }
  }
}
