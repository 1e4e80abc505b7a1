/// Stage 6: compares the transitions of a track with the events emitted before: which are new,
/// which stand for an earlier event, and which earlier events are to be retracted.
struct Reconciliation: Sendable {
  /// A transition, and the event that was emitted for it before.
  struct Match: Sendable {
    let transition: Transition
    let emitted: EmittedEvent?
  }

  /// In the order of time.
  private(set) var matches: [Match] = []
  /// Events without a transition.
  private(set) var retracted: [EmittedEvent] = []
  /// Events that are final: their fences have been removed since.
  private(set) var final: [EmittedEvent] = []
  /// Whether the transitions are those of the whole window, or follow those emitted before.
  let isRecomputed: Bool

  /// Whether there is nothing to number and nothing to record.
  var isEmpty: Bool { matches.isEmpty && !isRecomputed }

  /// Transitions that follow the events emitted before.
  init(following transitions: [Transition]) {
    matches = transitions.map { Match(transition: $0, emitted: nil) }
    isRecomputed = false
  }

  /// The transitions of the whole window, which replace the events emitted before.
  ///
  /// Equivalent transitions are matched first, then, fence by fence, those of one kind in their
  /// order.
  init(replacing emitted: [EmittedEvent], by transitions: [Transition], _ fences: FenceSet) {
    isRecomputed = true
    final = emitted.filter { fences[$0.transition.fence] == nil }
    retracted = emitted.filter { fences[$0.transition.fence] != nil }
    var events = [EmittedEvent?](repeating: nil, count: transitions.count)
    pair(&events, transitions) { $0.isEquivalent(to: $1) }
    pair(&events, transitions) { $0.fence == $1.fence && $0.kind == $1.kind }
    matches = zip(transitions, events).map { Match(transition: $0, emitted: $1) }
  }

  private mutating func pair(
    _ events: inout [EmittedEvent?], _ transitions: [Transition],
    where isMatch: (Transition, Transition) -> Bool
  ) {
    for index in transitions.indices where events[index] == nil {
      guard
        let match = retracted.firstIndex(where: { isMatch($0.transition, transitions[index]) })
      else { continue }
      events[index] = retracted.remove(at: match)
    }
  }
}
