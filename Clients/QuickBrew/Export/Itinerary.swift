import Geography
import Messages
import Time

/// One way of a plan, as other programs show it: its points, its lines and its times, which are
/// those of the planner's schedule.
struct Itinerary: Sendable, Hashable {
  struct Point: Sendable, Hashable {
    let name: String
    let coordinate: Coordinate
    let address: String?
    /// `nil` at the origin.
    let arrival: Timestamp?
    /// `nil` at the destination.
    let departure: Timestamp?

    /// `arrive 08:06:10, leave 08:16:10`, the same wherever the way is shown.
    var times: String {
      let times = [("file.arrive", arrival), ("file.leave", departure)].compactMap { key, time in
        time.map { Formats.phrase(key, ["time": Formats.clock($0)]) }
      }
      return Formats.list(times)
    }
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
  var destination: Point { points[points.count - 1] }
  /// `nil` for the direct drive.
  var stop: Point? { points.count > 2 ? points[1] : nil }

  /// `coffee at Caffè Roma on the way to Coit Tower`, `to Coit Tower`.
  var title: String {
    guard let stop else { return Formats.phrase("file.way", ["place": destination.name]) }
    let kind = Formats.word("kind", category.rawValue)
    return Formats.phrase(
      "file.stop", ["kind": kind, "stop": stop.name, "place": destination.name])
  }

  /// The way over an option of a plan, or its direct drive.
  ///
  /// - Parameter number: 1 for the first option, 0 for the direct drive.
  /// - Throws: `ServiceError` with `notFound` where the plan has no such option or no schedule,
  ///   with `internal` for a line that cannot be read.
  init(_ kept: LastPlan, option number: Int) throws(ServiceError) {
    let plan = kept.plan
    planID = plan.id
    self.number = number
    category = plan.category
    profile = kept.profile
    deadline = plan.deadline
    guard number == 0 || plan.options.indices.contains(number - 1) else {
      let options = Formats.count(plan.options.count, "option", "options")
      throw ServiceError(.notFound, "The plan has \(options); there is no option \(number).")
    }
    let option = number == 0 ? nil : plan.options[number - 1]
    let times = option?.schedule ?? plan.direct.schedule
    leaveBy = option?.leaveBy ?? plan.direct.leaveBy
    let stop = option.map(\.venue)
    points =
      [
        Point(
          name: plan.origin.label, coordinate: plan.origin.coordinate, address: nil, arrival: nil,
          departure: times.leave)
      ]
      + zip([stop].compactMap { $0 }, times.stops).map { venue, times in
        Point(
          name: venue.shownTitle, coordinate: venue.coordinate, address: venue.address,
          arrival: times.reaches, departure: times.until)
      } + [
        Point(
          name: plan.destination.label, coordinate: plan.destination.coordinate, address: nil,
          arrival: times.arrive, departure: nil)
      ]
    if let option {
      legs = [try Leg(option.toStop), try Leg(option.toDestination)]
    } else {
      legs = [try Leg(plan.direct)]
    }
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
