import FoundationEssentials
import Messages

@testable import MessageBus
@testable import ShopSearch

/// A client process of a run: the real client, and the real subscriber.
struct SimulatedClient {
  /// Gets the outcome of a request.
  ///
  /// `@unchecked Sendable`: 1. Used on the loop's thread only.
  struct Waiter: RequestWaiter, @unchecked Sendable {
    let done: (RequestOutcome) -> Void

    func resume(_ outcome: RequestOutcome) { done(outcome) }
  }

  let world: SimulatedWorld
  let core: RequestClientCore
  let subscriber: SubscriberCore

  init(in world: SimulatedWorld, on loop: MessageLoop) {
    self.world = world
    core = RequestClientCore(loop: loop, world: world, restartGrace: .seconds(3))
    subscriber = SubscriberCore(loop: loop, world: world, hears: { _ in true })
  }

  /// Sends a request. It must have one outcome, no later than the client promises.
  func send<Request: RequestMessage>(
    _ request: Request, instance: String? = nil, key: String? = nil, within milliseconds: Int,
    _ done: @escaping (Result<Request.Reply, ServiceError>) -> Void
  ) {
    guard let service = Request.operation.service, let body = try? MessageCoder.encode(request)
    else { return world.violate("cannot encode \(request)") }
    let deadline = world.elapsed + milliseconds
    let outcome = Outcome()
    let late = deadline + Int(ClientLimits.checkInterval / .milliseconds(1))
    let waiter = Waiter { [world] result in
      outcome.count += 1
      if outcome.count > 1 { world.violate("\(request) has two outcomes") }
      if world.elapsed > late { world.violate("\(request) ended after its deadline") }
      done(result.flatMap { data in Self.decode(Request.Reply.self, data) })
    }
    world.after(milliseconds + 1_000) { [world] in
      if outcome.count == 0 { world.violate("\(request) has no outcome") }
    }
    let outgoing = OutgoingRequest(
      operation: Request.operation, service: service, instance: instance, body: body,
      trace: TraceContext(traceID: "t"), idempotencyKey: key,
      deadline: world.now.advanced(by: .milliseconds(milliseconds)))
    core.assumeIsolated { $0.send(outgoing, for: waiter) }
  }

  private static func decode<Reply: Decodable>(
    _ type: Reply.Type, _ data: Data
  ) -> Result<Reply, ServiceError> {
    do throws(ServiceError) { return .success(try MessageCoder.decode(type, from: data)) } catch {
      return .failure(error)
    }
  }

  private final class Outcome { var count = 0 }

  /// Subscribes to a topic, and checks that events come in order, and that a gap is announced.
  func subscribe<Event: EventMessage>(
    to type: Event.Type, _ sink: @escaping (StreamItem<Event>) -> Void
  ) {
    let order = EventOrder()
    let reader = Reader(sink)
    _ = subscriber.subscribe(to: Event.topic) { [world] item in
      if world.plant == .hiddenGaps, case .gap = item { return }
      if let complaint = order.complaint(about: item) { world.violate(complaint) }
      reader.sink(item.map { try? MessageCoder.decode(type, from: $0) })
    }
  }

  /// `@unchecked Sendable`: 1. Used on the loop's thread only.
  private final class Reader<Event: Sendable>: @unchecked Sendable {
    let sink: (StreamItem<Event>) -> Void

    init(_ sink: @escaping (StreamItem<Event>) -> Void) { self.sink = sink }
  }
}

/// Whether events come one after another.
///
/// `@unchecked Sendable`: 1. Used on the loop's thread only.
private final class EventOrder: @unchecked Sendable {
  private var last: StreamPosition?

  func complaint(about item: StreamItem<Data>) -> String? {
    switch item {
    case .live(let position), .gap(let position): last = position
    case .lost, .refused: last = nil
    case .event(_, let position):
      defer { last = position }
      guard let last else { return "an event came before the position of its stream" }
      if last.epoch != position.epoch || last.sequence + 1 != position.sequence {
        return "event \(position) came after \(last), and no gap was announced"
      }
    }
    return nil
  }
}

/// A copy of the venues as shop-search makes it: the real replica and the real tables.
///
/// `@unchecked Sendable`: 1. Used on the loop's thread only.
final class SimulatedShopSearch: @unchecked Sendable {
  private let client: SimulatedClient
  private var replica = Replica<VenueChanged, VenueID>()
  private var copy = VenueCopy()
  private(set) var copies = 0

  init(_ client: SimulatedClient) { self.client = client }

  func start() {
    client.subscribe(to: VenueChanged.self) { [self] item in perform(replica.receive(item)) }
  }

  var position: StreamPosition? { replica.position }

  /// The copied venues by name, if the copy says that it follows its source.
  func venues() -> [String: Venue]? {
    guard replica.isCurrent, !copy.isInitialBuildPending else { return nil }
    // A build has everything in one table.
    if let build = copy.nextBuild(maximumDelta: -1) { _ = copy.adopt(build.run(), of: build) }
    guard let index = copy.index() else { return nil }
    return Dictionary(index.base.all.map { ($0.name, $0) }) { first, _ in first }
  }

  private func perform(
    _ actions: [Replica<VenueChanged, VenueID>.Action], _ page: [Venue] = []
  ) {
    for action in actions {
      switch action {
      case .begin:
        copies += 1
        copy.begin()
      case .add: copy.add(page)
      case .ask(let cursor, let ticket): ask(after: cursor, ticket)
      case .pause(let ticket):
        client.world.after(250) { [self] in perform(replica.pauseIsOver(ticket)) }
      case .finish(let events):
        let build = copy.finish(client.world.plant == .staleCopies ? [] : events)
        client.world.after(30) { [self] in _ = copy.adopt(build.run(), of: build) }
      case .apply(let event): copy.apply(event)
      }
    }
  }

  private func ask(after cursor: VenueID?, _ ticket: Replica<VenueChanged, VenueID>.Ticket) {
    client.send(VenueSnapshotRequest(after: cursor, limit: 3), within: 2_000) { [self] result in
      guard let page = try? result.get() else { return perform(replica.failed(ticket)) }
      perform(replica.page(readAt: page.position, next: page.next, ticket), page.venues)
    }
  }
}

/// Reads the log of events: as they come, and from the log what came while it did not listen.
///
/// `@unchecked Sendable`: 1. Used on the loop's thread only.
final class SimulatedEventReader: @unchecked Sendable {
  private let client: SimulatedClient
  private(set) var events: [GeofenceEvent] = []
  /// What came while the log was read; `nil` if it is not.
  private var waiting: [GeofenceEvent]?
  /// A later gap needs the log again.
  private var mustReadAgain = false

  init(_ client: SimulatedClient) { self.client = client }

  private var last: Int64 { events.last?.number ?? 0 }

  func start() {
    client.subscribe(to: GeofenceEvent.self) { [self] item in
      switch item {
      case .live, .gap:
        if waiting == nil { readLog() } else { mustReadAgain = true }
      case .lost, .refused: break
      case .event(let event, _):
        if waiting != nil { waiting?.append(event) } else { append(event) }
      }
    }
  }

  private func append(_ event: GeofenceEvent) {
    if event.number <= last {
      // Known from the log.
      let known = events[Int(event.number) - 1]
      if known != event { client.world.violate("event \(event.number) is not as in the log") }
    } else if event.number == last + 1 {
      events.append(event)
    } else {
      client.world.violate("event \(event.number) came after \(last)")
    }
  }

  private func readLog() {
    if waiting == nil { waiting = [] }
    let request = GeofenceEventsRequest(since: last, limit: 20)
    client.send(request, within: 2_000) { [self] result in
      guard let reply = try? result.get() else {
        return client.world.after(300) { [self] in readLog() }
      }
      for event in reply.events { append(event) }
      guard last >= reply.latest, !mustReadAgain else {
        mustReadAgain = false
        return readLog()
      }
      let came = waiting ?? []
      waiting = nil
      for event in came { append(event) }
    }
  }
}
