import Messages

/// The bounds of what the venue store takes in and keeps, beside `VenueLimits` of the contract.
package enum VenueStoreLimits {
  /// Venues of a list's page where the request does not say.
  package static let defaultPage = 100
  /// Reviews or notes of a list's page where the request does not say.
  package static let defaultReviews = 50
  /// Reviews that are told with a venue where the request does not say.
  package static let defaultRemarks = 3
  /// Of a user: venues that are favourites, and that were some time ago.
  package static let maximumMarksKept = 2 * VenueLimits.maximumFavourites
  /// A deal is forgotten so long after its end.
  package static let endedDealDays = 90
  /// How late a deal that begins is published at the most.
  package static let dealPeriod = Duration.seconds(1)
  /// Venues of one map; a map with more is not imported.
  package static let maximumVenues = 5_000_000
  /// Members of the relations of a map that are venues, and points of their ways; each takes some
  /// 40 bytes while the map is read.
  package static let maximumOutlineParts = 5_000_000
  // Texts of a map are cut to these; a web address that is longer is left out.
  package static let maximumNameBytes = 200
  package static let maximumAddressBytes = 300
  package static let maximumPhoneBytes = 100
  package static let maximumWebsiteBytes = 500
  package static let maximumHoursBytes = 1_000
  package static let maximumCuisineBytes = 100

  /// How often an instance looks what the others on its server have changed.
  package static let followInterval = Duration.milliseconds(100)

  /// An identifier of a venue that is longer is nobody's.
  package static let maximumIDBytes = 200
}
