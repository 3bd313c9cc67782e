/// Adjusts p-values for their number, by Holm's method.
///
/// If none of the compared figures has changed, the chance that any of the adjusted values is below
/// 5 % is at most 5 %, whatever their number and their dependence. (S. Holm, Scandinavian Journal
/// of Statistics 6, 1979.)
enum HolmCorrection {
  /// Returns the adjusted values in the order of the given ones.
  static func adjusted(_ pValues: [Double]) -> [Double] {
    var adjusted = pValues
    var highest = 0.0
    let order = pValues.indices.sorted { pValues[$0] < pValues[$1] }
    for (position, index) in order.enumerated() {
      highest = max(highest, min(1, pValues[index] * Double(pValues.count - position)))
      adjusted[index] = highest
    }
    return adjusted
  }
}
