import ReferenceEngine

/// A feature and its events, as data.
struct Program: Equatable, Sendable {
  var shape = Shape()
  /// The effects of actions: an action of a program is the number of a script and the route to a
  /// feature.
  var scripts: [Script] = []
  var steps: [Step] = []
}

/// How a feature is put together, and where it runs.
struct Shape: Equatable, Sendable {
  /// The operators around the feature's own reducer, from the inside out.
  var operators = Slot.allCases
  /// Whether the part that is always there comes after the feature's own reducer.
  var scopesLast = false
  /// Whether the program runs in a `StoreActor`.
  var usesActor = false
  /// Whether every second store is of the other kind.
  var mixesKinds = false
  /// Whether other reducers call the feature, and some of its children, rather than contain them.
  var callsFeatures = false
  /// Whether the reducers read the state of their store, which is the one before the action.
  var readsInReducers = false
  /// The number of stores of the feature that run side by side. The steps go to one after the
  /// other.
  var storeCount = 1
  /// Whether observers read the store, and the stores of children that are kept.
  var isObserved = false
  /// The number of levels of children at the beginning.
  var population = 0
}

/// An operator with a child.
enum Slot: Int, CaseIterable, Sendable {
  case optional, rows, presented, stack, alert
}

/// The effect of an action in its feature, and in the features around it.
struct Script: Equatable, Sendable {
  var moves: [Move] = []
}

/// The effect of an action in one reducer.
struct Move: Equatable, Sendable {
  /// The number of features between the reducer's feature and the action's.
  var distance = 0
  var phase = Phase.core
  var changes: [Change] = []
  /// An action that it sends to the store by itself, which is a mistake, and is processed
  /// afterwards.
  var sent: Target?
  /// An action that it sends to the next store.
  var sentOn: Target?
  var effect: ReferenceEffect<Target> = .none
}

/// A reducer of the feature.
enum Phase: Sendable {
  /// The one before all operators.
  case before
  /// The one within the operators.
  case core
  /// The reducer after the operators, which do not see its changes.
  case after
  /// The one within the operators of an enum of features.
  case inner
  /// The one that `onChange` runs after an action that changed the values of the feature.
  case changed
}

/// A change of state. Missing ids and occupied places are ignored.
enum Change: Equatable, Sendable {
  case add(Int)
  /// Adds to a number that the features of a store share.
  case share(Int)
  /// Changes the id of the state itself.
  case rename(Int)
  /// Changes a string, a reference to an object, or a function.
  case setLabel(Int)
  case setObject(Int)
  case setFunction(Int)
  case setScoped(Int)
  case setOptional(Int?)
  case touchOptional
  case setFirst(Int)
  case setSecond(Int)
  case clearChoice
  case insertRow(Int)
  case removeRow(Int)
  case replaceRow(Int)
  case touchRow(Int)
  case reverseRows
  case clearRows
  case presentFirst(Int)
  case presentSecond(Int)
  case dismissPresented
  case push(Int)
  case popLast
  case removeFirstScreen
  case clearStack
  case showAlert(Int)
  case hideAlert
}

/// Where an action goes, from the feature that sends it.
struct Target: Hashable, Sendable {
  var route: [Hop] = []
  var script: Int
  var form = Form.number
}

/// The form in which an action has the number of its script.
enum Form: CaseIterable, Sendable {
  case number, text, list, object, function
  /// The number is written to a property, by `BindingReducer`. A leaf has none.
  case binding
}

/// The part of an action that does not depend on the feature.
struct Order: Hashable, Sendable {
  var script: Int
  var form = Form.number
}

extension Target {
  var order: Order { Order(script: script, form: form) }
}

/// A step from a feature to a child.
enum Hop: Hashable, Sendable {
  case scoped, optional, first, second, presentedFirst, presentedSecond
  case row(Int)
  case screen(Int)
  /// The button of an alert.
  case alert
}

/// An event from outside for a running program.
enum Step: Equatable, Sendable {
  /// Sends actions to the root store, one right after the other.
  case send([Target])
  /// Sends an action through the store of a child, made for that.
  case sendThroughScope(Target)
  /// Makes the store of a child and keeps it.
  case hold([Hop])
  /// Sends an action through a store that is kept.
  case sendThroughHeld(Int, script: Int, form: Form = .number)
  /// Releases a store that is kept.
  case release(Int)
  /// Releases all stores, the stores of children last, and makes another one.
  case recreate
  /// Dismisses a presented feature, or pops from a screen.
  case dismiss([Hop])
  /// Lets a waiting piece of work go on.
  case resume(Int)
  case advance(Int)
  /// Cancels all that an earlier step's action has started.
  case cancelTask(Int)
}
