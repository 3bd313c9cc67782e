import CBabeltrace
import CLibraryLoader
import CSQLite
import Glibc
import Testing

/// Libraries that are opened when they are needed.
@Suite struct LibraryLoaderTests {
  /// Looks up a function of a library.
  ///
  /// - Returns: Whether it was found, its address, and the message.
  private func load(
    _ names: [String], _ function: String, capacity: Int = 256
  ) -> (isLoaded: Bool, address: UnsafeRawPointer?, message: String) {
    var address: UnsafeRawPointer?
    var failure = [CChar](repeating: 1, count: capacity)
    let names = names.map { strdup($0) }
    defer { names.forEach { free($0) } }
    let isLoaded = withUnsafeMutablePointer(to: &address) { address in
      function.withCString { name in
        var functions = composable_library_function(address: address, name: name)
        return names.map { UnsafePointer($0) }.withUnsafeBufferPointer {
          composable_library_load(
            $0.baseAddress, $0.count, RTLD_NOW | RTLD_LOCAL, &functions, 1, &failure, capacity)
        }
      }
    }
    let end = failure.firstIndex(of: 0) ?? capacity
    return (
      isLoaded, address,
      String(decoding: failure[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    )
  }

  @Test func load_firstNameIsMissing_takesTheSecond() {
    let result = load(["libno-such-library.so", "libc.so.6"], "getpid")
    #expect(result.isLoaded)
    #expect(result.message == "")
    typealias Function = @convention(c) () -> pid_t
    #expect(result.address.map { unsafeBitCast($0, to: Function.self)() } == getpid())
  }

  @Test func load_noNameIsThere_reportsTheFirst() {
    let result = load(["libno-such-library.so", "libnor-this.so"], "getpid")
    #expect(!result.isLoaded)
    #expect(result.address == nil)
    #expect(result.message.hasPrefix("libno-such-library.so: "))
  }

  @Test func load_functionIsMissing_namesIt() {
    let result = load(["libc.so.6"], "no_such_function")
    #expect(!result.isLoaded)
    #expect(result.address == nil)
    #expect(result.message == "it has no function no_such_function")
  }

  @Test func load_smallBufferForTheMessage_truncatesIt() {
    #expect(load(["libno-such-library.so"], "getpid", capacity: 8).message == "libno-s")
  }

  /// Also twice, and from several threads.
  @Test func load_librariesOfThePackage_areUsable() async {
    await withTaskGroup(of: String?.self) { group in
      for _ in 0..<8 {
        group.addTask { composable_sqlite_load().map { String(cString: $0) } }
        group.addTask { composable_babeltrace_load().map { String(cString: $0) } }
      }
      for await failure in group { #expect(failure == nil) }
    }
    #expect(bt_version_get_major() == 2)
    var database: OpaquePointer?
    #expect(sqlite3_open_v2(":memory:", &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
    #expect(sqlite3_exec(database, "create table t (n)", nil, nil, nil) == SQLITE_OK)
    #expect(sqlite3_close_v2(database) == SQLITE_OK)
  }
}
