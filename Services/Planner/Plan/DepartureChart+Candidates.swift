import Messages
import Time

extension DepartureChart {
  /// Counts the shops that are on time by departure.
  ///
  /// A shop is on time for a departure if and only if that is not after its latest departure, see
  /// `Trip.leaveBy`. So all counts follow from these, without another search, and none is greater
  /// than the one before. The travel times are those of the plan.
  init(_ candidates: [Candidate], on trip: Trip, directSeconds: Int) {
    let window = trip.query.window
    let latest = candidates.compactMap { candidate -> LastDeparture? in
      guard let times = candidate.stop.times, times.tripSeconds <= window.seconds,
        trip.admits(candidate.shop.id, candidate.stop, directSeconds: directSeconds)
      else { return nil }
      return LastDeparture(
        venue: candidate.shop.id,
        leaveBy: trip.leaveBy(candidate.shop, times, certainly: trip.query.openOnly))
    }
    .sorted { ($0.leaveBy, $0.venue) < ($1.leaveBy, $1.venue) }
    let span = latest.last?.leaveBy.seconds(since: window.departure) ?? 0
    let step = PlanningLimits.chartSteps.first { span / $0 < PlanningLimits.chartCounts }
    let seconds = step ?? PlanningLimits.chartSteps[PlanningLimits.chartSteps.count - 1]
    let times = min(span / seconds + 2, PlanningLimits.chartCounts)
    self.init(
      stepSeconds: seconds,
      counts: (0..<times).map { number in
        let departure = window.departure.adding(seconds: number * seconds)
        return latest.count { $0.leaveBy >= departure }
      },
      last: latest.last)
  }
}
