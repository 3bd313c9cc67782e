extension Suite {
  /// The benchmarks of a feature nested one to twenty levels deep.
  static func depths(_ name: String) -> [Figure.Point] {
    points(name, [1, 2, 5, 10, 20])
  }

  /// The benchmarks named `name/value`.
  static func points(_ name: String, _ values: [Int]) -> [Figure.Point] {
    values.map { Figure.Point(Double($0), "\(name)/\($0)") }
  }
}
