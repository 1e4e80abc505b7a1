import Areas
import Foundation
import Geography
import Hashing
package import Messages
import OpeningHours
package import Time

extension VenueIndex {
  /// A page of the venues around a point that match a request; see `NearbyRequest`.
  ///
  /// - Parameters:
  ///   - hoursCache: the opening hours cache of the calling thread.
  ///   - now: the time of requests without one.
  ///   - watch: ends the search, whose page is then incomplete.
  /// - Throws: `ServiceError` with `invalidRequest` for an invalid request.
  package func nearby(
    _ request: NearbyRequest, _ hoursCache: OpeningHoursCache, now: Timestamp,
    watch: SearchWatch = SearchWatch()
  ) throws(ServiceError) -> (venues: [NearbyVenue], next: String?) {
    let query = try NearbyQuery(request, now: now, zone: hoursCache.zone)
    if let category = query.criteria.category { try require(category) }
    let compiled = CompiledQuery(query.criteria, in: self, hoursCache, watch)
    // One more than the limit, to know whether there is a next page.
    var hits = compiled.first(
      query.limit + 1, in: query.order, query.search, after: query.after)
    let hasMore = hits.count > query.limit
    if hasMore { hits.removeLast() }
    let venues = hits.map { hit in
      let venue = venue(of: hit)
      return NearbyVenue(
        venue: venue, distanceMeters: hit.distance,
        hours: hoursCache.status(of: venue.openingHours, at: query.instant(venue, hoursCache)))
    }
    guard hasMore, let last = hits.last else { return (venues, nil) }
    return (venues, PageToken(key(of: last, in: query.order), of: request).text)
  }
}

/// A validated `NearbyRequest`.
struct NearbyQuery {
  let search: PointSearch
  let criteria: VenueQuery
  let order: NearbyOrder
  let limit: Int
  let after: VenueSortKey?
  /// The time of the `hours` in the reply, unless they are of a period.
  private let now: UnixSeconds

  /// The time of a venue's `hours` in the reply.
  func instant(_ venue: Venue, _ hoursCache: OpeningHoursCache) -> UnixSeconds {
    guard let hours = criteria.hours, hours.isAnyTime else { return now }
    return hoursCache.state(of: venue.openingHours, for: hours).at
  }

  /// - Throws: `ServiceError` with `invalidRequest` that names the invalid field.
  init(
    _ request: NearbyRequest, now: Timestamp, zone: HoursZone? = nil
  ) throws(ServiceError) {
    try Messages.check(request.coordinate, "The coordinate")
    try Self.check(radius: request.radiusMeters)
    limit = request.limit ?? SearchLimits.defaultNearby
    try Messages.check(limit, "The limit", in: 1...ShopSearchLimits.maximumNearby)
    criteria = try VenueQuery(request.filter, now: now, zone: zone)
    order = request.order ?? .distance
    self.now = criteria.hours?.start ?? now.secondsSince1970
    after = try request.after.map { (text) throws(ServiceError) in
      try PageToken(text, of: request).key
    }
    var regions: [any PointRegion] = []
    if let box = request.box { regions.append(BoxRegion(try Self.checked(box))) }
    if let area = request.area { regions.append(try AreaRegion(area)) }
    search = PointSearch(
      around: request.coordinate, from: order == .distance ? after?.distance ?? 0 : 0,
      to: request.radiusMeters ?? .infinity, in: regions)
  }

  static func check(radius: Meters?) throws(ServiceError) {
    try Messages.check(radius, "The radius in metres", in: 0...ShopSearchLimits.maximumRadiusMeters)
  }

  private static func checked(_ box: BoundingBox) throws(ServiceError) -> BoundingBox {
    try Messages.check(Coordinate(latitude: box.south, longitude: box.west), "The box's corner")
    try Messages.check(Coordinate(latitude: box.north, longitude: box.east), "The box's corner")
    try Messages.check(
      box.south <= box.north && box.west <= box.east,
      """
      The box is inverted: south \(box.south) must be at most north \(box.north), and west \
      \(box.west) at most east \(box.east). For a box across the antimeridian use `area`.
      """)
    return box
  }
}

/// A fence area as the region of a spatial search.
private struct AreaRegion: PointRegion {
  private let shape: AreaShape
  /// Tolerance for the rounding of depths.
  private static let slack: Meters = 0.01

  init(_ area: FenceArea) throws(ServiceError) {
    try area.validate()
    guard let shape = AreaShape(area) else {
      throw ServiceError(.invalidRequest, "The area is invalid: \(AreaShape.requirement).")
    }
    self.shape = shape
  }

  /// Classifies a cell by the depth of its center: the signed distance to the area's edge, which
  /// changes by at most the distance moved.
  func standing(of cell: PointCell) -> PointCell.Standing {
    guard let (center, radius) = cell.ball else { return .partly }
    let middle = SpaceVector(x: center.x, y: center.y, z: center.z)
    guard shape.bounds.touches(Ball(center: middle, radius: radius)) else { return .outside }
    // Too large to be inside; its halves are classified next.
    if radius > shape.bounds.radius { return .partly }
    let depth = shape.depth(of: middle)
    if depth > radius + Self.slack { return .inside }
    return depth < -radius - Self.slack ? .outside : .partly
  }

  func contains(_ point: Coordinate) -> Bool { shape.contains(SpaceVector(point)) }
}

/// The end of a page: the sort key of its last venue and the fingerprint of the request.
private struct PageToken: Codable {
  private enum CodingKeys: String, CodingKey {
    case fingerprint = "question"
    case key
  }

  private let fingerprint: String
  let key: VenueSortKey

  init(_ key: VenueSortKey, of request: NearbyRequest) {
    self.key = key
    fingerprint = Self.fingerprint(of: request)
  }

  /// - Throws: `ServiceError` with `invalidRequest` for an invalid token or one of another request.
  init(_ text: String, of request: NearbyRequest) throws(ServiceError) {
    guard let data = Data(base64Encoded: text),
      let token = try? MessageCoder.decode(PageToken.self, from: data)
    else {
      throw ServiceError(
        .invalidRequest, "“\(text.prefix(40))” is not the `next` of a page.")
    }
    try Messages.check(
      token.fingerprint == Self.fingerprint(of: request),
      """
      `after` is of a page of another request: repeat that request with only `after` and `limit` \
      changed, or leave out `after` for the first page.
      """)
    self = token
  }

  /// Base64: letters, digits and `+/=`.
  var text: String { (try? MessageCoder.encode(self))?.base64EncodedString() ?? "" }

  /// A hash of everything in a request that its pages have in common.
  private static func fingerprint(of request: NearbyRequest) -> String {
    let common = NearbyRequest(
      coordinate: request.coordinate, radiusMeters: request.radiusMeters, box: request.box,
      area: request.area, filter: request.filter, order: request.order)
    let bytes = (try? MessageCoder.encode(common)) ?? Data()
    return Fingerprint(of: bytes).description
  }
}
