extension Program {
  /// A small program on which the engines differ, made of this one.
  @MainActor
  func shrunk() async -> Program {
    await shrunk { await ProgramRun($0).run() != nil }
  }

  /// A small program with a property of this one.
  @MainActor
  func shrunk(keeping hasProperty: (Program) async -> Bool) async -> Program {
    var program = self
    var budget = 600
    search: while budget > 0 {
      for candidate in program.smaller {
        budget -= 1
        guard budget > 0 else { break search }
        if await hasProperty(candidate) {
          program = candidate
          continue search
        }
      }
      break
    }
    return program
  }
}
