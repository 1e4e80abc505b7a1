import Messages

/// The largest vehicle that may pass: each measure with `none` where there is no limit.
struct SizeLimits: Hashable, Sendable {
  /// Centimetres.
  var height = none
  var width = none
  var length = none
  /// Units of 10 kg.
  var weight = none

  static let none = UInt16.max

  var isNone: Bool { self == SizeLimits() }

  /// The stricter limit of both, measure by measure.
  func joined(with other: SizeLimits) -> SizeLimits {
    SizeLimits(
      height: min(height, other.height), width: min(width, other.width),
      length: min(length, other.length), weight: min(weight, other.weight))
  }

  /// Whether a vehicle of this size fits; one of exactly a limit does.
  func admits(_ size: SizeLimits) -> Bool {
    width >= size.width && height >= size.height && length >= size.length && weight >= size.weight
  }

  /// A large car: OSRM's `vehicle_height`, `vehicle_width`, `vehicle_length`, `vehicle_weight`.
  static let car = SizeLimits(height: 200, width: 190, length: 480, weight: 200)

  /// Four numbers of 16 bits, as in the file.
  var packed: UInt64 {
    UInt64(height) | UInt64(width) << 16 | UInt64(length) << 32 | UInt64(weight) << 48
  }
}

extension SizeLimits {
  init(packed: UInt64) {
    self.init(
      height: UInt16(truncatingIfNeeded: packed), width: UInt16(truncatingIfNeeded: packed >> 16),
      length: UInt16(truncatingIfNeeded: packed >> 32),
      weight: UInt16(truncatingIfNeeded: packed >> 48))
  }

  /// The size of a vehicle; at least that of a car, for which the map was built.
  init(_ vehicle: VehicleSize) {
    let size = { (value: Double?, least: UInt16) in
      max(least, UInt16(min(Double(Self.none - 1), ((value ?? 0) * 100).rounded(.up))))
    }
    self.init(
      height: size(vehicle.heightMeters, Self.car.height),
      width: size(vehicle.widthMeters, Self.car.width),
      length: size(vehicle.lengthMeters, Self.car.length),
      weight: size(vehicle.weightTonnes, Self.car.weight))
  }
}
