import ComposableArchitecture

@Reducer
struct Child {}

@Reducer
enum Generic<T> {
  case child(Child)
}

@Reducer
enum Payloads {
  case child(Child)
  case pair(Child, id: Int)
  case text(String)
}

@Reducer
enum NoCases {}

struct NotACase {
  @ReducerCaseIgnored var x = 0
}
