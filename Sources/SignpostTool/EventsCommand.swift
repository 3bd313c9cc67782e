import ArgumentParser
import Glibc
import TraceAnalysis

/// Prints a recording as it happened.
struct EventsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "events",
    abstract: "Prints what happened in a recording, a line each.",
    discussion: """
      Lines are in the order of time: begins and ends of actions, effects, intervals, observers and \
      stores, and all that happened between. An end has the duration. As JSON lines (--json), ids and \
      times since the Unix epoch are strings.

      EXAMPLE
      signpost events my-recording --prefix todos --from 1.5s --to 1.7s

      EXIT STATUS
      \(ExitStatus.table)
      """)

  @Argument(
    help: "The directory of a recording, or one that holds recordings.",
    completion: .directory)
  var directory: String

  @Flag(help: "Print a JSON object on each line.")
  var json = false

  @OptionGroup(title: "What it is about")
  var filter: FilterOptions

  func run() throws {
    let reader = TraceReader(directory: directory)
    let lines = EventLines(reader, isJSON: json) { text in
      guard Console.write(text, to: STDOUT_FILENO) else { throw ExitStatus.outputFailed.exitCode }
    }
    let summary: TraceSummary
    do {
      summary = try reader.read(into: [lines], filter: filter.filter)
    } catch let error as ExitCode {
      throw error
    } catch {
      Console.say("\(error)")
      if case .libraryUnusable = error as? TraceReaderError {
        throw ExitStatus.tracerUnavailable.exitCode
      }
      throw ExitStatus.noTrace.exitCode
    }
    if let damage = summary.damage.first {
      Console.say(
        """
        The trace is damaged; everything up to the damage was printed. \
        \(damage.path.printable()): \(damage.message.printable()).
        """)
      throw ExitStatus.traceDamaged.exitCode
    }
    if summary.eventCount == 0 {
      Console.say("The trace in “\(directory.printable())” has no event.")
      throw ExitStatus.noEvents.exitCode
    }
    if summary.composableEventCount == 0 {
      Console.say(
        """
        The trace in “\(directory.printable())” has \(summary.eventCount) events, but none of the \
        provider composable.
        """)
      throw ExitStatus.noComposableEvents.exitCode
    }
  }
}
