import Messages

extension CandidateCounts {
  /// How many candidates ended as what.
  ///
  /// - Parameter others: what is known of shops that are no candidates.
  init(
    _ candidates: [Candidate], on trip: Trip, directSeconds: Int, others: EvaluatedShops
  ) {
    self.init(
      considered: candidates.count + (others.bounded?.count ?? 0) + others.unreachable,
      unreachable: candidates.count { $0.stop == .unreachable } + others.unreachable,
      closed: candidates.count { $0.stop.isClosed },
      unknown: candidates.count { $0.stop.isUncertain },
      onTime: candidates.count {
        ($0.stop.times?.tripSeconds ?? .max) <= trip.query.window.seconds
          && trip.admits($0.shop.id, $0.stop, directSeconds: directSeconds)
      },
      omitted: others.omitted, bounded: others.bounded,
      outcomes: CandidateOutcomes(candidates, on: trip, directSeconds: directSeconds, others))
  }
}

extension CandidateOutcomes {
  fileprivate init(
    _ candidates: [Candidate], on trip: Trip, directSeconds: Int, _ others: EvaluatedShops
  ) {
    var (open, perhaps, late, closed, uncertain, unwanted) = (0, 0, 0, 0, 0, 0)
    var unreachable = others.unreachable
    for candidate in candidates {
      switch candidate.stop {
      case .unreachable: unreachable += 1
      case .closed: closed += 1
      case .uncertain: uncertain += 1
      case .possible(let times, let isCertain):
        if !trip.admits(candidate.shop.id, candidate.stop, directSeconds: directSeconds) {
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
