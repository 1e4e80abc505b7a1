import Geography
import Messages
import Time

/// The venues that answers are made from, and what their hours say.
struct SearchedVenues {
  let snapshot: PublishedVenues.Snapshot
  let turns: HoursTurns

  var index: VenueIndex { snapshot.index }
  var book: HoursBook { turns.book }
}

/// A list as it was told last.
struct WatchedList {
  let told: NearbyList

  /// Whether nobody would see a difference: the same venues with the same hours, for as long.
  func saysTheSame(as other: WatchedList) -> Bool {
    told.venues == other.told.venues && told.safe == other.told.safe
  }
}

/// What a watch wants, checked.
struct WatchedWish {
  private let limit: Int
  private let radius: Meters?
  private let wishes: VenueWishes

  /// - Throws: `ServiceError` with `invalidRequest`, see `NearbyWatchRequest`.
  init(_ request: NearbyWatchRequest, now: Timestamp) throws(ServiceError) {
    limit = request.limit ?? WatchLimits.defaultList
    radius = request.radiusMeters
    guard !request.device.rawValue.isEmpty else {
      throw ServiceError(.invalidRequest, "The device has no name.")
    }
    guard (1...ShopSearchLimits.maximumWatched).contains(limit) else {
      throw ServiceError(
        .invalidRequest, "The limit is 1 to \(ShopSearchLimits.maximumWatched), not \(limit).")
    }
    _ = try NearbyQuestion.checked(radius: radius)
    guard request.filter?.hours?.at == nil else {
      throw ServiceError(
        .invalidRequest, "A list that follows a device is always that of now: leave out the time.")
    }
    wishes = try VenueWishes(request.filter, now: now)
  }

  /// The list for a place and a time. In the safe zone of the one before only its distances and
  /// hours are told anew, which takes some microseconds; otherwise all venues are searched.
  func list(
    after old: WatchedList? = nil, at position: DevicePosition, in venues: SearchedVenues,
    now: Timestamp
  ) -> WatchedList {
    let snapshot = venues.snapshot
    if let told = old?.told, told.replica.position == snapshot.replica.position,
      told.safe.holds(at: position.coordinate, now)
    {
      return made(
        of: told.venues.map(\.venue), safe: told.safe, at: position, in: venues, now: now)
    }
    let search = WatchSearch(
      wishes: wishes.at(now), venues: venues, center: position.coordinate)
    let (found, safe) = search.list(limit, within: radius)
    return made(of: found, safe: safe, at: position, in: venues, now: now)
  }

  private func made(
    of list: [Venue], safe: SafeZone, at position: DevicePosition, in venues: SearchedVenues,
    now: Timestamp
  ) -> WatchedList {
    let instant = now.secondsSince1970
    let here = position.coordinate
    let told = list.map { venue in
      NearbyVenue(
        venue: venue, distanceMeters: here.distance(to: venue.coordinate),
        hours: venues.book.moment(of: venue.openingHours, at: instant))
    }
    return WatchedList(
      told: NearbyList(
        device: position.device, coordinate: here, time: position.time,
        asOf: venues.book.timestamp(instant),
        venues: told.sorted { ($0.distanceMeters, $0.venue.id) < ($1.distanceMeters, $1.venue.id) },
        safe: safe, replica: venues.snapshot.replica))
  }
}
