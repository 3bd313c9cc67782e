#if DEBUG && canImport(Runtime)
  import Runtime

  extension SourcePlace {
    /// The innermost call that leads out of this library, for issues of code that has no parameter
    /// for its place: a `subscript(dynamicMember:)` can't have one. Takes a while, and is `nil`
    /// where the debug information does not say.
    static func ofClient() -> SourcePlace? {
      guard
        let trace = try? Backtrace.capture(limit: 32)
          .symbolicated(options: [.showInlineFrames, .showSourceLocations])
      else { return nil }
      for frame in trace.frames {
        guard let symbol = frame.symbol, let location = symbol.sourceLocation, location.line > 0,
          let module = module(ofSymbol: symbol.rawName), module != "ComposableCore",
          let file = location.path.split(separator: "/").last,
          let fileID = StaticString(keeping: "\(module)/\(file)"),
          let filePath = StaticString(keeping: location.path)
        else { continue }
        return SourcePlace(
          fileID: fileID, filePath: filePath, line: UInt(location.line),
          column: UInt(max(location.column, 1)))
      }
      return nil
    }

    /// The module of a mangled name: `$s4Name…` is of one with four letters.
    private static func module(ofSymbol name: String) -> String? {
      guard name.hasPrefix("$s") else { return name == "main" ? name : nil }
      let rest = name.dropFirst(2)
      let digits = rest.prefix(while: \.isNumber)
      return Int(digits).map { String(rest.dropFirst(digits.count).prefix($0)) }
    }
  }

  extension StaticString {
    /// A string that is made at run time and never freed, where a literal is asked for.
    fileprivate init?(keeping string: String) {
      // What a static string consists of, which is part of Swift's ABI for generated code only.
      typealias Parts = (start: UInt, count: Int, flags: UInt8)
      guard MemoryLayout<Parts>.size == MemoryLayout<StaticString>.size else { return nil }
      let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: string.utf8.count)
      bytes.initialize(from: Array(string.utf8), count: string.utf8.count)
      let isASCII: UInt8 = string.utf8.allSatisfy { $0 < 0x80 } ? 2 : 0
      self = unsafeBitCast(
        (UInt(bitPattern: bytes), string.utf8.count, isASCII) as Parts, to: StaticString.self)
    }
  }
#else
  extension SourcePlace {
    /// The innermost call that leads out of this library: known in debug builds only.
    static func ofClient() -> SourcePlace? { nil }
  }
#endif
