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
