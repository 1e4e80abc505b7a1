import Messages

/// How somebody moves along roads: speeds, acceleration, stops.
struct MotionModel: Sendable, Hashable {
  let profile: TravelProfile
  /// In metres per second, without obstacles; `nil` for the road's own speed.
  let cruiseSpeed: Double?
  /// In metres per second squared, for accelerating and braking.
  let acceleration: Double
  /// The speed in a right-angled corner.
  let cornerSpeed: Double
  /// The probability of a stop at a corner, and its duration in seconds.
  let stopProbability: Double
  let stopSeconds: ClosedRange<Double>
  /// The straight-line distance between the ends of a random journey.
  let journeyMeters: ClosedRange<Double>

  /// 10.8 km/h, with a stop at one crossing in seven.
  static let cityRun = MotionModel(
    profile: .foot, cruiseSpeed: 3, acceleration: 1, cornerSpeed: 2.5, stopProbability: 0.15,
    stopSeconds: 5...30, journeyMeters: 1_000...4_000)
  /// 18 km/h.
  static let bicycleRide = MotionModel(
    profile: .bicycle, cruiseSpeed: 5, acceleration: 0.7, cornerSpeed: 3, stopProbability: 0.2,
    stopSeconds: 5...30, journeyMeters: 2_000...10_000)
  /// The speed of the roads.
  static let freewayDrive = MotionModel(
    profile: .car, cruiseSpeed: nil, acceleration: 2, cornerSpeed: 5.5, stopProbability: 0.25,
    stopSeconds: 5...45, journeyMeters: 5_000...50_000)
}
