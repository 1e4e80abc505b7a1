import Messages

extension CandidateCounts {
  /// How many candidates ended as what.
  ///
  /// - Parameter omitted: the shops that shop search left out.
  init(_ candidates: [Candidate], on trip: Trip, directSeconds: Int, omitted: Int) {
    self.init(
      considered: candidates.count, unreachable: candidates.count { $0.stop == .unreachable },
      closed: candidates.count { $0.stop.isClosed },
      unknown: candidates.count { $0.stop.isUncertain },
      onTime: candidates.count {
        ($0.stop.times?.tripSeconds ?? .max) <= trip.query.window.seconds
          && trip.admits($0.shop.id, $0.stop, directSeconds: directSeconds)
      },
      omitted: omitted)
  }
}
