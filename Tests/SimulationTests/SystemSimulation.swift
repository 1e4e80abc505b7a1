import FoundationEssentials
import Messages
import SQL
import TestSupport

@testable import GeofenceMonitor
@testable import MessageBus
@testable import VenueStore

/// The whole system under one seed and one clock: three routers, a venue store, a geofence monitor,
/// shop-search's copy of the venues, a reader of the log of events, and users.
///
/// Real are the client and the server of the bus, its queues and batches, publisher and subscriber,
/// the replica, the stores on files with their kept replies, the merge of venues and the engine of
/// fences. Simulated are time, threads, the lines and the processes, which are killed and stopped;
/// disks fill, and clocks jump.
///
/// Invariants while it runs:
/// 1. Each request has one outcome, no later than its deadline, and that is the reply to itself.
/// 2. Events come in order without a gap, or the gap is announced.
/// 3. Each change is acknowledged as it was asked for.
/// 4. A copy that follows, and is at the source's position, is the source.
///
/// In the end, when faults have ended for some seconds:
/// 5. All changes are acknowledged, and the stores have them and nothing else: none is lost, and
///    none was made twice.
/// 6. What the monitor has in memory is what it reads from its file.
/// 7. The reader has the log of events, each once.
/// 8. There is one venue for each place that a feed lists, with the data of the first that does,
///    and to merge all of them again changes nothing.
/// 9. The copy is those venues.
///
/// `@unchecked Sendable`: 1. Used on the loop's thread only.
final class SystemSimulation: @unchecked Sendable {
  private static let faultsEnd = 15_000
  private static let end = 26_000

  let world: SimulatedWorld
  private let stores: SimulatedStores
  private let routers: [SimulatedService<Int>]
  private let venueStore: SimulatedService<VenueWorker>
  private let monitor: SimulatedService<MonitorWorker>
  private let client: SimulatedClient
  private let shopSearch: SimulatedShopSearch
  private let reader: SimulatedEventReader
  private let users: [SimulatedUser]
  private var feeds = SimulatedFeeds()
  private var looks = 0
  /// Of the questions that any router could have answered, and had a second for.
  private var unanswered = 0
  private var comparisons = 0

  init(
    seed: UInt64, faults: SimulatedFaults, plant: PlantedFault?, on loop: MessageLoop,
    context: MessageContext, in directory: TemporaryDirectory
  ) {
    let world = SimulatedWorld(seed: seed, faults: faults, plant: plant)
    let stores = SimulatedStores(
      world: world, loop: loop, context: context, directory: directory)
    self.world = world
    self.stores = stores
    routers = ["1", "2", "3"].map(stores.router)
    venueStore = stores.venueStore()
    monitor = stores.monitor()
    let client = SimulatedClient(in: world, on: loop)
    self.client = client
    shopSearch = SimulatedShopSearch(SimulatedClient(in: world, on: loop))
    reader = SimulatedEventReader(client)
    users = (1...4).map { SimulatedUser($0, client) }
  }

  private var processes: [any SimulatedProcess] { routers + [venueStore, monitor] }

  /// - Parameter isolation: an actor on the loop's thread.
  func run(isolation: isolated any Actor, on loop: MessageLoop) async throws {
    try SimulatedFeeds.add(to: stores.openVenues(), in: stores.directory)
    for process in processes { process.start() }
    if let worker = venueStore.worker {
      _ = feeds.sync("base", worker, in: stores.directory, world)
    }
    shopSearch.start()
    reader.start()
    for user in users { user.live(until: Self.faultsEnd + 5_000) }
    look()
    syncFeed()
    breakSomething()
    compareCopy()
    world.after(Self.faultsEnd) { [self] in calmDown() }
    world.after(Self.faultsEnd + 6_500) { [self] in changeWhileCopying() }
    while world.violations.isEmpty, let event = world.next(before: Self.end) {
      event()
      // What the event has left for the loop's thread.
      await withCheckedContinuation { done in loop.perform { done.resume() } }
    }
    if world.violations.isEmpty { try check() }
  }

  /// What the run was like, for comparison.
  var summary: [String: Int] {
    world.faultCounts.merging([
      "acknowledged": users.reduce(0) { $0 + $1.acknowledged }, "looks": looks,
      "unanswered": unanswered, "events": reader.events.count, "copies": shopSearch.copies,
      "comparisons": comparisons,
    ]) { $1 }
  }
}

// MARK: - What happens

extension SystemSimulation {
  private func look() {
    guard world.elapsed < Self.faultsEnd + 5_000 else { return }
    let number = world.number()
    let instance = world.chance(6) == 0 ? "\(1 + world.chance(3))" : nil
    let patience = [100, 1_000, 4_000][world.chance(3)]
    client.send(
      LookRequest(number: number), instance: instance, within: patience
    ) { [self] result in
      guard let reply = try? result.get() else {
        if instance == nil, patience >= 1_000 { unanswered += 1 }
        return
      }
      looks += 1
      if reply.number != number { world.violate("\(number) has the reply to \(reply.number)") }
    }
    world.after(10 + world.chance(100)) { [self] in look() }
  }

  private func syncFeed() {
    guard world.elapsed < Self.faultsEnd + 6_000 else { return }
    syncNow()
    world.after(100 + world.chance(900)) { [self] in syncFeed() }
  }

  private func syncNow() {
    guard let worker = venueStore.worker else { return }
    let name = SimulatedFeeds.names[1 + world.chance(2)]
    _ = feeds.sync(name, worker, in: stores.directory, world)
    guard world.chance(15) == 0 else { return }
    // As when another map is loaded: the stream begins again.
    _ = try? worker.stream.change(in: worker.store) { _ in
      try worker.store.changeLog.startEpoch("epoch \(world.number())")
    }
  }

  private func compareCopy() {
    if let store = venueStore.worker?.store, let copied = shopSearch.venues(),
      let position = try? store.changeLog.position(), position == shopSearch.position,
      let venues = try? store.venues.page(after: nil, limit: 500).venues
    {
      comparisons += 1
      if copied != byName(venues) { world.violate("at \(position) the copy is not its source") }
    }
    world.after(200) { [self] in compareCopy() }
  }

  private func byName(_ venues: [Venue]) -> [String: Venue] {
    Dictionary(venues.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The last changes come while the venues are copied, so that no later one hides what is missing.
  private func changeWhileCopying() {
    for wire in world.wires where wire.address.service == .venueStore { wire.cut() }
    syncNow()
    for number in 1...10 { world.after(40 * number) { [self] in syncNow() } }
  }

  /// Perhaps something breaks, ten times a second.
  private func breakSomething() {
    let process = processes[world.chance(processes.count)]
    if world.happens(\.cuts, "cut"), let wire = world.wires.randomElement(of: world) { wire.cut() }
    if world.happens(\.kills, "kill") { process.kill() }
    if world.happens(\.freezes, "freeze") {
      process.freeze(for: [200, 1_500, 5_000][world.chance(3)])
    }
    if world.happens(\.fullDisks, "full disk") {
      fillDisks()
      world.after([300, 2_000][world.chance(2)]) { [self] in freeDisks() }
    }
    if world.happens(\.clockJumps, "clock jump") {
      world.skewSeconds = [-3_600, 40 * 86_400, 3_600][world.chance(3)]
      world.after(1_500) { [self] in world.skewSeconds = 0 }
    }
    world.after(100) { [self] in breakSomething() }
  }

  private func fillDisks() { bound(pages: 1) }

  private func freeDisks() { bound(pages: 1_000_000_000) }

  /// SQLite does not make a bound smaller than the file.
  private func bound(pages: Int) {
    for database in [venueStore.worker?.store.database, monitor.worker?.state.store.database] {
      try? database?.execute("PRAGMA max_page_count = \(pages)")
    }
  }

  private func calmDown() {
    world.faults = .none
    world.skewSeconds = 0
    for process in processes {
      process.thaw()
      process.start()
    }
    freeDisks()
  }
}

// MARK: - What must hold in the end

extension SystemSimulation {
  private func check() throws {
    for user in users where user.isBusy { world.violate("\(user.name) still waits") }
    guard let venues = venueStore.worker?.store, let state = monitor.worker?.state else {
      return world.violate("a store is not running")
    }
    try checkContributions(venues)
    try checkMonitor(state)
    try checkVenues(venues)
  }

  private func checkContributions(_ store: VenueDatabase) throws {
    for user in users {
      let request = NoteListRequest(user: user.name, before: nil, limit: 50)
      let stored = try Notes(store).list(request).notes.map { "\($0.venueID) \($0.text)" }
      let wanted = user.notes.map { "\($0.key) \($0.value)" }
      if stored.sorted() != wanted.sorted() {
        world.violate("\(user.name) has the notes \(stored), not \(wanted)")
      }
      let marked = try Favourites(store).list(of: user.name).favourites.map(\.venue.id)
      if marked.count != user.favourites.count || Set(marked) != user.favourites {
        world.violate("\(user.name) has the favourites \(marked), not \(user.favourites)")
      }
    }
  }

  private func checkMonitor(_ state: MonitorState) throws {
    let read = try stores.openMonitor()
    let fences = state.fences(FenceListRequest(board: nil, tag: nil)).fences
    let wanted = users.flatMap { $0.fences.map { "\($0.value) \($0.key)" } }
    let found = fences.map { "\($0.id) \($0.label ?? "")" }
    if found.sorted() != wanted.sorted() { world.violate("fences \(found), not \(wanted)") }
    if fences != read.fences(FenceListRequest(board: nil, tag: nil)).fences {
      world.violate("the monitor's fences are not those of its file")
    }
    for device in users.map({ DeviceID(rawValue: $0.name) }) {
      let kept = state.engine.track(of: device)?.current
      if kept != read.engine.track(of: device)?.current {
        world.violate("the monitor's track of \(device) is not that of its file")
      }
    }
    var log: [GeofenceEvent] = []
    while true {
      let page = try read.events(GeofenceEventsRequest(since: log.last?.number ?? 0, limit: 500))
      if page.events.isEmpty { break }
      log += page.events
    }
    if reader.events != log {
      world.violate("the reader has \(reader.events.count) events of \(log.count), or others")
    }
    for user in users {
      let caused = log.filter { $0.device.rawValue == user.name && $0.reason != .removed }
      if user.events != caused {
        world.violate("\(user.name) was told \(user.events.count) events of \(caused.count)")
      }
    }
  }

  private func checkVenues(_ store: VenueDatabase) throws {
    let venues = try store.venues.page(after: nil, limit: 500).venues
    let found = venues.map { "\($0.name) \($0.facts.phone ?? "")" }
    if found.sorted() != feeds.venues.sorted() {
      world.violate("venues \(found.sorted()), not \(feeds.venues.sorted())")
    }
    let recompute = VenueRecompute(store)
    try recompute.markStale("FROM feed_row WHERE 1 = 1")
    try recompute.recomputeStale { changes in
      for change in changes { world.violate("merged again, \(change.id) is another") }
    }
    guard let copied = shopSearch.venues() else {
      return world.violate("the copy of the venues does not follow")
    }
    if copied != byName(venues) { world.violate("the copy has \(copied.count) venues, or others") }
  }
}

extension [Wire] {
  fileprivate func randomElement(of world: SimulatedWorld) -> Wire? {
    isEmpty ? nil : self[world.chance(count)]
  }
}
