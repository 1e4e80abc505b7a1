import Geography
import Messages

/// Makes numbered events of what one report emits.
struct EventWriter {
  let device: DeviceID
  /// The number of the newest event.
  private(set) var number: Int64
  /// The reported sample; it is that of a retraction.
  let cause: Sample
  private(set) var events: [GeofenceEvent] = []

  init(device: DeviceID, number: Int64, cause: Sample) {
    self.device = device
    self.number = number
    self.cause = cause
  }

  /// Writes the next event and returns its number.
  ///
  /// - Parameter episode: `nil` if the event begins one.
  mutating func write(
    _ emission: DeviceTrack.Emission, episode: Int64?, _ fences: FenceSet
  ) -> Int64 {
    number += 1
    switch emission {
    case .new(let transition):
      append(
        transition, Self.kind(transition.kind), episode: episode ?? number, fences,
        sample: transition.sample)
    case .correction(let event, let transition?):
      append(
        transition, .correct, episode: episode ?? event.episode, fences,
        sample: transition.sample, replaces: event.number, becomes: Self.kind(transition.kind))
    case .correction(let event, nil):
      append(
        event.transition, .correct, episode: event.episode, fences, sample: cause,
        replaces: event.number)
    }
    return number
  }

  private mutating func append(
    _ transition: Transition, _ kind: GeofenceEvent.Kind, episode: Int64, _ fences: FenceSet,
    sample: Sample, replaces: Int64? = nil, becomes: GeofenceEvent.Kind? = nil
  ) {
    guard let fence = fences[transition.fence] else { return }
    let crossing = transition.crossing
    events.append(
      GeofenceEvent(
        number: number, kind: kind, replaces: replaces, becomes: becomes,
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
