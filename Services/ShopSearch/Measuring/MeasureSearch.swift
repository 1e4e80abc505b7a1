import CommandLineKit
import Foundation
import Geography
import Glibc
import MessageBus
import Messages
import OpeningHours
import ServiceRuntime
import Time

/// `shop-search measure N`: how long searches take among so many made-up venues, on this machine.
package enum MeasureSearch: ServiceCommand {
  package static let name = "measure"
  package static let usage = """
    shop-search measure N
          times searches among N made-up venues, spread evenly over 40 by 40 km
    """

  private static let maximumVenues = 5_000_000
  private static let searches = 2_000
  /// A Saturday's morning.
  static let now = Timestamp(secondsSince1970: 1_795_276_800)

  /// - Throws: `UsageError`; `ServiceError` for a search that is refused, which none is; what
  ///   keeps a bus from being made.
  package static func run(_ list: [String]) throws {
    let word = try Arguments(parsing: list).positionals(["N"])[0]
    guard let count = Int(word), (1...maximumVenues).contains(count) else {
      throw UsageError("N is a number from 1 to \(maximumVenues), not “\(word)”.")
    }
    let log = Log("shop-search")
    // Always the same, so that every run measures the same.
    var made = MadeUpVenues(seed: 2_026)
    let venues = (0..<count).map { made.next($0) }
    let start = ContinuousClock.now
    let index = VenueIndex(venues)
    log.info("\(count) venues, indexed in \(Int(start.duration(to: .now) / .milliseconds(1))) ms")
    let words = index.base.filters.names.dictionary.count
    log.info("of \(words) words, with \(index.base.shops.hours.count) different hours")
    guard let zone = HoursZone(identifier: "America/Los_Angeles") else {
      throw UsageError("This machine does not know the time zone America/Los_Angeles.")
    }
    let place = HoursContext(zone: zone, coordinate: nil)
    let places = (0..<searches).map { _ in made.place() }
    try NearbyTrial(index, at: place, log).run(places)
    try WatchTrial(index: index, place: place, log: log).run(places)
    try measureCandidates(index, &made, log)
    try measureChanges(index.base, &made, log)
    try SearchBusBenchmark.run(index, (0..<200).map { _ in candidates(&made) }, log)
    log.info("memory at most \(peakMegabytes) MB")
  }

  private static func measureCandidates(
    _ index: VenueIndex, _ made: inout MadeUpVenues, _ log: Log
  ) throws {
    var omitted = 0
    try measure("candidates of a 20-minute drive", log, searches: searches / 10) {
      omitted = max(omitted, try index.candidates(candidates(&made)).omitted)
    }
    log.info("of these at most \(omitted) omitted")
  }

  /// How long a change of one venue takes to be seen, beside the pause between publications.
  private static func measureChanges(
    _ table: VenueColumnTable, _ made: inout MadeUpVenues, _ log: Log
  ) throws {
    for count in [1, 1_000, 10_000] where count <= table.count {
      let changes = (0..<count).map { number in
        var moved = table[number]
        moved.coordinate = made.place()
        return (moved.id, Venue?.some(moved))
      }
      let index = VenueIndex(base: table, changes: Dictionary(uniqueKeysWithValues: changes))
      measure("an index with \(count) changes", log, searches: 10) {
        _ = VenueIndex(base: table, changes: Dictionary(uniqueKeysWithValues: changes))
      }
      try measure("candidates with \(count) changes", log, searches: searches / 20) {
        _ = try index.candidates(candidates(&made))
      }
    }
  }

  static func measure(
    _ what: String, _ log: Log, searches: Int = searches, _ search: () throws -> Void
  ) rethrows {
    var times: [Double] = []
    for _ in 0..<searches {
      let start = ContinuousClock.now
      try search()
      times.append(start.duration(to: .now) / .microseconds(1))
    }
    tell(what, times, log)
  }

  /// The same with another question each time.
  static func measure<Question>(
    _ what: String, _ log: Log, each questions: [Question], _ ask: (Question) throws -> Void
  ) rethrows {
    var next = questions.makeIterator()
    try measure(what, log, searches: questions.count) {
      if let question = next.next() { try ask(question) }
    }
  }

  static func tell(_ what: String, _ times: [Double], _ log: Log) {
    let times = times.sorted()
    let (middle, most) = (times[times.count / 2], times[times.count * 99 / 100])
    log.info("\(what): p50 \(Int(middle)) µs, p99 \(Int(most)) µs")
  }

  private static var peakMegabytes: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss / 1_000
  }

  private static func candidates(_ made: inout MadeUpVenues) -> CandidatesRequest {
    CandidatesRequest(
      origin: made.place(), destination: made.place(), category: .coffee,
      drivingSeconds: 1_200)
  }
}
