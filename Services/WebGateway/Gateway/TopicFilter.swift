import Messages

/// A topic of a stream, and which of its events.
struct TopicFilter: Sendable, Hashable {
  let topic: GatewayTopic
  /// Only events that match all of these.
  let subjects: [EventSubject: String]
  /// The only user whose events pass; `nil` for all.
  var user: String?

  /// Whether an event of the topic passes.
  func admits(_ event: TopicEvent) -> Bool {
    guard subjects.allSatisfy({ event.subjects[$0] == $1 }) else { return false }
    guard let user, !event.owners.isEmpty else { return true }
    // A device of somebody else in a guest's fence is none of the guest's business.
    return Caller.isGuest(user)
      ? event.owners.allSatisfy { $0.belongs(to: user) }
      : event.owners.contains { $0.belongs(to: user) }
  }

  /// Every topic that a request names.
  ///
  /// `device=NAME` counts for each topic whose events have a device, `position.changed.device=NAME`
  /// for that topic alone. What no topic of the stream has, no event matches.
  ///
  /// - Throws: `ServiceError`: `invalidRequest` if there is no topic, or an unknown one.
  static func all(of request: HTTPRequest) throws(ServiceError) -> [TopicFilter] {
    var topics: [GatewayTopic] = []
    for name in request.values(of: "topic") {
      guard let topic = GatewayTopic(rawValue: name) else { throw unknown(name) }
      if !topics.contains(topic) { topics.append(topic) }
    }
    guard !topics.isEmpty else { throw unknown("") }
    return topics.map { topic in
      let pairs = EventSubject.allCases.compactMap { subject -> (EventSubject, String)? in
        let own = request.query["\(topic.rawValue).\(subject.rawValue)"]
        let isForOthers =
          !topic.subjects.contains(subject) && topics.contains { $0.subjects.contains(subject) }
        let value = own ?? (isForOthers ? nil : request.query[subject.rawValue])
        return value.map { (subject, $0) }
      }
      return TopicFilter(topic: topic, subjects: Dictionary(uniqueKeysWithValues: pairs))
    }
  }

  /// Whether a key that is bound to a user may ask for it. It names a device or a board of theirs,
  /// or a stream that may show nothing would look like one in which nothing happens; plans and
  /// watches need no name.
  func belongs(to user: String) -> Bool {
    if topic.subjects.isEmpty || topic.subjects.contains(.plan) || subjects[.watch] != nil {
      return true
    }
    let device = subjects[.device].map { DataOwner.device(DeviceID(rawValue: $0)) }
    let board = subjects[.board].map { DataOwner.user($0) }
    return [device, board].compactMap { $0 }.contains { $0.belongs(to: user) }
  }

  /// The same, of a user's own only.
  func of(_ user: String?) -> TopicFilter {
    TopicFilter(topic: topic, subjects: subjects, user: user)
  }

  private static func unknown(_ name: String) -> ServiceError {
    ServiceError(
      .invalidRequest,
      (name.isEmpty ? "No topic is named" : "There is no topic “\(name)”")
        + "; name one or more: /v1/events?topic=geofence.event&topic=plan.completed.",
      suggestions: GatewayTopic.allCases.map(\.rawValue))
  }
}
