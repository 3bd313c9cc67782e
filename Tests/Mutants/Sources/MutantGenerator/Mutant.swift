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
  /// Its function with the types around it, such as `Store.send(_:)`.
  public let function: String
  /// How it changes its place.
  public let kind: Kind
  /// Its number among those of its kind in functions of this name in the file, from 1 on. With
  /// these, it is the same mutant after changes of other functions.
  public let ordinal: Int
  /// Its line, which is the same in the copy with switches.
  public let line: Int
  /// The lines of its function.
  public let functionLines: [Int]
  /// The original, and what replaces it.
  public let change: String
  /// Where its code begins and ends in the copy, in bytes of UTF-8.
  public var range: [Int] = []
}
