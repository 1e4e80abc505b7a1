import Areas
import Messages

extension RoadSelection {
  /// Only the vehicle.
  var withoutChoice: RoadSelection { RoadSelection(vehicle: vehicle) }

  /// Checks what a request asks of the roads of a profile.
  ///
  /// - Throws: `invalidRequest` for a vehicle that is not a car, a size out of range, or an invalid
  ///   area.
  func check(for profile: TravelProfile) throws(ServiceError) {
    if let vehicle {
      guard profile == .car else {
        throw ServiceError(
          .invalidRequest,
          "A vehicle's size counts for cars, not for \(profile.rules.travellers).")
      }
      let sizes = [
        ("height", vehicle.heightMeters), ("width", vehicle.widthMeters),
        ("length", vehicle.lengthMeters),
      ]
      for (measure, meters) in sizes {
        try Messages.check(
          meters, "The vehicle's \(measure) in metres", in: RouterLimits.vehicleMeters)
      }
      try Messages.check(
        vehicle.weightTonnes, "The vehicle's weight in tonnes", in: RouterLimits.vehicleTonnes)
    }
    let areas = avoidAreas ?? []
    try Messages.check(
      areas.count, "The number of areas to avoid", in: 0...RouterLimits.maximumAvoidedAreas)
    for area in areas {
      try area.validate()
      try Messages.check(
        AreaShape(area) != nil, "An area to avoid is invalid: \(AreaShape.requirement).")
    }
  }
}
