import Messages

extension PlanChoice {
  /// - Throws: `invalidRequest`, with the invalid value and its range.
  func validate(for profile: TravelProfile = .car) throws(ServiceError) {
    try check(parking != .lot || profile == .car, "Only a car is left in a car park.")
    try check(parkSeconds == nil || profile == .car, "Only a car has a time to park.")
    try check(
      parkSeconds, "The time to park in seconds", in: 0...PlannerLimits.maximumParkSeconds)
    try check(
      categories?.count, "The number of categories", in: 1...PlannerLimits.maximumCategories)
    try check(
      favourites?.count, "The number of favourites", in: 0...ShopSearchLimits.maximumVenueIDs)
    try check(
      loved?.count, "The number of loved shops", in: 0...ShopSearchLimits.maximumVenueIDs)
    try check(
      maximumDetourSeconds, "The longest detour in seconds",
      in: 0...PlannerLimits.maximumTripSeconds)
    try check(
      maximumWalkMeters, "The longest walk in metres", in: 0...RouterLimits.maximumSnapMeters)
    try check(
      perBrand, "The number of options per brand", in: 0...PlannerLimits.maximumOptions)
    try check(
      filter?.category == nil && filter?.hours == nil,
      "The filter of a plan has no category and no hours; use `categories` and `openOnly`.")
  }
}

extension PlanDetails {
  /// - Throws: `invalidRequest`, with the invalid value and its range.
  func validate() throws(ServiceError) {
    let range = 0...PlannerLimits.maximumExplained
    try check(whyNot?.limit, "The number of shops to explain", in: range)
    try check(whyNot?.venues?.count, "The number of shops to explain", in: range)
    try check(
      alternatives, "The number of alternatives", in: 0...RouterLimits.maximumAlternatives)
  }
}

extension LocationReference {
  /// - Throws: `invalidRequest` for an empty or too long text or name; `outsideMap`.
  func validate(as role: PlaceRole, on map: PlanningMap) throws(ServiceError) {
    switch self {
    case .text(let text):
      try text.validate("The \(role)", bytes: GeocoderLimits.maximumTextBytes)
    case .coordinate(let point, let label):
      try map.check(point, as: role)
      try label?.validate("The \(role)'s label", bytes: PlannerLimits.maximumLabelBytes)
    case .device(let device):
      try device.rawValue.validate(
        "The \(role)'s device", bytes: GeofenceLimits.maximumNameBytes)
    }
  }
}

extension String {
  /// - Throws: `invalidRequest` unless it has a visible character and at most `maximum` bytes.
  func validate(_ field: String, bytes maximum: Int) throws(ServiceError) {
    try check(contains(where: { !$0.isWhitespace }), "\(field) is empty.")
    try check(self, field, bytes: 1...maximum)
  }
}
