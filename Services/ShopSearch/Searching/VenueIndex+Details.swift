package import Messages

extension VenueIndex {
  /// The venues with these identifiers, in the order of the request; unknown ones are left out.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for more than
  ///   `ShopSearchLimits.maximumDetails`.
  package func details(_ request: ShopDetailsRequest) throws(ServiceError) -> [Venue] {
    try check(
      request.ids.count, "The number of venues", in: 0...ShopSearchLimits.maximumDetails)
    return request.ids.compactMap(venue)
  }
}
