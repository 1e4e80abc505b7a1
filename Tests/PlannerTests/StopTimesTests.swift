import Messages
import Testing
import Time

@testable import Planner

@Suite struct StopTimesTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let legs: (Int, Int)
    let wait: Int
    let dwell: Int
    let direct: Int
    let detour: Int
    let added: Int
    let trip: Int
    var testDescription: String { "\(legs) \(wait) \(dwell) \(direct)" }
  }

  @Test(
    "detour, added time and trip are exact sums",
    arguments: [
      Row(legs: (300, 400), wait: 0, dwell: 600, direct: 500, detour: 200, added: 800, trip: 1300),
      Row(legs: (300, 200), wait: 0, dwell: 600, direct: 500, detour: 0, added: 600, trip: 1100),
      Row(legs: (200, 250), wait: 0, dwell: 600, direct: 500, detour: -50, added: 550, trip: 1050),
      Row(legs: (200, 250), wait: 240, dwell: 30, direct: 500, detour: -50, added: 220, trip: 720),
      Row(legs: (200, 250), wait: 0, dwell: 0, direct: 500, detour: -50, added: -50, trip: 450),
      Row(legs: (0, 0), wait: 0, dwell: 600, direct: 0, detour: 0, added: 600, trip: 600),
    ])
  func sums(_ row: Row) {
    let times = StopTimes(
      toStopSeconds: row.legs.0, toDestinationSeconds: row.legs.1, waitSeconds: row.wait,
      dwellSeconds: row.dwell)
    #expect(times.detourSeconds(directSeconds: row.direct) == row.detour)
    #expect(times.addedSeconds(directSeconds: row.direct) == row.added)
    #expect(times.tripSeconds == row.trip)
    #expect(times.tripSeconds == row.direct + row.added)
  }

  struct TimingRow: Sendable {
    let trip: Int
    let arrival: String
    let slack: Int
    let onTime: Bool
    let leaveBy: String
  }

  @Test(
    "arrival, slack and leave-by follow from the duration of the trip",
    arguments: [
      TimingRow(
        trip: 1300, arrival: "2026-11-21T08:21:40-08:00", slack: 1400, onTime: true,
        leaveBy: "2026-11-21T08:23:20-08:00"),
      TimingRow(
        trip: 2700, arrival: "2026-11-21T08:45:00-08:00", slack: 0, onTime: true,
        leaveBy: "2026-11-21T08:00:00-08:00"),
      TimingRow(
        trip: 2701, arrival: "2026-11-21T08:45:01-08:00", slack: -1, onTime: false,
        leaveBy: "2026-11-21T07:59:59-08:00"),
      TimingRow(
        trip: 0, arrival: "2026-11-21T08:00:00-08:00", slack: 2700, onTime: true,
        leaveBy: "2026-11-21T08:45:00-08:00"),
    ])
  func timing(_ row: TimingRow) {
    let window = TripWindow(
      departure: Timestamp("2026-11-21T08:00:00-08:00")!,
      deadline: Timestamp("2026-11-21T08:45:00-08:00")!)
    let timing = TripTiming(tripSeconds: row.trip, in: window, zone: downtown.zone)
    #expect(timing.arrival.description == row.arrival)
    #expect(timing.slackSeconds == row.slack)
    #expect(timing.onTime == row.onTime)
    #expect(timing.leaveBy.description == row.leaveBy)
  }

  @Test("the offset changes with the clocks during a trip")
  func clockChange() {
    // The clocks go forward at 02:00 between departure and arrival.
    let window = TripWindow(
      departure: Timestamp("2026-03-08T01:50:00-08:00")!,
      deadline: Timestamp("2026-03-08T03:45:00-07:00")!)
    let timing = TripTiming(tripSeconds: 1200, in: window, zone: downtown.zone)
    #expect(timing.arrival.description == "2026-03-08T03:10:00-07:00")
    #expect(timing.slackSeconds == 35 * 60)
    #expect(timing.leaveBy.description == "2026-03-08T03:25:00-07:00")
  }
}
