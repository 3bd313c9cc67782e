import ComposableCore
import CustomDump
import Observation
import TestSupport
import Testing

extension SharedKey where Self == InMemoryKey<Int>.Default {
  static var sharedCount: Self { Self[.inMemory("sharedCount"), default: 7] }
}

@Suite struct SharedTests {
  struct User: Equatable, Identifiable, Sendable {
    var id = 0
    var name = "Blob"
    var isKnown: Bool { id > 0 }
  }

  @Test func copiesShareTheValue() {
    let first = Shared(value: 1)
    let second = first
    @Shared(projectedValue: first) var third
    $third.withLock { $0 = 2 }
    #expect([first.wrappedValue, second.wrappedValue, third] == [2, 2, 2])
    #expect(Shared(value: 2) == first)
  }

  @Test func keyLeadsToTheSameValue() {
    @Shared(.inMemory("count")) var first = 1
    @Shared(.inMemory("count")) var second = 2
    @Shared(.inMemory("other")) var other = 3
    $second.withLock { $0 += 10 }
    #expect(first == 11)
    #expect(other == 3)
  }

  @Test func keyOfAnotherTypeIsAnotherValue() {
    @Shared(.inMemory("thing")) var number = 1
    @Shared(.inMemory("thing")) var text = "one"
    #expect(number == 1)
    #expect(text == "one")
  }

  @Test func valueInStorageOfAnotherTypeIsAnError() throws {
    do {
      @Shared(.inMemory("thing")) var number = 1
      $number.withLock { $0 = 2 }
    }
    @Shared(.inMemory("thing")) var text = "one"
    #expect(text == "one")
    let error = try #require($text.loadError)
    #expect("\(error)".contains("another type, 'Int'"))
  }

  @Test func valueOutlivesItsReferences() {
    do {
      @Shared(.inMemory("count")) var count = 1
      $count.withLock { $0 = 5 }
    }
    @Shared(.inMemory("count")) var count = 1
    #expect(count == 5)
  }

  @Test(arguments: 0..<3) func testsBeginAnew(_ number: Int) async {
    // Arguments of one test share its storage.
    @Shared(.inMemory("only here \(number)")) var count = 0
    #expect(count == 0)
    $count.withLock { $0 = 1 }
  }

  @Test func eachStorageHasItsOwn() {
    let other = withDependencies {
      $0.defaultInMemoryStorage = InMemoryStorage()
    } operation: {
      Shared(wrappedValue: 1, .inMemory("count"))
    }
    @Shared(.inMemory("count")) var count = 2
    #expect(other.wrappedValue == 1)
    #expect(count == 2)
  }

  @Test func keyMayKnowItsDefault() {
    @Shared(.sharedCount) var count
    #expect(count == 7)
    @Shared(.sharedCount) var again = 100
    #expect(again == 7)
    @SharedReader(.sharedCount) var reader
    @Shared(.inMemory("sharedCount")) var unnamed = 0
    $unnamed.withLock { $0 = 8 }
    #expect([count, again, reader] == [8, 8, 8])
  }

  @Test func optionalNeedsNoDefault() {
    @Shared(.inMemory("name")) var name: String?
    #expect(name == nil)
    $name.withLock { $0 = "Blob" }
    #expect(name == "Blob")
  }

  @Test func requiredValueMustBeThere() async throws {
    await #expect(throws: SharedValueMissing.self) {
      _ = try await Shared<Int>(require: .inMemory("required"))
    }
    @Shared(.inMemory("required")) var count = 1
    $count.withLock { $0 = 2 }
    let required = try await Shared<Int>(require: .inMemory("required"))
    #expect(required.wrappedValue == 2)
    required.withLock { $0 = 3 }
    #expect(count == 3)
  }

  @Test func partsShareTheWhole() {
    @Shared(value: User()) var user
    let name: Shared<String> = $user.name
    name.withLock { $0 = "Blob, Jr." }
    #expect(user.name == "Blob, Jr.")
    let isKnown: SharedReader<Bool> = $user.isKnown
    let length = $user.read { $0.name.count }
    #expect(!isKnown.wrappedValue)
    $user.withLock { $0.id = 1 }
    #expect(isKnown.wrappedValue)
    #expect(length.wrappedValue == 9)
    #expect($user.id == 1)
  }

  @Test func contentOfAnOptionalOutlivesIt() throws {
    @Shared(value: User?.none) var user
    #expect(Shared($user) == nil)
    $user.withLock { $0 = User() }
    let content = try #require(Shared($user))
    content.withLock { $0.name = "Blob, Jr." }
    #expect(user?.name == "Blob, Jr.")
    #expect(content.wrappedValue.name == "Blob, Jr.")
    $user.withLock { $0 = nil }
    #expect(content.wrappedValue.name == "Blob, Jr.")
    content.withLock { $0.name = "Blob, Sr." }
    #expect(content.wrappedValue.name == "Blob, Sr.")
    #expect(user == nil)
    $user.withLock { $0 = User() }
    #expect(content.wrappedValue == User())
  }

  @Test func elementsAreSharedById() {
    @Shared(value: [User(id: 1), User(id: 2)] as IdentifiedArrayOf<User>) var users
    let elements = Array($users)
    #expect(elements.map(\.id) == [1, 2])
    $users.withLock { $0.swapAt(0, 1) }
    elements[0].withLock { $0.name = "One" }
    #expect(users[id: 1]?.name == "One")
    #expect(Array(SharedReader($users)).map(\.wrappedValue.name) == ["Blob", "One"])
  }

  @Test func readingWithinAChangeFindsTheOldValue() {
    @Shared(value: [1]) var numbers
    $numbers.withLock {
      $0.append(2)
      $0.append(numbers.count)
    }
    #expect(numbers == [1, 2, 1])
  }

  @Test func changeWithinAChangeIsReported() {
    let line = #line + 4
    withKnownIssue {
      @Shared(value: 1) var count
      let shared = $count
      shared.withLock {
        shared.withLock { $0 = 10 }
        $0 += 1
      }
      #expect(count == 2)
    } matching: {
      $0.description.contains("within a change of itself") && $0.sourceLocation?.line == line - 0
    }
  }

  @Test func changeBeforeAnErrorStays() {
    struct Stop: Error {}
    @Shared(value: 1) var count
    #expect(throws: Stop.self) {
      try $count.withLock {
        $0 = 2
        throw Stop()
      }
    }
    #expect(count == 2)
  }

  @available(*, deprecated)
  @Test func assigningIsPossible() {
    @Shared(value: 1) var count
    count = 2
    #expect($count.wrappedValue == 2)
  }

  @Test func inMemory_defaultWithoutReferences_staysStored() {
    do {
      @Shared(.inMemory("count")) var count = 1
      @Shared(.inMemory("name")) var name: String?
      #expect(count == 1)
      #expect(name == nil)
    }
    @Shared(.inMemory("count")) var count = 2
    @Shared(.inMemory("name")) var name: String? = "Blob"
    #expect(count == 1)
    #expect(name == nil)
  }

  @Test func inMemory_absentValueOfAnotherType_isNoValue() {
    @Shared(.inMemory("count")) var optional: Int?
    @Shared(.inMemory("count")) var count = 1
    #expect(optional == nil)
    #expect(count == 1)
    #expect($count.loadError == nil)
  }

  @Test func customDump_severalValuesOfAType_areNumbered() {
    struct State {
      @Shared var count: Int
      @Shared var copy: Int
      @Shared var other: Int
      @SharedReader var reader: Int
    }
    let count = Shared(value: 0)
    let state = State(
      count: count, copy: count, other: Shared(value: 0), reader: SharedReader(value: 1))
    #expect(
      String(customDumping: state) == """
        SharedTests.State(
          _count: 0,
          _copy: Int(↩︎),
          _other: #1 0,
          _reader: #2 1
        )
        """)
  }

  @Test func valuesAreDumpedAsTheyAre() {
    struct State { @Shared var user: User }
    let state = State(user: Shared(value: User()))
    #expect(
      String(customDumping: state) == """
        SharedTests.State(
          _user: SharedTests.User(
            id: 0,
            name: "Blob"
          )
        )
        """)
    @Shared(.inMemory("count")) var count = 0
    #expect("\($count)" == #"Shared<Int>(.inMemory("count"))"#)
    #expect("\(Shared(value: "one"))" == #"Shared<String>(value: "one")"#)
    #expect("\(SharedReader(value: 1))" == "SharedReader<Int>(value: 1)")
  }

  // MARK: Observation

  @Test func observersHearOfChangesFromAnywhere() async {
    @Shared(.inMemory("count")) var count = 0
    let changes = LockIsolated(0)
    func observe() {
      withObservationTracking {
        _ = count
      } onChange: {
        changes.withValue { $0 += 1 }
      }
    }
    observe()
    let shared = $count
    await Task.detached { shared.withLock { $0 += 1 } }.value
    #expect(changes.value == 1)
    shared.withLock { $0 += 1 }
    #expect(changes.value == 1)
    observe()
    shared.withLock { $0 += 1 }
    #expect(changes.value == 2)
  }

  @Test func observerFindsTheNewValueAtOnce() {
    @Shared(value: 0) var count
    let shared = $count
    let found = LockIsolated<Int?>(nil)
    withObservationTracking {
      _ = count
    } onChange: {
      found.setValue(shared.wrappedValue)
    }
    $count.withLock { $0 = 1 }
    #expect(found.value == 1)
  }

  // MARK: Concurrency

  @Test func changesFromManyTasksAllCount() async {
    @Shared(.inMemory("count")) var count = 0
    let shared = $count
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<100 {
            shared.withLock { $0 += 1 }
            _ = shared.wrappedValue
          }
        }
        group.addTask {
          for _ in 0..<100 {
            @Shared(.inMemory("count")) var count = 0
            withObservationTracking {
              _ = count
            } onChange: {
            }
          }
        }
      }
    }
    #expect(count == 800)
  }
}
