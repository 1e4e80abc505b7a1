import Geography
import Messages

/// Turns what the engine has to say of one report into numbered events.
struct EventWriter {
  let device: DeviceID
  /// The number of the newest event.
  private(set) var number: Int64
  /// The sample that came; it corrects where an event is withdrawn.
  let cause: Sample
  private(set) var events: [GeofenceEvent] = []

  init(device: DeviceID, number: Int64, cause: Sample) {
    self.device = device
    self.number = number
    self.cause = cause
  }

  /// Writes the next event and answers its number.
  ///
  /// - Parameter episode: `nil` where the event begins one.
  mutating func write(
    _ utterance: DeviceTrack.Utterance, episode: Int64?, _ fences: FenceSet
  ) -> Int64 {
    number += 1
    switch utterance {
    case .news(let fact):
      append(fact, Self.kind(fact.kind), episode: episode ?? number, fences, sample: fact.sample)
    case .correction(let told, let fact?):
      append(
        fact, .correct, episode: episode ?? told.episode, fences, sample: fact.sample,
        replaces: told.number, becomes: Self.kind(fact.kind))
    case .correction(let told, nil):
      append(
        told.fact, .correct, episode: told.episode, fences, sample: cause, replaces: told.number)
    }
    return number
  }

  private mutating func append(
    _ fact: Fact, _ kind: GeofenceEvent.Kind, episode: Int64, _ fences: FenceSet, sample: Sample,
    replaces: Int64? = nil, becomes: GeofenceEvent.Kind? = nil
  ) {
    guard let fence = fences[fact.fence] else { return }
    let crossing = fact.crossing
    events.append(
      GeofenceEvent(
        number: number, kind: kind, replaces: replaces, becomes: becomes,
        fence: GeofenceEvent.FenceName(fence.fence), device: device, episode: episode,
        coordinate: crossing.place.coordinate, time: sample.timestamp(crossing.time),
        earliest: sample.timestamp(crossing.earliest), latest: sample.timestamp(crossing.latest),
        certainty: crossing.isObserved && fact.kind != .cross ? .observed : .inferred,
        sample: GeofenceEvent.Sample(
          coordinate: sample.coordinate, time: sample.timestamp, accuracyMeters: sample.accuracy),
        visitSeconds: fact.kind == .enter ? nil : Double(fact.stay) / 1_000,
        departure: fact.departure.map {
          GeofenceEvent.Departure(
            coordinate: $0.place.coordinate, time: sample.timestamp($0.time),
            insideMeters: fact.insideMeters)
        }, reason: fact.reason))
  }

  private static func kind(_ kind: Fact.Kind) -> GeofenceEvent.Kind {
    switch kind {
    case .enter: .enter
    case .exit: .exit
    case .cross: .cross
    case .dwell: .dwell
    }
  }
}
