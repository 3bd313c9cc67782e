import Testing
import TextTables

/// Numbers in tables and sentences.
@Suite struct UnitsTests {
  /// A number that rounds to a thousand has the next unit, never “1000 µs”.
  @Test(arguments: [
    (0 as Int64, "0 ns"), (1, "1 ns"), (999, "999 ns"), (1000, "1.00 µs"), (9_994, "9.99 µs"),
    (9_995, "10.0 µs"), (9_996, "10.0 µs"), (99_949, "99.9 µs"), (99_950, "100 µs"),
    (999_499, "999 µs"), (999_500, "1.00 ms"), (999_499_999, "999 ms"), (999_500_000, "1.00 s"),
    (999_499_999_999, "999 s"), (999_500_000_000, "1,000 s"), (.max, "9,223,372,037 s"),
    (-1500, "-1.50 µs"), (.min, "-9,223,372,037 s"),
  ])
  func duration_nearTheBoundaryOfAUnit_hasThreeDigits(nanoseconds: Int64, text: String) {
    #expect(Units.duration(nanoseconds) == text)
  }

  @Test(arguments: [
    (0.25, "0.250 ns"), (0.9994, "0.999 ns"), (0.9995, "1.00 ns"), (-2.5, "-2.50 ns"),
    (.infinity, "–"), (.nan, "–"), (-.infinity, "–"), (1e300, "1,000,000,000,000,000,000 s"),
  ])
  func duration_fraction_hasThreeDigits(nanoseconds: Double, text: String) {
    #expect(Units.duration(nanoseconds) == text)
  }

  @Test(arguments: [
    (0 as Int64, "0.000000000"), (12_000_345_678, "12.000345678"), (-1, "-0.000000001"),
    (.min, "-9223372036.854775808"),
  ])
  func seconds_anyTime_hasItsNanoseconds(nanoseconds: Int64, text: String) {
    #expect(Units.seconds(nanoseconds) == text)
  }

  @Test(arguments: [
    (0.0, "0.0 %"), (1, "100.0 %"), (0.12345, "12.3 %"), (-0.123, "-12.3 %"), (-0.0004, "0.0 %"),
    (-1.5, "-150.0 %"), (.nan, "–"), (.infinity, "–"), (1e30, "100000000000000000.0 %"),
  ])
  func percent_anyShare_hasOneDecimal(share: Double, text: String) {
    #expect(Units.percent(share) == text)
  }

  @Test(arguments: [
    (0.9994, "0.999"), (0.9995, "1.00"), (9.995, "10.0"), (99.95, "100"), (999.4, "999"),
    (999.5, "1,000"), (-12.34, "-12.3"), (.nan, "–"),
  ])
  func significant_nearAPowerOfTen_hasThreeDigits(value: Double, text: String) {
    #expect(Units.significant(value) == text)
  }

  @Test(arguments: [
    (0.0, 0, "0"), (0.5, 0, "1"), (-0.5, 0, "-1"), (1.005, 3, "1.005"), (-0.05, 1, "-0.1"),
    (-7.25, 2, "-7.25"), (-0.001, 2, "0.00"),
  ])
  func fixed_negativeNumber_hasOneSign(value: Double, digits: Int, text: String) {
    #expect(Units.fixed(value, digits: digits) == text)
  }

  @Test(arguments: [
    (0 as UInt64, "0"), (999, "999"), (1000, "1,000"), (1_000_000, "1,000,000"),
    (.max, "18,446,744,073,709,551,615"),
  ])
  func count_thousands_haveSeparators(number: UInt64, text: String) {
    #expect(Units.count(number) == text)
  }

  @Test func count_noun_isInTheSingularForOneOnly() {
    #expect(Units.count(0, "event") == "0 events")
    #expect(Units.count(1, "event") == "1 event")
    #expect(Units.count(2, "entry", "entries") == "2 entries")
  }

  @Test(arguments: [(0.0, "0.000 /s"), (12_345_678, "12.3 M/s"), (999_500, "1.00 M/s")])
  func rate_anyNumber_hasAUnit(perSecond: Double, text: String) {
    #expect(Units.rate(perSecond) == text)
  }
}
