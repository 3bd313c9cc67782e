import Foundation
import TestSupport
import Testing

@testable import ComposableDependencies

/// Dependencies that several threads read at once. The defaults are made on the thread that reads
/// them first, while the lock of this default is held.
@Suite struct DependencyThreadTests {
  /// A default that another default reads is made once, also if threads read both.
  @Test func defaultsThatReadOthers_readByManyThreads_areMadeOnce() {
    for _ in 0..<200 {
      let made = LockIsolated<[String: Int]>([:])
      let defaults = DependencyDefaults()
      let results = LockIsolated<Set<[Int]>>([])
      Self.onThreads(4) { index in
        DependencyDefaults.$current.withValue(defaults) {
          Made.$counts.withValue(made) {
            let values = DependencyValues(overrides: nil)
            let read = { (index: Int) -> Int in
              switch index % 3 {
              case 0: values[First.self]
              case 1: values[Second.self]
              default: values[Third.self]
              }
            }
            let order = [index, index + 1, index + 2]
            let pairs = order.map { ($0 % 3, read($0)) }.sorted { $0.0 < $1.0 }
            _ = results.withValue { $0.insert(pairs.map(\.1)) }
          }
        }
      }
      #expect(results.value == [[6, 5, 3]])
      #expect(made.value == ["first": 1, "second": 1, "third": 1])
    }
  }

  /// Either a value is prepared in time, and all threads read it, or the default stays.
  @Test func preparing_whileAnotherThreadReads_givesOneValue() {
    for _ in 0..<2_000 {
      let defaults = DependencyDefaults()
      let early = LockIsolated(0)
      let isInTime = LockIsolated(false)
      Self.onThreads(2) { index in
        DependencyDefaults.$current.withValue(defaults) {
          if index == 0 {
            isInTime.setValue(defaults.prepare(Self.preparedValues))
          } else {
            early.setValue(Self.readByFeature())
          }
        }
      }
      let late = LockIsolated(0)
      Self.onThreads(1) { _ in
        DependencyDefaults.$current.withValue(defaults) { late.setValue(Self.readByFeature()) }
      }
      #expect(early.value == (isInTime.value ? 30 : 3))
      #expect(late.value == early.value)
    }
  }

  @Test func value_preparedSinceTheCallerAsked_isThePreparedOne() {
    let entry = Default()
    let prepared = entry.value(
      isRead: true, prepared: { 30 }, make: { (3, false) }, reportMissing: {})
    #expect(prepared == 30)
    #expect(entry.unlessRead { true })
    let made = entry.value(
      isRead: true, prepared: { nil }, make: { (3, false) }, reportMissing: {})
    #expect(made == 3)
    #expect(!entry.unlessRead { true })
  }

  @Test func value_preparedByItsOwnDefault_isThePreparedOne() {
    var prepared: Int?
    let value = Default().value(
      isRead: true, prepared: { prepared },
      make: {
        prepared = 30
        return (3, false)
      }, reportMissing: {})
    #expect(value == 30)
  }

  @Test func noteRead_preparedSinceTheCallerAsked_isThePreparedOne() {
    let entry = Default()
    #expect(entry.noteRead { 30 } == 30)
    #expect(entry.unlessRead { true })
    #expect(entry.noteRead { nil as Int? } == nil)
    #expect(!entry.unlessRead { true })
  }

  /// Runs a closure on threads that belong to no test, as the values of a test are its own.
  private static func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for index in 0..<count {
      DispatchQueue.global().async(group: group) { body(index) }
    }
    group.wait()
  }

  private static var preparedValues: DependencyValues {
    var values = DependencyValues(overrides: nil)
    values[Third.self] = 30
    return values
  }

  private static func readByFeature() -> Int {
    @Dependency(Third.self) var third
    return third
  }

  /// How often each default was made.
  private enum Made {
    @TaskLocal static var counts = LockIsolated<[String: Int]>([:])

    static func count(_ name: String) { counts.withValue { $0[name, default: 0] += 1 } }
  }

  private enum First: TestDependencyKey {
    static var testValue: Int {
      Made.count("first")
      @Dependency(Second.self) var second
      @Dependency(Third.self) var third
      return second + third - 2
    }
  }

  private enum Second: TestDependencyKey {
    static var testValue: Int {
      Made.count("second")
      @Dependency(Third.self) var third
      return third + 2
    }
  }

  private enum Third: TestDependencyKey {
    static var testValue: Int {
      Made.count("third")
      return 3
    }
  }
}
