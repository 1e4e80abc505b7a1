import Messages

/// One device's track: its newest samples, the state they result in, and the events emitted for
/// them.
///
/// Samples that arrive in order are folded into `current`. After a late one the fold is repeated
/// from `base`, which holds everything older than the window.
struct DeviceTrack: Sendable {
  var window = TrackWindow()
  /// The fold of all samples older than the window.
  var base = TrackState()
  /// The fold of all samples.
  var current = TrackState()
  var ledger = EventLedger()

  init() {}

  // MARK: A clock that was ahead

  /// Starts again if the newest sample is later than a correct clock would have allowed: the
  /// monitor's clock was ahead, and until it is there again no sample would be the newest.
  ///
  /// Whoever was inside still is. What is older than the first sample of the new track is outdated,
  /// as the times of the old one cannot be told apart from wrong ones.
  ///
  /// - Returns: how many samples are forgotten; `nil` if the times are right.
  mutating func restart(
    before sample: Sample, now: Int64, _ settings: EngineSettings
  ) -> Int? {
    let newest = window.samples.last?.time ?? window.horizon
    let latest = now + Int64(settings.futureSeconds + settings.clockStepSeconds) * 1_000
    guard newest > latest else { return nil }
    defer { self = DeviceTrack(after: self, since: sample.time) }
    return window.samples.count
  }

  /// The track whose presences are those of another at an instant.
  private init(after old: DeviceTrack, since time: Int64) {
    window = TrackWindow(horizon: time - 1)
    var episodes: [EpisodeKey: Int64] = [:]
    for one in old.current.presences {
      guard let episode = one.presence.episode else { continue }
      let moved = EpisodeKey(fence: episode.fence, entered: min(episode.entered, time))
      episodes[moved] = old.ledger.episodes[episode]
      let presence = Presence(
        isInside: true, episode: moved, hasEmittedDwell: one.presence.hasEmittedDwell)
      base.adopt(presence, one.fence)
    }
    current = base
    ledger = EventLedger(emitted: [], baseEpisodes: episodes, isOpen: base.isOpen)
  }

  // MARK: Fences that change

  /// Forgets a fence that is removed.
  ///
  /// - Returns: the exit of the device, if it was inside.
  mutating func leave(
    _ fence: FenceNumber, at time: Int64, because reason: GeofenceEvent.Reason
  ) -> Transition? {
    let episode = current.presence(fence)?.episode
    forget(fence)
    guard let last = current.last, let episode else { return nil }
    let end = max(time, last.time)
    let crossing = Crossing(
      time: end, position: last.position, earliest: last.time, latest: end, isObserved: false)
    return Transition(
      kind: .exit, fence: fence, episode: episode, crossing: crossing,
      stay: end - episode.entered, sample: last.sample, reason: reason)
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
    ledger.adopt(episode)
  }
}
