import ArgumentParser
import ComposableArchitecture
import TerminalKit

/// Reads commands from standard input, one per line, and writes the state after each.
@MainActor
struct LineFrontEnd {
  let session: TodosSession

  /// The result of a run.
  struct Outcome {
    /// 65 (`EX_DATAERR`) if a line was not carried out.
    var exitCode = ExitCode.success
    /// Whether the user said that they are done, rather than the input being at its end.
    var hasQuit = false
  }

  /// Runs until the input ends or says so.
  func run() async -> Outcome {
    let input = StandardInput()
    var outcome = Outcome()
    var number = 0
    show()
    while let line = await input.line() {
      number += 1
      do throws(LineFailure) {
        let state = session.store.state
        guard let command = try LineCommand(parsing: line, todos: state.visibleTodos)
        else { continue }
        guard try await run(command) else {
          outcome.hasQuit = true
          break
        }
        show()
      } catch {
        Output.complain("line \(number): \(error)")
        outcome.exitCode = ExitCode(65)
      }
    }
    return outcome
  }

  /// - Returns: Whether to go on.
  private func run(_ command: LineCommand) async throws(LineFailure) -> Bool {
    switch command {
    case .perform(let commands):
      do throws(CommandRefusal) {
        for command in commands {
          let tasks = try session.perform(command)
          guard !command.takesTime else { continue }
          for task in tasks { await task.finish() }
        }
      } catch {
        throw .refused(error)
      }
    case .pause(let duration):
      try? await Task.sleep(for: duration)
    case .wait:
      await session.settle()
    case .quit:
      return false
    }
    return true
  }

  private func show() {
    Output.write(TodosText.lines(for: session.store.state).joined(separator: "\n") + "\n\n")
  }
}
