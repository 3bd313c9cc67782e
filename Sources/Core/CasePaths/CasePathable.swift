/// An enum whose cases can be named by key paths, as in `\.child` for `case child(Child.Action)`.
///
/// Without the macro, the conformance is a struct with one property per case:
///
/// ```swift
/// enum Action: CasePathable {
///   case child(Child.Action)
///   case resetButtonTapped
///
///   struct AllCasePaths: Sendable {
///     var child: AnyCasePath<Action, Child.Action> {
///       AnyCasePath(embed: Action.child) { action in
///         guard case .child(let value) = action else { return nil }
///         return value
///       }
///     }
///   }
///   static var allCasePaths: AllCasePaths { AllCasePaths() }
/// }
/// ```
public protocol CasePathable {
  /// The type with one property per case.
  associatedtype AllCasePaths
  /// The case paths of the enum.
  static var allCasePaths: AllCasePaths { get }
  /// The action of a child that a parent embeds by a case with this type: the type itself, or the
  /// action within a ``PresentationAction``.
  associatedtype _ChildAction = Self
  /// The kind of state that `ifLet` combines with such a case.
  associatedtype _ChildKind = _PlainChild
}

extension CasePathable {
  /// The root of a key path to a case whose type cannot be inferred: `\Action.Cases.child`.
  public typealias Cases = AllCasePaths
}

/// An enum whose cases can be listed: its table of case paths is a sequence of their key paths.
///
/// ```swift
/// for path in Field.allCasePaths where field.is(path) { … }
/// ```
public protocol CasePathIterable: CasePathable
where AllCasePaths: Sequence, AllCasePaths.Element == PartialCaseKeyPath<Self> {}

/// A table of case paths that finds the case of a value.
public protocol CasePathReflectable<Root> {
  /// The enum.
  associatedtype Root: CasePathable
  /// The key path of the case that `root` is of.
  subscript(root: Root) -> PartialCaseKeyPath<Root> { get }
}

extension CasePathable where AllCasePaths: CasePathReflectable<Self> {
  /// The key path of the case that this value is of.
  public var `case`: PartialCaseKeyPath<Self> { Self.allCasePaths[self] }
}
