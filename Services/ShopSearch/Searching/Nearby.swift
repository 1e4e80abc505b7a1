import Areas
import Foundation
import Geography
import Hashing
import Messages
import Time

extension VenueIndex {
  /// A page of the venues around a point that fulfil a request's wishes; see `NearbyRequest`.
  ///
  /// - Parameters:
  ///   - book: what hours say; of the thread that asks.
  ///   - now: the moment that is meant where the request gives none.
  /// - Throws: `ServiceError` with `invalidRequest` for anything that makes no sense.
  package func nearby(
    _ request: NearbyRequest, _ book: HoursBook, now: Timestamp
  ) throws(ServiceError) -> (venues: [NearbyVenue], next: String?) {
    let question = try NearbyQuestion(request, now: now)
    let filter = ReadyFilter(question.wishes, in: self, book)
    // One more tells whether there is a next page.
    var found = filter.first(
      question.limit + 1, in: question.order, question.search, after: question.after)
    let hasMore = found.count > question.limit
    if hasMore { found.removeLast() }
    let venues = found.map { place in
      let venue = venue(at: place)
      return NearbyVenue(
        venue: venue, distanceMeters: place.distance,
        hours: book.moment(of: venue.openingHours, at: question.moment))
    }
    guard hasMore, let last = found.last else { return (venues, nil) }
    return (venues, PageToken(key(of: last, in: question.order), of: request).text)
  }
}

/// A request for venues that was checked.
struct NearbyQuestion {
  let search: PointSearch
  let wishes: VenueWishes
  let order: NearbyOrder
  let limit: Int
  let after: VenueKey?
  /// Of which the reply tells hours.
  let moment: Int64

  /// - Throws: `ServiceError` with `invalidRequest` that says what makes no sense.
  init(_ request: NearbyRequest, now: Timestamp) throws(ServiceError) {
    try check(request.coordinate, "The coordinate")
    limit = request.limit ?? SearchLimits.defaultNearby
    guard (1...ShopSearchLimits.maximumNearby).contains(limit) else {
      throw ServiceError(
        .invalidRequest, "The limit is 1 to \(ShopSearchLimits.maximumNearby), not \(limit).")
    }
    wishes = try VenueWishes(request.filter, now: now)
    order = request.order ?? .distance
    moment = (request.filter?.hours?.at ?? now).secondsSince1970
    after = try request.after.map { (text) throws(ServiceError) in
      try PageToken(text, of: request).key
    }
    var regions: [any PointRegion] = []
    if let box = request.box { regions.append(BoxRegion(try Self.checked(box))) }
    if let area = request.area { regions.append(try AreaRegion(area)) }
    search = PointSearch(
      around: request.coordinate, from: order == .distance ? after?.distance ?? 0 : 0,
      to: try Self.checked(radius: request.radiusMeters), in: regions)
  }

  /// The radius, or infinity where there is none.
  static func checked(radius: Meters?) throws(ServiceError) -> Meters {
    guard let radius else { return .infinity }
    let most = ShopSearchLimits.maximumRadiusMeters
    guard (0...most).contains(radius) else {
      throw ServiceError(.invalidRequest, "The radius is 0 to \(Int(most)) m, not \(radius) m.")
    }
    return radius
  }

  private static func checked(_ box: BoundingBox) throws(ServiceError) -> BoundingBox {
    try check(Coordinate(latitude: box.south, longitude: box.west), "The box's corner")
    try check(Coordinate(latitude: box.north, longitude: box.east), "The box's corner")
    guard box.south <= box.north, box.west <= box.east else {
      throw ServiceError(
        .invalidRequest,
        """
        The box is turned over: south \(box.south) is to be at most north \(box.north), and west \
        \(box.west) at most east \(box.east). One across the antimeridian is asked for as an area.
        """)
    }
    return box
  }
}

/// An area of the contract as a region of a search.
private struct AreaRegion: PointRegion {
  private let shape: AreaShape
  /// For the rounding of depths.
  private static let slack: Meters = 0.01

  init(_ area: FenceArea) throws(ServiceError) {
    try area.validate()
    guard let shape = AreaShape(area) else {
      throw ServiceError(.invalidRequest, "The area is none: \(AreaShape.requirement).")
    }
    self.shape = shape
  }

  /// A depth changes by no more than one moves, so that of the middle tells of all the ball.
  func standing(of cell: PointCell) -> PointCell.Standing {
    guard let (center, radius) = cell.ball else { return .partly }
    let middle = SpaceVector(x: center.x, y: center.y, z: center.z)
    guard shape.bounds.touches(Ball(center: middle, radius: radius)) else { return .outside }
    // Too large to lie inside, and its halves will be asked about.
    if radius > shape.bounds.radius { return .partly }
    let depth = shape.depth(of: middle)
    if depth > radius + Self.slack { return .inside }
    return depth < -radius - Self.slack ? .outside : .partly
  }

  func contains(_ point: Coordinate) -> Bool { shape.contains(SpaceVector(point)) }
}

/// The end of a page: what decided about its last venue, and which question it is of.
private struct PageToken: Codable {
  private let question: String
  let key: VenueKey

  init(_ key: VenueKey, of request: NearbyRequest) {
    self.key = key
    question = Self.fingerprint(of: request)
  }

  /// - Throws: `ServiceError` with `invalidRequest` for what is no token, or another question's.
  init(_ text: String, of request: NearbyRequest) throws(ServiceError) {
    guard let data = Data(base64Encoded: text),
      let token = try? MessageCoder.decode(PageToken.self, from: data)
    else {
      throw ServiceError(
        .invalidRequest, "“\(text.prefix(40))” is not what a page told as its `next`.")
    }
    guard token.question == Self.fingerprint(of: request) else {
      throw ServiceError(
        .invalidRequest,
        """
        The page after another question's is asked for: ask as for the page before, with only \
        `after` and `limit` changed, or without `after` for the first page.
        """)
    }
    self = token
  }

  /// Plain letters, digits and `+/=`.
  var text: String { (try? MessageCoder.encode(self))?.base64EncodedString() ?? "" }

  /// Names all of a request that pages have in common.
  private static func fingerprint(of request: NearbyRequest) -> String {
    let common = NearbyRequest(
      coordinate: request.coordinate, radiusMeters: request.radiusMeters, box: request.box,
      area: request.area, filter: request.filter, order: request.order)
    let bytes = (try? MessageCoder.encode(common)) ?? Data()
    return Fingerprint(of: bytes).description
  }
}

/// - Parameter what: begins the sentence that names the fault.
func check(_ coordinate: Coordinate, _ what: String) throws(ServiceError) {
  guard coordinate.isValid else {
    throw ServiceError(
      .invalidRequest,
      """
      \(what) \(coordinate.latitude),\(coordinate.longitude) is off the globe: latitudes are \
      -90 to 90, longitudes -180 to 180.
      """)
  }
}
