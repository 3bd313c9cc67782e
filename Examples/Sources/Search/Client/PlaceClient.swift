import ComposableArchitecture
import Foundation

/// Finds places, and when the sun rises and sets there.
///
/// All functions throw ``PlaceFailure``.
@DependencyClient
struct PlaceClient: Sendable {
  /// Finds places by a part of their name.
  var search: @Sendable (_ name: String) async throws -> Matches
  /// The daylight of some days, the first of which is the one at the place at `date`.
  var sun: @Sendable (_ place: Place.ID, _ date: Date) async throws -> [SunDay]
}

extension DependencyValues {
  /// The service of places. The program decides at its start which one that is.
  @DependencyEntry
  var places: PlaceClient = PlaceClient()
}
