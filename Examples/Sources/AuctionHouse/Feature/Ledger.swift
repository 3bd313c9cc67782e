import Foundation

/// Where accepted bids are written.
struct Ledger: Sendable {
  /// Writes a bid, and returns once it is written.
  var record: @Sendable (_ bid: Bid, _ auction: Int) async -> Void

  /// Writes nothing.
  static let none = Ledger { _, _ in }

  /// Appends a line to a file for each bid: the auction, the bidder and the amount, with tabs
  /// between them.
  ///
  /// - Throws: ``LedgerFailure`` if the file cannot be opened.
  static func file(_ path: String) throws -> Ledger {
    let file = try LedgerFile(path)
    return Ledger { await file.append($0, auction: $1) }
  }
}

/// A ledger that cannot be written.
struct LedgerFailure: Error, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String {
    "The ledger \(path) cannot be written: \(reason). Choose another file with --ledger."
  }
}

private actor LedgerFile {
  private let handle: FileHandle
  private let path: String
  private var hasFailed = false

  init(_ path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw LedgerFailure(path: path, reason: String(cString: strerror(errno)))
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    self.path = path
  }

  func append(_ bid: Bid, auction: Int) {
    // The name of a bidder comes from a client: it must not begin a line of its own.
    let bidder = bid.bidder.map { $0.isNewline || $0 == "\t" ? " " : $0 }
    do {
      try handle.write(contentsOf: Data("\(auction)\t\(String(bidder))\t\(bid.amount)\n".utf8))
    } catch {
      guard !hasFailed else { return }
      hasFailed = true
      let failure = LedgerFailure(path: path, reason: error.localizedDescription)
      FileHandle.standardError.write(Data("\(failure)\n".utf8))
    }
  }
}
