import Geography
import Messages

/// One k-nearest-neighbour search with its safe region: where and until when the result stays
/// valid.
struct SafeRegionSearch {
  let query: VenueQuery
  let context: SearchContext
  let center: Coordinate

  /// The nearest venues and their safe region.
  ///
  /// - Parameter radius: the greatest distance; `nil` for any.
  func list(_ limit: Int, within radius: Meters?) -> (venues: [Venue], safe: SafeRegion) {
    let reach = radius.map { $0 + SearchLimits.lookahead }
    let hits = CompiledQuery(query, in: context.index, context.hoursCache)
      .nearest(limit + 1, to: center, within: reach ?? .infinity)
    let list = hits.prefix(limit).prefix { $0.distance <= radius ?? .infinity }
    let isFull = list.count == limit
    let next = hits.count > list.count ? hits[list.count].distance : reach
    let safeRadius = SafeRadius.meters(
      farthest: list.last?.distance, isFull: isFull, next: next, within: radius)
    let first = firstTransition(
      list, isFull: isFull, within: radius, safeRadius: safeRadius ?? .infinity)
    let safe = SafeRegion(
      center: center, radiusMeters: safeRadius,
      until: first.map { context.hoursCache.timestamp($0.transition.start) },
      change: first.map {
        SafeRegion.Change(
          venueID: $0.venue.id, name: $0.venue.name,
          state: VenueHoursStatus.State($0.transition.state))
      })
    return (list.map { context.index.venue(of: $0) }, safe)
  }

  /// The first opening or closing that may change the list of a device inside the safe radius.
  ///
  /// Two kinds of venue matter. One in the list may leave it. One that does not match now may enter
  /// it, if from some position in the region it is within the radius and, where the list is full,
  /// nearer than the farthest: such a venue is within R + r of the center, and within a + 2 r, with
  /// the symbols of `SafeRadius`. All others cannot affect the list.
  private func firstTransition(
    _ list: ArraySlice<VenueIndex.Hit>, isFull: Bool, within radius: Meters?, safeRadius: Meters
  ) -> (transition: HoursTransition, venue: Venue)? {
    guard let hours = query.hours else { return nil }
    var first: (transition: HoursTransition, venue: Venue)?
    func consider(_ venue: Venue) {
      guard let transition = context.transitions.next(of: venue.openingHours, after: hours) else {
        return
      }
      if let first, (first.transition.start, first.venue.id) < (transition.start, venue.id) {
        return
      }
      first = (transition, venue)
    }
    for hit in list { consider(context.index.venue(of: hit)) }
    let inRadius = (radius ?? .infinity) + safeRadius
    let inList = isFull ? (list.last?.distance ?? 0) + 2 * safeRadius : .infinity
    let others = CompiledQuery(query.withoutHours, in: context.index, context.hoursCache)
    others.forEach(within: min(inRadius, inList), of: center) { hit in
      let venue = context.index.venue(of: hit)
      let state = context.hoursCache.state(
        of: venue.openingHours, at: hours.start, for: hours.seconds)
      if !hours.admits(state) { consider(venue) }
    }
    return first
  }
}
