import CommandLineKit
import Foundation
import Geography
import Glibc
import Messages
import OpeningHours
import ShopSearch
import Time

/// How long searches take among synthetic venues.
enum SearchBenchmark: Benchmark {
  static let name = "shop-search"
  static let usage = """
    shop-search N
        times searches among N synthetic venues, spread evenly over 40 by 40 km
    """

  private static let maximumVenues = 5_000_000
  private static let searches = 2_000
  /// A Saturday morning.
  static let now = Timestamp(secondsSince1970: 1_795_276_800)

  /// - Throws: `UsageError`.
  static func run(_ list: [String]) throws {
    let word = try Arguments(parsing: list).positionals(["N"])[0]
    guard let count = Int(word), (1...maximumVenues).contains(count) else {
      throw UsageError("N is a number from 1 to \(maximumVenues), not “\(word)”.")
    }
    // The same seed in every run, so that runs compare.
    var made = SyntheticVenues(seed: 2_026)
    let venues = (0..<count).map { made.next($0) }
    let start = ContinuousClock.now
    let index = VenueIndex(venues)
    print("\(count) venues, indexed in \(Int(start.duration(to: .now) / .milliseconds(1))) ms")
    guard let zone = HoursZone(identifier: "America/Los_Angeles") else {
      throw UsageError("This machine does not know the time zone America/Los_Angeles.")
    }
    let context = HoursContext(zone: zone, coordinate: nil)
    let points = (0..<searches).map { _ in made.point() }
    try NearbyBenchmark(index, at: context).run(points)
    try WatchBenchmark(index: index, context: context).run(points)
    try measureCandidates(index, &made)
    try measureChanges(index.base, &made)
    print("memory at most \(peakMegabytes) MB")
  }

  private static func measureCandidates(
    _ index: VenueIndex, _ made: inout SyntheticVenues
  ) throws {
    var omitted = 0
    try Stopwatch.report("candidates of a 20-minute drive", over: 0..<searches / 10) { _ in
      omitted = max(omitted, try index.candidates(candidates(&made)).omitted)
    }
    print("of these at most \(omitted) omitted")
  }

  /// How long it takes to apply changes of venues, and to search with them.
  private static func measureChanges(
    _ table: VenueColumnTable, _ made: inout SyntheticVenues
  ) throws {
    for count in [1, 1_000, 10_000] where count <= table.count {
      let changes = (0..<count).map { number in
        var moved = table[number]
        moved.coordinate = made.point()
        return (moved.id, Venue?.some(moved))
      }
      let index = VenueIndex(base: table, changes: Dictionary(uniqueKeysWithValues: changes))
      Stopwatch.report("an index with \(count) changes", over: 0..<10) { _ in
        _ = VenueIndex(base: table, changes: Dictionary(uniqueKeysWithValues: changes))
      }
      try Stopwatch.report("candidates with \(count) changes", over: 0..<searches / 20) { _ in
        _ = try index.candidates(candidates(&made))
      }
    }
  }

  private static var peakMegabytes: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss / 1_000
  }

  private static func candidates(_ made: inout SyntheticVenues) -> CandidatesRequest {
    CandidatesRequest(
      origin: made.point(), destination: made.point(), category: .coffee,
      drivingSeconds: 1_200)
  }
}
