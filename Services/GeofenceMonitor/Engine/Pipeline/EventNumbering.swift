import Areas
import Messages

/// Stage 7: gives numbers to what a reconciliation found, makes the events, and records them in the
/// device's ledger.
struct EventNumbering {
  let device: DeviceID
  /// The reported sample; it is that of a retraction.
  let cause: Sample
  let fences: FenceSet
  /// The number of the newest event.
  private(set) var latest: Int64
  private(set) var events: [GeofenceEvent] = []

  /// Numbers the events: retractions first, then the others in the order of time. An event that has
  /// not changed keeps its number.
  ///
  /// - Parameter isOpen: whether an episode goes on after the last of them.
  mutating func number(
    _ reconciliation: Reconciliation, _ ledger: inout EventLedger,
    isOpen: (EpisodeKey) -> Bool
  ) {
    guard reconciliation.isRecomputed else {
      for match in reconciliation.matches { ledger.append(new(match.transition, ledger)) }
      return
    }
    for event in reconciliation.retracted { retract(event) }
    ledger.rewind(to: reconciliation.final)
    for match in reconciliation.matches {
      guard let emitted = match.emitted else {
        ledger.replay(new(match.transition, ledger))
        continue
      }
      let episode = ledger.episodes[match.transition.episode] ?? emitted.episode
      let isUnchanged =
        emitted.transition.isEquivalent(to: match.transition) && episode == emitted.episode
      let number =
        isUnchanged ? emitted.number : correct(emitted, to: match.transition, episode: episode)
      ledger.replay(
        EmittedEvent(number: number, transition: match.transition, episode: episode))
    }
    ledger.closeEpisodes(except: isOpen)
  }

  private mutating func new(_ transition: Transition, _ ledger: EventLedger) -> EmittedEvent {
    latest += 1
    let episode = ledger.episodes[transition.episode] ?? latest
    append(transition, Self.kind(transition.kind), episode: episode, sample: transition.sample)
    return EmittedEvent(number: latest, transition: transition, episode: episode)
  }

  private mutating func correct(
    _ event: EmittedEvent, to transition: Transition, episode: Int64
  ) -> Int64 {
    latest += 1
    append(
      transition, .correct, episode: episode, sample: transition.sample, replaces: event.number,
      becomes: Self.kind(transition.kind))
    return latest
  }

  private mutating func retract(_ event: EmittedEvent) {
    latest += 1
    append(
      event.transition, .correct, episode: event.episode, sample: cause, replaces: event.number)
  }

  private mutating func append(
    _ transition: Transition, _ kind: GeofenceEvent.Kind, episode: Int64, sample: Sample,
    replaces: Int64? = nil, becomes: GeofenceEvent.Kind? = nil
  ) {
    guard let fence = fences[transition.fence] else { return }
    let crossing = transition.crossing
    events.append(
      GeofenceEvent(
        number: latest, kind: kind, replaces: replaces, becomes: becomes,
        fence: GeofenceEvent.FenceName(fence.fence), device: device, episode: episode,
        coordinate: crossing.position.coordinate, time: sample.timestamp(crossing.time),
        earliest: sample.timestamp(crossing.earliest), latest: sample.timestamp(crossing.latest),
        certainty: crossing.isObserved && transition.kind != .cross ? .observed : .inferred,
        sample: GeofenceEvent.Sample(
          coordinate: sample.coordinate, time: sample.timestamp, accuracyMeters: sample.accuracy),
        visitSeconds: transition.kind == .enter ? nil : Double(transition.stay) / 1_000,
        departure: transition.departure.map {
          GeofenceEvent.Departure(
            coordinate: $0.position.coordinate, time: sample.timestamp($0.time),
            insideMeters: transition.insideMeters)
        }, reason: transition.reason))
  }

  private static func kind(_ kind: Transition.Kind) -> GeofenceEvent.Kind {
    switch kind {
    case .enter: .enter
    case .exit: .exit
    case .cross: .cross
    case .dwell: .dwell
    }
  }
}
