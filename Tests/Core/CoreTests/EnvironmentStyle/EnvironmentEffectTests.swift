import ComposableCore
import Dispatch
import TestSupport
import Testing

@MainActor
@Suite struct EnvironmentEffectTests {
  struct Failure: Error, Equatable {}

  private func results(of effect: Effect<String>) async -> [String] {
    let store = Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        return action == "start" ? effect : .none
      }
    }
    await store.send("start").finish()
    return Array(store.state.dropFirst())
  }

  private func text(_ effect: EffectPublisher<Int, Failure>) async -> [String] {
    await results(of: effect.catchToEffect { "\($0)" })
  }

  @Test func valuesAndFailures() async {
    #expect(await text(EffectPublisher(value: 1)) == ["success(1)"])
    #expect(await text(EffectPublisher(error: Failure())).count == 1)
    #expect(await text(.none) == [])
    #expect(await text(.task { 2 }) == ["success(2)"])
    #expect(await text(.task { () throws(Failure) in throw Failure() }).count == 1)
    #expect(await text(.result { .success(3) }.map { $0 + 1 }) == ["success(4)"])
    #expect(
      await text(
        .future { callback in
          callback(.success(5))
          callback(.success(6))
        }) == ["success(5)"])
    let never: EffectPublisher<String, Never> = .init(value: "never")
    #expect(await results(of: never.eraseToEffect()) == ["never"])
    let mapped = EffectPublisher<Int, Failure>(error: Failure()).mapError { _ in CancellationError()
    }
    #expect(
      await results(of: mapped.catchToEffect { "\($0)" }) == ["failure(Swift.CancellationError())"])
  }

  @Test func tasks() async {
    #expect(await results(of: .task { "a" }) == ["a"])
    #expect(
      await results(
        of: .task {
          throw Failure()
        } catch: {
          "\(type(of: $0))"
        }) == ["Failure"])
    #expect(
      await results(
        of: .task {
          throw CancellationError()
        } catch: { _ in
          "no"
        }) == [])
    #expect(await results(of: .fireAndForget { throw Failure() }) == [])
    #expect(await results(of: Effect(value: 1).eraseToEffect { "\($0)" }) == ["1"])
    await expectIssue("threw an error that nothing handles", "EnvironmentEffectTests") {
      #expect(await results(of: .task { throw Failure() }) == [])
    }
  }

  @Test func aSchedulerDeliversInOrder() async {
    let scheduler = DispatchQueue.testScheduler
    let times = LockedTexts()
    for (delay, name) in [(2, "c"), (1, "b"), (0, "a"), (2, "d"), (5, "e")] {
      scheduler.schedule(after: .seconds(delay)) { times.append(name) }
    }
    await scheduler.advance()
    #expect(times.all == ["a"])
    await scheduler.advance(by: .seconds(2))
    #expect(times.all == ["a", "b", "c", "d"])
    await scheduler.run()
    #expect(times.all == ["a", "b", "c", "d", "e"])

    let merged: Effect<String> = .merge(.send("1"), .send("2"), .task { "3" })
    #expect(await results(of: merged.receive(on: DispatchQueue.main)) == ["1", "2", "3"])
    let immediate: AnySchedulerOf<DispatchQueue> = .immediate
    #expect(await results(of: merged.receive(on: immediate)) == ["1", "2", "3"])
  }

  @Test func whatWasNotDeliveredIsCancelled() async {
    let scheduler = DispatchQueue.testScheduler
    let store = Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        switch action {
        case "start":
          return .concatenate(.send("a").receive(on: scheduler), .send("b")).cancellable(id: 1)
        case "stop": return .cancel(id: 1)
        default: return .none
        }
      }
    }
    let first = store.send("start")
    store.send("stop")
    await first.finish()
    let second = store.send("start")
    await scheduler.arrival()
    await scheduler.advance()
    await second.finish()
    #expect(store.state == ["start", "stop", "start", "a", "b"])
  }

  @Test func stepsReportAtTheirLine() async {
    let store = TestStore(
      initialState: 0,
      reducer: AnyReducer<Int, Int, Int> { state, action, environment in
        state = action + environment
        return .none
      }, environment: 10)
    await expectIssue("The state is not as expected") {
      await store.assert(
        .send(1) { $0 = 1 })
    }
    await expectIssue("changes a 'String', which the store does not have") {
      await store.assert(.environment { (_: inout String) in })
    }
    await expectIssue("A 'do' step threw an error") {
      await store.assert(.do { throw Failure() })
    }
    await store.assert(
      .sequence(.environment { (environment: inout Int) in environment = 0 }, .send(2) { $0 = 2 }))
  }
}
