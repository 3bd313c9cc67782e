/// Running effects in the order in which they started, linked so that adding and removing one
/// allocates nothing.
///
/// An effect is in two such lists, each with a pair of links of its own: `Place` says which.
struct EffectList<Place: EffectListPlace> {
  private(set) var first: RunningEffect?
  private unowned(unsafe) var last: RunningEffect?

  var isEmpty: Bool { first == nil }

  mutating func append(_ effect: RunningEffect) {
    guard let last else {
      first = effect
      last = effect
      return
    }
    Place.set(EffectLinks(next: nil, previous: last), of: effect)
    Place.set(EffectLinks(next: effect, previous: Place.links(of: last).previous), of: last)
    self.last = effect
  }

  mutating func remove(_ effect: RunningEffect) {
    let links = Place.links(of: effect)
    guard links.previous != nil || first === effect else { return }
    if let next = links.next {
      Place.set(EffectLinks(next: Place.links(of: next).next, previous: links.previous), of: next)
    } else {
      last = links.previous
    }
    if let previous = links.previous {
      Place.set(
        EffectLinks(next: links.next, previous: Place.links(of: previous).previous), of: previous)
    } else {
      first = links.next
    }
    Place.set(EffectLinks(), of: effect)
  }

  /// Empties the list, calling `body` with each effect. Effects are unlinked one by one: otherwise
  /// releasing the first would release the next, and so on, in nested calls.
  mutating func removeAll(_ body: (RunningEffect) -> Void) {
    var current = first
    first = nil
    last = nil
    while let effect = current {
      current = Place.links(of: effect).next
      Place.set(EffectLinks(), of: effect)
      body(effect)
    }
  }

  func forEach(_ body: (RunningEffect) -> Void) {
    var current = first
    while let effect = current {
      current = Place.links(of: effect).next
      body(effect)
    }
  }
}

/// The neighbours of an effect in a list.
struct EffectLinks {
  var next: RunningEffect?
  unowned(unsafe) var previous: RunningEffect?
}

/// Selects the links of an effect that belong to a list.
protocol EffectListPlace {
  static func links(of effect: RunningEffect) -> EffectLinks
  static func set(_ links: EffectLinks, of effect: RunningEffect)
}

/// The list of a store's effects.
enum PlaceInStore: EffectListPlace {
  static func links(of effect: RunningEffect) -> EffectLinks { effect.linksInStore }
  static func set(_ links: EffectLinks, of effect: RunningEffect) { effect.linksInStore = links }
}

/// The list of a group's effects.
enum PlaceInGroup: EffectListPlace {
  static func links(of effect: RunningEffect) -> EffectLinks { effect.linksInGroup }
  static func set(_ links: EffectLinks, of effect: RunningEffect) { effect.linksInGroup = links }
}
