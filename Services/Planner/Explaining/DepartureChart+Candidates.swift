import Messages
import Time

extension DepartureChart {
  /// Counts the shops that are on time by departure.
  ///
  /// A shop is on time for a departure if and only if that is not after its latest departure, see
  /// `Trip.leaveBy`. So all counts follow from these, without another search, and none is greater
  /// than the one before. The travel times are those of the plan. A shop counts as known to be open
  /// if it is for the plan's departure, until the latest departure with which it is.
  init(_ candidates: [EvaluatedShop], on trip: Trip) {
    let window = trip.query.window
    var (latest, latestOpen): ([LastDeparture], [LastDeparture]) = ([], [])
    for candidate in candidates {
      guard case .possible(let times, let isCertain) = candidate.outcome,
        times.tripSeconds <= window.seconds,
        trip.admits(candidate.shop.id, candidate.outcome)
      else { continue }
      func last(certainly: Bool) -> LastDeparture {
        LastDeparture(
          venue: candidate.shop.id,
          leaveBy: trip.leaveBy(candidate.shop, times, certainly: certainly))
      }
      latest.append(last(certainly: trip.query.openOnly))
      if isCertain { latestOpen.append(last(certainly: true)) }
    }
    latest.sort { ($0.leaveBy, $0.venue) < ($1.leaveBy, $1.venue) }
    latestOpen.sort { ($0.leaveBy, $0.venue) < ($1.leaveBy, $1.venue) }
    let span = latest.last?.leaveBy.seconds(since: window.departure) ?? 0
    let step = PlanningLimits.chartSteps.first { span / $0 < PlanningLimits.chartCounts }
    let seconds = step ?? PlanningLimits.chartSteps[PlanningLimits.chartSteps.count - 1]
    let times = min(span / seconds + 2, PlanningLimits.chartCounts)
    func counts(_ latest: [LastDeparture]) -> [Int] {
      (0..<times).map { number in
        let departure = window.departure.adding(seconds: number * seconds)
        return latest.count { $0.leaveBy >= departure }
      }
    }
    self.init(
      stepSeconds: seconds, counts: counts(latest), last: latest.last, open: counts(latestOpen),
      lastOpen: latestOpen.last)
  }
}
