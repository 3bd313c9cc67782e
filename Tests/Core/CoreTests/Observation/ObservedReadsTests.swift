import Testing

@testable import ComposableCore

/// The reads of an observer that is followed by an instrument.
@Suite struct ObservedReadsTests {
  private final class Value {}

  /// A value keeps the observers that it will notify, and they their reads.
  @Test func reads_ofAValue_doNotKeepIt() {
    let reads = ObservedReads()
    var value: Value? = Value()
    weak let observed = value
    let id = ObjectIdentifier(value!)
    reads.append(value!)
    #expect(reads.contains(.value(id)))
    value = nil
    #expect(observed == nil)
    #expect(!reads.contains(.value(id)))
  }

  @Test func reads_ofFields_areDistinguishedByState() {
    let reads = ObservedReads()
    reads.append(1, of: 10)
    #expect(reads.contains(.field(1, of: 10)))
    #expect(!reads.contains(.field(1, of: 11)))
    #expect(!reads.contains(.field(2, of: 10)))
  }
}
