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

  @Test(arguments: [
    Row(legs: (300, 400), wait: 0, dwell: 600, direct: 500, detour: 200, added: 800, trip: 1300),
    Row(legs: (300, 200), wait: 0, dwell: 600, direct: 500, detour: 0, added: 600, trip: 1100),
    Row(legs: (200, 250), wait: 0, dwell: 600, direct: 500, detour: -50, added: 550, trip: 1050),
    Row(legs: (200, 250), wait: 240, dwell: 30, direct: 500, detour: -50, added: 220, trip: 720),
    Row(legs: (200, 250), wait: 0, dwell: 0, direct: 500, detour: -50, added: -50, trip: 450),
    Row(legs: (0, 0), wait: 0, dwell: 600, direct: 0, detour: 0, added: 600, trip: 600),
  ])
  func sums(_ row: Row) {
    let times = StopTimes(
      driving: StopDriving(toStopSeconds: row.legs.0, toDestinationSeconds: row.legs.1),
      waitSeconds: row.wait, dwellSeconds: row.dwell)
    #expect(times.detourSeconds(directSeconds: row.direct) == row.detour)
    #expect(times.addedSeconds(directSeconds: row.direct) == row.added)
    #expect(times.tripSeconds == row.trip)
    #expect(times.tripSeconds == row.direct + row.added)
  }

  struct VerdictRow: Sendable {
    let trip: Int
    let arrival: String
    let slack: Int
    let onTime: Bool
    let leaveBy: String
  }

  @Test(arguments: [
    VerdictRow(
      trip: 1300, arrival: "2026-11-21T08:21:40-08:00", slack: 1400, onTime: true,
      leaveBy: "2026-11-21T08:23:20-08:00"),
    VerdictRow(
      trip: 2700, arrival: "2026-11-21T08:45:00-08:00", slack: 0, onTime: true,
      leaveBy: "2026-11-21T08:00:00-08:00"),
    VerdictRow(
      trip: 2701, arrival: "2026-11-21T08:45:01-08:00", slack: -1, onTime: false,
      leaveBy: "2026-11-21T07:59:59-08:00"),
    VerdictRow(
      trip: 0, arrival: "2026-11-21T08:00:00-08:00", slack: 2700, onTime: true,
      leaveBy: "2026-11-21T08:45:00-08:00"),
  ])
  func verdict(_ row: VerdictRow) {
    let window = TripWindow(
      departure: Timestamp("2026-11-21T08:00:00-08:00")!,
      deadline: Timestamp("2026-11-21T08:45:00-08:00")!)
    let verdict = TripVerdict(tripSeconds: row.trip, in: window, told: downtown.zone)
    #expect(verdict.arrival.description == row.arrival)
    #expect(verdict.slackSeconds == row.slack)
    #expect(verdict.onTime == row.onTime)
    #expect(verdict.leaveBy.description == row.leaveBy)
  }

  @Test func offsetFollowsTheClocksWithinATrip() {
    // The clocks go forward at 02:00 between departure and arrival.
    let window = TripWindow(
      departure: Timestamp("2026-03-08T01:50:00-08:00")!,
      deadline: Timestamp("2026-03-08T03:45:00-07:00")!)
    let verdict = TripVerdict(tripSeconds: 1200, in: window, told: downtown.zone)
    #expect(verdict.arrival.description == "2026-03-08T03:10:00-07:00")
    #expect(verdict.slackSeconds == 35 * 60)
    #expect(verdict.leaveBy.description == "2026-03-08T03:25:00-07:00")
  }
}
