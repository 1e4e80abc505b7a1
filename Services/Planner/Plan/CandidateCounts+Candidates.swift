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
      omitted: others.omitted, bounded: others.bounded)
  }
}
