package import Messages

extension VenueRemarks {
  /// The newest reviews of a venue, and one user's own review, note and favourite of it.
  ///
  /// - Throws: `ServiceError`: see `VenueRemarksRequest`; `SQLError`.
  package init(_ request: VenueRemarksRequest, in store: VenueDatabase) throws {
    let reviews = Reviews(store)
    let newest = try reviews.list(
      ReviewListRequest(
        venueID: request.id, limit: request.limit ?? VenueStoreLimits.defaultRemarks)
    ).reviews
    guard let user = request.user else {
      self.init(newest: newest)
      return
    }
    try UserText.check(user: user)
    self.init(
      newest: newest, review: try reviews.review(of: user, request.id),
      note: try Notes(store).note(of: user, request.id),
      favouriteSince: try Favourites(store).since(of: user, request.id))
  }
}
