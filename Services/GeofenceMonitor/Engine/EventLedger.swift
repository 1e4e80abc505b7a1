/// A transition with the number of the event emitted for it.
struct EmittedEvent: Sendable, Hashable {
  let number: Int64
  let transition: Transition
  /// The number of the event that began the episode.
  let episode: Int64
}

/// The events emitted for one device's window, and the numbers of its episodes.
struct EventLedger: Sendable {
  /// The events of the window's samples, in their order.
  private(set) var emitted: [EmittedEvent] = []
  /// The numbers of the open episodes.
  private(set) var episodes: [EpisodeKey: Int64] = [:]
  /// The numbers of the episodes open before the window.
  private(set) var baseEpisodes: [EpisodeKey: Int64] = [:]

  init() {}

  /// Restores a ledger from the store.
  init(
    emitted: [EmittedEvent], baseEpisodes: [EpisodeKey: Int64], isOpen: (EpisodeKey) -> Bool
  ) {
    self.emitted = emitted
    self.baseEpisodes = baseEpisodes
    episodes = baseEpisodes
    for event in emitted where isOpen(event.transition.episode) {
      episodes[event.transition.episode] = event.episode
    }
  }

  /// Records the next event.
  mutating func append(_ event: EmittedEvent) {
    let isEnd = event.transition.kind == .exit || event.transition.kind == .cross
    episodes[event.transition.episode] = isEnd ? nil : event.episode
    emitted.append(event)
  }

  // MARK: A recomputed window

  /// Goes back to the beginning of the window; `replay` and `closeEpisodes` follow.
  mutating func rewind(to final: [EmittedEvent]) {
    emitted = final
    episodes = baseEpisodes
  }

  /// Records an event of the recomputed window; its episode stays known to the events after it.
  mutating func replay(_ event: EmittedEvent) {
    episodes[event.transition.episode] = event.episode
    emitted.append(event)
  }

  mutating func closeEpisodes(except isOpen: (EpisodeKey) -> Bool) {
    episodes = episodes.filter { key, _ in isOpen(key) }
  }

  // MARK: The base

  /// Forgets the events of samples that have left the window.
  ///
  /// - Parameter isOpen: whether an episode is open at the base.
  mutating func trim(to horizon: Int64, isOpen: (EpisodeKey) -> Bool) {
    for event in emitted
    where event.transition.sample.time <= horizon && event.transition.kind == .enter {
      baseEpisodes[event.transition.episode] = event.episode
    }
    emitted.removeAll { $0.transition.sample.time <= horizon }
    baseEpisodes = baseEpisodes.filter { key, _ in isOpen(key) }
  }

  /// Makes an open episode one of the base: its fence was moved.
  mutating func adopt(_ episode: EpisodeKey) { baseEpisodes[episode] = episodes[episode] }
}
