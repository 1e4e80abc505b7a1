import Geography

#if canImport(Glibc)
  import Glibc
#endif

/// Computes when the sun rises and sets.
///
/// Source: Jean Meeus, "Astronomical Algorithms", chapters 15, 25 and 28, in the low precision that
/// NOAA's solar calculator uses: correct to a minute between the polar circles. Sunrise
/// and sunset are those of the sun's upper edge with a refraction of 34′; dawn and dusk are civil
/// ones, with the sun 6° below the horizon.
enum SunTimes {
  /// The minute of `day` at which the event happens, on a clock `offsetSeconds` ahead of UTC.
  ///
  /// Under the midnight sun, sunrise is the beginning of the day and sunset its end; in the polar
  /// night, both are at noon. Always 0 ... 1440.
  static func minute(
    of event: SunEvent, on day: Day, at coordinate: Coordinate, offsetSeconds: Int
  ) -> Int {
    let isMorning = event == .dawn || event == .sunrise
    let zenith = event == .sunrise || event == .sunset ? 90.833 : 96.0
    let midnight = Double(day.number) * 1440 - Double(offsetSeconds) / 60
    var minute = 720.0
    // The sun moves while it rises: two more iterations converge to a second.
    for _ in 0..<3 {
      let sun = Sun(minutesSince1970: midnight + minute)
      let noon = 720 - 4 * coordinate.longitude - sun.equationOfTime + Double(offsetSeconds) / 60
      let half = sun.halfDay(latitude: coordinate.latitude, zenith: zenith)
      if half == 180 { return isMorning ? 0 : HoursLimits.minutesInDay }
      minute = noon + (isMorning ? -4 : 4) * half
    }
    return min(max(Int(minute.rounded(.down)), 0), HoursLimits.minutesInDay)
  }

  /// The position of the sun.
  struct Sun {
    /// Degrees north of the celestial equator.
    let declination: Double
    /// Minutes that a sundial is ahead of a clock.
    let equationOfTime: Double

    init(minutesSince1970: Double) {
      // Julian centuries since the noon of 1 January 2000.
      let t = (minutesSince1970 / 1440 - 10_957.5) / 36_525
      let longitude = (280.46646 + t * (36_000.76983 + t * 0.0003032))
        .truncatingRemainder(dividingBy: 360)
      let anomaly = (357.52911 + t * (35_999.05029 - 0.0001537 * t)).radians
      let eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t)
      let center =
        sin(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t))
        + sin(2 * anomaly) * (0.019993 - 0.000101 * t) + sin(3 * anomaly) * 0.000289
      let node = (125.04 - 1934.136 * t).radians
      let apparent = (longitude + center - 0.00569 - 0.00478 * sin(node)).radians
      let arcSeconds = 21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))
      let obliquity = (23 + (26 + arcSeconds / 60) / 60 + 0.00256 * cos(node)).radians
      declination = asin(sin(obliquity) * sin(apparent)).degrees
      let y = tan(obliquity / 2) * tan(obliquity / 2)
      let twice = 2 * longitude.radians
      let part = y * sin(twice) - 2 * eccentricity * sin(anomaly)
      let mixed = 4 * eccentricity * y * sin(anomaly) * cos(twice)
      let squares =
        0.5 * y * y * sin(2 * twice) + 1.25 * eccentricity * eccentricity * sin(2 * anomaly)
      equationOfTime = 4 * (part + mixed - squares).degrees
    }

    /// Degrees by which the Earth rotates from noon until the sun is `zenith` degrees from
    /// overhead; 180 if it never is that low, 0 if it never is that high.
    func halfDay(latitude: Double, zenith: Double) -> Double {
      // At a pole itself the sun would stand still.
      let latitude = min(max(latitude, -89.99), 89.99).radians
      let sun = declination.radians
      let cosine = (cos(zenith.radians) - sin(latitude) * sin(sun)) / (cos(latitude) * cos(sun))
      return acos(min(max(cosine, -1), 1)).degrees
    }
  }
}
