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
  case items(Set<Int>)
  case result(Swift.Result<Int, Never>)
}

@Reducer
enum NoCases {}

struct NotACase {
  @ReducerCaseIgnored var x = 0
}
