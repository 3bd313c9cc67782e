/// An enum whose cases can be named by key paths, as in `\.child` for `case child(Child.Action)`.
///
/// Until a macro writes it, the conformance is a struct with one property per case:
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
}

extension CasePathable {
  /// Where to begin a key path to a case when the type can't be inferred: `\Action.Cases.child`.
  public typealias Cases = AllCasePaths
}

/// The name of a case of `Root` that holds a `Value`, written `\.child`.
///
/// It is a key path into the table of the enum's case paths. As it captures nothing, the compiler
/// makes a literal a constant: evaluating it neither allocates nor demangles a type.
public typealias CaseKeyPath<Root: CasePathable, Value> = KeyPath<
  Root.AllCasePaths, AnyCasePath<Root, Value>
>
