import ExampleTestSupport
import Foundation
import LoopbackServer
import Testing

@testable import Search

private let program = ExampleProgram("Search")

@Suite(.serialized, .timeLimit(.minutes(1)))
struct ProgramTests {
  @Test func writesEachStateAsALine() async throws {
    let outcome = try await program.run(
      input: "search ber\nwait\nopen 1\nwait\nclose\nwait\nsearch atlantis\nwait\nclear\n")
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
    let day = try #require(outcome.lines.first { $0.contains("Berlin: 20") })
    #expect(day.contains(#/Berlin: 20[0-9]{2}-[0-9]{2}-[0-9]{2} [0-9:]{5}–[0-9:]{5}, [0-9]+ h/#))
    let found = "\"ber\": 3 places: 1 Berlin, Germany; 2 Bermuda; 3 Monrovia, Liberia"
    #expect(
      outcome.lines.filter { $0 != day } == [
        "no search", "\"ber\": searching …", found[...], "\(found) | Berlin: loading …", found[...],
        "\"atlantis\": searching …", "\"atlantis\": no place has this in its name", "no search",
      ])
  }

  @Test func repeatsWhatFails() async throws {
    let outcome = try await program.run(
      ["--fail-multiples-of", "1"], input: "search ber\nwait\nretry\nwait\n")
    let searching = ["searching …", "searching, attempt 2 of 3 …", "searching, attempt 3 of 3 …"]
    let failure = ["The service is overloaded (HTTP status 503)."]
    let expected = (searching + failure + searching + failure).map { "\"ber\": \($0)" }
    #expect(outcome.lines.map(String.init) == ["no search"] + expected)
    #expect(outcome.status == 0)
  }

  @Test func asksTheServiceItIsGiven() async throws {
    let server = try await LoopbackServer.start(OtherHandler())
    let outcome = try await program.run(
      ["--service", server.address.absoluteString], input: "search ber\n")
    #expect(
      outcome.lines.last
        == "\"ber\": The answer of the service cannot be read (it is not the expected JSON).")
    await server.stop()
  }

  @Test func goesOnAfterALineThatIsNoCommand() async throws {
    let outcome = try await program.run(
      input: "jump\nsearch\nopen one\nopen 1\nclose\nretry\nopen \(Int.min)\n")
    #expect(
      outcome.errors == """
        Search: line 1: unknown command 'jump'; commands are search <name>, clear, open <row>, \
        close, retry, wait, wait <ms>, repeat <n> <command>, quit
        Search: line 2: 'search' lacks its name; write it like 'search Ber'
        Search: line 3: 'open one' lacks its row; write it like 'open 1'
        Search: line 4: there is no row 1; there are 0
        Search: line 5: no place is open; open one first
        Search: line 6: nothing has failed
        Search: line 7: there is no row \(Int.min); there are 0

        """)
    #expect(outcome.lines == ["no search"])
    #expect(outcome.status == 65)
  }

  @Test(arguments: [
    (["--delay=-1"], "--delay takes 0 to 60000 milliseconds, not -1."),
    (["--fail-multiples-of", "0"], "--fail-multiples-of takes a number from 1 on."),
    (["--service", "here"], "'here' is no address like http://127.0.0.1:8080/."),
    (["--service", "http://a/", "--fail-multiples-of", "2"], "Leave out --service to use it."),
  ])
  func wrongOptionsAreRefused(arguments: [String], message: String) async throws {
    let outcome = try await program.run(arguments)
    #expect(outcome.errors.contains(message))
    #expect(outcome.status == 64)
  }

  @Test func theHelpNamesNoKeysOfAField() async throws {
    let outcome = try await program.run(["--help"])
    #expect(outcome.output.contains("On a terminal, the last lines of the screen list the keys."))
    #expect(outcome.status == 0)
  }

  @Test func keysAreTheFieldAndTheList() async throws {
    let terminal = try PseudoTerminal(program)
    try terminal.start(environment: ["NO_COLOR": "1"])
    try await terminal.expect("Type a part of the name of a place.")
    terminal.type("qberx")
    try await terminal.expect("Place: qberx▏")
    try await terminal.expect("No place has this in its name")
    terminal.type("\u{15}ber")
    try await terminal.expect("› Berlin, Germany\u{1B}[K\r\n    Bermuda")
    terminal.type("\u{1B}[B")
    try await terminal.expect("› Bermuda")
    terminal.type("\r")
    try await terminal.expect("32.3° N, 64.8° W")
    try await terminal.expect("██")
    terminal.type("\u{1B}")
    try await terminal.expect("esc clear")
    terminal.type("\u{1B}")
    try await terminal.expect("Place: ▏")
    terminal.type("\u{4}")
    #expect(try await terminal.ended() == .clean)
  }

  @Test func aFailureIsRetriedWithAKey() async throws {
    let terminal = try PseudoTerminal(program)
    try terminal.start(["--fail-multiples-of", "1"], environment: ["NO_COLOR": "1"])
    terminal.type("ber")
    try await terminal.expect("Searching, attempt 3 of 3 …")
    try await terminal.expect("The service is overloaded (HTTP status 503).")
    try await terminal.expect("ctrl-r try again")
    terminal.type("\u{12}")
    try await terminal.expect("Searching …")
    try await terminal.expect("The service is overloaded (HTTP status 503).")
    terminal.type("\u{4}")
    try await terminal.waitForEnd()
    #expect(terminal.process.terminationStatus == 0)
  }
}
