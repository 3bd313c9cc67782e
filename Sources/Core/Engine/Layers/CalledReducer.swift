public import CCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A reducer that another one calls, prepared once: one value of one type, in one store.
///
/// A value with the same bits is the same value, as long as this one is kept: the objects that it
/// refers to cannot end meanwhile, so that no other object has the address of one.
@usableFromInline
class CalledReducer {
  /// The reducer with its wrappers, and without those that do nothing while actions are not
  /// instrumented.
  private let function: ErasedReducer
  private let bareFunction: ErasedReducer
  /// Where the value is kept.
  private let value: UnsafeRawPointer
  /// The dependencies that the reducer was prepared with, if they may make a difference.
  private let dependencies: DependencyValues?
  // Touched in the isolation of the store only, as all that reducers consist of.
  /// The number of calls in progress: the reducer may call itself for a part of its state.
  @exclusivity(unchecked) private var callCount = 0
  /// Whether the reducer was called since unused ones were last left out.
  @exclusivity(unchecked) fileprivate var wasFound = false
  /// The next called reducer of the same type.
  @exclusivity(unchecked) fileprivate final var next: CalledReducer?

  init(
    value: UnsafeRawPointer, function: @escaping ErasedReducer,
    bare bareFunction: @escaping ErasedReducer, dependencies: DependencyValues?
  ) {
    self.value = value
    self.function = function
    self.bareFunction = bareFunction
    self.dependencies = dependencies
  }

  fileprivate final var isRunning: Bool { callCount > 0 }

  @usableFromInline
  final func run(
    _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer
  ) -> AnyEffectNode? {
    // Nothing that runs is left out, so that no reference is counted here.
    callCount += 1
    defer { callCount -= 1 }
    return composable_instruments_actions() ? function(state, action) : bareFunction(state, action)
  }

  /// Whether it was prepared of the value at an address, with the dependencies of this moment.
  @inline(__always)
  fileprivate final func isPrepared(
    of value: UnsafeRawPointer, comparing parts: UnsafeBufferPointer<Range<Int>>
  ) -> Bool {
    for part in parts
    where memcmp(self.value + part.lowerBound, value + part.lowerBound, part.count) != 0 {
      return false
    }
    guard let dependencies else { return true }
    return dependencies.isSame(as: .current)
  }
}

/// The part of a called reducer that knows its type: it keeps the value.
private final class TypedCalledReducer<Base: Reducer>: CalledReducer {
  private let kept: UnsafeMutablePointer<Base>

  /// Keeps a copy of the reducer, and prepares that.
  init(_ base: Base, in context: PreparationContext) {
    kept = .allocate(capacity: 1)
    kept.initialize(to: base)
    let current = DependencyValues.current
    let uses = composable_dependency_uses()
    let prepared = context.with { base._prepare() }
    super.init(
      value: kept, function: prepared.logic.function, bare: prepared.bare.logic.function,
      dependencies: composable_dependency_uses() == uses ? nil : current)
  }

  deinit {
    kept.deinitialize(count: 1)
    kept.deallocate()
  }
}

/// The prepared forms of reducers that the reducer of a store calls by `reduce(into:action:)`, as
/// higher-order reducers of users call the reducers that they wrap.
///
/// They are found by type and value. Reducers that are made for each action, and never equal an
/// earlier one, are not kept.
///
/// Each reducer that implements `reduce(into:action:)` has a table of its own: two of them may call
/// equal reducers for different parts of the state, whose children are different ones. The closures
/// of `Reduce` share the table of their store.
@usableFromInline
final class CalledReducers {
  /// The maximum number of cached values per type.
  private static let manyValues = 32

  /// The reducers of one type.
  private struct Kind {
    /// The type, `nil` where there is none.
    var type: ObjectIdentifier?
    /// The bytes of a value that identify it. Freed with the table.
    var parts = UnsafeBufferPointer<Range<Int>>(start: nil, count: 0)
    var first: CalledReducer?
    var count = 0
    /// Whether its values are always others.
    var isGivenUp = false
  }

  // Touched in the isolation of the store only.
  /// In memory of its own, for which there are no checks of exclusive access. Allocated for the
  /// first call.
  private var kinds = UnsafeMutableBufferPointer<Kind>(start: nil, count: 0)
  private var kindCount = 0
  private lazy var context = PreparationContext.ofCalls

  @usableFromInline
  init() {}

  /// Runs a reducer whose calls this table is for.
  @inlinable
  @inline(__always)
  func during<Result>(_ reduce: () -> Result) -> Result {
    guard let frame = composable_get_frame() else { return reduce() }
    let outer = frame.pointee.called_reducers
    frame.pointee.called_reducers = Unmanaged.passUnretained(self).toOpaque()
    defer { frame.pointee.called_reducers = outer }
    return reduce()
  }

  deinit {
    for kind in kinds { kind.parts.deallocate() }
    kinds.deinitialize()
    kinds.deallocate()
  }

  /// Returns the table of the store whose reducer runs on this thread.
  private static func current(
    in frame: UnsafeMutablePointer<composable_frame>
  ) -> Unmanaged<CalledReducers> {
    if let known = frame.pointee.called_reducers { return .fromOpaque(known) }
    let new = Unmanaged.passRetained(CalledReducers())
    frame.pointee.called_reducers = new.toOpaque()
    return new
  }

  /// Releases the called reducers of a store that ends.
  static func release(in frame: UnsafeMutablePointer<composable_frame>) {
    guard let known = frame.pointee.called_reducers else { return }
    frame.pointee.called_reducers = nil
    Unmanaged<CalledReducers>.fromOpaque(known).release()
  }

  @inline(__always)
  fileprivate func find(
    _ type: ObjectIdentifier, _ value: UnsafeRawPointer
  ) -> Unmanaged<CalledReducer>? {
    guard kindCount > 0 else { return nil }
    let place = place(of: type)
    guard place.pointee.type != nil else { return nil }
    var next = place.pointee.first.map(Unmanaged.passUnretained)
    while let reducer = next {
      let isSame = reducer._withUnsafeGuaranteedRef {
        $0.isPrepared(of: value, comparing: place.pointee.parts)
      }
      if isSame {
        reducer._withUnsafeGuaranteedRef { $0.wasFound = true }
        return reducer
      }
      next = reducer._withUnsafeGuaranteedRef { $0.next.map(Unmanaged.passUnretained) }
    }
    return nil
  }

  /// Where a type is in the table, or is to be put.
  @inline(__always)
  private func place(of type: ObjectIdentifier) -> UnsafeMutablePointer<Kind> {
    let mask = kinds.count - 1
    // Metadata is aligned to words, and far apart.
    var index = (Int(bitPattern: type) >> 4) & mask
    while let known = kinds[index].type, known != type { index = (index + 1) & mask }
    return kinds.baseAddress.unsafelyUnwrapped + index
  }

  /// Runs a reducer that is not known, and keeps it if others like it were found again.
  static func run<Base: Reducer>(
    unknown base: Base, _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    in frame: UnsafeMutablePointer<composable_frame>
  ) -> AnyEffectNode? {
    current(in: frame)._withUnsafeGuaranteedRef { all in
      guard all.mayKeep(Base.self) else {
        return all.context.with { base._prepare() }.logic.function(state, action)
      }
      // The body that is evaluated now may call reducers, too.
      let reducer = TypedCalledReducer(base, in: all.context)
      all.insert(reducer, Base.self)
      return reducer.run(state, action)
    }
  }

  /// How the reducers that are called in a store are prepared.
  static func context(
    in frame: UnsafeMutablePointer<composable_frame>
  ) -> PreparationContext {
    current(in: frame)._withUnsafeGuaranteedRef(\.context)
  }

  private func mayKeep(_ type: Any.Type) -> Bool {
    guard kindCount > 0 else { return true }
    let place = place(of: ObjectIdentifier(type))
    guard place.pointee.type != nil, place.pointee.count >= Self.manyValues else {
      return !place.pointee.isGivenUp
    }
    let unused = removeUnused(at: place)
    let isGivenUp = place.pointee.isGivenUp
    // Their end may run a user's code, which may come back here.
    withExtendedLifetime(unused) {}
    return !isGivenUp
  }

  /// Removes values that were not found since the previous sweep; gives the type up if none was
  /// found.
  private func removeUnused(at place: UnsafeMutablePointer<Kind>) -> [CalledReducer] {
    var unused: [CalledReducer] = []
    var kept: [CalledReducer] = []
    var wasAnyFound = false
    var next = place.pointee.first
    while let reducer = next {
      next = reducer.next
      reducer.next = nil
      wasAnyFound = wasAnyFound || reducer.wasFound
      if reducer.wasFound || reducer.isRunning {
        kept.append(reducer)
      } else {
        unused.append(reducer)
      }
      reducer.wasFound = false
    }
    place.pointee.first = nil
    for reducer in kept.reversed() {
      reducer.next = place.pointee.first
      place.pointee.first = reducer
    }
    place.pointee.count = kept.count
    place.pointee.isGivenUp = !wasAnyFound
    return unused
  }

  private func insert<Base: Reducer>(_ reducer: CalledReducer, _: Base.Type) {
    let type = ObjectIdentifier(Base.self)
    if kindCount == 0 || place(of: type).pointee.type == nil {
      if 4 * (kindCount + 1) > 3 * kinds.count { grow() }
      let parts = StructMetadata.parts(of: Base.self)
      let memory = UnsafeMutableBufferPointer<Range<Int>>.allocate(capacity: parts.count)
      _ = memory.initialize(from: parts)
      let place = place(of: type)
      place.pointee.type = type
      place.pointee.parts = UnsafeBufferPointer(memory)
      kindCount += 1
    }
    let place = place(of: type)
    reducer.next = place.pointee.first
    place.pointee.first = reducer
    place.pointee.count += 1
  }

  private func grow() {
    let smaller = kinds
    kinds = .allocate(capacity: max(8, 2 * smaller.count))
    kinds.initialize(repeating: Kind())
    for kind in smaller {
      guard let type = kind.type else { continue }
      place(of: type).pointee = kind
    }
    smaller.deinitialize()
    smaller.deallocate()
  }
}

extension CalledReducer {
  /// Returns the prepared form of a reducer from an earlier call in the same store, if there is
  /// one.
  ///
  /// - Parameter value: The address of the reducer.
  @usableFromInline
  static func known(
    _ type: ObjectIdentifier, _ value: UnsafeRawPointer
  ) -> Unmanaged<CalledReducer>? {
    guard let frame = composable_get_frame(), let all = frame.pointee.called_reducers else {
      return nil
    }
    return Unmanaged<CalledReducers>.fromOpaque(all)._withUnsafeGuaranteedRef {
      $0.find(type, value)
    }
  }
}

extension Reducer {
  /// Whether a reducer of a store calls this one. The store prepares it once. Without a store, the
  /// operators that only pass an action on run at once, as the preparation of a whole feature costs
  /// more than one action.
  @inlinable var isCalledInStore: Bool { composable_get_frame() != nil }

  /// Runs the reducer for one action, on behalf of another reducer that calls it.
  @inlinable
  func runCalled(into state: inout State, action: Action) -> Effect<Action> {
    withUnsafeMutablePointer(to: &state) { state in
      withUnsafePointer(to: action) { action in
        withUnsafePointer(to: self) { reducer in
          if let known = CalledReducer.known(ObjectIdentifier(Self.self), reducer) {
            return Effect(erased: known._withUnsafeGuaranteedRef { $0.run(state, action) })
          }
          return Effect(erased: runUnknown(state, action))
        }
      }
    }
  }

  @inline(never)
  @usableFromInline
  func runUnknown(
    _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer
  ) -> AnyEffectNode? {
    if let frame = composable_get_frame() {
      return CalledReducers.run(unknown: self, state, action, in: frame)
    }
    return PreparationContext.ofOneAction.with { _prepare() }.logic.function(state, action)
  }

  /// Runs a reducer that was made for one action, which is not kept.
  @usableFromInline
  func runOnce(into state: inout State, action: Action) -> Effect<Action> {
    let context = composable_get_frame().map(CalledReducers.context) ?? .ofOneAction
    return context.with { _prepare() }(&state, action)
  }
}
