import Foundation
import Geography
import MessageBus
import Messages
import OpeningHours
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

  /// - Throws: `UsageError`; `ServiceError` for a search that is refused, which none is; what
  ///   keeps a bus from being made.
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
        id: VenueID(rawValue: "osm/node/\(1_000_000_000 + number)"), name: "Café \(number)",
        category: .coffee, coordinate: place(&random),
        openingHours: "Mo-Fr 07:\(10 + number % 50)-18:00")
    }
    let start = ContinuousClock.now
    let index = VenueIndex(venues)
    log.info("\(count) venues, indexed in \(Int(start.duration(to: .now) / .milliseconds(1))) ms")
    try measureSearches(index, &random, log)
    try measureChanges(index.base, &random, log)
    try BusTrial.run(index, (0..<200).map { _ in candidates(&random) }, log)
  }

  private static func measureSearches(
    _ index: VenueIndex, _ random: inout SeededGenerator, _ log: Log
  ) throws {
    guard let zone = HoursZone(identifier: "America/Los_Angeles") else { return }
    let book = HoursBook(HoursPlace(zone: zone))
    let now = Timestamp(secondsSince1970: 1_795_276_800)
    try measure("nearby, 20 of all categories", log) {
      _ = try index.nearby(NearbyRequest(coordinate: place(&random)), book, now: now)
    }
    try measure("nearby, 500 of one category", log) {
      _ = try index.nearby(
        NearbyRequest(
          coordinate: place(&random), filter: VenueFilter(category: .coffee), limit: 500), book,
        now: now)
    }
    var omitted = 0
    try measure("candidates of a 20-minute drive", log, searches: searches / 10) {
      omitted = max(omitted, try index.candidates(candidates(&random)).omitted)
    }
    log.info("of these at most \(omitted) omitted")
  }

  /// How long a change of one venue takes to be seen, beside the pause between publications.
  private static func measureChanges(
    _ table: VenueTable, _ random: inout SeededGenerator, _ log: Log
  ) throws {
    for count in [1, 1_000, 10_000] where count <= table.count {
      let changes = (0..<count).map { number in
        var moved = table[number]
        moved.coordinate = place(&random)
        return (moved.id, Venue?.some(moved))
      }
      let index = VenueIndex(base: table, changes: Dictionary(uniqueKeysWithValues: changes))
      measure("an index with \(count) changes", log, searches: 10) {
        _ = VenueIndex(base: table, changes: Dictionary(uniqueKeysWithValues: changes))
      }
      try measure("candidates with \(count) changes", log, searches: searches / 20) {
        _ = try index.candidates(candidates(&random))
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

  static func tell(_ what: String, _ times: [Double], _ log: Log) {
    let times = times.sorted()
    let (middle, most) = (times[times.count / 2], times[times.count * 99 / 100])
    log.info("\(what): p50 \(Int(middle)) µs, p99 \(Int(most)) µs")
  }

  private static func candidates(_ random: inout SeededGenerator) -> CandidatesRequest {
    CandidatesRequest(
      origin: place(&random), destination: place(&random), category: .coffee,
      drivingSeconds: 1_200)
  }

  private static func place(_ random: inout SeededGenerator) -> Coordinate {
    Coordinate(
      latitude: .random(in: 37.6...37.96, using: &random),
      longitude: .random(in: -122.64 ... -122.18, using: &random))
  }
}

/// The same questions over a bus of their own, from request to reply.
private enum BusTrial {
  static func run(_ index: VenueIndex, _ requests: [CandidatesRequest], _ log: Log) throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("shop-search-measure-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let buses = try [Bus](
      [
        Bus(runDirectory: RunDirectory(path: directory), name: "server"),
        Bus(runDirectory: RunDirectory(path: directory), name: "client"),
      ])
    let ended = Mailbox<(any Error)?>(capacity: 1)
    Task {
      var failure: (any Error)?
      do { try await ask(requests, of: index, buses[0], buses[1], log) } catch { failure = error }
      for bus in buses { await bus.close() }
      _ = ended.offer(failure)
    }
    if case .some(.some(let error)) = ended.take() { throw error }
  }

  private static func ask(
    _ requests: [CandidatesRequest], of index: VenueIndex, _ serving: Bus, _ asking: Bus, _ log: Log
  ) async throws {
    let replica = ReplicaState(
      position: StreamPosition(epoch: "measure", sequence: 0), venues: index.count,
      isCurrent: true)
    var handlers = RequestHandlers<Void>()
    handlers.answer(CandidatesRequest.self) { _, request, _ in
      CandidatesReply(try index.candidates(request), replica)
    }
    let server = try RequestServer<Void>(
      service: .shopSearch, loop: serving.loop, workers: 1, handlers: handlers, makeWorker: {})
    try await serving.serve(server, as: .shopSearch, instance: "1")
    var times: [Double] = []
    for request in requests {
      let start = ContinuousClock.now
      _ = try await asking.client.send(request, timeout: .seconds(10))
      times.append(start.duration(to: .now) / .microseconds(1))
    }
    MeasureSearch.tell("candidates over the bus", times, log)
  }
}
