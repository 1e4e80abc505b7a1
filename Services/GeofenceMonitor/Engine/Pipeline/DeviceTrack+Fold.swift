import Messages

// Stages 3 to 5: folds samples into a track's state, each through the motion filter, the search for
// candidate fences and the evaluation of each candidate.

extension DeviceTrack {
  /// Brings `current` up to date with a sample that was inserted into the window.
  ///
  /// - Parameters:
  ///   - insertion: where the sample is in the window; a late one requires the fold of all of it.
  ///   - scratch: room for candidates, so that a step allocates nothing.
  ///   - transitions: those of the sample, or of the whole window, are appended in the order of
  ///     time.
  /// - Returns: why the sample does not count; `nil` if it does.
  mutating func fold(
    _ sample: Sample, at insertion: TrackWindow.Insertion, _ fences: FenceSet,
    _ settings: EngineSettings, scratch: inout [FenceNumber], transitions: inout [Transition]
  ) -> PositionRejection? {
    guard insertion == .late else {
      return current.apply(
        sample, fences, settings, scratch: &scratch, transitions: &transitions)
    }
    var flaw: PositionRejection?
    current = base
    for other in window.samples {
      let result = current.apply(
        other, fences, settings, scratch: &scratch, transitions: &transitions)
      if other.arrival == sample.arrival { flaw = result }
    }
    return flaw
  }
}

extension TrackState {
  /// Applies the next sample.
  ///
  /// - Returns: why the sample does not count; `nil` if it does.
  mutating func apply(
    _ sample: Sample, _ fences: FenceSet, _ settings: EngineSettings,
    scratch: inout [FenceNumber], transitions: inout [Transition]
  ) -> PositionRejection? {
    switch advance(by: sample, settings) {
    case .rejected(let flaw): return flaw
    case .moved(let movement):
      fences.collect(near: movement.pathOrPoint, into: &scratch)
      evaluate(movement, candidates: scratch, fences, transitions: &transitions)
      return nil
    }
  }
}
