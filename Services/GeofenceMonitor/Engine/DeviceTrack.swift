import Messages

/// One device's track: its newest samples, what they come to, and what was told of them.
///
/// Samples that come in their order are folded into `current`. A sample that comes late is put in
/// its place and the fold is done anew from `base`, which holds everything older than the window;
/// what it tells now is compared with what was told.
struct DeviceTrack: Sendable {
  /// A fact under the number of the event that told it.
  struct Told: Codable, Sendable, Hashable {
    let number: Int64
    let fact: Fact
    /// The number of the event that began the visit.
    let episode: Int64
  }

  /// What all samples older than the window come to.
  private(set) var base = TrackState()
  /// The time of the newest of these.
  private(set) var horizon = Int64.min
  /// In the order of a track.
  private(set) var samples: [Sample] = []
  private(set) var current = TrackState()
  /// What the samples of the window told, in their order.
  private(set) var told: [Told] = []
  /// The episodes of visits that are under way or were told of in the window.
  private var episodes: [Visit: Int64] = [:]
  /// The episodes of visits under way at `base`.
  private(set) var baseEpisodes: [Visit: Int64] = [:]

  init() {}

  /// What is to be said, before it has its number.
  enum Utterance {
    case news(Fact)
    /// The event of that number was none, or is what the fact tells.
    case correction(Told, Fact?)
  }

  /// Takes a sample, wherever in the track it belongs.
  ///
  /// - Parameter tell: gives an utterance its number; called in the order of the numbers. Its
  ///   second argument is the episode; `nil` where the utterance begins one.
  mutating func take(
    _ sample: Sample, _ fences: FenceSet, _ settings: EngineSettings,
    scratch: inout [FenceNumber], tell: (Utterance, Int64?) -> Int64
  ) -> PositionFlaw? {
    if sample.time <= horizon { return .outdated }
    let place = place(of: sample)
    if place > 0, samples[place - 1].says(theSameAs: sample) { return .duplicate }
    let isLate = place < samples.count
    samples.insert(sample, at: place)
    defer { trim(fences, settings, scratch: &scratch) }
    if isLate { return retell(sample, fences, settings, scratch: &scratch, tell: tell) }
    var facts: [Fact] = []
    let flaw = current.take(sample, fences, settings, scratch: &scratch, facts: &facts)
    for fact in facts { say(fact, tell) }
    return flaw
  }

  /// Where in the track a sample belongs: after all that are not later.
  private func place(of sample: Sample) -> Int {
    guard let last = samples.last, Sample.precedes(sample, last) else { return samples.count }
    return samples.firstIndex { Sample.precedes(sample, $0) } ?? samples.count
  }

  private mutating func say(_ fact: Fact, _ tell: (Utterance, Int64?) -> Int64) {
    let begun = episodes[fact.visit]
    let number = tell(.news(fact), begun)
    let episode = begun ?? number
    episodes[fact.visit] = fact.kind == .exit || fact.kind == .cross ? nil : episode
    told.append(Told(number: number, fact: fact, episode: episode))
  }

  // MARK: Late samples

  private mutating func retell(
    _ sample: Sample, _ fences: FenceSet, _ settings: EngineSettings,
    scratch: inout [FenceNumber], tell: (Utterance, Int64?) -> Int64
  ) -> PositionFlaw? {
    var state = base
    var facts: [Fact] = []
    var flaw: PositionFlaw?
    for other in samples {
      let verdict = state.take(other, fences, settings, scratch: &scratch, facts: &facts)
      if other.arrival == sample.arrival { flaw = verdict }
    }
    current = state
    // What was told of fences that are gone since stays as it was told.
    let gone = told.filter { fences[$0.fact.fence] == nil }
    let comparison = Comparison(
      told: told.filter { fences[$0.fact.fence] != nil }, facts: facts)
    told = gone
    for lost in comparison.lost { _ = tell(.correction(lost, nil), lost.episode) }
    var begun = baseEpisodes
    for (fact, match) in zip(facts, comparison.matches) {
      let known = begun[fact.visit]
      var number = 0 as Int64
      var episode = known ?? match?.episode ?? 0
      if let match, match.fact.tells(theSameAs: fact), known ?? match.episode == match.episode {
        number = match.number
      } else if let match {
        number = tell(.correction(match, fact), episode)
      } else {
        number = tell(.news(fact), known)
        if known == nil { episode = number }
      }
      begun[fact.visit] = episode
      told.append(Told(number: number, fact: fact, episode: episode))
    }
    episodes = begun.filter { visit, _ in current.isUnderWay(visit) }
    return flaw
  }

  /// Says what is in doubt, as if no sample were to follow.
  mutating func conclude(
    _ fences: FenceSet, _ settings: EngineSettings, tell: (Utterance, Int64?) -> Int64
  ) {
    var facts: [Fact] = []
    current.conclude(fences, settings, facts: &facts)
    for fact in facts { say(fact, tell) }
  }

  // MARK: The window

  /// Moves samples that are too old, or too many, into the base; some at a time.
  private mutating func trim(
    _ fences: FenceSet, _ settings: EngineSettings, scratch: inout [FenceNumber]
  ) {
    guard let newest = samples.last else { return }
    let oldest = newest.time - Int64(settings.windowSeconds) * 1_000
    var count = samples.firstIndex { $0.time >= oldest } ?? 0
    let spare = max(1, settings.windowSamples / 8)
    if samples.count > settings.windowSamples + spare {
      count = max(count, samples.count - settings.windowSamples)
    }
    // A few that are too old wait until moving them pays.
    guard count >= spare || samples.count > settings.windowSamples + spare else { return }
    var facts: [Fact] = []
    for sample in samples.prefix(count) {
      _ = base.take(sample, fences, settings, scratch: &scratch, facts: &facts)
      horizon = sample.time
    }
    samples.removeFirst(count)
    for entry in told where entry.fact.sample.time <= horizon && entry.fact.kind == .enter {
      baseEpisodes[entry.fact.visit] = entry.episode
    }
    told.removeAll { $0.fact.sample.time <= horizon }
    baseEpisodes = baseEpisodes.filter { visit, _ in base.isUnderWay(visit) }
  }

  // MARK: Fences that change

  /// Ends the visit in a fence that is there no longer, and forgets the fence.
  mutating func leave(
    _ fence: FenceNumber, at time: Int64, because reason: GeofenceEvent.Reason,
    tell: (Utterance, Int64?) -> Int64
  ) {
    if let last = current.last, let visit = current.presence(fence)?.visit {
      let end = max(time, last.time)
      let crossing = Crossing(
        time: end, place: last.place, earliest: last.time, latest: end, isObserved: false)
      say(
        Fact(
          kind: .exit, fence: fence, visit: visit, crossing: crossing, stay: end - visit.entered,
          sample: last.sample, reason: reason), tell)
    }
    forget(fence)
  }

  private mutating func forget(_ fence: FenceNumber) {
    base.forget { $0 == fence }
    current.forget { $0 == fence }
  }

  /// A fence goes on as another: whoever was inside still is.
  mutating func move(_ old: FenceNumber, to new: FenceNumber) {
    let presence = current.presence(old)
    forget(old)
    guard var presence, let visit = presence.visit else { return }
    presence.doubt = nil
    base.adopt(presence, new)
    current.adopt(presence, new)
    baseEpisodes[visit] = episodes[visit]
  }

  /// The number of the event that began a visit under way.
  func episode(of visit: Visit) -> Int64? { episodes[visit] }
}

/// What of a track an earlier life leaves beside its samples.
struct SavedTrack: Codable, Sendable, Hashable {
  var base = TrackState()
  var horizon = Int64.min
  var episodes: [Visit: Int64] = [:]
  var told: [DeviceTrack.Told] = []
  /// Spares a start the fold of the whole window; `nil` where that is empty.
  var checkpoint: Checkpoint?

  /// What all samples came to when the track was saved.
  struct Checkpoint: Codable, Sendable, Hashable {
    var state: TrackState
    /// The greatest arrival among the window's samples then.
    var arrival: Int64
  }
}

extension DeviceTrack {
  var saved: SavedTrack {
    SavedTrack(
      base: base, horizon: horizon, episodes: baseEpisodes, told: told,
      checkpoint: samples.map(\.arrival).max().map { .init(state: current, arrival: $0) })
  }

  /// Takes up a track where an earlier life left it.
  init(
    _ saved: SavedTrack, samples: [Sample], _ fences: FenceSet, _ settings: EngineSettings,
    scratch: inout [FenceNumber]
  ) {
    base = saved.base
    horizon = saved.horizon
    told = saved.told
    baseEpisodes = saved.episodes
    self.samples = samples.sorted(by: Sample.precedes)
    var rest = self.samples[...]
    current = base
    if let checkpoint = saved.checkpoint {
      let new = rest.drop { $0.arrival <= checkpoint.arrival }
      // One that came since and belongs before others makes the fold be done anew.
      if new.allSatisfy({ $0.arrival > checkpoint.arrival }) {
        current = checkpoint.state
        rest = new
      }
    }
    current.forget { fences[$0] == nil }
    var facts: [Fact] = []
    for sample in rest {
      _ = current.take(sample, fences, settings, scratch: &scratch, facts: &facts)
    }
    episodes = baseEpisodes
    for entry in told where current.isUnderWay(entry.fact.visit) {
      episodes[entry.fact.visit] = entry.episode
    }
  }
}

extension TrackState {
  /// Whether a visit goes on.
  func isUnderWay(_ visit: Visit) -> Bool {
    presences.contains { $0.presence.visit == visit }
  }
}
