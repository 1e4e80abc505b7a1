import Geography
import Messages
import OpeningHours

/// One search for a list, and for how long the list holds.
struct WatchSearch {
  let wishes: VenueWishes
  let venues: SearchedVenues
  let center: Coordinate

  /// The nearest venues, and where and until when these are the ones.
  ///
  /// - Parameter radius: `nil` where any distance is near enough.
  func list(_ limit: Int, within radius: Meters?) -> (venues: [Venue], safe: SafeZone) {
    let reach = radius.map { $0 + WatchLimits.lookout }
    let found = ReadyFilter(wishes, in: venues.index, venues.book)
      .nearest(limit + 1, to: center, within: reach ?? .infinity)
    let list = found.prefix(limit).prefix { $0.distance <= radius ?? .infinity }
    let isFull = list.count == limit
    let next = found.count > list.count ? found[list.count].distance : reach
    let safe = SafeRadius.meters(
      farthest: list.last?.distance, isFull: isFull, next: next, within: radius)
    let first = firstTurn(list, isFull: isFull, within: radius, nearer: safe ?? .infinity)
    let zone = SafeZone(
      center: center, radiusMeters: safe,
      until: first.map { venues.book.timestamp($0.turn.start) },
      change: first.map {
        SafeZone.Change(
          venueID: $0.venue.id, name: $0.venue.name, state: HoursAtMoment.State($0.turn.state))
      })
    return (list.map { venues.index.venue(at: $0) }, zone)
  }

  /// The first turn by the hours that may change the list of a device nearer than `safe` to the
  /// centre.
  ///
  /// One of the list may leave it. One that is not wanted now may come in where, from some place
  /// there, it is within the radius and, in a full list, nearer than the farthest: it is within
  /// R + r of the centre, and within a + 2 r, with the letters of `SafeRadius`. All others come
  /// and go unnoticed.
  private func firstTurn(
    _ list: ArraySlice<VenueIndex.Place>, isFull: Bool, within radius: Meters?, nearer safe: Meters
  ) -> (turn: HoursTurn, venue: Venue)? {
    guard let hours = wishes.hours else { return nil }
    var first: (turn: HoursTurn, venue: Venue)?
    func look(at venue: Venue) {
      guard let turn = venues.turns.first(of: venue.openingHours, after: hours) else { return }
      if let first, (first.turn.start, first.venue.id) < (turn.start, venue.id) { return }
      first = (turn, venue)
    }
    for place in list { look(at: venues.index.venue(at: place)) }
    let inRadius = (radius ?? .infinity) + safe
    let inList = isFull ? (list.last?.distance ?? 0) + 2 * safe : .infinity
    let others = ReadyFilter(wishes.withoutHours, in: venues.index, venues.book)
    others.forEach(within: min(inRadius, inList), of: center) { place in
      let venue = venues.index.venue(at: place)
      let state = venues.book.state(of: venue.openingHours, at: hours.start, for: hours.seconds)
      if !hours.admits(state) { look(at: venue) }
    }
    return first
  }
}
