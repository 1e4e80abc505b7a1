import CommandLineKit
import Geography
import MessageBus
import Messages
import Testing
import Time

@testable import ShopSearch

/// Lists that follow devices, against a plain scan of all venues.
@Suite struct NearbyWatchTests {
  private static let monday = Timestamp(secondsSince1970: 1_763_935_200)

  /// Wherever in the safe zone, and whenever before its end, the same venues are the nearest.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func theSameVenuesAreTheNearestInTheSafeZone(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var all = WatchedVenues()
    for number in 0..<Int.random(in: 0...150, using: &random) {
      let venue = WatchedVenues.venue(number, &random)
      all.venues[venue.id] = venue
    }
    let venues = searched(all, sequence: 1)
    for _ in 0..<5 {
      let request = WatchedVenues.request(&random)
      let now = Self.monday.adding(seconds: .random(in: 0...604_800, using: &random))
      let here = WatchedVenues.moved(
        WatchedVenues.center, by: .random(in: 0...3_000, using: &random),
        .random(in: 0..<360, using: &random))
      let wish = try WatchedWish(request, now: now)
      let list = wish.list(at: position(here, now), in: venues, now: now).told
      let ids = list.venues.map(\.venue.id)
      #expect(ids == all.nearest(request, to: here, at: now), "seed \(seed) \(request)")
      let seconds = min(list.safe.until?.seconds(since: now) ?? .max, 86_400)
      for step in 0..<20 {
        // Now and then at the very edge, where a zone that is too wide shows.
        let share = step % 4 == 0 ? 0.999_999 : .random(in: 0..<1, using: &random)
        let way = min(list.safe.radiusMeters ?? 5_000, 5_000) * share
        // Towards a venue, which may come in there, or anywhere.
        let there =
          (step % 2 == 0 ? all.venues.values.randomElement(using: &random) : nil).map {
            WatchedVenues.moved(here, by: way, towards: $0.coordinate)
          } ?? WatchedVenues.moved(here, by: way, .random(in: 0..<360, using: &random))
        let then = now.adding(
          seconds: step % 3 == 0 ? seconds - 1 : .random(in: 0..<seconds, using: &random))
        guard list.safe.holds(at: there, then) else { continue }
        let found = all.nearest(request, to: there, at: then)
        #expect(Set(found) == Set(ids), "seed \(seed) \(request) at \(there) \(then)")
      }
    }
  }

  /// Which is shut counts where it could be the nearest at the edge of the zone: one of the list is
  /// 100 m to the west, the next 300 m to the north, so the zone has 100 m. At its eastern edge
  /// what is 290 m to the east is nearer than the one to the west.
  @Test(arguments: [(290.0, true), (310.0, false)])
  func whatOpensBeyondTheListMayComeIntoIt(_ meters: Double, mayCome: Bool) throws {
    var all = WatchedVenues()
    func add(_ id: VenueID, _ meters: Double, _ degrees: Double, _ hours: String) {
      all.venues[id] = Venue(
        id: id, name: "", category: .coffee,
        coordinate: WatchedVenues.moved(WatchedVenues.center, by: meters, degrees),
        openingHours: hours)
    }
    add("west", 100, 270, "24/7")
    add("north", 300, 0, "24/7")
    add("east", meters, 90, "Mo-Su 14:00-15:00")
    let request = NearbyWatchRequest(
      device: "ada", limit: 1, filter: VenueFilter(hours: HoursFilter()))
    let list = try WatchedWish(request, now: Self.monday).list(
      at: position(WatchedVenues.center, Self.monday), in: searched(all, sequence: 1),
      now: Self.monday
    ).told
    #expect(list.venues.map(\.venue.id) == ["west"])
    #expect(list.safe.radiusMeters.map { (99...100).contains($0) } == true)
    #expect(list.safe.change?.venueID == (mayCome ? "east" : nil))
  }

  /// What no venue of a table has, none of them is wanted for.
  @Test(arguments: [VenueFilter(brand: "Z"), VenueFilter(cuisine: "thai")])
  func nobodyIsWantedForWhatNobodyHas(_ filter: VenueFilter) throws {
    var random = SeededGenerator(seed: 1)
    var all = WatchedVenues()
    for number in 0..<40 {
      let venue = WatchedVenues.venue(number, &random)
      all.venues[venue.id] = venue
    }
    let venues = searched(all, sequence: 1)
    let wishes = try VenueWishes(filter, now: Self.monday)
    let ready = ReadyFilter(wishes, in: venues.index, venues.book)
    #expect(ready.nearest(5, to: WatchedVenues.center).isEmpty)
    var found = 0
    ready.forEach(within: 10_000, of: WatchedVenues.center) { _ in found += 1 }
    #expect(found == 0)
  }

  /// The end of a safe zone is told for a reason.
  @Test(arguments: 0..<30 as Range<UInt64>)
  func whatIsToldOfTheEndComesTrue(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var all = WatchedVenues()
    for number in 0..<80 {
      let venue = WatchedVenues.venue(number, &random)
      all.venues[venue.id] = venue
    }
    let request = WatchedVenues.request(&random)
    let now = Self.monday.adding(seconds: .random(in: 0...604_800, using: &random))
    let venues = searched(all, sequence: 1)
    let list = try WatchedWish(request, now: now)
      .list(at: position(WatchedVenues.center, now), in: venues, now: now).told
    guard let end = list.safe.until, let change = list.safe.change else { return }
    var alone = WatchedVenues()
    alone.venues[change.venueID] = all.venues[change.venueID]
    let wish = NearbyWatchRequest(device: "ada", limit: 1, filter: request.filter)
    func isWanted(_ time: Timestamp) -> Bool {
      !alone.nearest(wish, to: WatchedVenues.center, at: time).isEmpty
    }
    #expect(isWanted(end) != isWanted(end.adding(seconds: -1)), "seed \(seed)")
  }

  /// A device walks, hours pass, venues come, change and go: what is told is always what a scan
  /// finds, and what is not told has not changed.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func everyListIsThatOfAScan(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var all = WatchedVenues()
    for number in 0..<100 {
      let venue = WatchedVenues.venue(number, &random)
      all.venues[venue.id] = venue
    }
    var sequence: UInt64 = 1
    var venues = searched(all, sequence: sequence)
    var watches = NearbyWatches(instance: "1", epoch: "e")
    let request = WatchedVenues.request(&random)
    var now = Self.monday.adding(seconds: .random(in: 0...604_800, using: &random))
    var here = WatchedVenues.center
    #expect(try watches.watch(request, in: venues, now: now).list == nil)
    var shown: [VenueID] = []
    var isPlaced = false
    for step in 0..<150 {
      now = now.adding(seconds: .random(in: 1...50, using: &random))
      _ = try watches.watch(request, in: venues, now: now)
      let events: [NearbyChanged]
      if Int.random(in: 0..<3, using: &random) > 0 {
        here = WatchedVenues.moved(
          here, by: .random(in: 0...120, using: &random), .random(in: 0..<360, using: &random))
        events = watches.see(position(here, now), in: venues, now: now)
        #expect(events.count == 1)
        isPlaced = true
      } else {
        if Bool.random(using: &random) {
          let number = Int.random(in: 0..<120, using: &random)
          let id = VenueID(rawValue: "v\(number)")
          all.venues[id] = Bool.random(using: &random) ? nil : WatchedVenues.venue(number, &random)
          sequence += 1
          venues = searched(all, sequence: sequence)
        }
        events = watches.tick(in: venues, now: now)
      }
      for event in events {
        let ids = event.list.venues.map(\.venue.id)
        #expect(event.came == ids.filter { !shown.contains($0) }, "seed \(seed), step \(step)")
        #expect(event.went == shown.filter { !ids.contains($0) }, "seed \(seed), step \(step)")
        shown = ids
      }
      // Before it has reported a position, nothing is near it.
      guard isPlaced else { continue }
      #expect(shown == all.nearest(request, to: here, at: now), "seed \(seed), step \(step)")
    }
  }

  @Test func aWatchIsOneDeviceAndOneWish() throws {
    let venues = searched(WatchedVenues(), sequence: 1)
    var watches = NearbyWatches(instance: "7", epoch: "e")
    let first = try watches.watch(NearbyWatchRequest(device: "a"), in: venues, now: Self.monday)
    #expect(first == NearbyWatchReply(watch: "e-1", instance: "7", leaseSeconds: 60, list: nil))
    let again = try watches.watch(NearbyWatchRequest(device: "a"), in: venues, now: Self.monday)
    #expect(again.watch == first.watch)
    let other = try watches.watch(
      NearbyWatchRequest(device: "a", limit: 3), in: venues, now: Self.monday)
    #expect(other.watch == "e-2" && watches.count == 2 && watches.devices == ["a"])
    let here = position(WatchedVenues.center, Self.monday)
    let events = watches.see(
      DevicePosition(device: "a", coordinate: here.coordinate, time: here.time), in: venues,
      now: Self.monday)
    #expect(events.map(\.watch) == ["e-1", "e-2"])
    #expect(watches.see(here, in: venues, now: Self.monday).isEmpty, "nobody watches it")
  }

  @Test func onlySoManyWatchesAreKeptUp() throws {
    let venues = searched(WatchedVenues(), sequence: 1)
    var watches = NearbyWatches(instance: "1", epoch: "e")
    func watch(_ number: Int, among count: Int? = nil, at seconds: Int = 0) throws {
      let ids = count.map { (0..<$0).map { VenueID(rawValue: "v\($0)") } }
      let device = DeviceID(rawValue: "d\(number)")
      _ = try watches.watch(
        NearbyWatchRequest(device: device, filter: VenueFilter(among: ids)), in: venues,
        now: Self.monday.adding(seconds: seconds))
    }
    for number in 0..<100 { try watch(number, among: ShopSearchLimits.maximumAmong) }
    #expect(throws: ServiceError.self) { try watch(100, among: 1) }
    // Those that are there are prolonged, and others look among all.
    try watch(99, among: ShopSearchLimits.maximumAmong, at: 59)
    for number in 100..<10_000 { try watch(number, at: 59) }
    #expect(watches.count == 10_000)
    let error = #expect(throws: ServiceError.self) { try watch(10_000) }
    #expect(error?.code == .conflict)
    // Ninety-nine end, and make room for as many identifiers.
    _ = watches.tick(in: nil, now: Self.monday.adding(seconds: 60))
    #expect(watches.count == 9_901)
    for number in 0..<99 { try watch(number, among: ShopSearchLimits.maximumAmong, at: 60) }
    #expect(throws: ServiceError.self) { try watch(10_000, among: 1, at: 60) }
  }

  @Test func aWatchEndsWithItsLease() throws {
    let venues = searched(WatchedVenues(), sequence: 1)
    var watches = NearbyWatches(instance: "1", epoch: "e")
    let request = NearbyWatchRequest(device: "ada")
    _ = try watches.watch(request, in: venues, now: Self.monday)
    _ = watches.tick(in: venues, now: Self.monday.adding(seconds: 59))
    #expect(watches.count == 1)
    _ = try watches.watch(request, in: venues, now: Self.monday.adding(seconds: 59))
    _ = watches.tick(in: nil, now: Self.monday.adding(seconds: 60))
    #expect(watches.count == 1)
    _ = watches.tick(in: nil, now: Self.monday.adding(seconds: 119))
    #expect(watches.count == 0 && watches.devices.isEmpty)
  }

  /// Reports may come late, and in any order.
  @Test func anOlderPositionTellsNothing() throws {
    let venues = searched(WatchedVenues(), sequence: 1)
    var watches = NearbyWatches(instance: "1", epoch: "e")
    _ = try watches.watch(NearbyWatchRequest(device: "ada"), in: venues, now: Self.monday)
    let times = [0, 10, 10, 5, 11].map { Self.monday.adding(seconds: $0) }
    let told = times.map {
      watches.see(position(WatchedVenues.center, $0), in: venues, now: Self.monday).count
    }
    #expect(told == [1, 1, 0, 0, 1])
  }

  @Test(arguments: [
    NearbyWatchRequest(device: ""), NearbyWatchRequest(device: "a", limit: 0),
    NearbyWatchRequest(device: "a", limit: ShopSearchLimits.maximumWatched + 1),
    NearbyWatchRequest(device: "a", radiusMeters: -1),
    NearbyWatchRequest(device: "a", radiusMeters: .nan),
    NearbyWatchRequest(device: "a", filter: VenueFilter(brand: "")),
    NearbyWatchRequest(device: "a", filter: VenueFilter(hours: HoursFilter(at: monday))),
  ])
  func aWishThatMakesNoSenseIsRefused(_ request: NearbyWatchRequest) {
    var watches = NearbyWatches(instance: "1", epoch: "e")
    let venues = searched(WatchedVenues(), sequence: 1)
    let error = #expect(throws: ServiceError.self) {
      try watches.watch(request, in: venues, now: Self.monday)
    }
    #expect(error?.code == .invalidRequest && watches.count == 0)
  }

  private func searched(_ all: WatchedVenues, sequence: UInt64) -> SearchedVenues {
    // Some stand in the large table, and some came since.
    let (base, changes) = (all.venues.filter { $0.value.takeaway == true }, all.venues)
    let index = VenueIndex(
      base: VenueTable(Array(base.values)),
      changes: changes.filter { base[$0.key] == nil }.mapValues { .some($0) })
    let replica = ReplicaState(
      position: StreamPosition(epoch: "t", sequence: sequence), venues: index.count,
      isCurrent: true)
    return SearchedVenues(
      snapshot: PublishedVenues.Snapshot(index: index, replica: replica),
      turns: HoursTurns(HoursBook(WatchedVenues.place)))
  }

  private func position(_ coordinate: Coordinate, _ time: Timestamp) -> DevicePosition {
    DevicePosition(device: "ada", coordinate: coordinate, time: time)
  }
}
