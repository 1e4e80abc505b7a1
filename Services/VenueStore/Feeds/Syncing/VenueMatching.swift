import Geography
package import Messages
import SQL

/// Finds the venue that a row or an entry of another program describes.
package struct VenueMatching {
  private let database: Database
  private let venues: VenueTable

  package init(_ store: VenueDatabase) {
    database = store.database
    venues = store.venues
  }

  /// The venue for each entry of an imported file: by identifier, otherwise by name and coordinate.
  /// Closed venues are found too.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for too many places; `SQLError`.
  package func matches(_ request: VenueMatchRequest) throws -> VenueMatchReply {
    try check(request.places.count, "The number of places", in: 0...VenueLimits.maximumMarks)
    return VenueMatchReply(
      matches: try request.places.map { MatchedVenue(venue: try match($0)) })
  }

  /// Files of other programs give no category; this one matches every category.
  private static let anyCategory: VenueCategory = ""

  private func match(_ entry: VenueDescription) throws -> Venue? {
    if let id = entry.id, let venue = try venues.find(id) { return venue }
    guard let name = entry.name, let coordinate = entry.coordinate, coordinate.isValid,
      name.utf8.count <= VenueStoreLimits.maximumNameBytes
    else { return nil }
    let row = MatchedRow(
      name: name, category: Self.anyCategory, coordinate: coordinate, address: entry.address,
      phone: nil)
    return try best(for: row, excludingFeed: nil).map(venues.venue)
  }

  /// The nearby venue with the highest match score; `nil` if none matches.
  ///
  /// - Parameter feed: venues of this source are excluded, as no source lists a venue twice.
  /// - Throws: `SQLError`.
  func best(for row: MatchedRow, excludingFeed feed: Int?) throws -> VenueID? {
    let box = BoundingBox(row.coordinate).expanded(by: MatchCandidate.maximumDistance)
    // Prepared only if a venue is near, as preparing names is slow.
    var prepared: MatchCandidate?
    let scored: [(id: VenueID, score: Double)?] = try database.query(
      """
      SELECT id, \(MatchedRow.columns) FROM venue
      WHERE latitude BETWEEN ? AND ? AND longitude BETWEEN ? AND ? AND NOT EXISTS (
        SELECT 1 FROM feed_row WHERE venue_id = venue.id AND feed = ? AND is_gone = 0)
      """, box.south, box.north, box.west, box.east, feed ?? Self.noFeed
    ) { found in
      let id = VenueID(rawValue: found.text("id"))
      let match = prepared ?? MatchCandidate(row)
      prepared = match
      return match.score(MatchCandidate(MatchedRow(found))).map { (id, $0) }
    }
    return scored.compactMap { $0 }.max { ($0.score, $1.id) < ($1.score, $0.id) }?.id
  }

  /// No source has this number.
  private static let noFeed = 0
}

/// What a row, or a venue, is matched by.
struct MatchedRow {
  let name: String
  let category: VenueCategory
  let coordinate: Coordinate
  let address: String?
  let phone: String?
}

extension MatchedRow {
  static let columns = "name, category, latitude, longitude, address, phone"

  /// Reads `columns`.
  init(_ row: borrowing Row) {
    self.init(
      name: row.text("name"), category: VenueCategory(rawValue: row.text("category")),
      coordinate: Coordinate(latitude: row.double("latitude"), longitude: row.double("longitude")),
      address: row.optionalText("address"), phone: row.optionalText("phone"))
  }
}

extension MatchCandidate {
  init(_ row: MatchedRow) {
    self.init(
      name: row.name, category: row.category, coordinate: row.coordinate, address: row.address,
      phone: row.phone)
  }
}
