// Programs for `signpost whatif`, each of which can be changed.
//
// `PROGRAM=rows` runs one, `CHANGED=1` with the change that scripts/calibrate-whatif.sh predicts.

import ComposableCore
import Foundation
import Signpost

let environment = ProcessInfo.processInfo.environment
let program = environment["PROGRAM"] ?? ""
let isChanged = environment["CHANGED"] != nil
var times = Shop.Times()
var layout = Duration.milliseconds(7)
if ["two", "results"].contains(program) { times.results = .milliseconds(6) }
if isChanged {
  switch program {
  case "query": times.query = times.query * 0.5
  case "results": times.results = .milliseconds(12)
  case "rows": times.row = times.row * 0.5
  case "slower-rows": times.row = times.row * 1.5
  case "beside": times.price = times.price * 0.25
  case "slower-beside": times.picture = times.picture * 2
  case "load": times.loadsInParallel = true
  case "prepare": times.preparesInParallel = true
  case "layout": layout = layout * 0.5
  case "audit": times.audits = false
  case "requests": times.request = times.request * 0.5
  case "slower-requests": times.request = times.request * 1.25
  case "senders": times.request = times.request * 0.5
  case "typed": times.search = times.search * 0.5
  case "download": times.part = times.part * 0.5
  case "steps": times.step = .milliseconds(2)
  case "two": (times.query, times.results) = (times.query * 0.5, .milliseconds(1))
  default: break
  }
}
let shop = times
let store = Store(initialState: Shop.State()) { Shop(times: shop).signpost("shop") }

/// Sends an action at a time after the start, whether or not earlier ones are complete.
@MainActor
func send(_ count: Int, every period: Duration, _ action: (Int) -> Shop.Action) async throws {
  let start = ContinuousClock.now
  for number in 0..<count {
    try await Task.sleep(until: start + period * number, clock: .continuous)
    store.send(action(number))
  }
  try await Task.sleep(for: .milliseconds(200))
}

switch program {
case "query", "results", "two":
  try await send(150, every: .milliseconds(15)) { .queryChanged($0) }
case "rows", "slower-rows":
  for number in 0..<40 { await store.send(.opened(number)).finish() }
case "beside", "slower-beside":
  for number in 0..<80 { await store.send(.shown(number)).finish() }
case "load":
  for number in 0..<80 { await store.send(.load(number)).finish() }
case "prepare":
  for number in 0..<80 { await store.send(.prepare(number)).finish() }
case "layout", "without-layout":
  // The layout delays the actions that effects send.
  let token =
    isChanged && program == "without-layout" ? nil : observeList(store, layout: layout)
  try await send(150, every: .milliseconds(12)) { .save($0) }
  withExtendedLifetime(token) {}
case "audit":
  try await send(100, every: .milliseconds(20)) { .save($0) }
case "requests", "slower-requests":
  // Senders that do not wait for each other.
  let actor = StoreActor(initialState: Shop.State()) { Shop(times: shop).signpost("shop") }
  await withTaskGroup(of: Void.self) { group in
    let start = ContinuousClock.now
    for number in 0..<200 {
      group.addTask {
        let time = start + varied(.milliseconds(2), by: number + 11) + .milliseconds(13) * number
        try? await Task.sleep(until: time, clock: .continuous)
        await actor.send(.request(number))
      }
    }
  }
case "senders":
  // Senders that wait for their own actions, each behind the actions of the others.
  let actor = StoreActor(initialState: Shop.State()) { Shop(times: shop).signpost("shop") }
  await withTaskGroup(of: Void.self) { group in
    for sender in 0..<4 {
      group.addTask {
        for number in 0..<60 { await actor.send(.request(number * 4 + sender)) }
      }
    }
  }
case "typed":
  // Words of three letters.
  for word in 0..<40 {
    for letter in 0..<3 {
      store.send(.typed(word * 3 + letter))
      try await Task.sleep(for: .milliseconds(letter == 2 ? 120 : 10))
    }
  }
case "download":
  try await send(60, every: .milliseconds(40)) { .download($0) }
case "steps":
  for _ in 0..<60 { await store.send(.step(3)).finish() }
default:
  FileHandle.standardError.write(Data("no program is called “\(program)”\n".utf8))
  exit(64)
}
print(store.sum)
