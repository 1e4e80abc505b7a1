import Geography
import Messages
import Testing
import Time

@testable import Planner

/// What the opening hours of a shop mean for a plan. By default the trip is on a Saturday:
/// departure at 08:00, arrival at the shop at 08:10, ten minutes of dwell, five minutes to the
/// destination, deadline at 08:45.
@Suite struct PlanHoursTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let hours: String?
    /// Wait, `opens`, `closes` and leave-by in local time, as `summary` renders them.
    let expected: String
    var testDescription: String { hours ?? "no hours" }

    init(_ hours: String?, _ expected: String) {
      self.hours = hours
      self.expected = expected
    }
  }

  /// `opensLater, wait 300, opens 08:15, closes 18:00, leave by 08:20`; else `closed`.
  private static func summary(of plan: Plan) -> String {
    guard let option = plan.options.first else {
      return plan.candidates.closed == 1 ? "closed" : "left out"
    }
    let hours = option.hours
    func clock(_ time: Timestamp) -> String {
      let text = time.description.dropFirst(11)
      return String(text.prefix(8).hasSuffix(":00") ? text.prefix(5) : text.prefix(8))
    }
    var parts = [hours.state.rawValue]
    if option.waitSeconds > 0 { parts.append("wait \(option.waitSeconds)") }
    if let opens = hours.opens { parts.append("opens \(clock(opens))") }
    if let closes = hours.closes { parts.append("closes \(clock(closes))") }
    parts.append("leave by \(clock(option.leaveBy))")
    if let comment = hours.comment { parts.append("(\(comment))") }
    return parts.joined(separator: ", ")
  }

  @Test(
    "opening hours decide wait, closing time and leave-by",
    arguments: [
      Row("24/7", "open, leave by 08:20"),
      Row("07:00-18:00", "open, closes 18:00, leave by 08:20"),
      Row("07:00-18:00; PH off", "open, closes 18:00, leave by 08:20"),
      Row("sunrise-18:00", "open, closes 18:00, leave by 08:20"),
      // Waiting does not move the leave-by: a later departure waits less.
      Row("08:15-18:00", "opensLater, wait 300, opens 08:15, closes 18:00, leave by 08:20"),
      Row("08:30-18:00", "opensLater, wait 1200, opens 08:30, closes 18:00, leave by 08:20"),
      Row("08:31-18:00", "closed"),
      // The shop must be open during the whole visit.
      Row("07:00-08:20", "open, closes 08:20, leave by 08:00"),
      Row("07:00-08:19", "closed"),
      Row("07:00-08:26", "open, closes 08:26, leave by 08:06"),
      Row(
        "07:00-08:15,08:25-12:00",
        "opensLater, wait 900, opens 08:25, closes 12:00, leave by 08:20"),
      Row(
        "07:00-08:15,08:25-08:36",
        "opensLater, wait 900, opens 08:25, closes 08:36, leave by 08:16"),
      Row("07:00-08:15,08:16-08:25,08:26-08:35", "closed"),
      Row("Mo-Fr 07:00-18:00", "closed"), Row("Sa off", "closed"), Row("PH 07:00-18:00", "closed"),
      // Unknown hours.
      Row(nil, "unknown, leave by 08:20"), Row("when I like", "unknown, leave by 08:20"),
      Row("\"by appointment\"", "unknown, leave by 08:20, (by appointment)"),
      Row("07:00-08:15+", "unknown, leave by 08:20, (open end)"),
      Row("Sa 07:00-08:20, Sa 08:20-19:00 unknown", "open, leave by 08:00"),
      Row("08:12-19:00 unknown", "unknown, wait 120, opens 08:12, leave by 08:20"),
    ])
  func oneShop(_ row: Row) async throws {
    let plan = try await Bench(FakeCity(hours: [row.hours])).plan(request())
    #expect(Self.summary(of: plan) == row.expected)
  }

  @Test(
    "a visit without dwell needs one open second",
    arguments: [
      Row("07:00-08:25", "open, closes 08:25, leave by 08:14:59"), Row("07:00-08:10", "closed"),
      Row("08:10-18:00", "open, closes 18:00, leave by 08:30"),
    ])
  func noDwell(_ row: Row) async throws {
    let plan = try await Bench(FakeCity(hours: [row.hours])).plan(request(dwell: 0))
    #expect(Self.summary(of: plan) == row.expected)
  }

  @Test(
    "with open-only, shops with unknown hours are left out",
    arguments: [
      Row("07:00-18:00", "open, closes 18:00, leave by 08:20"), Row("Sa off", "closed"),
      Row(nil, "left out"), Row("when I like", "left out"), Row("07:00-08:15+", "left out"),
      // With open-only the visit waits until the shop is known to be open.
      Row(
        "Sa 07:00-08:12 unknown, 08:12-18:00",
        "opensLater, wait 120, opens 08:12, closes 18:00, leave by 08:20"),
    ])
  func openOnly(_ row: Row) async throws {
    let plan = try await Bench(FakeCity(hours: [row.hours])).plan(request(openOnly: true))
    #expect(Self.summary(of: plan) == row.expected)
    #expect(plan.candidates.unknown == (row.expected == "left out" ? 1 : 0))
  }

  struct TimedRow: Sendable {
    let hours: String
    let depart: String
    let by: String
    let expected: String

    init(_ hours: String, _ depart: String, _ by: String, _ expected: String) {
      self.hours = hours
      self.depart = depart
      self.by = by
      self.expected = expected
    }
  }

  @Test(
    "hours hold over midnight, holidays and clock changes",
    arguments: [
      // Past midnight: the arrival at the shop is at 00:00 of Sunday.
      TimedRow(
        "Sa 20:00-02:00", "2026-11-21T23:50:00-08:00", "2026-11-22T00:40:00-08:00",
        "open, closes 02:00, leave by 00:15"),
      TimedRow(
        "Su 00:05-05:00", "2026-11-21T23:50:00-08:00", "2026-11-22T00:40:00-08:00",
        "opensLater, wait 300, opens 00:05, closes 05:00, leave by 00:15"),
      TimedRow(
        "Sa 20:00-00:05", "2026-11-21T23:50:00-08:00", "2026-11-22T00:40:00-08:00", "closed"),
      // Thanksgiving.
      TimedRow(
        "Mo-Fr 07:00-18:00; PH off", "2026-11-26T08:00:00-08:00", "2026-11-26T08:45:00-08:00",
        "closed"),
      TimedRow(
        "Mo-Fr 07:00-18:00; PH 08:20-10:00", "2026-11-26T08:00:00-08:00",
        "2026-11-26T08:45:00-08:00",
        "opensLater, wait 600, opens 08:20, closes 10:00, leave by 08:20"),
      // The clocks go from 02:00 to 03:00; the arrival at the shop is at that instant.
      TimedRow(
        "03:05-12:00", "2026-03-08T01:50:00-08:00", "2026-03-08T03:45:00-07:00",
        "opensLater, wait 300, opens 03:05, closes 12:00, leave by 03:20"),
      TimedRow(
        "02:30-12:00", "2026-03-08T01:50:00-08:00", "2026-03-08T03:45:00-07:00",
        "opensLater, wait 1800, opens 03:30, closes 12:00, leave by 03:20"),
      // The clocks go from 02:00 back to 01:00; the arrival at the shop is at the first 01:50.
      TimedRow(
        "00:00-02:30", "2026-11-01T01:40:00-07:00", "2026-11-01T02:45:00-08:00",
        "open, closes 02:30, leave by 02:10"),
      // A week ahead.
      TimedRow(
        "We 09:00-10:00", "2026-11-21T08:00:00-08:00", "2026-11-26T08:00:00-08:00",
        "opensLater, wait 348600, opens 09:00, closes 10:00, leave by 09:40"),
    ])
  func otherTimes(_ row: TimedRow) async throws {
    let depart = try #require(Timestamp(row.depart)), by = try #require(Timestamp(row.by))
    let plan = try await Bench(FakeCity(hours: [row.hours])).plan(
      request(depart: .instant(depart), by: .instant(by)), now: depart)
    #expect(Self.summary(of: plan) == row.expected)
  }

  @Test(
    "hours that depend on holidays are unknown without a country",
    arguments: [nil, "AQ"] as [String?])
  func unknownCountry(_ country: String?) async throws {
    let bench = Bench(
      FakeCity(hours: ["Mo-Fr 07:00-18:00; PH off", "Mo-Su,PH 07:00-18:00", "PH 07:00-18:00"]),
      on: map(country: country))
    let thanksgiving = Timestamp("2026-11-26T08:00:00-08:00")!
    let plan = try await bench.plan(
      request(
        depart: .instant(thanksgiving), by: .instant(thanksgiving.adding(seconds: 2700))),
      now: thanksgiving)
    let hours = Dictionary(uniqueKeysWithValues: plan.options.map { ($0.venue.name, $0.hours) })
    #expect(hours["S0"]?.state == .unknown)
    #expect(hours["S0"]?.comment == "depends on the public holidays")
    #expect(hours["S1"]?.state == .open)
    #expect(hours["S2"]?.state == .unknown)
    #expect(plan.candidates.unknown == 2)
  }

  @Test("a closed shop is counted, not listed")
  func closedShops() async throws {
    var city = FakeCity(hours: ["Mo", "24/7", nil, "08:25-09:00", "08:40-09:00", "24/7"])
    let (seconds, island) = (city.seconds, city.venues[5].coordinate)
    city.seconds = { $0 == island ? nil : seconds($0, $1) }
    let plan = try await Bench(city).plan(request())
    #expect(plan.options.map(\.venue.name) == ["S1", "S3", "S2"])
    #expect(
      plan.candidates.totals
        == CandidateCounts(
          considered: 6, unreachable: 1, closed: 2, unknown: 1, onTime: 3, omitted: 0))
    #expect(
      plan.candidates.outcomes
        == CandidateOutcomes(open: 2, perhaps: 1, closed: 2, unreachable: 1))
    let drives = try city.sent(RoutesRequest.self)
    #expect(drives.map(\.routes.count) == [6], "no leg is requested from a closed shop")
  }

  @Test("the second leg begins after the wait, at the speeds of that hour")
  func slowLegAfterWait() async throws {
    var city = FakeCity(hours: ["08:55-18:00"])
    city.slowness = { $0.description.contains("T09") ? 2 : 1 }
    let plan = try await Bench(city).plan(request(by: .clock(hour: 9, minute: 30)))
    let option = try #require(plan.options.first)
    #expect(option.waitSeconds == 45 * 60)
    #expect(option.toDestination.durationSeconds == 600)
    #expect(option.arrival.description == "2026-11-21T09:15:00-08:00")
    #expect(option.addedSeconds == option.detourSeconds + 45 * 60 + 600)
    let departures = try city.sent(RoutesRequest.self).flatMap(\.routes)
      .filter { $0.waypoints[1] == coitTower }.map { $0.departure?.description }
    #expect(departures.contains("2026-11-21T09:05:00-08:00"))
  }

  @Test("a shop that is late without waiting is listed, one late by waiting is closed")
  func lateShops() async throws {
    let city = FakeCity(hours: ["08:00-18:00", "08:36-18:00", nil], toStop: 2100)
    let plan = try await Bench(city).plan(request())
    #expect(plan.options.map(\.venue.name) == ["S0", "S2"])
    #expect(plan.options.map(\.onTime) == [false, false])
    #expect(plan.candidates.closed == 1)
    // Both visits must begin at 08:30 at the latest.
    #expect(plan.options.map(\.leaveBy.description).allSatisfy { $0.contains("T07:55:00") })
  }

  /// The shop opens too late for any departure of that morning.
  @Test("the leave-by of a late shop may be on the evening before")
  func lateLeaveBy() async throws {
    let city = FakeCity(hours: ["08:32-18:00"], toStop: 2100)
    let plan = try await Bench(city).plan(request())
    #expect(plan.options.map(\.leaveBy.description) == ["2026-11-20T17:15:00-08:00"])
  }

  @Test("a shop that its leg reaches too late is replaced by the next best")
  func closedByLeg() async throws {
    var city = FakeCity(hours: ["07:00-08:21", "24/7"])
    let (seconds, slow) = (city.seconds, city.venues[0].coordinate)
    city.drivenSeconds = { $1 == slow ? 700 : seconds($0, $1) }
    let plan = try await Bench(city).plan(request(limit: 1))
    #expect(plan.options.map(\.venue.name) == ["S1"])
    #expect(
      plan.candidates.totals
        == CandidateCounts(
          considered: 2, unreachable: 0, closed: 1, unknown: 0, onTime: 1, omitted: 0))
  }

  @Test("the cache of parsed hours is bounded")
  func cacheLimit() {
    let hours = map(country: nil).hours
    let eight = morning.adding(seconds: 1800)
    for number in 0...PlanningLimits.cachedHours {
      let shop = Shop(FakeCity.shop("S", at: 0, hours: "Sa 08:00-20:00 open \"\(number)\""))
      let visit = hours.earliestVisit(
        shop, arrival: eight, latest: eight, dwellSeconds: 600, certainly: true)
      guard visit == .possible(waitSeconds: 0, isCertain: true) else {
        Issue.record("\(number): \(visit)")
        return
      }
    }
    #expect(hours.cachedCount == 1)
    let long = Shop(
      FakeCity.shop("S", at: 0, hours: String(repeating: "24/7;", count: 1000)))
    #expect(
      hours.earliestVisit(long, arrival: eight, latest: eight, dwellSeconds: 600, certainly: true)
        == .uncertain)
    #expect(hours.cachedCount == 1)
  }
}
