/// The rating of a venue from all its reviews.
///
/// The mean is that of the given stars and of `priorReviews` more at `priorStars`, so that one
/// review does not rank a venue above another with a hundred; the more reviews, the less the prior
/// counts. This is the posterior mean under a conjugate prior worth that many observations.
/// Source: Diaconis, Ylvisaker, "Conjugate Priors for Exponential Families", Annals of Statistics 7
/// (1979).
@Memberwise package struct VenueRating: Codable, Sendable, Hashable {
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

  /// The mean of the given stars alone, 1 ... 5, which people are shown; `mean` only sorts.
  ///
  /// Exact for up to 94 reviews, as the sum of their stars is a whole number that the rounding of
  /// `mean` leaves recognisable; off by less than 0.006 for more.
  package var plainMean: Double {
    let reviews = Double(count)
    let sum = Double(mean) * (Self.priorReviews + reviews) - Self.priorStars * Self.priorReviews
    let isExact = 0.005 * (Self.priorReviews + reviews) < 0.5
    let stars = (Double(Self.stars.lowerBound), Double(Self.stars.upperBound))
    return min(max((isExact ? sum.rounded() : sum) / max(reviews, 1), stars.0), stars.1)
  }
}

extension VenueRating {
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
