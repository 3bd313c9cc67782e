import ComposableArchitecture

@ObservableState
struct State: Codable {
  var count = 0
  @ObservationStateIgnored var ignored = 0
  let id: Int
}
