import CommandLineKit
import Foundation
import Geography
import Messages
import OpenStreetMap
import ServiceRuntime
import Time

/// `planner measure MAP`: times the evaluation of the opening hours of all shops of a plan.
package enum MeasureVisits: ServiceCommand {
  package static let name = "measure"
  package static let usage = """
    planner measure MAP
          times a plan's look at the opening hours of \(shops) shops, as they are in MAP
    """

  /// The number of cafés on the largest of our maps.
  private static let shops = 418
  /// A plan at each hour of a week.
  private static let plans = 168
  private static let zone = "Europe/Helsinki"

  /// - Throws: `UsageError`; `MapFileError`.
  package static func run(_ list: [String]) throws {
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
    let country = try MapCountry(of: file)
    guard !found.isEmpty,
      let map = PlanningMap(
        MapInfo(
          name: path, box: try file.boundingBox(), timeZone: zone, country: country?.code,
          state: country?.state))
    else { throw UsageError("No node of \(path) has opening hours.") }
    let chosen = (0..<shops).map { found[$0 * 7919 % found.count] }
    measure(chosen, on: map, Log("planner"))
  }

  private static func measure(_ shops: [Shop], on map: PlanningMap, _ log: Log) {
    // A Monday's midnight in Helsinki.
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
    let first = times[0]
    times.sort()
    log.info(
      """
      hours of \(shops.count) shops, \(map.hours.cachedCount) distinct: \
      first plan \(Int(first)) µs, p50 \(Int(times[plans / 2])) µs, \
      p99 \(Int(times[plans * 99 / 100])) µs; \
      \(100 * closed / (plans * shops.count)) % closed
      """)
  }
}
