import Geography
import Messages
import Time

/// A continuous k-nearest-neighbour query: a validated `NearbyWatchRequest` that is evaluated again
/// for each position of its device.
struct ContinuousNearbyQuery {
  private let limit: Int
  private let radius: Meters?
  private let criteria: VenueQuery

  /// - Throws: `ServiceError` with `invalidRequest`, see `NearbyWatchRequest`.
  init(_ request: NearbyWatchRequest, now: Timestamp) throws(ServiceError) {
    limit = request.limit ?? SearchLimits.defaultSubscribed
    radius = request.radiusMeters
    try check(!request.device.rawValue.isEmpty, "The device has no name.")
    try check(limit, "The limit", in: 1...ShopSearchLimits.maximumWatched)
    try NearbyQuery.check(radius: radius)
    try check(
      request.filter?.hours?.at == nil && request.filter?.hours?.moment == nil,
      "A list that follows a device is always current: leave out the time.")
    criteria = try VenueQuery(request.filter, now: now)
  }

  /// The list for a position and a time.
  ///
  /// Inside the safe region of the previous list the venues are reused and only their distances and
  /// hours are computed again, which costs some microseconds. Otherwise all venues are searched.
  func list(
    after previous: NearbyList? = nil, at position: DevicePosition, in context: SearchContext,
    now: Timestamp
  ) -> NearbyList {
    if let previous, previous.replica.position == context.snapshot.replica.position,
      previous.safe.holds(at: position.coordinate, now)
    {
      return list(
        of: previous.venues.map(\.venue), safe: previous.safe, at: position, in: context, now: now)
    }
    let search = SafeRegionSearch(
      query: criteria.at(now), context: context, center: position.coordinate)
    let (venues, safe) = search.list(limit, within: radius)
    return list(of: venues, safe: safe, at: position, in: context, now: now)
  }

  private func list(
    of venues: [Venue], safe: SafeRegion, at position: DevicePosition, in context: SearchContext,
    now: Timestamp
  ) -> NearbyList {
    let instant = now.secondsSince1970
    let here = position.coordinate
    let nearby = venues.map { venue in
      NearbyVenue(
        venue: venue, distanceMeters: here.distance(to: venue.coordinate),
        hours: context.hoursCache.status(of: venue.openingHours, at: instant))
    }
    return NearbyList(
      device: position.device, coordinate: here, time: position.time,
      asOf: context.hoursCache.timestamp(instant),
      venues: nearby.sorted { ($0.distanceMeters, $0.venue.id) < ($1.distanceMeters, $1.venue.id) },
      safe: safe, replica: context.snapshot.replica)
  }
}

extension NearbyList {
  /// Whether the lists have the same venues with the same hours and the same safe region.
  func isEquivalent(to other: NearbyList) -> Bool {
    venues == other.venues && safe == other.safe
  }
}
