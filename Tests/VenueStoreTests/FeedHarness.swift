import CommandLineKit
import Foundation
import Geography
import MessageBus
import Messages
import OpenStreetMap
import TestSupport
import Time

@testable import VenueStore

let now = Timestamp(secondsSince1970: 1_795_000_000)

extension FeedLimits {
  /// The defaults, for servers that share a machine with everything else under test.
  static var patient: FeedLimits {
    var limits = FeedLimits()
    limits.maximumSilence = .patience
    return limits
  }
}

/// A store with a feed scheduler, on its own bus.
struct FeedHarness: Sendable {
  let directory: TemporaryDirectory
  let bus: Bus
  let scheduler: FeedScheduler

  var storePath: String { directory.path("store.sqlite") }

  private static let noGeocoder: FeedScheduler.Geocode = { _ throws(ServiceError) in
    throw ServiceError(.unavailable, "No geocoder here.")
  }

  static func with(
    limits: FeedLimits = .patient,
    geocode: @escaping FeedScheduler.Geocode = noGeocoder,
    _ body: (FeedHarness) async throws -> Void
  ) async throws {
    try await TemporaryDirectory.with { directory in
      let bus = try Bus(runDirectory: RunDirectory(path: directory.path), name: "feeds")
      do {
        try await body(
          FeedHarness(
            directory: directory, bus: bus,
            scheduler: scheduler(in: directory, on: bus, limits: limits, geocode: geocode)))
      } catch {
        await bus.close()
        throw error
      }
      await bus.close()
    }
  }

  static func scheduler(
    in directory: TemporaryDirectory, on bus: Bus, limits: FeedLimits,
    clock: any Clock<Duration> = ContinuousClock(),
    geocode: @escaping FeedScheduler.Geocode = noGeocoder
  ) -> FeedScheduler {
    FeedScheduler(
      location: .store(directory.path("store.sqlite")), downloads: directory.path("downloads"),
      stream: VenueStream(publisher: bus.publisher), limits: limits, clock: clock,
      log: Log("test"), geocode: geocode)
  }

  /// The same store with other limits and without a geocoder.
  func limited(to limits: FeedLimits) -> FeedHarness {
    FeedHarness(
      directory: directory, bus: bus,
      scheduler: Self.scheduler(in: directory, on: bus, limits: limits))
  }

  func store() throws -> VenueDatabase { try VenueDatabase(at: .store(storePath)) }

  /// Adds a feed of a file in this directory, or of a URL.
  func add(
    _ name: FeedName, _ format: FeedFormat = .campus, at location: String? = nil,
    every seconds: Int? = nil, headers: [String: String]? = nil
  ) throws {
    let feed = Feed(
      name: name, format: format, location: location ?? directory.path("\(name).json"),
      everySeconds: seconds, headers: headers)
    _ = try FeedRegistry(store()).add(feed, now: now)
  }

  /// Writes the rows to the campus feed's file and syncs it.
  @discardableResult
  func sync(
    _ name: FeedName, _ rows: [CampusRow], acceptsFewer: Bool = false
  ) async throws -> SyncReport {
    try await sync(name, document: "[\(rows.map(\.json).joined(separator: ","))]", acceptsFewer)
  }

  @discardableResult
  func sync(
    _ name: FeedName, document text: String, _ acceptsFewer: Bool = false
  ) async throws -> SyncReport {
    try directory.write(text.utf8, to: "\(name).json")
    return try await sync(name, acceptsFewer: acceptsFewer)
  }

  @discardableResult
  func sync(_ name: FeedName, acceptsFewer: Bool = false) async throws -> SyncReport {
    let reports = try await scheduler.sync(name, acceptsFewer: acceptsFewer)
    guard let report = reports.first, reports.count == 1 else { throw NoReport() }
    return report
  }

  private struct NoReport: Error {}

  /// The sorted names of the venues in business.
  func names() throws -> [String] {
    try store().venues.page(after: nil, limit: VenueLimits.maximumPage).venues.map(\.name).sorted()
  }

  func load(_ map: MapElements) throws {
    let path = directory.path("map-\(UUID().uuidString).sqlite")
    try VenueArtifact.build(at: path, from: map)
    _ = try MapLoad(VenueArtifact(path: path), into: store(), now: now)
  }
}

/// A row of a campus feed as its JSON.
struct CampusRow: Sendable {
  var id: Int
  var name: String
  var meters: Meters? = 0
  var extra: [String: String] = [:]

  static func many(_ numbers: Range<Int>) -> [CampusRow] {
    // Far apart and with different names, so that none match.
    numbers.map { CampusRow(id: $0, name: "Place \($0)", meters: Double($0) * 1_000) }
  }

  var json: String {
    var members = ["id": "\(id)", "name": name].merging(extra) { $1 }
    if let meters {
      let coordinate = Coordinate(latitude: 60, longitude: 25).moved(by: meters, bearing: 90)
      members["lat"] = "\(coordinate.latitude)"
      members["lon"] = "\(coordinate.longitude)"
    }
    let data = try? JSONEncoder().encode(members)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }
}
