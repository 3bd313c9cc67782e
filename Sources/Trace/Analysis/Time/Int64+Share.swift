extension Int64 {
  /// The part of a period that this time is; 0 for an empty period.
  func share(of whole: Int64) -> Double { whole > 0 ? Double(self) / Double(whole) : 0 }
}
