import FoundationEssentials
import MessageBus
import Messages

/// One browser's stream of one feed.
///
/// Geofence events carry their durable number as `id`: a browser that comes back with
/// `Last-Event-ID`, and any stream after a gap, is first given what it missed from the log, each
/// event once and in order. The other feeds have no log; there a gap is told as an event named
/// `gap`.
struct EventStream: Sendable {
  let feed: EventFeed
  /// Only events about all of these.
  let subjects: [EventSubject: String]
  /// The number of the last event that the browser has, where it knows.
  let lastNumber: Int64?
  let hub: EventHub
  /// For the log.
  let bus: any GatewayBus
  let body: BodyStream
  let limits: GatewayLimits

  /// Writes until the browser is gone, the feed ends or the task is cancelled.
  func run() async {
    body.write(ServerSentEvents.greeting)
    await withTaskGroup { group in
      group.addTask { await beat() }
      group.addTask { await follow() }
      await group.next()
      group.cancelAll()
    }
    body.finish()
  }

  private func beat() async {
    // A beat is a matter of time, and nothing else wakes it; cancelling ends the sleep.
    while (try? await Task.sleep(for: limits.heartbeat)) != nil {
      guard body.write(ServerSentEvents.heartbeat) else { return }
    }
  }

  private func follow() async {
    var last = lastNumber
    for await item in hub.items(of: feed, about: subjects) {
      guard await pass(item, &last) else { return }
    }
  }

  /// - Returns: `false` where the browser is gone.
  private func pass(_ item: EventHub.Item, _ last: inout Int64?) async -> Bool {
    // Events that this browser did not ask for need not be looked for in the log.
    if let passed = item.passed { last = max(last ?? passed, passed) }
    switch item.item {
    case .event(let event, let position):
      return write(event, at: position, &last)
    case .live(let position):
      return await catchUp(&last) && tell("live", position)
    case .gap(let position):
      let isWhole = feed == .geofenceEvent && last != nil
      return await catchUp(&last) && (isWhole || tell("gap", position))
    case .lost:
      return body.write(ServerSentEvents.event("lost", id: nil, Data("{}".utf8)))
    }
  }

  private func write(
    _ event: FeedEvent, at position: StreamPosition?, _ last: inout Int64?
  ) -> Bool {
    if let number = event.number {
      // Already told from the log.
      if let told = last, number <= told { return true }
      last = number
    }
    guard subjects.allSatisfy({ event.subjects[$0] == $1 }) else { return true }
    let id = event.number.map(String.init) ?? position.map { "\($0.epoch)-\($0.sequence)" }
    return body.write(ServerSentEvents.event(feed.rawValue, id: id, event.json))
  }

  private func tell(_ name: String, _ position: StreamPosition) -> Bool {
    // Strings and numbers always encode.
    let json = (try? MessageCoder.encode(position)) ?? Data("{}".utf8)
    return body.write(ServerSentEvents.event(name, id: nil, json))
  }

  /// Tells what the log has beyond `last`; a browser that has nothing yet starts at the log's end.
  private func catchUp(_ last: inout Int64?) async -> Bool {
    guard feed == .geofenceEvent else { return true }
    guard last != nil else {
      last = try? await page(since: .max, limit: 1).latest
      return true
    }
    while let since = last {
      guard let page = try? await page(since: since, limit: GatewayLimits.catchUpPage),
        !page.events.isEmpty
      else { return true }
      for event in page.events {
        guard let json = try? MessageCoder.encode(event) else { continue }
        guard write(FeedEvent(event, json: json), at: nil, &last) else { return false }
      }
    }
    return true
  }

  private func page(since: Int64, limit: Int) async throws -> GeofenceEventsReply {
    let request = GeofenceEventsRequest(since: since, limit: limit)
    let reply = try await bus.send(
      MessageCoder.encode(request), as: GeofenceEventsRequest.operation, timeout: limits.answer)
    return try MessageCoder.decode(GeofenceEventsReply.self, from: reply)
  }
}
