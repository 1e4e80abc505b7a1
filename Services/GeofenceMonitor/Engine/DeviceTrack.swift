import Messages

/// One device's track: its newest samples, the state they result in, and the events emitted for
/// them.
///
/// Samples that arrive in order are folded into `current`. A late sample is sorted in and the fold
/// is repeated from `base`, which holds everything older than the window; the result is compared
/// with the events emitted before.
struct DeviceTrack: Sendable {
  /// A transition with the number of the event emitted for it.
  struct EmittedEvent: Codable, Sendable, Hashable {
    let number: Int64
    let transition: Transition
    /// The number of the event that began the episode.
    let episode: Int64

    // Names in the store.
    private enum CodingKeys: String, CodingKey {
      case number, episode
      case transition = "fact"
    }
  }

  /// The fold of all samples older than the window.
  private(set) var base = TrackState()
  /// The time of the newest of these.
  private(set) var horizon = Int64.min
  /// The window, in the order of a track.
  private(set) var samples: [Sample] = []
  private(set) var current = TrackState()
  /// The events of the window's samples, in their order.
  private(set) var emitted: [EmittedEvent] = []
  /// The numbers of the episodes that are open or have an event in the window.
  private var episodes: [EpisodeKey: Int64] = [:]
  /// The numbers of the episodes open at `base`.
  private(set) var baseEpisodes: [EpisodeKey: Int64] = [:]

  init() {}

  /// An event before it has its number.
  enum Emission {
    case new(Transition)
    /// The event was wrong: the transition replaces it, or nothing does.
    case correction(EmittedEvent, Transition?)
  }

  /// Adds a sample, wherever in the track it belongs.
  ///
  /// - Parameter emit: gives an emission its number; called in the order of the numbers. Its
  ///   second argument is the episode; `nil` if the emission begins one.
  mutating func add(
    _ sample: Sample, _ fences: FenceSet, _ settings: EngineSettings,
    scratch: inout [FenceNumber], emit: (Emission, Int64?) -> Int64
  ) -> PositionFlaw? {
    if sample.time <= horizon { return .outdated }
    let index = index(of: sample)
    if index > 0, samples[index - 1].isEquivalent(to: sample) { return .duplicate }
    let isLate = index < samples.count
    samples.insert(sample, at: index)
    defer { trim(fences, settings, scratch: &scratch) }
    if isLate { return recompute(sample, fences, settings, scratch: &scratch, emit: emit) }
    var transitions: [Transition] = []
    let flaw = current.apply(
      sample, fences, settings, scratch: &scratch, transitions: &transitions)
    for transition in transitions { record(transition, emit) }
    return flaw
  }

  /// Where in the window a sample belongs: after all that are not later.
  private func index(of sample: Sample) -> Int {
    guard let last = samples.last, Sample.precedes(sample, last) else { return samples.count }
    return samples.firstIndex { Sample.precedes(sample, $0) } ?? samples.count
  }

  private mutating func record(_ transition: Transition, _ emit: (Emission, Int64?) -> Int64) {
    let known = episodes[transition.episode]
    let number = emit(.new(transition), known)
    let episode = known ?? number
    let isEnd = transition.kind == .exit || transition.kind == .cross
    episodes[transition.episode] = isEnd ? nil : episode
    emitted.append(EmittedEvent(number: number, transition: transition, episode: episode))
  }

  // MARK: Late samples

  private mutating func recompute(
    _ sample: Sample, _ fences: FenceSet, _ settings: EngineSettings,
    scratch: inout [FenceNumber], emit: (Emission, Int64?) -> Int64
  ) -> PositionFlaw? {
    var state = base
    var transitions: [Transition] = []
    var flaw: PositionFlaw?
    for other in samples {
      let result = state.apply(
        other, fences, settings, scratch: &scratch, transitions: &transitions)
      if other.arrival == sample.arrival { flaw = result }
    }
    current = state
    // Events of fences removed since stay as they were emitted.
    let final = emitted.filter { fences[$0.transition.fence] == nil }
    let reconciliation = Reconciliation(
      emitted: emitted.filter { fences[$0.transition.fence] != nil }, transitions: transitions)
    emitted = final
    for event in reconciliation.retracted { _ = emit(.correction(event, nil), event.episode) }
    var open = baseEpisodes
    for (transition, match) in zip(transitions, reconciliation.matches) {
      let known = open[transition.episode]
      var number = 0 as Int64
      var episode = known ?? match?.episode ?? 0
      if let match, match.transition.isEquivalent(to: transition),
        known ?? match.episode == match.episode
      {
        number = match.number
      } else if let match {
        number = emit(.correction(match, transition), episode)
      } else {
        number = emit(.new(transition), known)
        if known == nil { episode = number }
      }
      open[transition.episode] = episode
      emitted.append(EmittedEvent(number: number, transition: transition, episode: episode))
    }
    episodes = open.filter { key, _ in current.isOpen(key) }
    return flaw
  }

  /// Emits what is pending, as if no sample were to follow.
  mutating func conclude(
    _ fences: FenceSet, _ settings: EngineSettings, emit: (Emission, Int64?) -> Int64
  ) {
    var transitions: [Transition] = []
    current.conclude(fences, settings, transitions: &transitions)
    for transition in transitions { record(transition, emit) }
  }

  // MARK: The window

  /// Folds samples that are too old, or too many, into the base; several at a time.
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
    var transitions: [Transition] = []
    for sample in samples.prefix(count) {
      _ = base.apply(sample, fences, settings, scratch: &scratch, transitions: &transitions)
      horizon = sample.time
    }
    samples.removeFirst(count)
    for event in emitted
    where event.transition.sample.time <= horizon && event.transition.kind == .enter {
      baseEpisodes[event.transition.episode] = event.episode
    }
    emitted.removeAll { $0.transition.sample.time <= horizon }
    baseEpisodes = baseEpisodes.filter { key, _ in base.isOpen(key) }
  }

  // MARK: Fences that change

  /// Ends the episode in a fence that is removed, and forgets the fence.
  mutating func leave(
    _ fence: FenceNumber, at time: Int64, because reason: GeofenceEvent.Reason,
    emit: (Emission, Int64?) -> Int64
  ) {
    if let last = current.last, let episode = current.presence(fence)?.episode {
      let end = max(time, last.time)
      let crossing = Crossing(
        time: end, position: last.position, earliest: last.time, latest: end, isObserved: false)
      record(
        Transition(
          kind: .exit, fence: fence, episode: episode, crossing: crossing,
          stay: end - episode.entered, sample: last.sample, reason: reason), emit)
    }
    forget(fence)
  }

  private mutating func forget(_ fence: FenceNumber) {
    base.forget { $0 == fence }
    current.forget { $0 == fence }
  }

  /// Replaces a fence by another: whoever was inside still is.
  mutating func move(_ old: FenceNumber, to new: FenceNumber) {
    let presence = current.presence(old)
    forget(old)
    guard var presence, let episode = presence.episode else { return }
    presence.pending = nil
    base.adopt(presence, new)
    current.adopt(presence, new)
    baseEpisodes[episode] = episodes[episode]
  }
}

/// What the store keeps of a track beside its samples.
struct SavedTrack: Codable, Sendable, Hashable {
  var base = TrackState()
  var horizon = Int64.min
  var episodes: [EpisodeKey: Int64] = [:]
  var emitted: [DeviceTrack.EmittedEvent] = []
  /// Saves a restart the fold of the whole window; `nil` if that is empty.
  var checkpoint: Checkpoint?

  /// The fold of all samples when the track was saved.
  struct Checkpoint: Codable, Sendable, Hashable {
    var state: TrackState
    /// The greatest arrival in the window then.
    var arrival: Int64
  }

  // Names in the store.
  private enum CodingKeys: String, CodingKey {
    case base, horizon, episodes, checkpoint
    case emitted = "told"
  }
}

extension DeviceTrack {
  var saved: SavedTrack {
    SavedTrack(
      base: base, horizon: horizon, episodes: baseEpisodes, emitted: emitted,
      checkpoint: samples.map(\.arrival).max().map { .init(state: current, arrival: $0) })
  }

  /// Restores a track from the store.
  init(
    _ saved: SavedTrack, samples: [Sample], _ fences: FenceSet, _ settings: EngineSettings,
    scratch: inout [FenceNumber]
  ) {
    base = saved.base
    horizon = saved.horizon
    emitted = saved.emitted
    baseEpisodes = saved.episodes
    self.samples = samples.sorted(by: Sample.precedes)
    var rest = self.samples[...]
    current = base
    if let checkpoint = saved.checkpoint {
      let new = rest.drop { $0.arrival <= checkpoint.arrival }
      // A sample that arrived since and belongs before others requires the whole fold.
      if new.allSatisfy({ $0.arrival > checkpoint.arrival }) {
        current = checkpoint.state
        rest = new
      }
    }
    current.forget { fences[$0] == nil }
    var transitions: [Transition] = []
    for sample in rest {
      _ = current.apply(sample, fences, settings, scratch: &scratch, transitions: &transitions)
    }
    episodes = baseEpisodes
    for event in emitted where current.isOpen(event.transition.episode) {
      episodes[event.transition.episode] = event.episode
    }
  }
}
