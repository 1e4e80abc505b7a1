/// Matches the transitions of a recomputed track with the events emitted before: which event stands
/// for which transition, and which events are to be retracted.
///
/// Equivalent transitions are matched first, then, fence by fence, those of one kind in their
/// order.
struct Reconciliation {
  /// For each new transition the event emitted for it before.
  private(set) var matches: [DeviceTrack.EmittedEvent?]
  /// Events without a transition.
  private(set) var retracted: [DeviceTrack.EmittedEvent]

  init(emitted: [DeviceTrack.EmittedEvent], transitions: [Transition]) {
    matches = Array(repeating: nil, count: transitions.count)
    retracted = emitted
    pair(transitions) { $0.isEquivalent(to: $1) }
    pair(transitions) { $0.fence == $1.fence && $0.kind == $1.kind }
  }

  private mutating func pair(
    _ transitions: [Transition], where isMatch: (Transition, Transition) -> Bool
  ) {
    for index in transitions.indices where matches[index] == nil {
      guard
        let match = retracted.firstIndex(where: { isMatch($0.transition, transitions[index]) })
      else { continue }
      matches[index] = retracted.remove(at: match)
    }
  }
}
