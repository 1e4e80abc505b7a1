package import Messages
package import Time

/// The subscriptions to lists that follow devices.
///
/// A state machine without a bus or a clock: each input returns the events to publish.
@Memberwise package struct NearbySubscriptions {
  private struct Subscription {
    let request: NearbyWatchRequest
    let query: ContinuousNearbyQuery
    var leaseEnd: Timestamp
    /// `nil` until the device has reported a position.
    var list: NearbyList?
  }

  /// Of the service; part of the identifiers of subscriptions.
  private let instance: String
  /// Distinguishes the subscriptions of this run of the instance from those of earlier runs.
  private let epoch: String
  private var startedCount = 0
  private var subscriptions: [NearbyWatchID: Subscription] = [:]
  /// The number of venue identifiers in the filters of all subscriptions.
  private var venueIDCount = 0
  /// Finds the subscription of a repeated request. Used only then, because hashing a request may
  /// have to hash thousands of venue identifiers.
  private var idsByRequest: [NearbyWatchRequest: NearbyWatchID] = [:]
  /// In the order in which they started.
  private var idsByDevice: [DeviceID: [NearbyWatchID]] = [:]
  /// The last positions of subscribed devices.
  private var positions: [DeviceID: DevicePosition] = [:]

  var count: Int { subscriptions.count }
  /// The devices with at least one subscription.
  var devices: [DeviceID] { Array(idsByDevice.keys) }

  /// Starts a subscription, or extends the lease of an existing one for the same request.
  ///
  /// - Throws: `ServiceError`: `invalidRequest` for an invalid request, `conflict` where the
  ///   instance has too many subscriptions or their filters have too many venue identifiers.
  package mutating func subscribe(
    _ request: NearbyWatchRequest, in context: SearchContext, now: Timestamp
  ) throws(ServiceError) -> NearbyWatchReply {
    let leaseEnd = now.adding(seconds: SearchLimits.subscriptionLeaseSeconds)
    if let known = idsByRequest[request] {
      subscriptions[known]?.leaseEnd = leaseEnd
      return reply(known)
    }
    try check(
      count < SearchLimits.maximumSubscriptions, or: .conflict,
      """
      There are \(SearchLimits.maximumSubscriptions) subscriptions already; \
      try again when one has ended.
      """)
    try check(
      venueIDCount + request.venueIDCount <= SearchLimits.maximumSubscribedIDs, or: .conflict,
      """
      The subscriptions name \(venueIDCount) venues in `among` already, of at most \
      \(SearchLimits.maximumSubscribedIDs); try again when one has ended.
      """)
    let query = try ContinuousNearbyQuery(request, now: now)
    venueIDCount += request.venueIDCount
    startedCount += 1
    let id = NearbyWatchID(rawValue: "\(epoch)-\(startedCount)")
    subscriptions[id] = Subscription(
      request: request, query: query, leaseEnd: leaseEnd,
      list: positions[request.device].map { query.list(at: $0, in: context, now: now) })
    idsByRequest[request] = id
    idsByDevice[request.device, default: []].append(id)
    return reply(id)
  }

  /// Updates the position of a device, and returns an event for each of its subscriptions. Ignores
  /// positions that are not newer than the last one.
  ///
  /// - Parameter context: `nil` until the first copy of the venues is complete.
  package mutating func report(
    _ position: DevicePosition, in context: SearchContext?, now: Timestamp
  ) -> [NearbyChanged] {
    guard let ids = idsByDevice[position.device] else { return [] }
    if let known = positions[position.device], known.time >= position.time { return [] }
    positions[position.device] = position
    guard let context else { return [] }
    return ids.compactMap { update($0, at: position, in: context, now: now, .position) }
  }

  /// Ends the subscriptions whose lease has expired. Returns an event for each other subscription
  /// whose list has changed with time or with the venues.
  mutating func tick(in context: SearchContext?, now: Timestamp) -> [NearbyChanged] {
    for (id, subscription) in subscriptions where subscription.leaseEnd <= now {
      end(id, subscription.request)
    }
    guard let context else { return [] }
    return devices.flatMap { device in
      guard let position = positions[device] else { return [NearbyChanged]() }
      return (idsByDevice[device] ?? []).compactMap {
        update($0, at: position, in: context, now: now, nil)
      }
    }
  }

  private func reply(_ id: NearbyWatchID) -> NearbyWatchReply {
    NearbyWatchReply(
      watch: id, instance: instance, leaseSeconds: SearchLimits.subscriptionLeaseSeconds,
      list: subscriptions[id]?.list)
  }

  private mutating func end(_ id: NearbyWatchID, _ request: NearbyWatchRequest) {
    subscriptions[id] = nil
    venueIDCount -= request.venueIDCount
    idsByRequest[request] = nil
    idsByDevice[request.device]?.removeAll { $0 == id }
    guard idsByDevice[request.device]?.isEmpty == true else { return }
    idsByDevice[request.device] = nil
    positions[request.device] = nil
  }

  /// - Parameter cause: `nil` to return an event only where the list has changed.
  private mutating func update(
    _ id: NearbyWatchID, at position: DevicePosition, in context: SearchContext,
    now: Timestamp, _ cause: NearbyChanged.Cause?
  ) -> NearbyChanged? {
    guard let subscription = subscriptions[id] else { return nil }
    let old = subscription.list
    let new = subscription.query.list(after: old, at: position, in: context, now: now)
    if cause == nil, let old, old.isEquivalent(to: new) { return nil }
    subscriptions[id]?.list = new
    let ids = (old: old?.venues.map(\.venue.id) ?? [], new: new.venues.map(\.venue.id))
    let haveVenuesChanged = old?.replica.position != new.replica.position
    return NearbyChanged(
      watch: id, cause: cause ?? (haveVenuesChanged ? .venues : .time), list: new,
      came: ids.new.filter { !ids.old.contains($0) },
      went: ids.old.filter { !ids.new.contains($0) })
  }
}

extension NearbyWatchRequest {
  fileprivate var venueIDCount: Int { filter?.venueIDs?.count ?? 0 }
}
