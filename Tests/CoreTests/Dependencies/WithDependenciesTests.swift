import ComposableCore
import TestSupport
import Testing

@Suite struct WithDependenciesTests {
  final class Model {
    @Dependency(\.number) var number
  }

  static var currentName: String {
    @Dependency(\.number.name) var name
    return name
  }

  @Test func tasksCarryTheValuesOver() async {
    let names = await withDependencies {
      $0.number.name = "one"
    } operation: {
      await Task.yield()
      async let child = Self.currentName
      let task = Task { Self.currentName }
      return await [Self.currentName, child, task.value]
    }
    #expect(names == ["one", "one", "one"])
  }

  @Test func theUpdateMayWaitAndFail() async throws {
    struct Failure: Error {}
    await #expect(throws: Failure.self) {
      try await withDependencies { _ in
        await Task.yield()
        throw Failure()
      } operation: {
        Issue.record("An operation ran although its dependencies could not be made.")
      }
    }
  }

  @MainActor
  @Test func theOperationStaysInItsIsolation() async {
    await withDependencies {
      MainActor.assertIsolated()
      $0.number.name = "one"
    } operation: {
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
    }
  }

  @Test func aModelHandsOnWhatItWasCreatedWith() async {
    let parent = withDependencies {
      $0.number.name = "parent"
    } operation: {
      Model()
    }
    let child = withDependencies(from: parent) { Model() }
    #expect(child.number.name == "parent")
    let other = withDependencies(from: parent) {
      $0.interface.name = "other"
    } operation: {
      Model()
    }
    #expect(other.number.name == "parent")
    let later = await withDependencies(from: child) {
      await Task.yield()
      return Model()
    }
    #expect(later.number.name == "parent")
    let last = await withDependencies(from: later) {
      await Task.yield()
      $0.number.name = "last"
    } operation: {
      Model()
    }
    #expect(last.number.name == "last")
  }

  @Test func aModelWithoutPropertiesHandsOnWhatItWasCreatedWith() {
    final class Plain {}
    let plain = withDependencies {
      $0.number.name = "plain"
    } operation: {
      Plain()
    }
    let model = withDependencies(from: plain) { Model() }
    #expect(model.number.name == "plain")
  }

  @Test func theCurrentValuesWinOverThoseOfAModel() {
    let model = withDependencies {
      $0.number.name = "model"
    } operation: {
      Model()
    }
    withDependencies {
      $0.number.name = "current"
    } operation: {
      #expect(withDependencies(from: model) { Model() }.number.name == "current")
    }
  }

  @Test func aModelWithoutDependenciesIsReported() {
    final class Plain {}
    withKnownIssue {
      withDependencies(from: Plain()) {}
    } matching: { issue in
      issue.description.contains("'Plain' has no dependencies to hand on")
        && issue.sourceLocation?.fileID == "CoreTests/WithDependenciesTests.swift"
    }
  }

  @Test func modelsThatAreGoneAreForgotten() {
    weak var last: Model?
    for index in 0..<100 {
      let model = withDependencies {
        $0.number.name = "\(index)"
      } operation: {
        Model()
      }
      #expect(withDependencies(from: model) { Model() }.number.name == "\(index)")
      last = model
    }
    #expect(last == nil)
  }

  // MARK: Escaping

  @Test func escapedDependenciesAreRestored() async {
    await withDependencies {
      $0.number.name = "escaped"
    } operation: {
      let names = await withEscapedDependencies { dependencies in
        await Task.detached {
          @Dependency(\.number) var number
          let outside = number.name
          let inside = dependencies.yield { number.name }
          let later = await dependencies.yield {
            await Task.yield()
            return number.name
          }
          return [outside, inside, later]
        }.value
      }
      #expect(names == ["test", "escaped", "escaped"])
    }
  }

  // MARK: Preparing

  @Test func preparedValuesAreTheDefaults() {
    prepareDependencies { $0.number.name = "prepared" }
    @Dependency(\.number) var number
    #expect(number.name == "prepared")
    withDependencies {
      $0.number.name = "overridden"
    } operation: {
      #expect(number.name == "overridden")
    }
  }

  @Test func theContextMayBePrepared() {
    prepareDependencies { $0.context = .preview }
    @Dependency(\.number) var number
    @Dependency(\.context) var context
    #expect(context == .preview)
    #expect(number.name == "preview")
  }

  @Test func preparingTooLateIsReported() {
    @Dependency(\.number) var number
    #expect(number.name == "test")
    withKnownIssue {
      prepareDependencies { $0.number.name = "late" }
    } matching: { issue in
      issue.description.contains("sets a dependency that has been read before")
        && issue.sourceLocation?.fileID == "CoreTests/WithDependenciesTests.swift"
    }
    #expect(number.name == "test")
  }

  /// Each of these tests changes the same default; each has its own.
  @Test(arguments: 0..<1) func defaultsAreThoseOfTheTest(_: Int) {
    @Dependency(\.number) var number
    #expect(number.name == "test")
  }

  @Test func concurrentReadsMakeOneDefault() async {
    final class Shared: Sendable {}
    struct Key: TestDependencyKey {
      static var testValue: Shared { Shared() }
    }
    let values = await withTaskGroup(of: Shared.self) { group in
      for _ in 0..<50 {
        group.addTask {
          @Dependency(Key.self) var value
          return value
        }
      }
      return await group.reduce(into: [ObjectIdentifier: Shared]()) {
        $0[ObjectIdentifier($1)] = $1
      }
    }
    #expect(values.count == 1)
  }

  @Test func overridesInParallelTasksDoNotMix() async {
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<50 {
        group.addTask {
          await withDependencies {
            $0.number.name = "\(index)"
          } operation: {
            @Dependency(\.number) var number
            for _ in 0..<10 {
              #expect(number.name == "\(index)")
              await Task.yield()
            }
          }
        }
      }
    }
  }
}
