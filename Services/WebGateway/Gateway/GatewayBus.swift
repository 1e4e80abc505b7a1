import FoundationEssentials
import MessageBus
import Messages

/// What the gateway needs of the bus; a test gives it another one.
package protocol GatewayBus: Sendable {
  /// Passes a body on as it is and gives the reply's body.
  ///
  /// - Throws: `ServiceError`: the service's, or that it cannot be reached.
  func send(
    _ body: Data, as operation: Operation, timeout: Duration
  ) async throws(ServiceError) -> Data

  /// Hands over the items of a feed from now on, one after the other, until `body` answers `false`
  /// or the task is cancelled.
  func follow(_ feed: EventFeed, _ body: (StreamItem<FeedEvent>) -> Bool) async
}

/// The streams of events that browsers may listen to, by the name of their topic.
package enum EventFeed: String, Sendable, Hashable, CaseIterable {
  case geofenceEvent = "geofence.event"
  case positionChanged = "position.changed"
  case planProgress = "plan.progress"
  case planCompleted = "plan.completed"
  case venueChanged = "venue.changed"
  case nearbyChanged = "nearby.changed"
  case dealPublished = "deal.published"
}

/// What an event may be about, by the query parameter with which a browser asks for those alone.
package enum EventSubject: String, Sendable, Hashable, CaseIterable {
  case plan
  case device
  /// The list that follows a device, as `shop-search.nearby-watch` names it.
  case watch
}

/// An event as a stream passes it on.
package struct FeedEvent: Sendable, Hashable {
  package let json: Data
  /// The number in the publisher's durable log, where there is one.
  package let number: Int64?
  package let subjects: [EventSubject: String]

  package init(json: Data, number: Int64? = nil, about subjects: [EventSubject: String] = [:]) {
    self.json = json
    self.number = number
    self.subjects = subjects
  }

  /// - Parameter json: the event, encoded.
  package init(_ event: GeofenceEvent, json: Data) {
    self.init(json: json, number: event.number, about: [.device: event.device.rawValue])
  }
}

/// The real bus.
package struct ServiceBus: GatewayBus {
  private let client: RequestClient
  private let subscriber: Subscriber

  package init(client: RequestClient, subscriber: Subscriber) {
    self.client = client
    self.subscriber = subscriber
  }

  package func send(
    _ body: Data, as operation: Operation, timeout: Duration
  ) async throws(ServiceError) -> Data {
    guard let service = operation.service else {
      throw ServiceError(.invalidRequest, "\(operation) belongs to no service.")
    }
    return try await client.send(body, as: operation, to: service, timeout: timeout)
  }

  package func follow(
    _ feed: EventFeed, _ body: (StreamItem<FeedEvent>) -> Bool
  ) async {
    switch feed {
    case .geofenceEvent: await follow(GeofenceEvent.self, body) { FeedEvent($0, json: $1) }
    case .positionChanged:
      await follow(DevicePosition.self, body) {
        FeedEvent(json: $1, about: [.device: $0.device.rawValue])
      }
    case .planProgress:
      await follow(PlanProgress.self, body) {
        FeedEvent(json: $1, about: [.plan: $0.planID.rawValue])
      }
    case .planCompleted:
      await follow(PlanCompleted.self, body) {
        FeedEvent(json: $1, about: [.plan: $0.plan.id.rawValue])
      }
    case .venueChanged: await follow(VenueChanged.self, body) { FeedEvent(json: $1) }
    case .nearbyChanged:
      await follow(NearbyChanged.self, body) {
        FeedEvent(
          json: $1, about: [.device: $0.list.device.rawValue, .watch: $0.watch.rawValue])
      }
    case .dealPublished: await follow(DealPublished.self, body) { FeedEvent(json: $1) }
    }
  }

  private func follow<Event: EventMessage>(
    _ type: Event.Type, _ body: (StreamItem<FeedEvent>) -> Bool,
    _ convert: (Event, Data) -> FeedEvent
  ) async {
    for await item in subscriber.events(type) {
      guard body(Self.convert(item, convert)) else { return }
    }
  }

  private static func convert<Event: EventMessage>(
    _ item: StreamItem<Event>, _ convert: (Event, Data) -> FeedEvent
  ) -> StreamItem<FeedEvent> {
    switch item {
    case .live(let position): return .live(position)
    case .gap(let position): return .gap(position)
    case .lost: return .lost
    case .event(let event, let position):
      guard let json = try? MessageCoder.encode(event) else { return .gap(position) }
      return .event(convert(event, json), position)
    }
  }
}
