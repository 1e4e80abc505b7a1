import Geography
import Messages
import ServiceRuntime

/// `shop-search measure N`: how long searches take among so many made-up venues, on this machine.
package enum MeasureSearch: ServiceCommand {
  package static let name = "measure"
  package static let usage = """
    shop-search measure N
          times searches among N made-up cafés, spread evenly over 40 by 40 km
    """

  private static let maximumVenues = 5_000_000
  private static let searches = 2_000

  /// - Throws: `UsageError`; `ServiceError` for a search that is refused, which none is.
  package static func run(_ list: [String]) throws {
    let word = try Arguments(parsing: list).positionals(["N"])[0]
    guard let count = Int(word), (1...maximumVenues).contains(count) else {
      throw UsageError("N is a number from 1 to \(maximumVenues), not “\(word)”.")
    }
    let log = Log("shop-search")
    // Always the same, so that every run measures the same.
    var random = SeededGenerator(seed: 2_026)
    let venues = (0..<count).map { number in
      Venue(
        id: VenueID(rawValue: "osm/node/\(number)"), name: "Café \(number)", category: .coffee,
        coordinate: place(&random))
    }
    let start = ContinuousClock.now
    let index = VenueIndex(venues)
    log.info("\(count) venues, indexed in \(start.duration(to: .now) / .milliseconds(1)) ms")
    try measure("nearby, 20 of all categories", log) {
      _ = try index.nearby(NearbyRequest(coordinate: place(&random)))
    }
    try measure("nearby, 500 of one category", log) {
      _ = try index.nearby(
        NearbyRequest(coordinate: place(&random), category: .coffee, limit: 500))
    }
    try measure("candidates of a 20-minute drive", log, searches: max(20, searches / 20)) {
      let (origin, destination) = (place(&random), place(&random))
      _ = try index.candidates(
        CandidatesRequest(
          origin: origin, destination: destination, category: .coffee, drivingSeconds: 1_200))
    }
  }

  private static func measure(
    _ what: String, _ log: Log, searches: Int = searches, _ search: () throws -> Void
  ) rethrows {
    var times: [Double] = []
    for _ in 0..<searches {
      let start = ContinuousClock.now
      try search()
      times.append(start.duration(to: .now) / .microseconds(1))
    }
    times.sort()
    log.info(
      "\(what): p50 \(Int(times[searches / 2])) µs, p99 \(Int(times[searches * 99 / 100])) µs")
  }

  private static func place(_ random: inout SeededGenerator) -> Coordinate {
    Coordinate(
      latitude: .random(in: 37.6...37.96, using: &random),
      longitude: .random(in: -122.64 ... -122.18, using: &random))
  }

}
