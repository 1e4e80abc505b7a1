import Messages

extension PlanChoice {
  /// - Throws: `invalidRequest`, with the invalid value and its range.
  func check(for profile: TravelProfile = .car) throws(ServiceError) {
    guard parking != .lot || profile == .car else {
      throw ServiceError(.invalidRequest, "Only a car is left in a car park.")
    }
    guard parkSeconds == nil || profile == .car else {
      throw ServiceError(.invalidRequest, "Only a car has a time to park.")
    }
    try Self.check(parkSeconds, "time to park in seconds", 0...PlannerLimits.maximumParkSeconds)
    try Self.check(categories?.count, "number of categories", 1...PlannerLimits.maximumCategories)
    try Self.check(
      favourites?.count, "number of favourites", 0...ShopSearchLimits.maximumVenueIDs)
    try Self.check(loved?.count, "number of loved shops", 0...ShopSearchLimits.maximumVenueIDs)
    try Self.check(
      maximumDetourSeconds, "longest detour in seconds", 0...PlannerLimits.maximumTripSeconds)
    if let meters = maximumWalkMeters, !(0...RouterLimits.maximumSnapMeters ~= meters) {
      throw ServiceError(
        .invalidRequest,
        "The longest walk is \(meters) m; it must be 0 to \(RouterLimits.maximumSnapMeters).")
    }
    try Self.check(perBrand, "number of options per brand", 0...PlannerLimits.maximumOptions)
    if filter?.category != nil || filter?.hours != nil {
      throw ServiceError(
        .invalidRequest,
        "The filter of a plan takes neither category nor hours; the plan has its own.")
    }
  }

  fileprivate static func check(
    _ number: Int?, _ what: String, _ range: ClosedRange<Int>
  ) throws(ServiceError) {
    guard let number, !range.contains(number) else { return }
    throw ServiceError(
      .invalidRequest,
      "The \(what) is \(number); it must be \(range.lowerBound) to \(range.upperBound).")
  }
}

extension PlanDetails {
  /// - Throws: `invalidRequest`, with the invalid value and its range.
  func check() throws(ServiceError) {
    let range = 0...PlannerLimits.maximumExplained
    try PlanChoice.check(whyNot?.limit, "number of shops to explain", range)
    try PlanChoice.check(whyNot?.venues?.count, "number of shops to explain", range)
    try PlanChoice.check(
      alternatives, "number of alternatives", 0...RouterLimits.maximumAlternatives)
  }
}
