import CommandLineKit
import Geography
import Messages
import Stores
import TestSupport
import Testing
import Time
import VenueStore

@testable import QuickBrew

@Suite struct FavouriteReplicaTests {
  @Test(
    "replicas converge, however messages are delayed, repeated or lost", arguments: 0..<12)
  func convergence(run: Int) throws {
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    try TemporaryDirectory.with { directory throws in
      var world = try SyncSimulation(directory.path("store.sqlite"), devices: 3, seed: seed)
      for _ in 0..<150 { try world.step() }
      try world.syncAll()
      let expectedMarks = world.expectedMarks()
      for replica in world.replicas {
        #expect(replica.favourites.map(\.mark) == expectedMarks, "seed \(seed)")
        #expect(replica.unsentCount == 0, "seed \(seed)")
      }
      let stored = try Favourites(world.store).list(of: "ada").favourites.map(\.venue.id)
      #expect(stored.sorted() == expectedMarks.map(\.venueID).sorted(), "seed \(seed)")
    }
  }

  /// Clocks decide only between concurrent marks.
  @Test(
    "a mark overrules those that its device had seen, whatever the clocks",
    arguments: [-400 * 86_400, -3_600, 3_600, 20 * 3_600, 40 * 86_400])
  func seenMarks(skewSeconds: Int) throws {
    try TemporaryDirectory.with { directory throws in
      var world = try SyncSimulation(directory.path("store.sqlite"), devices: 2, seed: 1)
      world.skews = [skewSeconds, 0]
      for (round, isAdded) in [true, false, true, true, false].enumerated() {
        let device = round % 2
        try world.sync(device)
        world.mark(device, "v0", isAdded: isAdded)
        try world.sync(device)
        try world.sync(1 - device)
        #expect(world.replicas.map { $0["v0"]?.mark.addedAt != nil } == [isAdded, isAdded])
      }
    }
  }

  @Test("of two concurrent marks the one with the faster clock wins")
  func concurrentMarks() throws {
    try TemporaryDirectory.with { directory throws in
      var world = try SyncSimulation(directory.path("store.sqlite"), devices: 2, seed: 1)
      world.skews = [3_600, 0]
      world.mark(0, "v0", isAdded: true)
      try world.syncAll()
      world.now = world.now.adding(seconds: 60)
      world.mark(0, "v0", isAdded: false)
      world.now = world.now.adding(seconds: 60)
      world.mark(1, "v0", isAdded: false)
      world.mark(1, "v0", isAdded: true)
      try world.syncAll()
      #expect(world.replicas.allSatisfy { $0.favourites.isEmpty })
    }
  }

  @Test("a device that was offline for long drops favourites removed elsewhere")
  func longAbsence() throws {
    try TemporaryDirectory.with { directory throws in
      var world = try SyncSimulation(directory.path("store.sqlite"), devices: 2, seed: 1)
      world.skews = [0, 0]
      for venue in ["v0", "v1"] { world.mark(0, VenueID(rawValue: venue), isAdded: true) }
      try world.syncAll()
      world.mark(0, "v0", isAdded: false)
      try world.sync(0)
      world.mark(1, "v2", isAdded: true)
      world.now = world.now.adding(seconds: VenueLimits.removalSeconds + 60)
      world.mark(0, "v3", isAdded: true)
      try world.sync(0)
      try world.syncAll()
      for replica in world.replicas {
        #expect(replica.favourites.map(\.mark.venueID).sorted() == ["v1", "v2", "v3"])
        #expect(replica["v0"] == nil, "nobody remembers the removal")
      }
    }
  }

  @Test("a new store is filled from the replicas")
  func lostStore() throws {
    try TemporaryDirectory.with { directory throws in
      var world = try SyncSimulation(directory.path("store.sqlite"), devices: 2, seed: 1)
      world.mark(0, "v0", isAdded: true)
      world.mark(1, "v1", isAdded: true)
      try world.syncAll()
      world.store = try SyncSimulation.store(directory.path("new.sqlite"))
      try world.syncAll()
      let stored = try Favourites(world.store).list(of: "ada").favourites
      #expect(stored.map(\.venue.id).sorted() == ["v0", "v1"])
      #expect(world.replicas.allSatisfy { $0.favourites.count == 2 })
    }
  }

  @Test("marks of unknown venues are reported and dropped")
  func refusedMarks() throws {
    try TemporaryDirectory.with { directory throws in
      var world = try SyncSimulation(directory.path("store.sqlite"), devices: 1, seed: 1)
      world.mark(0, "nowhere", isAdded: true)
      world.mark(0, "v1", isAdded: true)
      let refused = try world.sync(0)
      #expect(refused == [RefusedMark(venueID: "nowhere", reason: .unknownVenue)])
      #expect(world.replicas[0].favourites.map(\.mark.venueID) == ["v1"])
      #expect(world.replicas[0].unsentCount == 0)
    }
  }
}

/// A store, devices with skewed clocks, and messages that arrive late, twice or never.
private struct SyncSimulation {
  private static let venues = 6

  var store: VenueDatabase
  var replicas: [FavouriteReplica]
  /// How many seconds each device's clock is ahead.
  var skews: [Int]
  var now = Timestamp(secondsSince1970: 1_800_000_000)
  private var random: SeededGenerator
  private var marks: [FavouriteMark] = []
  private var late: [(device: Int, request: FavouriteMergeRequest)] = []

  init(_ path: String, devices: Int, seed: UInt64) throws {
    store = try Self.store(path)
    random = SeededGenerator(seed: seed)
    replicas = Array(repeating: FavouriteReplica(), count: devices)
    var random = random
    skews = (0..<devices).map { _ in Int.random(in: -90_000...80_000, using: &random) }
  }

  static func store(_ path: String) throws -> VenueDatabase {
    let store = try VenueDatabase(at: .file(path: path))
    let changes = (0..<venues).map { number in
      let id = VenueID(rawValue: "v\(number)")
      let coordinate = Coordinate(latitude: 1, longitude: Double(number))
      let venue = Venue(id: id, name: "V\(number)", category: .coffee, coordinate: coordinate)
      return VenueChanged(id: id, venue: venue)
    }
    _ = try store.venues.apply(changes)
    return store
  }

  /// A random step of a random device.
  mutating func step() throws {
    now = now.adding(seconds: Int.random(in: 0...30, using: &random))
    let device = replicas.indices.randomElement(using: &random) ?? 0
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5:
      let venue = VenueID(rawValue: "v\(Int.random(in: 0..<Self.venues, using: &random))")
      mark(device, venue, isAdded: Bool.random(using: &random))
    case 5: try sync(device)
    case 6: _ = try Favourites(store).merge(replicas[device].request(for: "ada"), now: now)
    case 7: late.append((device, replicas[device].request(for: "ada")))
    default:
      guard let (device, request) = late.randomElement(using: &random) else { return }
      let reply = try Favourites(store).merge(request, now: now)
      if Bool.random(using: &random) { _ = apply(reply, to: request, device) }
    }
  }

  mutating func mark(_ device: Int, _ venue: VenueID, isAdded: Bool) {
    let time = now.adding(seconds: skews[device])
    let old = replicas[device][venue]?.mark
    replicas[device].mark(
      venue, addedAt: isAdded ? time : nil, now: time, device: Self.name(device))
    if let mark = replicas[device][venue]?.mark, mark != old { marks.append(mark) }
  }

  @discardableResult
  mutating func sync(_ device: Int) throws -> [RefusedMark] {
    var refused: [RefusedMark] = []
    for _ in 0..<10 {
      let request = replicas[device].request(for: "ada")
      let reply = try Favourites(store).merge(request, now: now)
      refused += apply(reply, to: request, device)
      if !reply.hasMore, replicas[device].unsentCount == 0 { return refused }
    }
    Issue.record("device \(device) does not come to rest")
    return refused
  }

  /// Synchronises all devices until all replicas are equal.
  mutating func syncAll() throws {
    for _ in 0..<2 {
      for device in replicas.indices { try sync(device) }
    }
  }

  /// The marks that win by the merge rule over everything ever marked, in the order of a list.
  func expectedMarks() -> [FavouriteMark] {
    var last: [VenueID: FavouriteMark] = [:]
    for mark in marks {
      guard let old = last[mark.venueID], !mark.counts(before: old) else {
        last[mark.venueID] = mark
        continue
      }
    }
    return last.values.filter { $0.addedAt != nil }.sorted {
      ($0.addedAt ?? now, $0.venueID) < ($1.addedAt ?? now, $1.venueID)
    }
  }

  private mutating func apply(
    _ reply: FavouriteMergeReply, to request: FavouriteMergeRequest, _ device: Int
  ) -> [RefusedMark] {
    replicas[device].apply(reply, to: request, device: Self.name(device))
  }

  private static func name(_ device: Int) -> DeviceID { DeviceID(rawValue: "d\(device)") }
}
