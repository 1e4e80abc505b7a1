/// One of up to three options that differ, and what it is best at.
@Memberwise package struct OptionHighlight: Codable, Sendable, Hashable {
  package enum Strength: String, Codable, Sendable, Hashable, CaseIterable {
    /// The earliest arrival.
    case quickest
    /// A favourite (`PlanChoice.loved`), or else the best reviews.
    case bestLoved
    /// By far the longest possible stay.
    case longestStay
    /// On another part of the way.
    case otherWay
  }

  /// The number of the option, from 0.
  package let option: Int
  package let why: Strength
}

/// Options that are one choice to most people.
@Memberwise package struct OptionGroup: Codable, Sendable, Hashable {
  package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
    /// All are of one brand.
    case chain
    /// All are within `PlannerLimits.blockMeters` of the first.
    case block
  }

  /// The numbers of the options, from 0, in their order.
  package let options: [Int]
  /// Absent for a single option.
  package let by: Kind?
}
