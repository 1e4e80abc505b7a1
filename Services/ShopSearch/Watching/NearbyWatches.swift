import Messages

/// The lists that are kept up while devices move.
///
/// A state machine without a bus or a clock: what comes in is answered by the events to be
/// published.
struct NearbyWatches {
  private struct Watch {
    let id: NearbyWatchID
    let wish: WatchedWish
    var leaseEnd: Timestamp
    /// `nil` until the device has reported a position.
    var list: WatchedList?
  }

  private let instance: String
  /// Sets the watches of this life of the instance apart from those of others.
  private let epoch: String
  private var begun = 0
  private var watches: [NearbyWatchRequest: Watch] = [:]
  /// In the order in which they began.
  private var requests: [DeviceID: [NearbyWatchRequest]] = [:]
  /// Of devices that are watched.
  private var positions: [DeviceID: DevicePosition] = [:]

  init(instance: String, epoch: String) {
    self.instance = instance
    self.epoch = epoch
  }

  /// How many watches there are.
  var count: Int { watches.count }
  /// Those that are watched.
  var devices: [DeviceID] { Array(requests.keys) }

  /// Begins a watch, or prolongs it.
  ///
  /// - Throws: `ServiceError`: `invalidRequest` for a wish that makes no sense, `conflict` for one
  ///   watch too many.
  mutating func watch(
    _ request: NearbyWatchRequest, in venues: SearchedVenues, now: Timestamp
  ) throws(ServiceError) -> NearbyWatchReply {
    if var known = watches[request] {
      known.leaseEnd = now.adding(seconds: WatchLimits.leaseSeconds)
      watches[request] = known
      return reply(known)
    }
    guard count < WatchLimits.maximumWatches else {
      throw ServiceError(
        .conflict,
        "\(WatchLimits.maximumWatches) lists are kept up already; try again when one has ended.")
    }
    let wish = try WatchedWish(request, now: now)
    begun += 1
    var watch = Watch(
      id: NearbyWatchID(rawValue: "\(epoch)-\(begun)"), wish: wish,
      leaseEnd: now.adding(seconds: WatchLimits.leaseSeconds))
    watch.list = positions[request.device].map { wish.list(at: $0, in: venues, now: now) }
    watches[request] = watch
    requests[request.device, default: []].append(request)
    return reply(watch)
  }

  /// Takes in where a device is; answers what the watches of it have to tell.
  ///
  /// - Parameter venues: `nil` until the first copy is whole.
  mutating func see(
    _ position: DevicePosition, in venues: SearchedVenues?, now: Timestamp
  ) -> [NearbyChanged] {
    guard let watched = requests[position.device] else { return [] }
    if let known = positions[position.device], known.time >= position.time { return [] }
    positions[position.device] = position
    guard let venues else { return [] }
    return watched.compactMap { update($0, at: position, in: venues, now: now, .position) }
  }

  /// Ends the watches whose lease is over, and answers what time and the venues themselves have
  /// changed of the others.
  mutating func tick(in venues: SearchedVenues?, now: Timestamp) -> [NearbyChanged] {
    for (request, watch) in watches where watch.leaseEnd <= now { end(request) }
    guard let venues else { return [] }
    return devices.flatMap { device in
      guard let position = positions[device] else { return [NearbyChanged]() }
      return (requests[device] ?? []).compactMap {
        update($0, at: position, in: venues, now: now, nil)
      }
    }
  }

  private func reply(_ watch: Watch) -> NearbyWatchReply {
    NearbyWatchReply(
      watch: watch.id, instance: instance, leaseSeconds: WatchLimits.leaseSeconds,
      list: watch.list?.told)
  }

  private mutating func end(_ request: NearbyWatchRequest) {
    watches[request] = nil
    requests[request.device]?.removeAll { $0 == request }
    guard requests[request.device]?.isEmpty == true else { return }
    requests[request.device] = nil
    positions[request.device] = nil
  }

  /// - Parameter cause: `nil` where only a list that says something else is told.
  private mutating func update(
    _ request: NearbyWatchRequest, at position: DevicePosition, in venues: SearchedVenues,
    now: Timestamp, _ cause: NearbyChanged.Cause?
  ) -> NearbyChanged? {
    guard let watch = watches[request] else { return nil }
    let old = watch.list
    let new = watch.wish.list(after: old, at: position, in: venues, now: now)
    if cause == nil, let old, old.saysTheSame(as: new) { return nil }
    watches[request]?.list = new
    let ids = (old: old?.told.venues.map(\.venue.id) ?? [], new: new.told.venues.map(\.venue.id))
    let areOtherVenues = old?.told.replica.position != new.told.replica.position
    return NearbyChanged(
      watch: watch.id, cause: cause ?? (areOtherVenues ? .venues : .time), list: new.told,
      came: ids.new.filter { !ids.old.contains($0) },
      went: ids.old.filter { !ids.new.contains($0) })
  }
}
