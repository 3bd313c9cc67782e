#if DEBUG && canImport(Runtime)
  import Runtime

  extension SourcePlace {
    /// The innermost caller outside of this library, for issues in functions without a parameter
    /// for the source location: a `subscript(dynamicMember:)` cannot have one. Slow, and `nil`
    /// without debug information.
    package static func ofClient() -> SourcePlace? {
      guard
        let trace = try? Backtrace.capture(limit: 32)
          .symbolicated(options: [.showInlineFrames, .showSourceLocations])
      else { return nil }
      for frame in trace.frames {
        guard let symbol = frame.symbol, let location = symbol.sourceLocation, location.line > 0,
          let module = module(ofSymbol: symbol.rawName), !ownModules.contains(module),
          let file = location.path.split(separator: "/").last,
          let fileID = keptStrings["\(module)/\(file)"],
          let filePath = keptStrings[location.path]
        else { continue }
        return SourcePlace(
          fileID: fileID, filePath: filePath, line: UInt(location.line),
          column: UInt(max(location.column, 1)))
      }
      return nil
    }

    private static let ownModules: Set = [
      "CompanionSupport", "ComposableClocks", "ComposableCombineSchedulers",
      "ComposableConcurrencyExtras", "ComposableCore", "ComposableDependencies",
    ]

    /// The module of a mangled name: the first four letters of `$s4Name…`, for example.
    private static func module(ofSymbol name: String) -> String? {
      guard name.hasPrefix("$s") else { return name == "main" ? name : nil }
      let rest = name.dropFirst(2)
      let digits = rest.prefix(while: \.isNumber)
      return Int(digits).map { String(rest.dropFirst(digits.count).prefix($0)) }
    }
  }

  private let keptStrings = KeptStrings()

  /// Strings made at run time that are never freed, for parameters that accept literals only.
  private final class KeptStrings: Sendable {
    private let strings = Locked([String: StaticString]())

    /// A static string that is never freed; `nil` where the layout of a static string is unknown.
    subscript(string: String) -> StaticString? {
      strings.withLock { strings in
        if let kept = strings[string] { return kept }
        let kept = StaticString(keeping: string)
        strings[string] = kept
        return kept
      }
    }
  }

  extension StaticString {
    /// A string whose bytes are never freed.
    fileprivate init?(keeping string: String) {
      guard Self.arePartsKnown else { return nil }
      let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: string.utf8.count)
      bytes.initialize(from: Array(string.utf8), count: string.utf8.count)
      let isASCII = string.utf8.allSatisfy { $0 < 0x80 } ? Self.asciiFlag : 0
      self = unsafeBitCast(
        (UInt(bitPattern: bytes), string.utf8.count, isASCII) as Parts, to: StaticString.self)
    }

    /// The layout of a static string, which Swift guarantees to generated code only.
    private typealias Parts = (start: UInt, count: Int, flags: UInt8)
    private static let asciiFlag: UInt8 = 2

    /// Whether literals have this layout; checked once.
    private static let arePartsKnown: Bool = {
      guard MemoryLayout<Parts>.size == MemoryLayout<StaticString>.size else { return false }
      return (["plain", "é"] as [StaticString]).allSatisfy { literal in
        guard literal.hasPointerRepresentation else { return false }
        let parts = unsafeBitCast(literal, to: Parts.self)
        return parts.start == UInt(bitPattern: literal.utf8Start)
          && parts.count == literal.utf8CodeUnitCount
          && parts.flags == (literal.isASCII ? asciiFlag : 0)
      }
    }()
  }
#else
  extension SourcePlace {
    /// The innermost caller outside of this library: available in debug builds only.
    package static func ofClient() -> SourcePlace? { nil }
  }
#endif
