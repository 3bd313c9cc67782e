import ArgumentParser

/// The option of programs that show their store on a page, too.
package struct ServeOptions: ParsableArguments {
  @Option(
    defaultAsFlag: 8080,
    help: ArgumentHelp(
      "Serve a page that shows the same. 0 chooses a free port.",
      discussion: """
        It is for browsers on this machine, of all its users. Without a terminal, it is \
        served on after the end of the input, until 'quit' or a signal.
        """, valueName: "port"))
  private var serve: Int?

  package init() {}

  package func validate() throws {
    guard serve.map({ UInt16(exactly: $0) != nil }) ?? true else {
      throw ValidationError("--serve takes a port from 0 to 65535, not \(serve ?? 0).")
    }
  }

  /// Serves a page, if the option is given.
  @MainActor
  package func start(_ page: @autoclosure () -> some Page) async throws -> PageServer? {
    guard let port = serve.flatMap(UInt16.init(exactly:)) else { return nil }
    return try await PageServer.start(port: port, page())
  }
}
