import Messages

extension CandidateCounts {
  /// How many candidates ended as what.
  ///
  /// - Parameter others: what is known of shops that are no candidates.
  init(_ candidates: [EvaluatedShop], on trip: Trip, others: EvaluatedShops) {
    let outcomes = CandidateOutcomes(candidates, on: trip, others)
    self.init(
      considered: candidates.count + outcomes.bounded + others.unreachable,
      unreachable: outcomes.unreachable, closed: outcomes.closed,
      unknown: candidates.count {
        switch $0.outcome {
        case .uncertain, .possible(_, isCertain: false): true
        case .unreachable, .closed, .possible: false
        }
      },
      onTime: outcomes.open + outcomes.perhaps, omitted: others.omitted, bounded: others.bounded,
      outcomes: outcomes)
  }
}

extension CandidateOutcomes {
  fileprivate init(_ candidates: [EvaluatedShop], on trip: Trip, _ others: EvaluatedShops) {
    var (open, perhaps, late, closed, uncertain, unwanted) = (0, 0, 0, 0, 0, 0)
    var unreachable = others.unreachable
    for candidate in candidates {
      switch candidate.outcome {
      case .unreachable: unreachable += 1
      case .closed: closed += 1
      case .uncertain: uncertain += 1
      case .possible(let times, let isCertain):
        if !trip.admits(candidate.shop.id, candidate.outcome) {
          unwanted += 1
        } else if times.tripSeconds > trip.query.window.seconds {
          late += 1
        } else if isCertain {
          open += 1
        } else {
          perhaps += 1
        }
      }
    }
    self.init(
      open: open, perhaps: perhaps, late: late, closed: closed, hoursUnknown: uncertain,
      unwanted: unwanted, unreachable: unreachable, bounded: others.bounded?.count ?? 0)
  }
}
