import NumberFacts
import ExampleTestSupport
import Foundation
import Testing

@testable import Counter

@Suite(.timeLimit(.minutes(1)))
struct LineFrontEndTests {
  @Test func writesEachStateAsALine() async throws {
    let outcome = try await counter.run(
      input: """
        # up, and a fact
        +
        repeat 2 +
        fact
        wait
        -
        """)
    #expect(
      outcome.lines == [
        "0", "1", "2", "3", "3 | asking for a fact",
        "3 | 3 is odd and a prime: only 1 and itself divide it.", "2",
      ])
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test func goesOnAfterAnUnknownCommand() async throws {
    let outcome = try await counter.run(input: "+\n\njump\nwait soon\n+\n")
    #expect(outcome.lines == ["0", "1", "2"])
    #expect(
      outcome.errors == """
        Counter: line 3: unknown command 'jump'; commands are +, -, fact, timer, wait, wait <ms>, \
        repeat <n> <command>, quit
        Counter: line 4: 'wait soon' lacks its number; write it like 'wait 500'

        """)
    #expect(outcome.status == 65)
  }

  @Test func waitsForFactsAtTheEndOfTheInput() async throws {
    let outcome = try await counter.run(["--fact-delay", "100"], input: "fact")
    #expect(outcome.lines.last?.hasPrefix("0 | 0 is even") == true)
    #expect(outcome.status == 0)
  }

  @Test func quitsWithoutWaitingForFacts() async throws {
    let outcome = try await counter.run(
      ["--fact-delay", "3600000"], input: "fact\nquit\n+\n")
    #expect(outcome.lines == ["0", "0 | asking for a fact"])
    #expect(outcome.status == 0)
  }

  @Test func stopsTheTimerAtTheEndOfTheInput() async throws {
    let outcome = try await counter.run(["--timer-interval", "3600000"], input: "timer")
    #expect(outcome.lines == ["0", "0 | timer running", "0"])
    #expect(outcome.status == 0)
  }

  @Test func showsWhyThereIsNoFact() async throws {
    let failing = try await counter.run(
      ["--fail-multiples-of", "13"], input: "repeat 13 +\nfact\n")
    #expect(failing.lines.last?.contains("/13 answered with HTTP status 500") == true)
    #expect(failing.status == 0)

    let service = try await FactService.start(FactHandler())
    await service.stop()
    let absent = try await counter.run(
      ["--facts", service.address.absoluteString], input: "fact")
    #expect(absent.lines.last?.contains("\(service.address)0 does not answer") == true)
    #expect(absent.status == 0)
  }

  @Test func asksTheServiceItIsGiven() async throws {
    let service = try await FactService.start(FactHandler(failingMultiples: 2))
    let outcome = try await counter.run(
      ["--facts", service.address.absoluteString], input: "+\nfact\nwait\n+\nfact\n")
    #expect(outcome.lines.contains("1 | 1 is odd, the square of 1 and divides every number."))
    #expect(outcome.lines.last?.contains("\(service.address)2 answered") == true)
    await service.stop()
  }

  @Test func countsItsActions() async throws {
    try await withScratchDirectory { directory in
      let file = directory.appendingPathComponent("counts.json")
      let outcome = try await counter.run(
        ["--count-actions", file.path], input: "repeat 1000 +\nrepeat 10 -\nfact\ntimer\n")
      #expect(outcome.status == 0)
      let counts = try JSONDecoder().decode([String: Int].self, from: Data(contentsOf: file))
      #expect(
        counts == [
          "incrementButtonTapped": 1000, "decrementButtonTapped": 10, "factButtonTapped": 1,
          "factResponse": 1, "toggleTimerButtonTapped": 2,
        ])
    }
  }

  @Test func saysWhenTheCountsCannotBeWritten() async throws {
    let outcome = try await counter.run(
      ["--count-actions", "/nowhere/counts.json"], input: "+")
    #expect(outcome.errors.contains("could not be written to /nowhere/counts.json"))
    #expect(outcome.status == 1)
  }

  @Test(arguments: [
    ["--facts", "nowhere"], ["--facts", "ftp://127.0.0.1/"], ["--timer-interval", "0"],
    ["--fact-delay", "-1"], ["--fail-multiples-of", "0"], ["--unknown"],
    ["--facts", "http://127.0.0.1:1/", "--fail-multiples-of", "13"],
  ])
  func refusesArguments(arguments: [String]) async throws {
    let outcome = try await counter.run(arguments, input: "+")
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("Error: "))
    #expect(outcome.status == 64)
  }
}
