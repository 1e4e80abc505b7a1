import Geography
package import Messages
import SQL

extension VenueDatabase {
  /// No source has this number, so no venue is excluded.
  private static let noFeed = 0
  /// Files of other programs give no category; this one matches every category.
  private static let anyCategory: VenueCategory = ""

  /// Finds the venue for each entry of an imported file: by identifier, otherwise by name and
  /// coordinate. Closed venues are found too.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for too many places; `SQLError`.
  package func matches(_ request: VenueMatchRequest) throws -> VenueMatchReply {
    guard request.places.count <= VenueLimits.maximumMarks else {
      throw ServiceError(
        .invalidRequest,
        "\(request.places.count) places at once; \(VenueLimits.maximumMarks) is the most.")
    }
    return VenueMatchReply(
      matches: try request.places.map { MatchedVenue(venue: try match($0)) })
  }

  private func match(_ entry: VenueDescription) throws -> Venue? {
    if let id = entry.id, let venue = try findVenue(id) { return venue }
    guard let name = entry.name, let coordinate = entry.coordinate, coordinate.isValid,
      name.utf8.count <= VenueStoreLimits.maximumNameBytes
    else { return nil }
    let id = try bestMatch(near: coordinate, excludingFeed: Self.noFeed) {
      MatchCandidate(
        name: name, category: Self.anyCategory, coordinate: coordinate, address: entry.address,
        phone: nil)
    }
    return try id.map(venue)
  }
}
