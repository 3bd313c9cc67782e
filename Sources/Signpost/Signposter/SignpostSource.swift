/// The signposter of intervals and events, as identified in a trace.
struct SignpostSource: Sendable, Equatable {
  let subsystem: CStringConstant
  let category: CStringConstant

  // Equal strings are one and the same constant.
  static func == (one: Self, other: Self) -> Bool {
    one.subsystem.pointer == other.subsystem.pointer
      && one.category.pointer == other.category.pointer
  }
}

extension SignpostSource: CustomStringConvertible {
  var description: String {
    "\"\(String(cString: subsystem.pointer))\", \"\(String(cString: category.pointer))\""
  }
}
