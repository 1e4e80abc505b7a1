import Geography
import Testing

@testable import OpeningHours

/// Sunrise and sunset. The expected times are those of the ephemeris library PyEphem 4.2 (upper
/// edge, refraction 34′; centre 6° below for dawn and dusk), rounded down to the minute.
@Suite struct SunTests {
  struct Row: Sendable {
    let latitude: Double
    let longitude: Double
    let date: String
    /// Minutes of the day in UTC: dawn, sunrise, sunset, dusk.
    let minutes: [Int]

    init(_ latitude: Double, _ longitude: Double, _ date: String, _ minutes: [Int]) {
      self.latitude = latitude
      self.longitude = longitude
      self.date = date
      self.minutes = minutes
    }
  }

  @Test(arguments: rows)
  func agreesWithAnEphemeris(_ row: Row) {
    let coordinate = Coordinate(latitude: row.latitude, longitude: row.longitude)
    for (event, minute) in zip(SunEvent.allCases, row.minutes) {
      let found = SunTimes.minute(
        of: event, on: HoursSamples.day(row.date), at: coordinate, offsetSeconds: 0)
      #expect(abs(found - minute) <= 1, "\(event) \(found)")
    }
  }

  @Test("the sun stands where Meeus's examples 25.a and 28.b have it") func position() {
    // 13 October 1992, 0:00: the declination to five places, and 13 m 42.7 s.
    let sun = SunTimes.Sun(minutesSince1970: Double(HoursSamples.day("1992-10-13").number) * 1440)
    #expect(abs(sun.declination + 7.78507) < 0.00001, "\(sun.declination)")
    #expect(abs(sun.equationOfTime * 60 - 822.7) < 0.1, "\(sun.equationOfTime)")
  }

  @Test func theMidnightSunNeverSetsAndThePolarNightNeverEnds() throws {
    let tromsø = HoursContext(
      zone: HoursSamples.zone("Europe/Oslo"),
      coordinate: Coordinate(latitude: 69.65, longitude: 18.96))
    let local = try LocalHours("sunrise-sunset", tromsø)
    #expect(local.formatted(from: HoursSamples.day("2026-06-21"), days: 1) == "06-21 00:00-24:00")
    #expect(local.formatted(from: HoursSamples.day("2026-12-21"), days: 1) == "")
  }

  @Test("without a coordinate the sun rises at 06:00 and sets at 18:00") func nominalSun() throws {
    let local = try LocalHours("(sunrise+01:02)-sunset", HoursSamples.clock("Europe/Berlin"))
    #expect(local.formatted(from: HoursSamples.day("2026-06-21"), days: 1) == "06-21 07:02-18:00")
  }

  static let rows: [Row] = [
    Row(60.17, 24.94, "2026-03-20", [220, 262, 994, 1036]),
    Row(60.17, 24.94, "2026-05-01", [84, 137, 1098, 1152]),
    Row(60.17, 24.94, "2026-12-21", [385, 443, 792, 851]),
    Row(50.11, 8.68, "2026-11-21", [371, 407, 933, 970]),
    Row(35.9, 14.5, "2026-08-01", [221, 249, 1086, 1114]),
    Row(0.0, 0.0, "2026-01-01", [337, 359, 1087, 1109]),
    Row(-33.87, 18.42, "2026-06-21", [323, 351, 945, 972]),
    Row(51.48, 0.0, "2000-09-22", [313, 346, 1077, 1111]),
  ]
}
