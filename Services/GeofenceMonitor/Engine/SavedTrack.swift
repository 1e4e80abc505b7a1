/// What the store keeps of a track beside its samples.
struct SavedTrack: Codable, Sendable, Hashable {
  var base = TrackState()
  var horizon = Int64.min
  var episodes: [EpisodeKey: Int64] = [:]
  var emitted: [EmittedEvent] = []
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
    case base, horizon, episodes, checkpoint, events
    case emitted = "told"
  }
}

extension SavedTrack {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    base = try container.decode(TrackState.self, forKey: .base)
    horizon = try container.decode(Int64.self, forKey: .horizon)
    episodes = try container.decode([EpisodeKey: Int64].self, forKey: .episodes)
    checkpoint = try container.decodeIfPresent(Checkpoint.self, forKey: .checkpoint)
    // Earlier versions wrote them as JSON.
    emitted =
      try container.decodeIfPresent(PackedEvents.self, forKey: .events)?.events()
      ?? container.decode([EmittedEvent].self, forKey: .emitted)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(base, forKey: .base)
    try container.encode(horizon, forKey: .horizon)
    try container.encode(episodes, forKey: .episodes)
    try container.encodeIfPresent(checkpoint, forKey: .checkpoint)
    try container.encode(PackedEvents(emitted), forKey: .events)
  }
}

extension DeviceTrack {
  var saved: SavedTrack {
    SavedTrack(
      base: base, horizon: window.horizon, episodes: ledger.baseEpisodes,
      emitted: ledger.emitted,
      checkpoint: window.samples.map(\.arrival).max().map {
        .init(state: current, arrival: $0)
      })
  }

  /// Restores a track from the store.
  init(
    _ saved: SavedTrack, samples: [Sample], _ fences: FenceSet, _ settings: EngineSettings,
    scratch: inout [FenceNumber]
  ) {
    base = saved.base
    window = TrackWindow(samples: samples, horizon: saved.horizon)
    var rest = window.samples[...]
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
    ledger = EventLedger(
      emitted: saved.emitted, baseEpisodes: saved.episodes, isOpen: current.isOpen)
  }
}
