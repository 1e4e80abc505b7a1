/// What the store keeps of a track beside its samples.
struct SavedTrack: Codable, Sendable, Hashable {
  var base = TrackState()
  var horizon = Int64.min
  var episodes: [EpisodeKey: Int64] = [:]
  /// Not in the JSON: the store has them packed.
  var emitted: [EmittedEvent] = []
  /// Saves a restart the fold of the whole window; `nil` if that is empty.
  var checkpoint: Checkpoint?

  /// The fold of all samples when the track was saved.
  struct Checkpoint: Codable, Sendable, Hashable {
    var state: TrackState
    /// The greatest arrival in the window then.
    var arrival: Int64
  }

  private enum CodingKeys: String, CodingKey {
    case base, horizon, episodes, checkpoint
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
