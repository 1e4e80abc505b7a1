package import FoundationEssentials
package import MessageBus
package import Messages

/// The source of the events that the gateway streams; tests replace it.
package protocol TopicSource: Sendable {
  /// Calls `body` with each item of a topic from now on, until it returns `false` or the task is
  /// cancelled.
  func follow(
    _ topic: GatewayTopic, _ body: @Sendable (StreamItem<TopicEvent>) async -> Bool
  ) async
}

/// The topics that browsers may listen to, by name.
package enum GatewayTopic: String, Sendable, Hashable, CaseIterable {
  case geofenceEvent = "geofence.event"
  case positionChanged = "position.changed"
  case planProgress = "plan.progress"
  case planCompleted = "plan.completed"
  case venueChanged = "venue.changed"
  case nearbyChanged = "nearby.changed"
  case dealPublished = "deal.published"
}

extension GatewayTopic {
  /// The properties that its events have.
  var subjects: Set<EventSubject> {
    switch self {
    case .geofenceEvent: [.device, .board]
    case .positionChanged: [.device]
    case .planProgress, .planCompleted: [.plan]
    case .nearbyChanged: [.device, .watch]
    case .venueChanged, .dealPublished: []
    }
  }
}

/// The properties by which a browser may filter events; the raw value is the query parameter.
package enum EventSubject: String, Sendable, Hashable, CaseIterable {
  case plan
  case device
  /// The board of pins that a fence is of: the user whose fence it is.
  case board
  /// A list that follows a device, by the identifier of `shop-search.nearby-watch`.
  case watch
}

/// An event as streams send it.
@Memberwise package struct TopicEvent: Sendable, Hashable {
  package let json: Data
  /// The number in the publisher's durable log; `nil` for topics without one.
  package let number: Int64?
  package var subjects: [EventSubject: String] = [:]
  /// Whose it is: any of these may see it. Empty for what is for all.
  package var owners: [DataOwner] = []

  /// - Parameter json: the encoded event.
  package init(_ event: GeofenceEvent, json: Data) {
    var subjects: [EventSubject: String] = [.device: event.device.rawValue]
    var owners: [DataOwner] = [.device(event.device)]
    if let board = event.fence.board?.rawValue {
      subjects[.board] = board
      owners.append(.user(board))
    }
    self.init(json: json, number: event.number, subjects: subjects, owners: owners)
  }

  /// - Parameter user: `nil` for the home's owner.
  fileprivate init(_ json: Data, of plan: PlanID, of user: String?) {
    self.init(
      json: json, subjects: [.plan: plan.rawValue],
      owners: [user.map(DataOwner.user) ?? .everybody])
  }
}

/// The topics of a running stack.
@Memberwise(positional: 1) package struct SubscribedTopics: TopicSource {
  private let subscriber: Subscriber

  package func follow(
    _ topic: GatewayTopic, _ body: @Sendable (StreamItem<TopicEvent>) async -> Bool
  ) async {
    switch topic {
    case .geofenceEvent: await follow(GeofenceEvent.self, body) { TopicEvent($0, json: $1) }
    case .positionChanged:
      await follow(DevicePosition.self, body) {
        TopicEvent(json: $1, subjects: [.device: $0.device.rawValue], owners: [.device($0.device)])
      }
    case .planProgress:
      await follow(PlanProgress.self, body) { TopicEvent($1, of: $0.planID, of: $0.user) }
    case .planCompleted:
      await follow(PlanCompleted.self, body) { TopicEvent($1, of: $0.plan.id, of: $0.user) }
    case .venueChanged: await follow(VenueChanged.self, body) { TopicEvent(json: $1) }
    case .nearbyChanged:
      await follow(NearbyChanged.self, body) {
        TopicEvent(
          json: $1, subjects: [.device: $0.list.device.rawValue, .watch: $0.watch.rawValue],
          owners: [.device($0.list.device)])
      }
    case .dealPublished: await follow(DealPublished.self, body) { TopicEvent(json: $1) }
    }
  }

  private func follow<Event: EventMessage>(
    _ type: Event.Type, _ body: @Sendable (StreamItem<TopicEvent>) async -> Bool,
    _ convert: (Event, Data) -> TopicEvent
  ) async {
    for await item in subscriber.events(type) {
      let converted = item.map { event in
        (try? MessageCoder.encode(event)).map { convert(event, $0) }
      }
      guard await body(converted) else { return }
    }
  }
}
