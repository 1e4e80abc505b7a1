import Geography
import Messages
import Time

/// A query with its places resolved, and the requests to other services that follow from it.
struct Trip: Sendable {
  let id: PlanID
  var query: PlanQuery
  let map: PlanningMap
  let origin: PlanLocation
  let destination: PlanLocation
  /// Known from the direct drive on, as is its duration.
  var walks = EndWalks()
  var directSeconds = 0

  init(
    id: PlanID, query: PlanQuery, map: PlanningMap,
    places: (origin: PlanLocation, destination: PlanLocation)
  ) {
    self.id = id
    self.query = query
    self.map = map
    origin = places.origin
    destination = places.destination
  }

  /// The departure, with the map's offset.
  var departure: Timestamp { map.zone.localized(query.window.departure) }

  /// Where a drive to a stop at this door ends, if the car is left as the query wants it.
  func driveEnd(at door: Coordinate) -> DriveEnd {
    DriveEnd(
      door: door, carPark: query.parking == .lot ? map.carParks.nearest(to: door) : nil,
      parkSeconds: query.parkSeconds)
  }

  /// When a shop is left: after the way there, the wait and the dwell.
  ///
  /// - Parameter toShopSeconds: from the departure to the arrival at the shop.
  func leaving(toShopSeconds: Int, waitSeconds: Int) -> Timestamp {
    map.zone.localized(
      query.window.departure.adding(
        seconds: toShopSeconds + waitSeconds + query.dwellSeconds))
  }

  /// A time in each hour of the clock in which a shop can be left in time: from the earliest
  /// leaving to the deadline, and at least the first of them.
  var leavings: [Timestamp] {
    hours(from: leaving(toShopSeconds: 0, waitSeconds: 0), through: query.window.deadline)
  }

  /// A time in each hour of the clock between two times, and at least the first.
  func hours(from first: Timestamp, through end: Timestamp) -> [Timestamp] {
    var hours = [first]
    while hours.count < RouterLimits.maximumLeavings {
      let last = hours[hours.count - 1]
      let next = last.adding(milliseconds: last.millisecondsToNextClockHour)
      guard next <= end else { break }
      hours.append(map.zone.localized(next))
    }
    return hours
  }

  /// A time in each hour of the clock for a week from the departure on.
  var hoursOfWeek: [Timestamp] {
    (0..<RouterLimits.maximumLeavings).map { departure.adding(seconds: $0 * 3600) }
  }

  /// The request for the drive without a stop.
  var directRoute: RouteRequest {
    route(
      origin.coordinate, destination.coordinate, departure: departure,
      alternatives: query.details.alternatives)
  }

  /// The request for one drive at the speeds of its departure's hour, with its geometry and, if the
  /// plan is to have them, its steps.
  func route(
    _ start: Coordinate, _ end: Coordinate, departure: Timestamp, alternatives: Int? = nil
  ) -> RouteRequest {
    RouteRequest(
      waypoints: [start, end], profile: query.profile, departure: departure,
      alternatives: alternatives, geometry: true, steps: query.steps,
      roads: query.roads)
  }

  /// The request for every shop that the deadline could allow and, if those are few, late ones.
  var candidates: CandidatesRequest {
    CandidatesRequest(
      origin: origin.coordinate, destination: destination.coordinate,
      category: query.category, drivingSeconds: query.drivingSeconds,
      minimum: query.limit, categories: query.categories.count > 1 ? query.categories : nil,
      filter: query.choice.filter, traits: true)
  }

  func progress(
    _ stage: PlanProgress.Stage, considered: Int, option: PlanOption? = nil
  ) -> PlanProgress {
    PlanProgress(planID: id, stage: stage, considered: considered, option: option)
  }
}
