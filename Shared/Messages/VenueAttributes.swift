/// Whether a wheelchair gets in.
package enum WheelchairAccess: String, Codable, Sendable, Hashable, CaseIterable {
  case yes
  /// Some of it, or with help.
  case limited
  case no
}

/// Whether guests have the Internet without a cable.
package enum WifiOffer: String, Codable, Sendable, Hashable, CaseIterable {
  /// Nobody says what it costs.
  case yes
  case free
  case paid
  case no

  /// Whether there is any.
  package var isThere: Bool { self != .no }
}

/// What all reviews of a venue come to.
///
/// The mean is that of the stars given and of `priorReviews` more at `priorStars`, so that one
/// review does not put a venue above another with a hundred; the more there are, the less the
/// prior counts. It is the posterior mean under a conjugate prior worth so many observations.
/// Source: Diaconis, Ylvisaker, "Conjugate Priors for Exponential Families", Annals of Statistics 7
/// (1979).
package struct VenueRating: Codable, Sendable, Hashable {
  /// What a venue of which nothing is known is taken for: between "fine" and "good".
  package static let priorStars = 3.5
  /// How many reviews the prior is worth.
  package static let priorReviews = 5.0
  /// What a review gives.
  package static let stars = 1...5

  /// 1 ... 5, to the hundredth.
  package let mean: Float
  /// How many reviews; at least 1.
  package let count: Int32

  package init(mean: Float, count: Int32) {
    self.mean = mean
    self.count = count
  }

  /// `nil` where nobody has reviewed the venue.
  ///
  /// - Parameter stars: of all reviews together.
  package init?(count: Int, stars: Int) {
    guard count > 0 else { return nil }
    let mean =
      (Self.priorStars * Self.priorReviews + Double(stars)) / (Self.priorReviews + Double(count))
    self.init(mean: Float((mean * 100).rounded() / 100), count: Int32(clamping: count))
  }
}
