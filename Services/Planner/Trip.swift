import Geography
import Messages
import Time

/// A question whose places are found, and the requests that follow from it.
struct Trip: Sendable {
  let id: PlanID
  let question: PlanQuestion
  let map: PlanningMap
  let origin: PlanPlace
  let destination: PlanPlace

  init(
    id: PlanID, question: PlanQuestion, map: PlanningMap,
    places: (origin: PlanPlace, destination: PlanPlace)
  ) {
    self.id = id
    self.question = question
    self.map = map
    origin = places.origin
    destination = places.destination
  }

  /// Asks for one drive at the speeds of its own hour, with its line and, where the request wants
  /// them, its steps.
  func route(
    _ start: Coordinate, _ end: Coordinate, departure: Timestamp
  ) -> RouteRequest {
    RouteRequest(
      waypoints: [start, end], profile: question.profile, departure: departure, geometry: true,
      steps: question.steps)
  }

  /// Asks for every shop that the deadline could allow; where those are few, for late ones as well.
  var candidates: CandidatesRequest {
    CandidatesRequest(
      origin: origin.coordinate, destination: destination.coordinate,
      category: question.category, drivingSeconds: question.drivingSeconds,
      minimum: question.limit)
  }

  func progress(
    _ stage: PlanProgress.Stage, considered: Int, option: PlanOption? = nil
  ) -> PlanProgress {
    PlanProgress(planID: id, stage: stage, considered: considered, option: option)
  }
}
