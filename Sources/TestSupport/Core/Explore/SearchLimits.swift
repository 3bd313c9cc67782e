/// The bounds of a search of orders.
struct SearchLimits {
  var runs: Int
  var time: Duration?
  /// The maximum number of choices other than the usual ones of an order.
  var deviations: Int?
}
