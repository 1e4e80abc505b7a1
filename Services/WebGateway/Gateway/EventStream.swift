import FoundationEssentials
import MessageBus
import Messages

/// One browser's stream of one or more topics.
///
/// Geofence events carry their durable number as `id`: a browser that reconnects with
/// `Last-Event-ID`, and any stream after a gap, first gets the missed events from the log, each
/// once and in order. The other topics have no log; there a gap is sent as an event named `gap`.
/// In a stream with geofence events only those have an `id`, so that the browser remembers no
/// other.
struct EventStream: Sendable {
  /// One or more.
  let filters: [TopicFilter]
  /// The number of the last event that the browser has received; `nil` if unknown.
  let lastNumber: Int64?
  let hub: EventHub
  /// For requests to the geofence monitor's log.
  let services: any ServiceClient
  let body: BodyStream
  let limits: GatewayLimits
  /// Whether the key with which it was opened still counts; asked with each heartbeat.
  var isAllowed: @Sendable () -> Bool = { true }

  /// Writes until the browser disconnects, the topic's stream ends or the task is cancelled.
  func run() async {
    body.write(ServerSentEvents.greeting)
    await withTaskGroup { group in
      group.addTask { await writeHeartbeats() }
      for filter in filters {
        group.addTask {
          await TopicWriter(stream: self, filter: filter).writeItems(since: lastNumber)
        }
      }
      await group.next()
      group.cancelAll()
    }
    body.finish()
  }

  private func writeHeartbeats() async {
    // Only time triggers a heartbeat. Cancelling the task ends the sleep.
    while (try? await Task.sleep(for: limits.heartbeat)) != nil {
      guard isAllowed(), body.write(ServerSentEvents.heartbeat) else { return }
    }
  }

  /// Whether one of the topics has a log, whose numbers a browser remembers.
  fileprivate var hasLog: Bool { filters.contains { $0.topic == .geofenceEvent } }
}

/// Writes one topic of a stream.
private struct TopicWriter {
  let stream: EventStream
  let filter: TopicFilter

  private var topic: GatewayTopic { filter.topic }
  private var body: BodyStream { stream.body }

  func writeItems(since number: Int64?) async {
    var last = number
    for await item in await stream.hub.items(of: topic, about: filter.subjects) {
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
      return body.write(
        ServerSentEvents.event("lost", id: nil, Data(#"{"topic":"\(topic.rawValue)"}"#.utf8)))
    case .refused(let error):
      let refusal = StreamRefusal(topic: topic.rawValue, message: error.message)
      // Strings always encode.
      let json = (try? MessageCoder.encode(refusal)) ?? Data("{}".utf8)
      return body.write(ServerSentEvents.event("refused", id: nil, json))
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
    guard filter.admits(event) else { return true }
    let position = stream.hasLog ? nil : position
    let id = event.number.map(String.init) ?? position.map { "\($0.epoch)-\($0.sequence)" }
    return body.write(ServerSentEvents.event(topic.rawValue, id: id, event.json))
  }

  private func writeNotice(_ name: String, _ position: StreamPosition) -> Bool {
    // Strings and numbers always encode.
    let notice = StreamNotice(
      topic: topic.rawValue, epoch: position.epoch, sequence: position.sequence)
    let json = (try? MessageCoder.encode(notice)) ?? Data("{}".utf8)
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
      guard let page = try? await page(since: since, limit: GatewayLimits.catchUpPage) else {
        return true
      }
      if page.latest < since {
        // The log was restored from before what the browser has seen: numbers start again there.
        last = page.latest
        return writeNotice("gap", .log(page.latest))
      }
      if let first = page.first, since < first - 1 {
        // The events in between were too old to be kept.
        last = first - 1
        guard writeNotice("gap", .log(first - 1)) else { return false }
      }
      guard !page.events.isEmpty else { return true }
      for event in page.events {
        guard let json = try? MessageCoder.encode(event) else { continue }
        guard write(TopicEvent(event, json: json), at: nil, &last) else { return false }
      }
    }
    return true
  }

  private func page(since: Int64, limit: Int) async throws -> GeofenceEventsReply {
    try await stream.services.send(
      GeofenceEventsRequest(since: since, limit: limit), timeout: stream.limits.answer)
  }
}

/// The body of `refused`: a topic, and why nothing comes of it.
private struct StreamRefusal: Encodable {
  let topic: String
  let message: String
}

extension StreamPosition {
  /// The log goes on after this number.
  fileprivate static func log(_ number: Int64) -> StreamPosition {
    StreamPosition(epoch: "log", sequence: UInt64(max(0, number)))
  }
}

/// The body of `live` and `gap`: a topic, and where its stream is.
private struct StreamNotice: Encodable {
  let topic: String
  let epoch: String
  let sequence: UInt64
}
