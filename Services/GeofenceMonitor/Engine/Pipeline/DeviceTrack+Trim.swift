extension DeviceTrack {
  /// Stage 8: folds samples that are too old, or too many, into the base; several at a time.
  ///
  /// - Returns: how many have left the window.
  mutating func trim(
    _ fences: FenceSet, _ settings: EngineSettings, scratch: inout [FenceNumber]
  ) -> Int {
    fold(first: excess(settings), fences, settings, scratch: &scratch)
  }

  /// Folds the oldest samples into the base; not all of them.
  ///
  /// - Returns: `count`.
  mutating func fold(
    first count: Int, _ fences: FenceSet, _ settings: EngineSettings,
    scratch: inout [FenceNumber]
  ) -> Int {
    guard count > 0 else { return 0 }
    var transitions: [Transition] = []
    for sample in window.samples.prefix(count) {
      _ = base.apply(sample, fences, settings, scratch: &scratch, transitions: &transitions)
    }
    window.removeFirst(count)
    ledger.trim(to: window.horizon, isOpen: base.isOpen)
    return count
  }

  /// How many samples are to leave the window; 0 while so few are too old that moving them does not
  /// pay.
  private func excess(_ settings: EngineSettings) -> Int {
    let samples = window.samples
    guard let newest = samples.last else { return 0 }
    let oldest = newest.time - Int64(settings.windowSeconds) * 1_000
    let outdated = samples.firstIndex { $0.time >= oldest } ?? 0
    let spare = max(1, settings.windowSamples / 8)
    if samples.count > settings.windowSamples + spare {
      return max(outdated, samples.count - settings.windowSamples)
    }
    return outdated >= spare ? outdated : 0
  }
}
