package import Messages

extension VenueIndex {
  /// The venues with these identifiers, in the order of the request; unknown ones are left out.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for more than
  ///   `ShopSearchLimits.maximumDetails`.
  package func details(_ request: ShopDetailsRequest) throws(ServiceError) -> [Venue] {
    guard request.ids.count <= ShopSearchLimits.maximumDetails else {
      throw ServiceError(
        .invalidRequest,
        """
        Details of \(request.ids.count) venues are requested; \
        at most \(ShopSearchLimits.maximumDetails) are returned at once.
        """)
    }
    return request.ids.compactMap(venue)
  }
}
