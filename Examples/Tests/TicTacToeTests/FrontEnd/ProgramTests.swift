import ExampleTestSupport
import Foundation
import Testing

let ticTacToeProgram = ExampleProgram("TicTacToe")

@Suite(.serialized, .timeLimit(.minutes(1)))
struct ProgramTests {
  @Test func playsAGameByLines() async throws {
    let outcome = try await ticTacToeProgram.run(
      input: """
        email anna@example.com
        password password
        login
        wait
        x Anna
        o Ben
        play
        move 1 1
        move 2 1
        move 1 2
        move 2 2
        move 1 3
        again
        leave
        wait
        logout
        """)
    #expect(
      outcome.output == """
        login: no address, no password
        login: anna@example.com, no password
        login: anna@example.com, a password
        login: anna@example.com, a password | logging in …
        new game of anna@example.com: no name (X), no name (O)
        new game of anna@example.com: Anna (X), no name (O)
        new game of anna@example.com: Anna (X), Ben (O)
        .../.../... | Anna, place your X.
        X../.../... | Ben, place your O.
        X../O../... | Anna, place your X.
        XX./O../... | Ben, place your O.
        XX./OO./... | Anna, place your X.
        XXX/OO./... | Anna has won! | X has won 1, O 0, draws 0
        .../.../... | Anna, place your X. | X has won 1, O 0, draws 0
        new game of anna@example.com: Anna (X), Ben (O) | X has won 1, O 0, draws 0
        login: no address, no password

        """)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test func theCodeOfASecondFactorIsPrinted() async throws {
    let outcome = try await ticTacToeProgram.run(
      ["--code", "424242"],
      input: """
        email ben@example.com
        password password
        login
        wait
        code 1111
        submit
        wait
        choose 1
        code 424242
        submit
        """)
    #expect(outcome.errors == "TicTacToe: message to ben@example.com: your code is 424242\n")
    #expect(
      outcome.lines.suffix(6) == [
        "second factor: 1111 | logging in …", "second factor: no code | alert: The code is wrong.",
        "second factor: no code", "second factor: 424242", "second factor: 424242 | logging in …",
        "new game of ben@example.com: no name (X), no name (O)",
      ])
    #expect(outcome.status == 0)
  }

  @Test func whatMakesNoSenseNowIsReported() async throws {
    let outcome = try await ticTacToeProgram.run(
      input: """
        x Anna
        move 1 1
        move 1
        code 1
        choose 1
        again
        jump
        """)
    #expect(
      outcome.errors.split(separator: "\n").map { $0.split(separator: ";")[0] } == [
        "TicTacToe: line 1: log in first",
        "TicTacToe: line 2: no game is being played",
        "TicTacToe: line 3: 'move 1' lacks its row and column",
        "TicTacToe: line 4: no code is asked for",
        "TicTacToe: line 5: no question is being asked",
        "TicTacToe: line 6: no game is over",
        "TicTacToe: line 7: unknown command 'jump'",
      ])
    #expect(outcome.status == 65)
  }

  @Test func aServiceThatFailsIsAnAlert() async throws {
    let outcome = try await ticTacToeProgram.run(
      ["--fail-multiples-of", "1"],
      input: "email anna@example.com\npassword password\nlogin\n")
    #expect(
      outcome.lines.last?.hasSuffix(
        "alert: The service is not available: HTTP status 503. Try again later.") == true)
  }

  @Test func keysFillFormsAndMakeMarks() async throws {
    let terminal = try PseudoTerminal(ticTacToeProgram)
    try terminal.start(["--code", "424242"], environment: ["NO_COLOR": "1"])
    try await terminal.expect("Log in to play.")
    terminal.type("ben@example.com\tsecret\r")
    try await terminal.expect("The email address or the password is wrong.")
    terminal.type("\r")
    try await terminal.expect("••••••▏")
    terminal.type("\u{15}password\r")
    try await terminal.expect("A code was sent to you.")
    try await terminal.expect("your code is 424242")
    terminal.type("424242\r")
    try await terminal.expect("X  ▏")
    terminal.type("Anna\tBen\r")
    try await terminal.expect("Anna, place your X.")
    try await terminal.expect("│[ ]│")
    terminal.type(" ")
    try await terminal.expect("Ben, place your O.")
    try await terminal.expect("│[X]│")
    terminal.type("\u{1B}[A\u{1B}[D ")
    try await terminal.expect("[O]│   │")
    terminal.type("\u{1B}")
    try await terminal.expect("esc log out")
    terminal.type("\u{1B}")
    try await terminal.expect("Log in to play.")
    terminal.type("\u{4}")
    #expect(try await terminal.ended() == .clean)
  }
}
