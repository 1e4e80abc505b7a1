import Geography
import Messages
import Time

/// One way of a plan, as other programs show it: its points, its lines and its times.
struct Itinerary: Sendable, Hashable {
  struct Point: Sendable, Hashable {
    let name: String
    let coordinate: Coordinate
    let address: String?
    /// `nil` at the origin.
    let arrival: Timestamp?
    /// `nil` at the destination.
    let departure: Timestamp?
  }

  struct Leg: Sendable, Hashable {
    let durationSeconds: Int
    let distanceMeters: Int
    let line: [Coordinate]
  }

  let planID: PlanID
  /// 0 for the direct drive, 1 for the first option.
  let number: Int
  /// Origin, stop, destination; without the stop for the direct drive.
  let points: [Point]
  /// One fewer than the points.
  let legs: [Leg]
  let category: VenueCategory
  let profile: TravelProfile
  let leaveBy: Timestamp
  let deadline: Timestamp

  var departure: Timestamp { points[0].departure ?? leaveBy }
  var arrival: Timestamp { points[points.count - 1].arrival ?? deadline }
  var origin: Point { points[0] }
  var destination: Point { points[points.count - 1] }
  /// `nil` for the direct drive.
  var stop: Point? { points.count > 2 ? points[1] : nil }

  /// `coffee at Caffè Roma on the way to Coit Tower`, `to Coit Tower`.
  var title: String {
    guard let stop else { return "to \(destination.name)" }
    return "\(category.rawValue) at \(stop.name) on the way to \(destination.name)"
  }

  /// The way over an option of a plan, or its direct drive.
  ///
  /// - Parameter number: 1 for the first option, 0 for the direct drive.
  /// - Throws: `ServiceError` with `notFound` where the plan has no such option, with `internal`
  ///   for a line that cannot be read.
  init(_ kept: LastPlan, option number: Int) throws(ServiceError) {
    let plan = kept.plan
    planID = plan.id
    self.number = number
    category = plan.category
    profile = kept.profile
    deadline = plan.deadline
    let start = { (departure: Timestamp) in
      Point(
        name: plan.origin.label, coordinate: plan.origin.coordinate, address: nil, arrival: nil,
        departure: departure)
    }
    let end = { (arrival: Timestamp) in
      Point(
        name: plan.destination.label, coordinate: plan.destination.coordinate, address: nil,
        arrival: arrival, departure: nil)
    }
    if number == 0 {
      points = [start(plan.departure), end(plan.direct.arrival)]
      legs = [try Leg(plan.direct)]
      leaveBy = plan.direct.leaveBy
      return
    }
    guard plan.options.indices.contains(number - 1) else {
      let options = Formats.count(plan.options.count, "option", "options")
      throw ServiceError(.notFound, "The plan has \(options); there is no option \(number).")
    }
    let option = plan.options[number - 1]
    let reached = plan.departure.adding(seconds: option.toStop.durationSeconds)
    let stop = Point(
      name: option.venue.name, coordinate: option.venue.coordinate, address: option.venue.address,
      arrival: reached,
      departure: reached.adding(seconds: option.waitSeconds + option.dwellSeconds))
    points = [start(plan.departure), stop, end(option.arrival)]
    legs = [try Leg(option.toStop), try Leg(option.toDestination)]
    leaveBy = option.leaveBy
  }
}

extension Itinerary.Leg {
  fileprivate init(_ leg: PlanLeg) throws(ServiceError) {
    self.init(
      durationSeconds: leg.durationSeconds, distanceMeters: leg.distanceMeters,
      line: try leg.geometry.read())
  }

  fileprivate init(_ drive: DirectTrip) throws(ServiceError) {
    self.init(
      durationSeconds: drive.durationSeconds, distanceMeters: drive.distanceMeters,
      line: try drive.geometry.read())
  }
}
