import Foundation
import Geography
import MessageBus
import Messages
import TestSupport
import Testing
import Time

@Suite(.serialized, .timeLimit(.minutes(10)))
struct PlanTripTests {

  @Test func sampleMapPlansTheDemoTrip() async throws {
    try await RealStack.run { stack in
      // On a Monday most cafés are open at eight.
      let plan = try await stack.quickbrew(
        Plan.self, "plan", "--from", "37.785834,-122.406417", "--to", "Coit Tower", "--depart",
        "2026-11-23T08:00", "--arrive-by", "2026-11-23T08:45")
      #expect((2_000...2_500).contains(plan.direct.distanceMeters))
      #expect(plan.direct.onTime)
      #expect(plan.options.count == 10)
      #expect(plan.candidates.onTime > 20)
      expectSumsHold(plan, dwellSeconds: 600)

      let shown = try await stack.quickbrew(
        "plan", "--from", "37.785834,-122.406417", "--to", "Coit Tower", "--depart",
        "2026-11-23T08:00", "--arrive-by", "2026-11-23T08:45")
      #expect(shown.status == 0)
      #expect(shown.output.contains(try #require(plan.options.first).venue.name))
      #expect(!shown.output.contains("\u{1B}"))
    }
  }

  @Test("how a place was understood is said in the language of the caller")
  func languageOfTheCaller() async throws {
    try await RealStack.run { stack in
      let words = [("de", "Hausnummer 1"), ("fr", "numéro 1"), ("en", "house number 1")]
      for (language, number) in words {
        let found = try await stack.quickbrew(
          GeocodeReply.self, "geocode", "Telegraph Hill Boulevard 1", "--lang", language)
        #expect(found.hits.first?.matched.contains(number) == true, "\(found)")
      }
    }
  }

  /// The geocoder's version is the extract's, as `quickbrew info` shows it; the router's is its
  /// network's, the same as that of routes.
  @Test func repliesSayOnWhichMapTheyWereFound() async throws {
    try await RealStack.run { stack in
      let point = "37.785834,-122.406417"
      let map = try await stack.quickbrew(MapsOfStack.self, "info").maps.first?.map.version
      #expect(map?.isEmpty == false)
      for arguments in [["geocode", "Coit Tower"], ["reverse", point], ["find", "Coit Tower"]] {
        let found = try await stack.quickbrew(GeocodeReply.self, arguments[0], arguments[1])
        #expect(found.mapVersion == map && !found.hits.isEmpty, "\(arguments): \(found)")
      }
      let typed = try await stack.quickbrew(SuggestReply.self, "suggest", "Coit")
      #expect(typed.mapVersion == map)
      let route = try await stack.quickbrew(RouteReply.self, "route", point, "Coit Tower")
      let nearest = try await stack.quickbrew(NearestRoadReply.self, "nearest", point)
      #expect(nearest.mapVersion == route.mapVersion)
      let traffic = try await stack.quickbrew(TrafficReply.self, "traffic", "list")
      #expect(traffic.mapVersion == route.mapVersion)
    }
  }

  private struct MapsOfStack: Decodable {
    struct Entry: Decodable {
      let map: MapInfo
    }

    let maps: [Entry]
  }

  @Test(.enabled(if: RealMaps.areAvailable, RealMaps.absence))
  func realMapPlansARealTrip() async throws {
    let map = try #require(RealMaps.path("sf_demo_derived.osm.pbf"))
    try await RealStack.run(map: map) { stack in
      let plan = try await stack.quickbrew(
        Plan.self, "plan", "--from", "37.785834,-122.406417", "--to",
        "1 Telegraph Hill Boulevard", "--depart", "08:00", "--arrive-by", "08:45", "--limit", "20")
      #expect((2_100...2_500).contains(plan.direct.distanceMeters))
      #expect(plan.candidates.considered > 400)
      #expect(plan.candidates.omitted == 0)
      #expect(plan.options.count == 20)
      expectSumsHold(plan, dwellSeconds: 600)
      try await expectLegsAreRoutes(plan, on: stack)
    }
  }

  @Test func everyKindOfWrongInputHasItsExitStatus() async throws {
    try await RealStack.run { stack in
      let from = "37.785834,-122.406417"
      let rows: [(status: Int32, expecting: String, arguments: [String])] = [
        (2, "--to", ["plan", "--from", from, "--depart", "08:00", "--arrive-by", "08:45"]),
        (2, "deadline", trip(from, "Coit Tower", "08:00", "07:30")),
        (2, "depart", trip(from, "Coit Tower", "8 o'clock", "09:00")),
        (2, "37.7", trip("0,0", "Coit Tower", "08:00", "08:45")),
        (3, "Coit Tower", trip(from, "Coit Towerx Nowhere Street", "08:00", "08:45")),
        (3, "phone", trip("@phone", "Coit Tower", "08:00", "08:45")),
        (4, "late", trip(from, "Coit Tower", "08:00", "08:06")),
        (2, "plan", ["plna"]),
        (3, "no-such", ["venue", "no-such"]),
      ]
      for row in rows {
        let outcome = try await Executables.run(
          "quickbrew", row.arguments, environment: ["QUICKBREW_HOME": stack.home], in: stack.home)
        let text = outcome.output + outcome.errors
        #expect(outcome.status == row.status, "\(row.arguments): \(text)")
        #expect(text.localizedCaseInsensitiveContains(row.expecting), "\(row.arguments): \(text)")
      }
    }
  }

  private func trip(_ from: String, _ to: String, _ depart: String, _ by: String) -> [String] {
    ["plan", "--from", from, "--to", to, "--depart", depart, "--arrive-by", by]
  }

  /// Every number of the plan agrees with its definition, to the second.
  private func expectSumsHold(_ plan: Plan, dwellSeconds: Int) {
    let direct = plan.direct
    let ends = (direct.originWalk?.seconds ?? 0) + (direct.destinationWalk?.seconds ?? 0)
    #expect(direct.arrival == plan.departure.adding(seconds: direct.durationSeconds + ends))
    #expect(direct.slackSeconds == plan.deadline.seconds(since: direct.arrival))
    for option in plan.options {
      let driving = option.toStop.durationSeconds + option.toDestination.durationSeconds
      let walked = ends + (option.toDoor?.seconds ?? 0) + (option.fromDoor?.seconds ?? 0)
      let total = driving + walked + option.waitSeconds + option.dwellSeconds
      #expect(option.dwellSeconds == dwellSeconds)
      #expect(option.detourSeconds == driving - direct.durationSeconds)
      #expect(option.addedSeconds == total - ends - direct.durationSeconds)
      #expect(option.arrival == plan.departure.adding(seconds: total))
      #expect(option.slackSeconds == plan.deadline.seconds(since: option.arrival))
      // A later departure reduces the wait, but the shop may be closed by then.
      #expect(option.leaveBy.adding(seconds: total - option.waitSeconds) <= plan.deadline)
      #expect(!option.onTime || option.leaveBy >= plan.departure)
      #expect(option.onTime == (option.slackSeconds >= 0))
    }
    #expect(plan.options.map(\.arrival) == plan.options.map(\.arrival).sorted())
  }

  /// Each leg equals the router's reply for it alone, at the speeds of the plan's hour.
  private func expectLegsAreRoutes(_ plan: Plan, on stack: RealStack) async throws {
    for option in plan.options {
      let stop = option.venue.coordinate
      let first = try await stack.bus.client.send(
        RouteRequest(waypoints: [plan.origin.coordinate, stop], departure: plan.departure))
      let second = try await stack.bus.client.send(
        RouteRequest(
          waypoints: [stop, plan.destination.coordinate], departure: plan.departure))
      #expect(first.durationSeconds == option.toStop.durationSeconds)
      #expect(second.durationSeconds == option.toDestination.durationSeconds)
    }
  }
}
