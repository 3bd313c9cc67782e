import Testing

@testable import Search

struct PlaceTableTests {
  private func names(_ text: String) -> [String] {
    PlaceTable.all.places(named: text).places.map(\.name)
  }

  @Test func thereAreManyPlacesAndNoneTwice() {
    #expect(PlaceTable.all.places.count == 418)
    #expect(Set(PlaceTable.all.places.map(\.id)).count == 418)
    #expect(PlaceTable.all["Europe/Berlin"]?.title == "Berlin, Germany")
    #expect(PlaceTable.all["Atlantic/Bermuda"]?.title == "Bermuda")
  }

  @Test func theStartOfANameComesFirst() {
    #expect(names("ber") == ["Berlin", "Bermuda", "Monrovia"])
    #expect(names("york") == ["New York"])
    #expect(names("  LIN").first == "Lindeman")
    #expect(names("LIN").contains("Berlin"))
  }

  @Test func countriesAreFoundAndAccentsDoNotMatter() {
    #expect(names("germany") == ["Berlin", "Busingen"])
    #expect(names("cote").contains("Abidjan"))
  }

  @Test func onlyTheFirstOfManyAreThere() {
    let matches = PlaceTable.all.places(named: "a")
    #expect(matches.places.count == 20)
    #expect(matches.count > 200)
  }

  @Test func whatIsNotThereIsNotFound() {
    #expect(PlaceTable.all.places(named: "atlantis") == Matches(count: 0, places: []))
  }
}
