package import Geography

/// Which roads a drive may use, beyond the rules of its profile.
///
/// A vehicle never passes where it does not fit. Kinds of road to avoid are used only where no
/// other leads to the goal, or where every other way is longer by half an hour for each stretch
/// avoided; a note says so. Areas to avoid and kinds to exclude are closed: then there may be no
/// route.
@Memberwise package struct RoadSelection: Codable, Sendable, Hashable {
  /// Cars only; default a large car.
  package let vehicle: VehicleSize?
  /// Kinds of road to avoid.
  package let avoid: [AvoidedRoad]?
  /// Kinds of road that are closed.
  package let exclude: [AvoidedRoad]?
  /// Areas whose roads are closed, at most `RouterLimits.maximumAvoidedAreas`.
  package let avoidAreas: [FenceArea]?
}

/// A kind of road that can be avoided.
package enum AvoidedRoad: String, Codable, Sendable, Hashable, CaseIterable {
  case tolls, ferries, motorways, unpaved, tunnels

  /// - Throws: `DecodingError` for any other word, with the valid ones.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let word = try container.decode(String.self)
    guard let known = AvoidedRoad(rawValue: word) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "“\(word)” is not one of tolls, ferries, motorways, unpaved and tunnels.")
    }
    self = known
  }
}

/// The size of a vehicle. What is absent, or less than that of a large car, counts as the car's.
@Memberwise package struct VehicleSize: Codable, Sendable, Hashable {
  /// 0.1 ... 100.
  package let heightMeters: Double?
  package let widthMeters: Double?
  package let lengthMeters: Double?
  /// The laden weight, 0.01 ... 600.
  package let weightTonnes: Double?
}

extension RouterLimits {
  package static let maximumAvoidedAreas = 100
  /// The ranges of a vehicle's size.
  package static let vehicleMeters = 0.1...100.0
  package static let vehicleTonnes = 0.01...600.0
}
