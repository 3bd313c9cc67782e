/// The root type of `\.self` in operators that forward every action of the parent to the child:
/// `ifLet(\.child, action: \.self)`.
///
/// Not the action itself: a type that contains nothing to infer makes the compiler reject every
/// other key path at once. Otherwise it tries the operator for all of them, at each place of a
/// chain, and the time that a body takes grows with a power of the chain's length.
public struct _WholeAction: Sendable {}
