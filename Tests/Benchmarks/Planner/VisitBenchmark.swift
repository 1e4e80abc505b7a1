import CommandLineKit
import Countries
import Foundation
import Geography
import Messages
import OpenStreetMap
import Planner
import Time

/// How long the evaluation of the opening hours of all shops of a plan takes.
enum VisitBenchmark: Benchmark {
  static let name = "visits"
  static let usage = """
    visits MAP.osm.pbf
        times the earliest visits to \(shops) shops with opening hours of MAP, for plans at each
        hour of a week
    """

  /// The number of cafés on the largest of our maps.
  private static let shops = 418
  /// A plan at each hour of a week.
  private static let plans = 168
  private static let zone = "Europe/Helsinki"

  /// - Throws: `UsageError`; `MapFileError`.
  static func run(_ list: [String]) throws {
    let path = try Arguments(parsing: list).positionals(["MAP"])[0]
    let file = try MapFile(path: path)
    var found: [Shop] = []
    try file.read(MapSelection([.node], keys: ["opening_hours"])) { element in
      guard case .node(let node) = element, let value = node.tags["opening_hours"] else { return }
      found.append(
        Shop(
          id: VenueID(rawValue: "osm/node/\(node.id)"), coordinate: node.coordinate,
          openingHours: value))
    }
    let country = try CountryVotes(of: file).mapCountry
    guard !found.isEmpty,
      let map = PlanningMap(
        MapInfo(
          name: path, box: try file.boundingBox(), timeZone: zone, country: country?.code,
          state: country?.state))
    else { throw UsageError("No node of \(path) has opening hours.") }
    let chosen = (0..<shops).map { found[$0 * 7919 % found.count] }
    measure(chosen, on: map)
  }

  private static func measure(_ shops: [Shop], on map: PlanningMap) {
    // Midnight before a Monday in Helsinki.
    let monday = Timestamp(secondsSince1970: 1_795_384_800)
    var times: [Double] = []
    var closed = 0
    for hour in 0..<plans {
      let departure = monday.adding(seconds: hour * 3600)
      let start = ContinuousClock.now
      for (number, shop) in shops.enumerated() {
        let visit = map.hours.earliestVisit(
          shop, arrival: departure.adding(seconds: 300 + number),
          latest: departure.adding(seconds: 2100),
          dwellSeconds: PlanDefaults.dwellSeconds, certainly: false)
        if visit == .closed { closed += 1 }
      }
      times.append(start.duration(to: .now) / .microseconds(1))
    }
    print(
      """
      hours of \(shops.count) shops, \(map.hours.cachedCount) distinct: \
      first plan \(Int(times[0])) µs, \(Percentiles(times).text("µs")); \
      \(100 * closed / (plans * shops.count)) % closed
      """)
  }
}
