import CommandLineKit
import Messages
import TestSupport
import Testing
import Time

@Suite struct HourlyDurationTests {
  private static let eight = Timestamp("2026-11-23T08:00:00+02:00")!

  /// Random durations by hour of the clock, up to three hours, or all within minutes.
  private struct Hours {
    let durations: [UInt32]

    init(_ random: inout SeededGenerator) {
      let most: UInt32 = Bool.random(using: &random) ? 600_000 : 10_800_000
      durations = (0..<24).map { _ in .random(in: 0...most, using: &random) }
    }

    subscript(time: Timestamp) -> UInt32 { durations[Int(time.clockHour) % 24] }

    func duration(departing time: Timestamp) -> Int64 {
      guard
        case .milliseconds(let duration) = HourlyDuration(
          departing: time, { .milliseconds(self[$0]) })
      else { return -1 }
      return Int64(duration)
    }
  }

  @Test func withinAnHourItIsThatOfTheHour() {
    for (seconds, expected) in [(0, 900), (2700, 900), (2701, 901), (3599, 1799)] {
      let departure = Self.eight.adding(seconds: seconds)
      // From nine o'clock on everything takes twice as long.
      let duration = HourlyDuration(departing: departure) {
        .milliseconds($0.civil.hour < 9 ? 900_000 : 1_800_000)
      }
      #expect(duration.seconds == expected)
    }
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func aLaterDepartureNeverArrivesEarlier(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let hours = Hours(&random)
    var earlier: (arrival: Int64, seconds: Int)?
    var time = Self.eight.adding(seconds: -600)
    for _ in 0..<400 {
      let duration = hours.duration(departing: time)
      let arrival = time.millisecondsSince1970 + duration
      // Also after both are rounded to seconds.
      let seconds = Int(time.secondsSince1970) + Int((duration + 500) / 1000)
      if let earlier {
        #expect(earlier.arrival <= arrival, "seed \(seed), \(time)")
        #expect(earlier.seconds <= seconds, "seed \(seed), \(time)")
      }
      earlier = (arrival, seconds)
      time = time.adding(seconds: .random(in: 0...40, using: &random))
    }
  }

  /// An oracle: the share of the way that is made in each second, one after another.
  @Test(arguments: 1...100 as ClosedRange<UInt64>)
  func itIsTheSumOfTheSharesOfAllSeconds(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let hours = Hours(&random)
    let departure = Self.eight.adding(seconds: .random(in: 0..<86_400, using: &random))
    var (made, time) = (0.0, departure)
    while made < 1 {
      made += 1000 / max(0.5, Double(hours[time]))
      time = time.adding(seconds: 1)
    }
    let expected = time.seconds(since: departure)
    let duration = Int((hours.duration(departing: departure) + 999) / 1000)
    #expect(abs(duration - max(1, expected)) <= 1, "seed \(seed)")
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func whatArrivesAtATimeDepartedAsLongBefore(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let hours = Hours(&random)
    let arrival = Self.eight.adding(seconds: .random(in: -5000...5000, using: &random))
    let backward = HourlyDuration(arriving: arrival) { .milliseconds(hours[$0]) }
    guard case .milliseconds(let duration) = backward else {
      Issue.record("no duration, seed \(seed)")
      return
    }
    let departure = arrival.adding(milliseconds: -Int64(duration))
    // Rounded up at each change of the hour, in either direction.
    let forward = hours.duration(departing: departure)
    #expect(abs(forward - Int64(duration)) <= 25, "seed \(seed)")
  }

  @Test func whatIsNotKnownIsAskedFor() {
    let departure = Self.eight.adding(seconds: 3000)
    let known = HourlyDuration(departing: departure) {
      $0.civil.hour == 8 ? .milliseconds(700_000) : .unknown
    }
    #expect(known == .needs(Self.eight.adding(seconds: 3600)))
    #expect(known.seconds == nil)
    #expect(HourlyDuration(departing: departure) { _ in .noRoute } == .noRoute)
    let closing = HourlyDuration(departing: departure) {
      $0.civil.hour == 8 ? .milliseconds(700_000) : .noRoute
    }
    #expect(closing == .milliseconds(700_000))
    let back = HourlyDuration(arriving: Self.eight) {
      #expect($0.civil.hour == 7)
      return .milliseconds(60_000)
    }
    #expect(back.seconds == 60)
  }
}
