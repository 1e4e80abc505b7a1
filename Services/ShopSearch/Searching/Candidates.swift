import Geography
import Messages

extension VenueIndex {
  /// What `candidates` found.
  package struct Candidates: Sendable, Hashable {
    /// Those with the shortest straight way first; equal ones by identifier.
    package let shops: PackedShops
    /// How many venues of the category there are.
    package let inCategory: Int
    /// How many feasible venues did not fit.
    package let omitted: Int
  }

  /// Every venue of a category that could be visited on the way; see `CandidatesRequest`.
  ///
  /// - Parameter maximum: how many venues are answered at most.
  /// - Throws: `ServiceError` with `invalidRequest` for a coordinate or minimum out of range.
  package func candidates(
    _ request: CandidatesRequest, maximum: Int = ShopSearchLimits.maximumCandidates
  ) throws(ServiceError) -> Candidates {
    try check(request.origin, "The origin")
    try check(request.destination, "The destination")
    let minimum = request.minimum ?? SearchLimits.defaultMinimumCandidates
    guard (0...ShopSearchLimits.maximumCandidates).contains(minimum) else {
      throw ServiceError(
        .invalidRequest,
        "The minimum is 0 to \(ShopSearchLimits.maximumCandidates), not \(minimum).")
    }
    let length = Self.longestWay(drivingSeconds: request.drivingSeconds)
    let feasible = length.map { feasibleCount(request, within: $0) } ?? 0
    let places =
      feasible >= minimum
      ? shortest(min(feasible, maximum), request, within: length ?? 0)
      : shortest(min(minimum, maximum), request, within: .infinity)
    return Candidates(
      shops: packed(places), inCategory: count(of: request.category),
      omitted: max(0, feasible - maximum))
  }

  private func packed(_ places: ArraySlice<Place>) -> PackedShops {
    // All are read before any is packed: so the processor waits for many at a time.
    let shops = places.map { ($0.isFresh ? fresh : base).shops[$0.row] }
    let values = base.shops.hours.count
    var packing = ShopPacking(capacity: places.count, values: values + fresh.shops.hours.count)
    for (place, shop) in zip(places, shops) {
      if place.isFresh {
        packing.add(shop, of: fresh.shops, firstValue: values)
      } else {
        packing.add(shop, of: base.shops, firstValue: 0)
      }
    }
    return packing.packed
  }

  private func feasibleCount(_ request: CandidatesRequest, within length: Meters) -> Int {
    func count(_ points: PointIndex?) -> Int {
      points?.count(within: length, between: request.origin, and: request.destination) ?? 0
    }
    let category = request.category
    return count(base.shards[category]?.points) - count(gone.points[category])
      + count(fresh.shards[category]?.points)
  }

  /// The venues with the shortest straight way, shortest first.
  private func shortest(
    _ count: Int, _ request: CandidatesRequest, within length: Meters
  ) -> ArraySlice<Place> {
    let category = request.category
    func nearest(_ table: VenueTable, _ count: Int) -> [PointIndex.Hit] {
      table.shards[category]?.points.nearest(
        count, between: request.origin, and: request.destination, within: length) ?? []
    }
    let firstRow = base.shards[category]?.firstRow ?? 0
    let goneCount = gone.points[category]?.count ?? 0
    var old = nearest(base, count + goneCount)
    if goneCount > 0 { old.removeAll { gone.contains(row: firstRow + $0.place) } }
    return merged(old, nearest(fresh, count), of: category).prefix(count)
  }

  /// No venue whose straight way, origin to venue to destination, is longer than this can be
  /// visited with so much driving; `nil` where none can.
  ///
  /// Let o, s, d be the three points and o′, s′, d′ the places on the road that the router snaps
  /// them to. Then, with straight lines on the sphere, which fulfil the triangle inequality:
  ///
  ///     os + sd ≤ oo′ + o′s′ + s′s + ss′ + s′d′ + d′d
  ///
  /// 1. Each of the four distances between a point and its place is at most
  ///    `RouterLimits.maximumSnapMeters`, or the router refuses the point.
  /// 2. A road is not shorter than the straight line between its ends, and is driven no faster than
  ///    `RouterLimits.topSpeedMetersPerSecond`: o′s′ + s′d′ is at most the driving time times that.
  /// 3. The router tells whole seconds: two legs may each have taken up to a second longer.
  /// 4. The router measures roads as `Coordinate.distance` does. Should it measure on the
  ///    ellipsoid, or round, that is within 0.6 %.
  static func longestWay(drivingSeconds: Int) -> Meters? {
    if drivingSeconds < 0 { return nil }
    let driven = (Double(drivingSeconds) + 2) * RouterLimits.topSpeedMetersPerSecond
    return driven * 1.006 + 4 * RouterLimits.maximumSnapMeters
  }
}
