import SystemSupport

/// The LTTng tools that a recording would use.
package struct InstalledTools {
  /// The path of the command `lttng`.
  package let client: String
  /// `nil` if the command does not say its version.
  package let version: LTTngVersion?

  /// Looks for the tools, and asks for their version, for ten seconds at most.
  ///
  /// - Throws: A failure that says how to install them.
  package init() throws(RecordingFailure) {
    let environment = ProcessEnvironment.inherited
    let supervisor = ProcessSupervisor()
    defer { supervisor.restoreSignals() }
    let tools = try LTTngTools.find(in: environment)
    let directory = try PrivateDirectory.make(environment: environment)
    defer { Files.remove(directory.path) }
    client = tools.client
    version =
      LTTngClient(
        daemon: SessionDaemon(place: .serving), tools: tools, directory: directory,
        supervisor: supervisor
      )
      .ask(["version"]).version
  }
}
