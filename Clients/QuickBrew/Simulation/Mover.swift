import Messages

/// Somebody who moves along roads, and how fast.
struct Mover: Sendable, Hashable {
  let profile: TravelProfile
  /// The speed where nothing is in the way; by car the road's own.
  let cruise: Double?
  /// Metres a second, gained or lost in a second.
  let acceleration: Double
  /// How fast it goes round a corner of a right angle.
  let corner: Double
  /// The part of the corners at which it has to wait, and for how many seconds.
  let waitingPart: Double
  let waitingSeconds: ClosedRange<Double>
  /// How far apart the ends of a made-up journey are, in a straight line.
  let journeyMeters: ClosedRange<Double>

  /// 10.8 km/h, and a wait at one crossing in seven.
  static let cityRun = Mover(
    profile: .foot, cruise: 3, acceleration: 1, corner: 2.5, waitingPart: 0.15,
    waitingSeconds: 5...30, journeyMeters: 1_000...4_000)
  /// 18 km/h.
  static let bicycleRide = Mover(
    profile: .bicycle, cruise: 5, acceleration: 0.7, corner: 3, waitingPart: 0.2,
    waitingSeconds: 5...30, journeyMeters: 2_000...10_000)
  /// As fast as the roads are.
  static let freewayDrive = Mover(
    profile: .car, cruise: nil, acceleration: 2, corner: 5.5, waitingPart: 0.25,
    waitingSeconds: 5...45, journeyMeters: 5_000...50_000)
}
