import Messages

extension CandidateCounts {
  /// How many candidates ended as what.
  ///
  /// - Parameter omitted: the shops that shop search left out.
  init(_ candidates: [Candidate], in window: TripWindow, omitted: Int) {
    self.init(
      considered: candidates.count, unreachable: candidates.count { $0.stop == .unreachable },
      closed: candidates.count { $0.stop == .closed },
      unknown: candidates.count { $0.stop.isUncertain },
      onTime: candidates.count { ($0.stop.times?.tripSeconds ?? .max) <= window.seconds },
      omitted: omitted)
  }
}
