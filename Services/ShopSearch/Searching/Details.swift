import Messages

extension VenueIndex {
  /// All that is known of a few venues, in the order asked for; those that there are not are left
  /// out.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for more than
  ///   `ShopSearchLimits.maximumDetails`.
  package func details(_ request: ShopDetailsRequest) throws(ServiceError) -> [Venue] {
    guard request.ids.count <= ShopSearchLimits.maximumDetails else {
      throw ServiceError(
        .invalidRequest,
        """
        Details of \(request.ids.count) venues are asked for; \
        at most \(ShopSearchLimits.maximumDetails) are told at once.
        """)
    }
    return request.ids.compactMap(venue)
  }
}
