import CommandLineKit
import Geography
import MapFiles
import MessageBus
import Messages
import ServiceRuntime
import TestSupport
import Testing
import Time

@testable import ShopSearch

/// The service on a real bus, with a fake venue store.
@Suite(.timeLimit(.minutes(10))) struct ShopSearchServiceTests {
  @Test("the service follows a store that starts, changes and stops")
  func follow() async throws {
    try await TemporaryDirectory.with { directory in
      let search = try await RunningSearch(in: directory)
      await #expect(throws: ServiceError.self) { try await search.nearby() }

      let store = try await FakeVenueStore(in: directory, [cafe("a"), cafe("b"), cafe("c")])
      #expect(try await search.nearby { $0.replica.isCurrent }.venues.count == 3)

      try store.change(VenueChanged(id: "a", venue: nil))
      try store.change(VenueChanged(id: "d", venue: cafe("d")))
      let changed = try await search.nearby { $0.replica.position.sequence == 2 }
      #expect(changed.venues.map(\.venue.id) == ["b", "c", "d"])

      await store.bus.close()
      let stale = try await search.nearby { !$0.replica.isCurrent }
      #expect(stale.venues.map(\.venue.id) == ["b", "c", "d"])

      let next = try await FakeVenueStore(in: directory, [cafe("z")])
      let fresh = try await search.nearby { $0.replica.isCurrent }
      #expect(fresh.venues.map(\.venue.id) == ["z"])
      await next.bus.close()
      await search.close()
    }
  }

  @Test("a filtered request is answered page by page")
  func pages() async throws {
    try await TemporaryDirectory.with { directory in
      let search = try await RunningSearch(in: directory)
      let always = ["a", "b", "c", "d"].map { id in
        var venue = cafe(VenueID(rawValue: id))
        venue.openingHours = id == "c" ? "off" : "24/7"
        venue.name = "Blue Bottle"
        return venue
      }
      let store = try await FakeVenueStore(in: directory, always)
      _ = try await search.nearby { $0.replica.isCurrent }
      let request = NearbyRequest(
        coordinate: center, filter: VenueFilter(name: "botle", hours: HoursFilter()),
        order: .name, limit: 2)
      let first = try await search.bus.client.send(request)
      #expect(first.venues.map(\.venue.id) == ["a", "b"])
      #expect(first.venues.allSatisfy { $0.hours == VenueHoursStatus(state: .open) })
      let second = try await search.bus.client.send(request.page(of: 2, after: first.next))
      #expect(second.venues.map(\.venue.id) == ["d"] && second.next == nil)
      let bad = request.page(of: 2, after: "elsewhere")
      let error = await #expect(throws: ServiceError.self) { try await search.bus.client.send(bad) }
      #expect(error?.code == .invalidRequest)
      await store.bus.close()
      await search.close()
    }
  }

  @Test("the service does not start without a map")
  func noMap() async throws {
    try await TemporaryDirectory.with { directory in
      let bus = try Bus(
        runDirectory: RunDirectory(path: directory.path), name: "search", timeout: .patience)
      let error = await #expect(throws: MapManifestError.self) {
        _ = try await ShopSearchService(
          ServiceEnvironment(
            instance: "1", home: Home(directory: directory.path), log: Log("test"),
            publisher: bus.publisher, client: bus.client, subscriber: bus.subscriber))
      }
      #expect(error?.description.contains("planner build MAP --into DIR") == true)
      await bus.close()
    }
  }

  @Test("candidates and details are answered")
  func candidates() async throws {
    try await TemporaryDirectory.with { directory in
      let search = try await RunningSearch(in: directory)
      let store = try await FakeVenueStore(in: directory, [cafe("a"), cafe("b")])
      _ = try await search.nearby { $0.replica.isCurrent }
      let request = CandidatesRequest(
        origin: center, destination: center, category: .coffee, drivingSeconds: 60)
      let reply = try await search.bus.client.send(request)
      #expect(reply.shops.shops == [Shop(cafe("a")), Shop(cafe("b"))])
      #expect(reply.inCategory == 2 && reply.omitted == 0 && reply.replica.isCurrent)
      let details = try await search.bus.client.send(ShopDetailsRequest(ids: ["b", "x", "a"]))
      #expect(details.venues == [cafe("b"), cafe("a")] && details.replica.isCurrent)
      let badRequest = CandidatesRequest(
        origin: center, destination: Coordinate(latitude: 99, longitude: 0), category: .coffee,
        drivingSeconds: 60)
      await #expect(throws: ServiceError.self) { try await search.bus.client.send(badRequest) }
      await store.bus.close()
      await search.close()
    }
  }

  @Test("a subscription publishes the list of a moving device")
  func subscription() async throws {
    try await TemporaryDirectory.with { directory in
      let search = try await RunningSearch(in: directory)
      try await search.bus.publish(as: .shopSearch, instance: "1")
      let far = Coordinate(latitude: center.latitude + 0.01, longitude: center.longitude)
      let away = Venue(id: "b", name: "Far", category: .coffee, coordinate: far)
      let store = try await FakeVenueStore(in: directory, [cafe("a"), away])
      _ = try await search.nearby { $0.replica.isCurrent }
      let client = try Bus(
        runDirectory: RunDirectory(path: directory.path), name: "client", timeout: .patience)
      let events = client.subscriber.events(NearbyChanged.self)
      let request = NearbyWatchRequest(device: "ada", limit: 1)
      // The device is unknown, because there is no monitor.
      #expect(try await client.client.send(request).list == nil)

      let monitor = try await FakeGeofenceMonitor(in: directory)
      try monitor.publish(DevicePosition(device: "ada", coordinate: center, time: seconds(1)))
      try monitor.publish(DevicePosition(device: "bob", coordinate: far, time: seconds(2)))
      try monitor.publish(DevicePosition(device: "ada", coordinate: far, time: seconds(3)))
      var shown: [NearbyChanged] = []
      for await case .event(let event, _) in events {
        shown.append(event)
        if event.list.venues.first?.venue.id == "b" { break }
      }
      let reply = try await client.client.send(request)
      #expect(shown.allSatisfy { $0.watch == reply.watch && $0.list.device == "ada" })
      #expect(shown.last?.came == ["b"] && reply.list == shown.last?.list)

      // A device that the monitor already knows gets its list immediately.
      let other = try await client.client.send(NearbyWatchRequest(device: "old", limit: 1))
      #expect(other.list?.venues.map(\.venue.id) == ["a"] && other.watch != reply.watch)
      for bus in [client, monitor.bus, store.bus] { await bus.close() }
      await search.close()
    }
  }
}

private func seconds(_ seconds: Int64) -> Timestamp { Timestamp(secondsSince1970: seconds) }

/// A fake geofence monitor that knows one device, and the positions that a test publishes.
private struct FakeGeofenceMonitor {
  let bus: Bus
  private let positions: Locked<[DeviceID: DevicePosition]>

  init(in directory: TemporaryDirectory) async throws {
    let bus = try Bus(
      runDirectory: RunDirectory(path: directory.path), name: "monitor", timeout: .patience)
    let old = DevicePosition(device: "old", coordinate: center, time: seconds(1))
    let positions = Locked([DeviceID(rawValue: "old"): old])
    var handlers = RequestHandlers<Void>()
    handlers.answer(PositionRequest.self) { _, request, _ in
      guard let known = positions.withLock({ $0[request.device] }) else {
        throw ServiceError(.notFound, "Never seen.")
      }
      return known
    }
    let server = try RequestServer<Void>(
      service: .geofenceMonitor, loop: bus.loop, workers: 1, handlers: handlers, makeWorker: {})
    try await bus.publish(as: .geofenceMonitor, instance: "1")
    try await bus.serve(server, as: .geofenceMonitor, instance: "1")
    self.bus = bus
    self.positions = positions
  }

  func publish(_ position: DevicePosition) throws {
    positions.withLock { $0[position.device] = position }
    try bus.publisher.publish(position)
  }
}

/// A fake venue store with two venues per page.
private struct FakeVenueStore {
  let bus: Bus
  private let venues: Locked<[VenueID: Venue]>

  init(in directory: TemporaryDirectory, _ list: [Venue]) async throws {
    let bus = try Bus(
      runDirectory: RunDirectory(path: directory.path), name: "store", timeout: .patience)
    let venues = Locked(Dictionary(uniqueKeysWithValues: list.map { ($0.id, $0) }))
    var handlers = RequestHandlers<Void>()
    handlers.answer(VenueSnapshotRequest.self) { _, request, _ in
      // As in the real store, a page and its position are read together.
      venues.withLock { venues in
        let rest = venues.values.filter { $0.id > request.after ?? "" }.sorted { $0.id < $1.id }
        return VenueSnapshotReply(
          position: bus.publisher.position(of: VenueChanged.self), venues: Array(rest.prefix(2)),
          next: rest.count > 2 ? rest[1].id : nil)
      }
    }
    let server = try RequestServer<Void>(
      service: .venueStore, loop: bus.loop, workers: 1, handlers: handlers, makeWorker: {})
    bus.directory.removeSockets(of: .venueStore, instance: "1")
    try await bus.publish(as: .venueStore, instance: "1")
    try await bus.serve(server, as: .venueStore, instance: "1")
    self.bus = bus
    self.venues = venues
  }

  func change(_ change: VenueChanged) throws {
    try venues.withLock { venues in
      venues[change.id] = change.venue
      try bus.publisher.publish(change)
    }
  }
}

private struct RunningSearch {
  let bus: Bus
  private let background: Task<Void, Never>

  init(in directory: TemporaryDirectory) async throws {
    let bus = try Bus(
      runDirectory: RunDirectory(path: directory.path), name: "search", timeout: .patience)
    try directory.writeManifest()
    let service = try await ShopSearchService(
      ServiceEnvironment(
        instance: "1", home: Home(directory: directory.path), log: Log("test"),
        publisher: bus.publisher, client: bus.client, subscriber: bus.subscriber))
    var handlers = RequestHandlers<OpeningHoursCache>()
    service.register(in: &handlers)
    let server = try RequestServer<OpeningHoursCache>(
      service: .shopSearch, loop: bus.loop, workers: 1, handlers: handlers,
      makeWorker: { service.makeWorker() })
    try await bus.serve(server, as: .shopSearch, instance: "1")
    background = Task { await service.run() }
    self.bus = bus
  }

  func close() async {
    background.cancel()
    await background.value
    await bus.close()
  }

  func nearby() async throws -> NearbyReply {
    try await bus.client.send(NearbyRequest(coordinate: center))
  }

  /// Repeats the request until the reply satisfies the condition, or the suite's time limit ends
  /// it.
  func nearby(until isDone: (NearbyReply) -> Bool) async throws -> NearbyReply {
    while true {
      do {
        let reply = try await nearby()
        if isDone(reply) { return reply }
      } catch let error as ServiceError where error.code == .unavailable {
        await Task.yield()
      }
    }
  }
}

private func cafe(_ id: VenueID) -> Venue {
  Venue(id: id, name: "Café", category: .coffee, coordinate: center)
}
