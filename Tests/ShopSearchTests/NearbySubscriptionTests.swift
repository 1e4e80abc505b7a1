import CommandLineKit
import Geography
import MessageBus
import Messages
import Testing
import Time

@testable import ShopSearch

/// Lists that follow devices, against a plain scan of all venues.
@Suite struct NearbySubscriptionTests {
  private static let monday = Timestamp(secondsSince1970: 1_763_935_200)

  @Test(
    "everywhere in the safe region, until its end, the same venues are the nearest",
    arguments: 0..<60 as Range<UInt64>)
  func safeRegion(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var all = SubscriptionOracle()
    for number in 0..<Int.random(in: 0...150, using: &random) {
      let venue = SubscriptionOracle.venue(number, &random)
      all.venues[venue.id] = venue
    }
    let venues = searched(all, sequence: 1)
    for _ in 0..<5 {
      let request = SubscriptionOracle.request(&random)
      let now = Self.monday.adding(seconds: .random(in: 0...604_800, using: &random))
      let here = SubscriptionOracle.moved(
        SubscriptionOracle.center, by: .random(in: 0...3_000, using: &random),
        .random(in: 0..<360, using: &random))
      let query = try ContinuousNearbyQuery(request, now: now)
      let list = query.list(at: position(here, now), in: venues, now: now)
      let ids = list.venues.map(\.venue.id)
      #expect(ids == all.nearest(request, to: here, at: now), "seed \(seed) \(request)")
      let seconds = min(list.safe.until?.seconds(since: now) ?? .max, 86_400)
      for step in 0..<20 {
        // Sometimes at the very edge, where a region that is too large fails.
        let share = step % 4 == 0 ? 0.999_999 : .random(in: 0..<1, using: &random)
        let way = min(list.safe.radiusMeters ?? 5_000, 5_000) * share
        // Towards a venue, which may enter the list there, or in any direction.
        let there =
          (step % 2 == 0 ? all.venues.values.randomElement(using: &random) : nil).map {
            SubscriptionOracle.moved(here, by: way, towards: $0.coordinate)
          } ?? SubscriptionOracle.moved(here, by: way, .random(in: 0..<360, using: &random))
        let then = now.adding(
          seconds: step % 3 == 0 ? seconds - 1 : .random(in: 0..<seconds, using: &random))
        guard list.safe.holds(at: there, then) else { continue }
        let found = all.nearest(request, to: there, at: then)
        #expect(Set(found) == Set(ids), "seed \(seed) \(request) at \(there) \(then)")
      }
    }
  }

  /// The venue of the list is 100 m to the west, the next one 300 m to the north, so the safe
  /// radius is 100 m. At the eastern edge of the region, a closed venue 290 m to the east is nearer
  /// than the one to the west; a venue 310 m to the east is not.
  @Test(
    "a closed venue that may enter the list when it opens ends the safe region",
    arguments: [(290.0, true), (310.0, false)])
  func opening(_ meters: Double, mayEnter: Bool) throws {
    var all = SubscriptionOracle()
    func add(_ id: VenueID, _ meters: Double, _ degrees: Double, _ hours: String) {
      all.venues[id] = Venue(
        id: id, name: "", category: .coffee,
        coordinate: SubscriptionOracle.moved(SubscriptionOracle.center, by: meters, degrees),
        facts: VenueFacts(openingHours: hours))
    }
    add("west", 100, 270, "24/7")
    add("north", 300, 0, "24/7")
    add("east", meters, 90, "Mo-Su 14:00-15:00")
    let request = NearbyWatchRequest(
      device: "ada", limit: 1, filter: VenueFilter(hours: HoursFilter()))
    let list = try ContinuousNearbyQuery(request, now: Self.monday).list(
      at: position(SubscriptionOracle.center, Self.monday), in: searched(all, sequence: 1),
      now: Self.monday)
    #expect(list.venues.map(\.venue.id) == ["west"])
    #expect(list.safe.radiusMeters.map { (99...100).contains($0) } == true)
    #expect(list.safe.change?.venueID == (mayEnter ? "east" : nil))
  }

  @Test(
    "a brand or cuisine that no venue has matches none",
    arguments: [VenueFilter(brand: "Z"), VenueFilter(cuisine: "thai")])
  func unknownValue(_ filter: VenueFilter) throws {
    var random = SeededGenerator(seed: 1)
    var all = SubscriptionOracle()
    for number in 0..<40 {
      let venue = SubscriptionOracle.venue(number, &random)
      all.venues[venue.id] = venue
    }
    let venues = searched(all, sequence: 1)
    let query = try VenueQuery(filter, now: Self.monday)
    let compiled = CompiledQuery(query, in: venues.index, venues.hoursCache)
    #expect(compiled.nearest(5, to: SubscriptionOracle.center).isEmpty)
    var found = 0
    compiled.forEach(within: 10_000, of: SubscriptionOracle.center) { _ in found += 1 }
    #expect(found == 0)
  }

  @Test(
    "at the end of the safe region the stated venue starts or stops matching",
    arguments: 0..<30 as Range<UInt64>)
  func safeRegionEnd(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var all = SubscriptionOracle()
    for number in 0..<80 {
      let venue = SubscriptionOracle.venue(number, &random)
      all.venues[venue.id] = venue
    }
    let request = SubscriptionOracle.request(&random)
    let now = Self.monday.adding(seconds: .random(in: 0...604_800, using: &random))
    let venues = searched(all, sequence: 1)
    let list = try ContinuousNearbyQuery(request, now: now)
      .list(at: position(SubscriptionOracle.center, now), in: venues, now: now)
    guard let end = list.safe.until, let change = list.safe.change else { return }
    var alone = SubscriptionOracle()
    alone.venues[change.venueID] = all.venues[change.venueID]
    let single = NearbyWatchRequest(device: "ada", limit: 1, filter: request.filter)
    func matches(_ time: Timestamp) -> Bool {
      !alone.nearest(single, to: SubscriptionOracle.center, at: time).isEmpty
    }
    #expect(matches(end) != matches(end.adding(seconds: -1)), "seed \(seed)")
  }

  /// A device moves, time passes, venues are added, changed and deleted. Lists without an event
  /// have not changed.
  @Test(
    "every published list equals a scan of all venues", arguments: 0..<20 as Range<UInt64>)
  func scan(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var all = SubscriptionOracle()
    for number in 0..<100 {
      let venue = SubscriptionOracle.venue(number, &random)
      all.venues[venue.id] = venue
    }
    var sequence: UInt64 = 1
    var venues = searched(all, sequence: sequence)
    var subscriptions = NearbySubscriptions(instance: "1", epoch: "e")
    let request = SubscriptionOracle.request(&random)
    var now = Self.monday.adding(seconds: .random(in: 0...604_800, using: &random))
    var here = SubscriptionOracle.center
    #expect(try subscriptions.subscribe(request, in: venues, now: now).list == nil)
    var shown: [VenueID] = []
    var isPlaced = false
    for step in 0..<150 {
      now = now.adding(seconds: .random(in: 1...50, using: &random))
      _ = try subscriptions.subscribe(request, in: venues, now: now)
      let events: [NearbyChanged]
      if Int.random(in: 0..<3, using: &random) > 0 {
        here = SubscriptionOracle.moved(
          here, by: .random(in: 0...120, using: &random), .random(in: 0..<360, using: &random))
        events = subscriptions.report(position(here, now), in: venues, now: now)
        #expect(events.count == 1)
        isPlaced = true
      } else {
        if Bool.random(using: &random) {
          let number = Int.random(in: 0..<120, using: &random)
          let id = VenueID(rawValue: "v\(number)")
          all.venues[id] =
            Bool.random(using: &random) ? nil : SubscriptionOracle.venue(number, &random)
          sequence += 1
          venues = searched(all, sequence: sequence)
        }
        events = subscriptions.tick(in: venues, now: now)
      }
      for event in events {
        let ids = event.list.venues.map(\.venue.id)
        #expect(event.came == ids.filter { !shown.contains($0) }, "seed \(seed), step \(step)")
        #expect(event.went == shown.filter { !ids.contains($0) }, "seed \(seed), step \(step)")
        shown = ids
      }
      // Without a reported position there is no list.
      guard isPlaced else { continue }
      #expect(shown == all.nearest(request, to: here, at: now), "seed \(seed), step \(step)")
    }
  }

  @Test("equal requests share a subscription")
  func sharing() throws {
    let venues = searched(SubscriptionOracle(), sequence: 1)
    var subscriptions = NearbySubscriptions(instance: "7", epoch: "e")
    let first = try subscriptions.subscribe(
      NearbyWatchRequest(device: "a"), in: venues, now: Self.monday)
    #expect(first == NearbyWatchReply(watch: "e-1", instance: "7", leaseSeconds: 60, list: nil))
    let again = try subscriptions.subscribe(
      NearbyWatchRequest(device: "a"), in: venues, now: Self.monday)
    #expect(again.watch == first.watch)
    let other = try subscriptions.subscribe(
      NearbyWatchRequest(device: "a", limit: 3), in: venues, now: Self.monday)
    #expect(other.watch == "e-2" && subscriptions.count == 2 && subscriptions.devices == ["a"])
    let here = position(SubscriptionOracle.center, Self.monday)
    let events = subscriptions.report(
      DevicePosition(device: "a", coordinate: here.coordinate, time: here.time), in: venues,
      now: Self.monday)
    #expect(events.map(\.watch) == ["e-1", "e-2"])
    #expect(
      subscriptions.report(here, in: venues, now: Self.monday).isEmpty,
      "no subscription for this device")
  }

  @Test("subscriptions and their venue identifiers are limited")
  func limits() throws {
    let venues = searched(SubscriptionOracle(), sequence: 1)
    var subscriptions = NearbySubscriptions(instance: "1", epoch: "e")
    func subscribe(_ number: Int, venueIDs count: Int? = nil, at seconds: Int = 0) throws {
      let ids = count.map { (0..<$0).map { VenueID(rawValue: "v\($0)") } }
      let device = DeviceID(rawValue: "d\(number)")
      _ = try subscriptions.subscribe(
        NearbyWatchRequest(device: device, filter: VenueFilter(venueIDs: ids)), in: venues,
        now: Self.monday.adding(seconds: seconds))
    }
    for number in 0..<100 { try subscribe(number, venueIDs: ShopSearchLimits.maximumVenueIDs) }
    #expect(throws: ServiceError.self) { try subscribe(100, venueIDs: 1) }
    // Existing subscriptions are extended, and new ones without identifiers are accepted.
    try subscribe(99, venueIDs: ShopSearchLimits.maximumVenueIDs, at: 59)
    for number in 100..<10_000 { try subscribe(number, at: 59) }
    #expect(subscriptions.count == 10_000)
    let error = #expect(throws: ServiceError.self) { try subscribe(10_000) }
    #expect(error?.code == .conflict)
    // 99 subscriptions end and free their identifiers.
    _ = subscriptions.tick(in: nil, now: Self.monday.adding(seconds: 60))
    #expect(subscriptions.count == 9_901)
    for number in 0..<99 {
      try subscribe(number, venueIDs: ShopSearchLimits.maximumVenueIDs, at: 60)
    }
    #expect(throws: ServiceError.self) { try subscribe(10_000, venueIDs: 1, at: 60) }
  }

  @Test("a subscription ends with its lease")
  func lease() throws {
    let venues = searched(SubscriptionOracle(), sequence: 1)
    var subscriptions = NearbySubscriptions(instance: "1", epoch: "e")
    let request = NearbyWatchRequest(device: "ada")
    _ = try subscriptions.subscribe(request, in: venues, now: Self.monday)
    _ = subscriptions.tick(in: venues, now: Self.monday.adding(seconds: 59))
    #expect(subscriptions.count == 1)
    _ = try subscriptions.subscribe(request, in: venues, now: Self.monday.adding(seconds: 59))
    _ = subscriptions.tick(in: nil, now: Self.monday.adding(seconds: 60))
    #expect(subscriptions.count == 1)
    _ = subscriptions.tick(in: nil, now: Self.monday.adding(seconds: 119))
    #expect(subscriptions.count == 0 && subscriptions.devices.isEmpty)
  }

  @Test("a position that is not newer is ignored")
  func olderPosition() throws {
    let venues = searched(SubscriptionOracle(), sequence: 1)
    var subscriptions = NearbySubscriptions(instance: "1", epoch: "e")
    _ = try subscriptions.subscribe(NearbyWatchRequest(device: "ada"), in: venues, now: Self.monday)
    let times = [0, 10, 10, 5, 11].map { Self.monday.adding(seconds: $0) }
    let counts = times.map {
      subscriptions.report(position(SubscriptionOracle.center, $0), in: venues, now: Self.monday)
        .count
    }
    #expect(counts == [1, 1, 0, 0, 1])
  }

  @Test(
    "an invalid request is rejected",
    arguments: [
      NearbyWatchRequest(device: ""), NearbyWatchRequest(device: "a", limit: 0),
      NearbyWatchRequest(device: "a", limit: ShopSearchLimits.maximumWatched + 1),
      NearbyWatchRequest(device: "a", radiusMeters: -1),
      NearbyWatchRequest(device: "a", radiusMeters: .nan),
      NearbyWatchRequest(device: "a", filter: VenueFilter(brand: "")),
      NearbyWatchRequest(device: "a", filter: VenueFilter(hours: HoursFilter(at: monday))),
    ])
  func invalid(_ request: NearbyWatchRequest) {
    var subscriptions = NearbySubscriptions(instance: "1", epoch: "e")
    let venues = searched(SubscriptionOracle(), sequence: 1)
    let error = #expect(throws: ServiceError.self) {
      try subscriptions.subscribe(request, in: venues, now: Self.monday)
    }
    #expect(error?.code == .invalidRequest && subscriptions.count == 0)
  }

  private func searched(_ all: SubscriptionOracle, sequence: UInt64) -> SearchContext {
    // Some venues are in the base table, some in the delta.
    let (base, changes) = (all.venues.filter { $0.value.attributes[.takeaway] == true }, all.venues)
    let index = VenueIndex(
      base: VenueColumnTable(Array(base.values)),
      changes: changes.filter { base[$0.key] == nil }.mapValues { .some($0) })
    let replica = ReplicaState(
      position: StreamPosition(epoch: "t", sequence: sequence), venues: index.count,
      isCurrent: true)
    return SearchContext(
      snapshot: PublishedVenues.Snapshot(index: index, replica: replica),
      transitions: HoursTransitionCache(OpeningHoursCache(SubscriptionOracle.hoursContext)))
  }

  private func position(_ coordinate: Coordinate, _ time: Timestamp) -> DevicePosition {
    DevicePosition(device: "ada", coordinate: coordinate, time: time)
  }
}
