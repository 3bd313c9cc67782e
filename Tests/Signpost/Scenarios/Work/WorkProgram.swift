import ComposableCore
import Foundation
import Signpost
import TestSupport

/// A program that works on command, so that a test can do something to it at a known moment.
///
/// Commands come from standard input, one on each line; their results go to standard output:
///
///     round      do the work once                   result …, and emitted=N if asked to count
///     begin      do the work over and over          working, once the work goes on
///     end        stop that                          result …, the same after every round
///     reduce     stop in the middle of a reducer    in reduce
///     effect     stop in the middle of an effect    in effect
///     continue reduce, continue effect              continued
///     fork, daemon, exec, spawn                     child STATUS; child result …, of a child
///     plugin PATH   work in a library that is opened     plugin, once it is done
///     exit CODE     leave
///
/// It ends with the input, once it has executed its commands.
@MainActor
public final class WorkProgram {
  private var plan = WorkPlan()
  private var countsEvents = false

  private let gates = Gates()
  private let inReducer = DispatchSemaphore(value: 0)
  private var waits = 0
  private var waiting: StoreTask?
  private lazy var held = Store(initialState: Job.State()) { [gates, inReducer] in
    Job(
      hold: {
        Self.say("in reduce")
        inReducer.wait()
      },
      wait: { await gates.pass("\($0)") })
  }

  private var goesOn = false
  private var rounds: Task<Void, Never>?
  private var result: WorkResult?

  /// Reads `--stores N --threads N --actions N --count`.
  ///
  /// - Returns: `nil` for anything else.
  public init?(arguments: some Sequence<String>) {
    var arguments = arguments.makeIterator()
    while let option = arguments.next() {
      if option == "--count" {
        countsEvents = true
        continue
      }
      guard let value = arguments.next().flatMap({ Int($0) }) else { return nil }
      switch option {
      case "--stores": plan.stores = value
      case "--threads": plan.threads = value
      case "--actions": plan.actions = value
      default: return nil
      }
    }
  }

  /// Performs the commands on standard input.
  public func run() async {
    _ = held
    Self.say("ready")
    for await command in commands() { await perform(command) }
  }

  private func commands() -> AsyncStream<String> {
    let inReducer = inReducer
    return AsyncStream { continuation in
      Thread.detachNewThread {
        while let line = readLine() {
          // The main actor is busy in the reducer, so the command has to come from here.
          if line == "continue reduce" { inReducer.signal() }
          continuation.yield(line)
        }
        continuation.finish()
      }
    }
  }

  private func perform(_ command: String) async {
    switch command {
    case "round":
      await runRound()
    case "begin":
      goesOn = true
      rounds = Task { await runRounds() }
    case "end":
      goesOn = false
      await rounds?.value
      if let result { Self.say("result \(result)") }
    case "reduce":
      held.send(.hold)
    case "effect":
      waits += 1
      waiting = held.send(.wait(waits))
      await gates.arrival(at: "\(waits)")
      Self.say("in effect")
    case "continue reduce":
      Self.say("continued")
    case "continue effect":
      gates.open("\(waits)")
      await waiting?.finish()
      Self.say("continued")
    default:
      if let child = ChildProcess(rawValue: command) { return make(child) }
      if command.hasPrefix("plugin ") { return usePlugin(String(command.dropFirst(7))) }
      if command.hasPrefix("exit ") { exit(Int32(command.dropFirst(5)) ?? 64) }
      Self.say("unknown: \(command)")
    }
  }

  private func runRound() async {
    guard countsEvents else { return Self.say("result \(await plan.run())") }
    let recorder = SignpostRecorder(including: .sends)
    let result = await recorder.record { await plan.run() }
    Self.say("emitted=\(recorder.events.count)")
    Self.say("result \(result)")
  }

  private func runRounds() async {
    var isFirst = true
    while goesOn {
      let result = await plan.run()
      if isFirst { Self.say("working") }
      isFirst = false
      if let last = self.result, last != result { Self.say("another result: \(result)") }
      self.result = result
    }
  }

  private func usePlugin(_ path: String) {
    guard let plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL),
      let symbol = dlsym(plugin, "plugin_work")
    else { return Self.say("no plugin: \(String(cString: dlerror()))") }
    unsafeBitCast(symbol, to: (@convention(c) () -> Void).self)()
    Self.say("plugin")
  }

  private func make(_ child: ChildProcess) {
    let status = child.run(arguments: ["burst", "100"]) {
      Self.say("child result \(plan.runSynchronously())")
    }
    Self.say("child \(status)")
  }

  nonisolated static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}

/// The work of a library that contains a second copy of all this. To be called on the main actor.
@_cdecl("plugin_work")
public func pluginWork() {
  MainActor.assumeIsolated { Scenario.burst(of: 100) }
}
