/// A change of one place in the sources, which a switch selects at run time.
public struct Mutant: Encodable, Sendable {
  /// The kind of a change.
  public enum Kind: String, Encodable, Sendable {
    /// An assignment that is skipped.
    case assignment
    /// A comparison that includes its limit, or no longer does.
    case boundary
    /// A call for its effect that is skipped.
    case call
    /// A condition that is negated, or a pattern that does not match.
    case condition
    /// The other of 0 and 1, of true and false.
    case constant
    /// An early return that is not taken, or the return of a function before its first statement.
    case earlyReturn = "early-return"
    /// A result that is negated, or replaced by nil or by an effect that does nothing.
    case result
    /// The other of two operators.
    case swap
  }

  /// The number that selects it, which differs in other versions of the sources.
  public let id: Int
  /// The path of its file.
  public let file: String
  /// The function with the types around it, such as `Store.send(_:)`.
  public let function: String
  /// How it changes its place.
  public let kind: Kind
  /// The number among the mutants of one kind in functions of one name in the file, from 1 on. With
  /// these, a mutant is found again after changes of other functions.
  public let ordinal: Int
  /// The line, which is the same in the copy with switches.
  public let line: Int
  /// The lines of its function.
  public let functionLines: [Int]
  /// The original and the replacement.
  public let change: String
  /// Where its code begins and ends in the copy, in bytes of UTF-8.
  public var range: [Int] = []
}
