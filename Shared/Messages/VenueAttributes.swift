/// Wheelchair access, as in OpenStreetMap.
package enum WheelchairAccess: String, Codable, Sendable, Hashable, CaseIterable {
  case yes
  /// Partly, or with help.
  case limited
  case no
}

/// Wi-Fi for guests.
package enum WifiOffer: String, Codable, Sendable, Hashable, CaseIterable {
  /// The price is unknown.
  case yes
  case free
  case paid
  case no

  /// Whether there is any.
  package var isThere: Bool { self != .no }
}

/// The rating of a venue from all its reviews.
///
/// The mean is that of the given stars and of `priorReviews` more at `priorStars`, so that one
/// review does not rank a venue above another with a hundred; the more reviews, the less the prior
/// counts. This is the posterior mean under a conjugate prior worth that many observations.
/// Source: Diaconis, Ylvisaker, "Conjugate Priors for Exponential Families", Annals of Statistics 7
/// (1979).
package struct VenueRating: Codable, Sendable, Hashable {
  /// The prior mean: between "fine" and "good".
  package static let priorStars = 3.5
  /// How many reviews the prior is worth.
  package static let priorReviews = 5.0
  /// The stars of a review.
  package static let stars = 1...5

  /// 1 ... 5, to the hundredth.
  package let mean: Float
  /// How many reviews; at least 1.
  package let count: Int32

  package init(mean: Float, count: Int32) {
    self.mean = mean
    self.count = count
  }

  /// `nil` without reviews.
  ///
  /// - Parameter stars: the sum over all reviews.
  package init?(count: Int, stars: Int) {
    guard count > 0 else { return nil }
    let mean =
      (Self.priorStars * Self.priorReviews + Double(stars)) / (Self.priorReviews + Double(count))
    self.init(mean: Float((mean * 100).rounded() / 100), count: Int32(clamping: count))
  }
}
