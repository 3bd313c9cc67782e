import Testing

@testable import SignpostTool
@testable import TraceAnalysis

@Suite struct FilterOptionsTests {
  @Test(arguments: [
    ("2026-11-22T10:15:00Z", 0), ("2026-11-22T10:15:00.5Z", 500_000_000),
    ("2026-11-22T10:15:00.123456789Z", 123_456_789),
    ("2026-11-22T10:15:00.000000001Z", 1), ("2026-11-22T11:15:00.999999999+01:00", 999_999_999),
    ("2026-11-22T10:15:00.1234567899Z", 123_456_789),
  ])
  func filterMoment_fractionOfASecond_isExact(text: String, nanoseconds: Int64) {
    #expect(
      FilterMoment(argument: text)?.moment
        == .absolute(1_795_342_500_000_000_000 + nanoseconds))
  }

  @Test func filterMoment_fractionBefore1970_isExact() {
    #expect(
      FilterMoment(argument: "1969-12-31T23:59:59.000000001Z")?.moment
        == .absolute(-999_999_999))
  }

  @Test(arguments: ["2026-11-22T10:15:00.Z", "2026-11-22T10:15:00.5"])
  func filterMoment_wrongFraction_isRefused(text: String) {
    #expect(FilterMoment(argument: text) == nil)
  }
}
