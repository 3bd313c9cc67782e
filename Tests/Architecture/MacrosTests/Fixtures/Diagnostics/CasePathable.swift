import ComposableArchitecture

@CasePathable
struct Settings {}

@CasePathable
enum Overloaded {
  case moved(x: Int)
  case moved(y: Int)
}
