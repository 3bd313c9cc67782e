import TraceAnalysis
import TraceRecording
import TraceSchema

/// The output of `signpost --version`, which a report of a mistake has to contain.
enum VersionReport {
  static var text: String {
    """
    signpost \(LibraryVersion.text)
    trace schema    \(TraceSchema.version), and all earlier ones
    LTTng           \(tools)
    libbabeltrace2  \(reader)
    """
  }

  private static var tools: String {
    do {
      let tools = try InstalledTools()
      return "\(tools.version?.description ?? "unknown"), \(tools.client)"
    } catch {
      return error.message
    }
  }

  private static var reader: String {
    do {
      return try BabeltraceLibrary.version
    } catch {
      return "\(error)"
    }
  }
}
