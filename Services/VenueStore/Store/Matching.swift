import Messages
import SQL

extension VenueDatabase {
  /// No source has this number, so none of its venues are left out.
  private static let noFeed = 0
  /// Not told in somebody else's file: may be anything.
  private static let anyCategory: VenueCategory = ""

  /// The venues that the places of a file stand for: by identifier, else by name and place. One
  /// that has closed is found as well.
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

  private func match(_ place: DescribedVenue) throws -> Venue? {
    if let id = place.id, let venue = try knownVenue(id) { return venue }
    guard let name = place.name, let point = place.coordinate, point.isValid,
      name.utf8.count <= VenueStoreLimits.maximumNameBytes
    else { return nil }
    let id = try closestMatch(near: point, notOf: Self.noFeed) {
      VenueMatch(
        name: name, category: Self.anyCategory, coordinate: point, address: place.address,
        phone: nil)
    }
    return try id.map(venue)
  }
}
