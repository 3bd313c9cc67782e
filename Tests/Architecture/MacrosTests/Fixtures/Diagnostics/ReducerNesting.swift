import ComposableArchitecture

@Reducer
struct Child {}

@Reducer
enum Inner {
  case child(Child)
}

@Reducer
enum Outer {
  case inner(Inner)
}
