import Foundation
import Testing

@testable import Search

/// The expected times are those that almanacs print for the places.
struct DaylightTests {
  private func day(_ date: String, _ place: Place.ID) throws -> SunDay {
    let place = try #require(PlaceTable.all[place])
    let noon = try Date("\(date)T12:00:00Z", strategy: .iso8601)
    return try #require(SunDay.days(1, from: noon, at: place).first)
  }

  /// The minutes between two times such as `04:43`.
  private func difference(_ one: String?, _ other: String) throws -> Int {
    func minute(_ time: String) -> Int {
      time.split(separator: ":").compactMap { Int($0) }.reduce(0) { $0 * 60 + $1 }
    }
    return abs(minute(try #require(one)) - minute(other))
  }

  @Test(arguments: [
    ("2026-06-21", "Europe/Berlin", "04:43", "21:33"),
    ("2026-12-21", "Europe/London", "08:04", "15:53"),
    ("2026-03-20", "America/Guayaquil", "06:22", "18:29"),
    ("2026-12-21", "Australia/Sydney", "05:41", "20:05"),
    ("2026-06-21", "America/New_York", "05:25", "20:31"),
    ("2026-12-21", "Asia/Tokyo", "06:47", "16:32"),
  ])
  func theSunRisesAndSetsAsAlmanacsSay(
    date: String, place: Place.ID, rise: String, set: String
  ) throws {
    let day = try day(date, place)
    #expect(day.date == date)
    #expect(try difference(day.rise, rise) <= 3, "\(day)")
    #expect(try difference(day.set, set) <= 3, "\(day)")
  }

  @Test func theSunDoesNotSetInAPolarSummer() throws {
    let day = try day("2026-06-21", "Arctic/Longyearbyen")
    #expect(day == SunDay(date: "2026-06-21", minutes: 1440))
  }

  @Test func theSunDoesNotRiseInAPolarNight() throws {
    let day = try day("2026-12-21", "Arctic/Longyearbyen")
    #expect(day == SunDay(date: "2026-12-21", minutes: 0))
  }

  /// Kiritimati is at 157° west and a day ahead of its meridian.
  @Test func theDayIsThatOfTheClocks() throws {
    let place = try #require(PlaceTable.all["Pacific/Kiritimati"])
    let days = SunDay.days(
      2, from: try Date("2026-11-23T11:00:00Z", strategy: .iso8601), at: place)
    #expect(days.map(\.date) == ["2026-11-24", "2026-11-25"])
    for day in days {
      #expect(try difference(day.rise, "06:15") <= 20)
      #expect(try difference(day.set, "18:15") <= 20)
    }
  }

  @Test func everyPlaceHasDays() {
    for place in PlaceTable.all.places {
      #expect(SunDay.days(7, from: Date(timeIntervalSince1970: 0), at: place).count == 7)
    }
  }
}
