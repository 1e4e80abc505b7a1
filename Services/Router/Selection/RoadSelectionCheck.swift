import Areas
import Messages

extension ProfileRouter {
  /// Checks what a request asks of roads.
  ///
  /// - Throws: `invalidRequest` for a vehicle that is no car, a size out of range, or an invalid
  ///   area.
  func check(_ selection: RoadSelection?) throws(ServiceError) {
    guard let selection else { return }
    if let vehicle = selection.vehicle {
      guard network.profile == .car else {
        throw ServiceError(
          .invalidRequest,
          "A vehicle's size counts for cars, not for \(network.profile.rules.travellers).")
      }
      let meters = RouterLimits.vehicleMeters
      try check(vehicle.heightMeters, "height", in: meters, "m")
      try check(vehicle.widthMeters, "width", in: meters, "m")
      try check(vehicle.lengthMeters, "length", in: meters, "m")
      try check(vehicle.weightTonnes, "weight", in: RouterLimits.vehicleTonnes, "t")
    }
    let areas = selection.avoidAreas ?? []
    guard areas.count <= RouterLimits.maximumAvoidedAreas else {
      throw ServiceError(
        .invalidRequest,
        "A request avoids at most \(RouterLimits.maximumAvoidedAreas) areas, not \(areas.count).")
    }
    for area in areas {
      try area.validate()
      guard AreaShape(area) != nil else {
        throw ServiceError(
          .invalidRequest, "An area to avoid is invalid: \(AreaShape.requirement).")
      }
    }
  }

  private func check(
    _ value: Double?, _ measure: String, in range: ClosedRange<Double>, _ unit: String
  ) throws(ServiceError) {
    guard let value, !range.contains(value) else { return }
    throw ServiceError(
      .invalidRequest,
      """
      The vehicle's \(measure) is \(value) \(unit); it must be \(range.lowerBound) to \
      \(range.upperBound) \(unit).
      """)
  }
}
