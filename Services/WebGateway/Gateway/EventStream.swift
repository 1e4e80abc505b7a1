import FoundationEssentials
import MessageBus
import Messages

/// One browser's stream of one topic.
///
/// Geofence events carry their durable number as `id`: a browser that reconnects with
/// `Last-Event-ID`, and any stream after a gap, first gets the missed events from the log, each
/// once and in order. The other topics have no log; there a gap is sent as an event named `gap`.
struct EventStream: Sendable {
  let topic: GatewayTopic
  /// Only events that match all of these.
  let subjects: [EventSubject: String]
  /// The number of the last event that the browser has received; `nil` if unknown.
  let lastNumber: Int64?
  let hub: EventHub
  /// For requests to the geofence monitor's log.
  let services: any ServiceClient
  let body: BodyStream
  let limits: GatewayLimits

  /// Writes until the browser disconnects, the topic's stream ends or the task is cancelled.
  func run() async {
    body.write(ServerSentEvents.greeting)
    await withTaskGroup { group in
      group.addTask { await writeHeartbeats() }
      group.addTask { await writeItems() }
      await group.next()
      group.cancelAll()
    }
    body.finish()
  }

  private func writeHeartbeats() async {
    // Only time triggers a heartbeat. Cancelling the task ends the sleep.
    while (try? await Task.sleep(for: limits.heartbeat)) != nil {
      guard body.write(ServerSentEvents.heartbeat) else { return }
    }
  }

  private func writeItems() async {
    var last = lastNumber
    for await item in hub.items(of: topic, about: subjects) {
      guard await write(item, &last) else { return }
    }
  }

  /// - Returns: `false` if the browser has disconnected.
  private func write(_ item: EventHub.Item, _ last: inout Int64?) async -> Bool {
    // Events that do not match the filter need not be fetched from the log.
    if let passed = item.passed { last = max(last ?? passed, passed) }
    switch item.item {
    case .event(let event, let position):
      return write(event, at: position, &last)
    case .live(let position):
      return await catchUp(&last) && writeNotice("live", position)
    case .gap(let position):
      let isWhole = topic == .geofenceEvent && last != nil
      return await catchUp(&last) && (isWhole || writeNotice("gap", position))
    case .lost:
      return body.write(ServerSentEvents.event("lost", id: nil, Data("{}".utf8)))
    }
  }

  private func write(
    _ event: TopicEvent, at position: StreamPosition?, _ last: inout Int64?
  ) -> Bool {
    if let number = event.number {
      // Already sent from the log.
      if let last, number <= last { return true }
      last = number
    }
    guard subjects.allSatisfy({ event.subjects[$0] == $1 }) else { return true }
    let id = event.number.map(String.init) ?? position.map { "\($0.epoch)-\($0.sequence)" }
    return body.write(ServerSentEvents.event(topic.rawValue, id: id, event.json))
  }

  private func writeNotice(_ name: String, _ position: StreamPosition) -> Bool {
    // Strings and numbers always encode.
    let json = (try? MessageCoder.encode(position)) ?? Data("{}".utf8)
    return body.write(ServerSentEvents.event(name, id: nil, json))
  }

  /// Sends the events of the log after `last`; a browser without a number starts at the log's end.
  private func catchUp(_ last: inout Int64?) async -> Bool {
    guard topic == .geofenceEvent else { return true }
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
        guard write(TopicEvent(event, json: json), at: nil, &last) else { return false }
      }
    }
    return true
  }

  private func page(since: Int64, limit: Int) async throws -> GeofenceEventsReply {
    try await services.send(
      GeofenceEventsRequest(since: since, limit: limit), timeout: limits.answer)
  }
}
