/// A choice that an explored run makes.
package enum ExploredChoice {
  /// The job to run next; the first has waited longest of those that are not postponed.
  case job(count: Int)
  /// A choice among the named values.
  case value(name: String, among: [String])

  package var count: Int {
    switch self {
    case .job(let count): count
    case .value(_, let names): names.count
    }
  }
}
