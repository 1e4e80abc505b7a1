import Messages

/// The venue store's own limits; those that callers need to know are in `VenueLimits`.
package enum VenueStoreLimits {
  /// The default length of a page of venues or deals.
  package static let defaultPage = 100
  /// The default length of a page of reviews or notes.
  package static let defaultReviews = 50
  /// The default number of reviews in the reply to `VenueRemarksRequest`.
  package static let defaultRemarks = 3
  /// A deal is deleted this many days after its end.
  package static let endedDealDays = 90
  /// The period of the check for deals to publish, hence the greatest delay of `deal.published`.
  package static let dealPeriod = Duration.seconds(1)
  /// Venues of one map; a map with more is not imported.
  package static let maximumVenues = 5_000_000
  /// Members of the relations of a map that are venues, and points of their ways; each takes some
  /// 40 bytes while the map is read.
  package static let maximumOutlineParts = 5_000_000
  // Texts of a map are cut to these; a web address that is longer is left out.
  package static let maximumNameBytes = 200
  /// Of a venue's names in all languages.
  package static let maximumNamesBytes = 4_000
  package static let maximumAddressBytes = 300
  package static let maximumPhoneBytes = 100
  package static let maximumWebsiteBytes = 500
  package static let maximumHoursBytes = 1_000
  package static let maximumCuisineBytes = 100

  /// The period at which an instance polls for changes by the other instances on its server.
  package static let followInterval = Duration.milliseconds(100)

  /// How often it is counted who is near a quota.
  static let quotaPeriod = Duration.seconds(60)

  /// A longer identifier of a venue is treated as unknown.
  package static let maximumIDBytes = 200
}
