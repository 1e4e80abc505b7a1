import Messages

/// Stage 2: sorts a device's samples. Holds the newest of them, so that a late one can be sorted
/// in.
struct TrackWindow: Sendable {
  /// Where a sample belongs.
  enum Insertion: Sendable, Hashable {
    /// After all others.
    case newest
    /// Before others: it is late.
    case late
    /// Nowhere.
    case rejected(PositionRejection)
  }

  /// In the order of a track.
  private(set) var samples: [Sample]
  /// The time of the newest sample that has left the window.
  private(set) var horizon: Int64

  init(samples: [Sample] = [], horizon: Int64 = .min) {
    self.samples = samples.sorted(by: Sample.precedes)
    self.horizon = horizon
  }

  /// Sorts a sample in, unless it is rejected.
  mutating func insert(_ sample: Sample) -> Insertion {
    if sample.time <= horizon { return .rejected(.outdated) }
    let index = index(of: sample)
    if index > 0, samples[index - 1].isEquivalent(to: sample) { return .rejected(.duplicate) }
    let isLate = index < samples.count
    samples.insert(sample, at: index)
    return isLate ? .late : .newest
  }

  /// The index of a sample: after all that are not later.
  private func index(of sample: Sample) -> Int {
    guard let last = samples.last, Sample.precedes(sample, last) else { return samples.count }
    return samples.firstIndex { Sample.precedes(sample, $0) } ?? samples.count
  }

  /// Removes the oldest samples, which may not be all.
  mutating func removeFirst(_ count: Int) {
    guard count > 0 else { return }
    horizon = samples[count - 1].time
    samples.removeFirst(count)
  }
}
