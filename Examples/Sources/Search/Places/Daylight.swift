import Foundation

/// When the sun is above the horizon, by the formula of low precision that almanacs give: some
/// minutes off near the poles, and about one elsewhere.
enum Daylight: Equatable, Sendable {
  case between(rise: Date, set: Date)
  /// The sun does not set.
  case always
  /// The sun does not rise.
  case never

  /// The daylight around a noon.
  init(on noon: Date, latitude: Double, longitude: Double) {
    let meridian = longitude / 360
    // Days since noon in Greenwich on the first day of 2000, at the mean noon of the place.
    let day = (noon.timeIntervalSince1970 / 86_400 - 10_957.5 + meridian).rounded() - meridian
    let anomaly = Angle(degrees: 357.5291 + 0.985_600_28 * day)
    let center =
      1.9148 * anomaly.sine + 0.02 * (anomaly * 2).sine + 0.0003 * (anomaly * 3).sine
    let ecliptic = Angle(degrees: anomaly.degrees + center + 282.9372)
    let transit = day + 0.0053 * anomaly.sine - 0.0069 * (ecliptic * 2).sine
    let declination = Angle(degrees: asin(ecliptic.sine * Angle(degrees: 23.4397).sine) * 180 / .pi)
    let latitude = Angle(degrees: latitude)
    // The upper limb touches the horizon, and the air lifts it.
    let cosine =
      (Angle(degrees: -0.833).sine - latitude.sine * declination.sine)
      / (latitude.cosine * declination.cosine)
    guard cosine > -1 else {
      self = .always
      return
    }
    guard cosine < 1 else {
      self = .never
      return
    }
    let half = acos(cosine) / (2 * .pi)
    self = .between(rise: Self.date(transit - half), set: Self.date(transit + half))
  }

  private static func date(_ day: Double) -> Date {
    Date(timeIntervalSince1970: (day + 10_957.5) * 86_400)
  }
}

private struct Angle {
  let degrees: Double

  var sine: Double { sin(degrees * .pi / 180) }
  var cosine: Double { cos(degrees * .pi / 180) }

  static func * (angle: Angle, factor: Double) -> Angle { Angle(degrees: angle.degrees * factor) }
}
