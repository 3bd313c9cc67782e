import ComposableArchitecture

struct State {
  @Presents var child: Int?
}
