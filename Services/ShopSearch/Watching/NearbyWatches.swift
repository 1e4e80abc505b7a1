import Messages
import Time

/// The lists that are kept up while devices move.
///
/// A state machine without a bus or a clock: what comes in is answered by the events to be
/// published.
struct NearbyWatches {
  private struct Watch {
    let request: NearbyWatchRequest
    let wish: WatchedWish
    var leaseEnd: Timestamp
    /// `nil` until the device has reported a position.
    var list: WatchedList?
  }

  private let instance: String
  /// Sets the watches of this life of the instance apart from those of others.
  private let epoch: String
  private var begun = 0
  private var watches: [NearbyWatchID: Watch] = [:]
  /// How many identifiers all of them look among.
  private var among = 0
  /// Only for asking again: a request may name thousands of venues to look among.
  private var ids: [NearbyWatchRequest: NearbyWatchID] = [:]
  /// In the order in which they began.
  private var watchesOf: [DeviceID: [NearbyWatchID]] = [:]
  /// Of devices that are watched.
  private var positions: [DeviceID: DevicePosition] = [:]

  init(instance: String, epoch: String) {
    self.instance = instance
    self.epoch = epoch
  }

  /// How many watches there are.
  var count: Int { watches.count }
  /// Those that are watched.
  var devices: [DeviceID] { Array(watchesOf.keys) }

  /// Begins a watch, or prolongs it.
  ///
  /// - Throws: `ServiceError`: `invalidRequest` for a wish that makes no sense, `conflict` for one
  ///   watch too many, or one that looks among too many venues beside the others.
  mutating func watch(
    _ request: NearbyWatchRequest, in venues: SearchedVenues, now: Timestamp
  ) throws(ServiceError) -> NearbyWatchReply {
    let leaseEnd = now.adding(seconds: WatchLimits.leaseSeconds)
    if let known = ids[request] {
      watches[known]?.leaseEnd = leaseEnd
      return reply(known)
    }
    guard count < WatchLimits.maximumWatches else {
      throw ServiceError(
        .conflict,
        "\(WatchLimits.maximumWatches) lists are kept up already; try again when one has ended.")
    }
    guard among + request.amongCount <= WatchLimits.maximumAmong else {
      throw ServiceError(
        .conflict,
        """
        The lists that are kept up look among \(among) venues already, of at most \
        \(WatchLimits.maximumAmong); try again when one has ended.
        """)
    }
    let wish = try WatchedWish(request, now: now)
    among += request.amongCount
    begun += 1
    let id = NearbyWatchID(rawValue: "\(epoch)-\(begun)")
    watches[id] = Watch(
      request: request, wish: wish, leaseEnd: leaseEnd,
      list: positions[request.device].map { wish.list(at: $0, in: venues, now: now) })
    ids[request] = id
    watchesOf[request.device, default: []].append(id)
    return reply(id)
  }

  /// Takes in where a device is; answers what the watches of it have to tell.
  ///
  /// - Parameter venues: `nil` until the first copy is whole.
  mutating func see(
    _ position: DevicePosition, in venues: SearchedVenues?, now: Timestamp
  ) -> [NearbyChanged] {
    guard let watched = watchesOf[position.device] else { return [] }
    if let known = positions[position.device], known.time >= position.time { return [] }
    positions[position.device] = position
    guard let venues else { return [] }
    return watched.compactMap { update($0, at: position, in: venues, now: now, .position) }
  }

  /// Ends the watches whose lease is over, and answers what time and the venues themselves have
  /// changed of the others.
  mutating func tick(in venues: SearchedVenues?, now: Timestamp) -> [NearbyChanged] {
    for (id, watch) in watches where watch.leaseEnd <= now { end(id, watch.request) }
    guard let venues else { return [] }
    return devices.flatMap { device in
      guard let position = positions[device] else { return [NearbyChanged]() }
      return (watchesOf[device] ?? []).compactMap {
        update($0, at: position, in: venues, now: now, nil)
      }
    }
  }

  private func reply(_ id: NearbyWatchID) -> NearbyWatchReply {
    NearbyWatchReply(
      watch: id, instance: instance, leaseSeconds: WatchLimits.leaseSeconds,
      list: watches[id]?.list?.told)
  }

  private mutating func end(_ id: NearbyWatchID, _ request: NearbyWatchRequest) {
    watches[id] = nil
    among -= request.amongCount
    ids[request] = nil
    watchesOf[request.device]?.removeAll { $0 == id }
    guard watchesOf[request.device]?.isEmpty == true else { return }
    watchesOf[request.device] = nil
    positions[request.device] = nil
  }

  /// - Parameter cause: `nil` where only a list that says something else is told.
  private mutating func update(
    _ id: NearbyWatchID, at position: DevicePosition, in venues: SearchedVenues,
    now: Timestamp, _ cause: NearbyChanged.Cause?
  ) -> NearbyChanged? {
    guard let watch = watches[id] else { return nil }
    let old = watch.list
    let new = watch.wish.list(after: old, at: position, in: venues, now: now)
    if cause == nil, let old, old.saysTheSame(as: new) { return nil }
    watches[id]?.list = new
    let ids = (old: old?.told.venues.map(\.venue.id) ?? [], new: new.told.venues.map(\.venue.id))
    let areOtherVenues = old?.told.replica.position != new.told.replica.position
    return NearbyChanged(
      watch: id, cause: cause ?? (areOtherVenues ? .venues : .time), list: new.told,
      came: ids.new.filter { !ids.old.contains($0) },
      went: ids.old.filter { !ids.new.contains($0) })
  }
}

extension NearbyWatchRequest {
  fileprivate var amongCount: Int { filter?.among?.count ?? 0 }
}
