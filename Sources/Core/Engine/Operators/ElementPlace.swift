/// The position of the element that had the last action: often the next action is for the same.
@usableFromInline
final class ElementPlace {
  // Touched in the isolation of the store only, as all that reducers consist of.
  @exclusivity(unchecked) @usableFromInline var position = 0

  @usableFromInline
  init() {}
}
