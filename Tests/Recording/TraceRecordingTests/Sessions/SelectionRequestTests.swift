import Glibc
import SystemSupport
import TestSupport
import Testing

@testable import TraceRecording

/// Serialized: all requests are of this process.
@Suite(.serialized) struct SelectionRequestTests {
  let scratch: ScratchDirectory
  private let request = SelectionRequest(kinds: [.actions])

  init() throws {
    scratch = try ScratchDirectory()
  }

  private var directory: String { scratch.directory }

  @Test func answerAll_request_isAnsweredOnce() {
    #expect(request.write(to: directory))
    #expect(SelectionRequest.takeAnswer(in: directory) == nil)
    var requests: [SelectionRequest] = []
    func answer() -> Int {
      SelectionRequest.answerAll(in: directory) {
        requests.append($0)
        return .init(selection: "--kind actions")
      }
    }
    #expect(answer() == 1)
    #expect(answer() == 0)
    #expect(requests == [request])
    #expect(SelectionRequest.takeAnswer(in: directory)?.selection == "--kind actions")
    #expect(SelectionRequest.takeAnswer(in: directory) == nil)
    #expect(Files.entries(of: directory) == [])
  }

  @Test func write_answerOfAnEarlierProcess_isForgotten() {
    #expect(request.write(to: directory))
    _ = SelectionRequest.answerAll(in: directory) { _ in .init(selection: "of another") }
    #expect(request.write(to: directory))
    #expect(SelectionRequest.takeAnswer(in: directory) == nil)
  }

  /// The signal of the request can arrive later: it must not reach the recorded program.
  @Test func withdraw_requestThatWaits_hasNoEffectAndItsSignalIsExpected() {
    #expect(request.write(to: directory))
    #expect(SelectionRequest.withdraw(from: directory))
    let count = SelectionRequest.answerAll(in: directory) { _ in
      Issue.record("it was withdrawn")
      return .init()
    }
    #expect(count == 1)
    #expect(Files.entries(of: directory) == [])
  }

  /// Ctrl-C ends a command that waits.
  @Test func answerAll_requestOfAnEndedProcess_hasNoEffect() throws {
    let ended = try SleepingRecorder()
    ended.end()
    #expect(request.write(to: directory))
    try #require(rename(scratch.path("set-\(getpid())"), scratch.path("set-\(ended.pid)")) == 0)
    let count = SelectionRequest.answerAll(in: directory) { _ in
      Issue.record("no process waits for it")
      return .init()
    }
    #expect(count == 1)
    #expect(Files.entries(of: directory) == [])
  }

  @Test func withdraw_requestThatIsHandled_isRefused() {
    #expect(request.write(to: directory))
    _ = SelectionRequest.answerAll(in: directory) { _ in
      #expect(!SelectionRequest.withdraw(from: directory))
      return .init(failure: "LTTng is busy")
    }
    #expect(SelectionRequest.takeAnswer(in: directory)?.failure == "LTTng is busy")
  }

  /// A disk that is full by then has no room for another file.
  @Test func answer_takesTheRoomOfTheRequest() {
    #expect(request.write(to: directory))
    let before = status("set-\(getpid())")
    let text = String(repeating: "x", count: 4000)
    _ = SelectionRequest.answerAll(in: directory) { _ in .init(selection: text) }
    let after = status("answer-\(getpid())")
    #expect(after.st_ino == before.st_ino)
    #expect(after.st_size == before.st_size)
    #expect(SelectionRequest.takeAnswer(in: directory)?.selection == text)
  }

  private func status(_ name: String) -> stat {
    var status = stat()
    #expect(lstat(scratch.path(name), &status) == 0)
    return status
  }

  /// A recorder that is stopped does not answer: the selection does not change later, either.
  @Test func select_recorderDoesNotAnswer_withdrawsTheRequest() throws {
    // It ignores the signal, and answers nothing.
    var state = try RecorderStateTests.state()
    let recorder = try SleepingRecorder()
    state.pid = recorder.pid
    state.startTime = ProcessStatus.startTime(of: recorder.pid) ?? 0
    state.directory = directory
    state.selection = "everything"
    let error = #expect(throws: RecorderState.RequestFailure.self) {
      try state.select(request, patience: .milliseconds(100))
    }
    let snapshot = #expect(throws: RecorderState.RequestFailure.self) {
      try state.takeSnapshot(patience: .milliseconds(100))
    }
    #expect(snapshot?.reason.contains("does not answer") == true)
    #expect(error?.mayHaveChanged == false)
    #expect(error?.reason.contains("does not answer") == true)
    #expect(!scratch.exists("set-\(getpid())"))
    // Both signals arrive when it continues, and are for nothing.
    #expect(SelectionRequest.answerAll(in: directory) { _ in .init() } == 2)
    #expect(Files.entries(of: directory) == [])
    recorder.end()
    let late = #expect(throws: RecorderState.RequestFailure.self) {
      try state.select(request, patience: .seconds(10))
    }
    #expect(late?.reason == "it has ended")
  }
}

/// A process that is stopped.
private struct SleepingRecorder {
  let pid: pid_t

  init() throws {
    var pid = pid_t()
    let words = ["/bin/sleep", "100"]
    var arguments = words.map { strdup($0) } + [nil]
    let status = posix_spawn(&pid, words[0], nil, nil, &arguments, environ)
    arguments.forEach { free($0) }
    try #require(status == 0)
    self.pid = pid
    kill(pid, SIGSTOP)
  }

  func end() {
    kill(pid, SIGKILL)
    var status: Int32 = 0
    waitpid(pid, &status, 0)
  }
}
