import Areas
import Geography
import Messages

// Stage 5: evaluates a movement against each candidate fence.

extension TrackState {
  /// Evaluates every fence with a presence, and every candidate, in their order.
  ///
  /// - Parameter transitions: those of the movement are appended, in the order of time.
  mutating func evaluate(
    _ movement: Movement, candidates: [FenceNumber], _ fences: FenceSet,
    transitions: inout [Transition]
  ) {
    if presences.isEmpty, candidates.isEmpty { return }
    let first = transitions.count
    var updated: [FencePresence] = []
    var (old, new) = (0, 0)
    while old < presences.count || new < candidates.count {
      let known = old < presences.count ? presences[old].fence : .max
      let near = new < candidates.count ? candidates[new] : .max
      let number = min(known, near)
      var presence = known == number ? presences[old].presence : nil
      if known == number { old += 1 }
      if near == number { new += 1 }
      guard let fence = fences[number] else { continue }
      // A sample that arrived before the fence was set up implies nothing about it.
      if movement.current.sample.arrival >= fence.firstArrival {
        var evaluator = FenceEvaluator(movement: movement, fence: fence)
        evaluator.evaluate(&presence)
        transitions += evaluator.transitions
      }
      if let presence { updated.append(FencePresence(fence: number, presence: presence)) }
    }
    presences = updated
    if transitions.count - first > 1 {
      // Stable: transitions of one instant stay in the order of the fences.
      transitions[first...].sort { $0.crossing.time < $1.crossing.time }
    }
  }

  /// Confirms what is pending, where no sample is to follow.
  mutating func conclude(_ fences: FenceSet, _ settings: EngineSettings) -> [Transition] {
    guard let last else { return [] }
    var transitions: [Transition] = []
    let movement = Movement(
      settings: settings, previous: last, path: nil, current: last, noiseBand: 0)
    for index in presences.indices {
      guard let fence = fences[presences[index].fence] else { continue }
      var presence: Presence? = presences[index].presence
      var evaluator = FenceEvaluator(movement: movement, fence: fence)
      evaluator.conclude(&presence)
      transitions += evaluator.transitions
      if let presence { presences[index].presence = presence }
    }
    return transitions.sorted { $0.crossing.time < $1.crossing.time }
  }
}

/// Evaluates one movement against one fence: updates the presence, produces transitions.
///
/// A fix within the band around the edge proves nothing. The confirmed state changes once enough
/// fixes in a row beyond the band contradict it, over a long enough time; the transition then
/// counts from where the path crossed the bare edge. Contradicting fixes that stop before that were
/// noise, unless they were too deep, and too many or too long, for that.
struct FenceEvaluator {
  let movement: Movement
  let fence: WatchedFence
  private(set) var transitions: [Transition] = []

  private var settings: EngineSettings { movement.settings }
  private var current: Fix { movement.current }

  /// The fix before, if the fence was set up and open by then.
  private var previous: Fix? {
    guard let previous = movement.previous, previous.sample.arrival >= fence.firstArrival,
      fence.isOpen(at: previous.sample)
    else { return nil }
    return previous
  }

  mutating func evaluate(_ presence: inout Presence?) {
    guard fence.isOpen(at: current.sample) else { return closeFence(&presence) }
    let depth = fence.shape.depth(of: current.position)
    if presence == nil, previous == nil { return firstSighting(&presence, depth) }
    var state = presence ?? Presence(isInside: false)
    if state.isInside != (depth >= 0) {
      accumulate(&state, depth)
    } else {
      if let pending = state.pending { resolve(pending, &state) } else { cross(state) }
    }
    dwell(&state, until: state.pending?.crossing.time ?? current.time)
    presence = state.isInside || state.pending != nil ? state : nil
  }

  /// Confirms what is pending at the end of a track.
  mutating func conclude(_ presence: inout Presence?) {
    guard var state = presence, let pending = state.pending, pending.confirmingFixes > 0 else {
      return
    }
    change(&state, pending.crossing)
    presence = state
  }

  // MARK: Bands

  private var usesBareEdge: Bool { fence.hysteresis(settings) == 0 }

  /// How far inside a fix must be to prove that the device is in.
  private var innerBand: Meters {
    usesBareEdge ? 0 : min(movement.noiseBand, fence.greatestDepth / 2)
  }

  /// How far outside a fix must be to prove that the device is out.
  private var outerBand: Meters {
    usesBareEdge ? 0 : max(fence.hysteresis(settings), movement.noiseBand)
  }

  // MARK: First and last sight

  /// A device is where its first fix is, without a second one.
  private mutating func firstSighting(_ presence: inout Presence?, _ depth: Meters) {
    guard depth >= 0 else { return }
    var state = Presence(isInside: false)
    if depth >= innerBand {
      enter(&state, unobservedCrossing(since: movement.previous))
      dwell(&state, until: current.time)
    } else {
      accumulate(&state, depth)
    }
    presence = state
  }

  /// A crossing of which only this fix is known.
  private func unobservedCrossing(since earlier: Fix?) -> Crossing {
    Crossing(
      time: current.time, position: current.position, earliest: earlier?.time ?? current.time,
      latest: current.time, isObserved: false)
  }

  /// The fence has closed or expired: a device inside left at that time.
  private mutating func closeFence(_ presence: inout Presence?) {
    guard var state = presence else { return }
    presence = nil
    guard state.isInside, let previous = movement.previous else { return }
    let (time, reason) = fence.closing(from: previous.sample, to: current.sample)
    let crossing = Crossing(
      time: time, position: position(at: time), earliest: time, latest: time, isObserved: false)
    exit(&state, crossing, because: reason)
  }

  private func position(at time: Int64) -> SpaceVector {
    guard let previous = movement.previous, let path = movement.path, current.time > previous.time
    else { return current.position }
    return path.point(
      at: path.angle * Double(time - previous.time) / Double(current.time - previous.time))
  }

  // MARK: Confirmation

  /// Counts a fix that contradicts the confirmed state; with enough of them the state changes.
  private mutating func accumulate(_ state: inout Presence, _ depth: Meters) {
    var pending =
      state.pending
      ?? PendingTransition(
        crossing: lastCrossing(isOutwards: state.isInside),
        before: (previous ?? current).position, farthest: current.position)
    if abs(depth) > pending.depth {
      pending.depth = abs(depth)
      pending.farthest = current.position
    }
    if abs(depth) >= (state.isInside ? outerBand : innerBand) {
      if pending.confirmingFixes == 0 { pending.firstConfirming = current.time }
      pending.confirmingFixes += 1
      let span = current.time - pending.firstConfirming
      let isAgreed =
        pending.confirmingFixes >= fence.fixes(settings)
        && span >= Int64(fence.seconds(settings)) * 1_000
      if isAgreed || state.isInside && isFar(-depth) {
        state.pending = nil
        return change(&state, pending.crossing)
      }
    }
    state.pending = pending
  }

  /// Whether a fix this far beyond the edge ends a visit alone: several radii away, and as far as a
  /// device can have come since the last fix. A fence that asks for more fixes gets them.
  private func isFar(_ outside: Meters) -> Bool {
    guard let previous, fence.fixes(settings) <= settings.fixes,
      outside >= max(settings.farMeters, settings.farDepths * fence.greatestDepth)
    else { return false }
    let elapsed = current.time - previous.time
    let distance = previous.position.distance(to: current.position)
    return elapsed >= Int64(settings.spikeSeconds) * 1_000
      && distance <= settings.farMetersPerSecond * Double(elapsed) / 1_000
  }

  /// The device is back on the confirmed side: what was pending was noise, or a short visit.
  private mutating func resolve(_ pending: PendingTransition, _ state: inout Presence) {
    state.pending = nil
    let back = lastCrossing(isOutwards: !state.isInside)
    guard isShortVisit(pending, until: back.time, state.isInside) else { return }
    change(&state, pending.crossing)
    change(&state, back)
  }

  private func isShortVisit(
    _ pending: PendingTransition, until end: Int64, _ isAway: Bool
  ) -> Bool {
    guard pending.confirmingFixes > 0 else { return false }
    let out = pending.before.distance(to: pending.farthest)
    let on = pending.farthest.distance(to: current.position)
    // How much longer the path is than the straight one: all of it, if it goes there and back.
    let excess = (out + on - pending.before.distance(to: current.position)) / 2
    if excess <= min(out, on) / 4, min(out, on) >= settings.strideMeters { return true }
    let band = max(fence.hysteresis(settings), movement.noiseBand)
    let limit = isAway ? .infinity : fence.greatestDepth / 2
    guard pending.depth >= min(band * settings.bandsOfShortVisit, limit) else { return false }
    return pending.confirmingFixes >= settings.fixes
      || end - pending.crossing.time >= Int64(settings.spikeSeconds) * 1_000
  }

  // MARK: Crossings

  /// The last time the path crossed the edge, outwards or inwards.
  private func lastCrossing(isOutwards: Bool) -> Crossing {
    guard let previous, let path = movement.path else {
      return unobservedCrossing(since: movement.previous)
    }
    let last = fence.shape.intervalsInside(of: path).last
    // Without an interval the fix before was on the very edge, and none of the path is inside.
    let angle = isOutwards ? last?.upperBound ?? 0 : last?.lowerBound ?? path.angle
    return crossing(at: angle, of: path, after: previous)
  }

  private func crossing(at angle: Double, of path: Arc, after previous: Fix) -> Crossing {
    let share = path.angle > 0 ? angle / path.angle : 1
    let span = current.time - previous.time
    return Crossing(
      time: previous.time + Int64((share * Double(span)).rounded()),
      position: path.point(at: angle), earliest: previous.time, latest: current.time,
      isObserved: span <= Int64(settings.observedSeconds) * 1_000)
  }

  /// Adds a cross for every part of the path inside, if both its ends are outside.
  private mutating func cross(_ state: Presence) {
    guard !state.isInside, let previous, let path = movement.path, path.angle > 0,
      current.time - previous.time <= Int64(settings.longestJumpSeconds) * 1_000,
      fence.shape.mayTouch(path)
    else { return }
    for part in fence.shape.intervalsInside(of: path) where part.upperBound < path.angle {
      let meters = (part.upperBound - part.lowerBound) * Coordinate.earthRadius
      let middle = path.point(at: (part.lowerBound + part.upperBound) / 2)
      let needed = min(
        settings.bandsOfShortVisit * movement.noiseBand, fence.greatestDepth / 2)
      guard meters >= MonitorLimits.touchMeters, part.lowerBound > 0,
        usesBareEdge || fence.shape.depth(of: middle) >= needed
      else { continue }
      let (from, to) = (
        crossing(at: part.lowerBound, of: path, after: previous),
        crossing(at: part.upperBound, of: path, after: previous)
      )
      transitions.append(
        Transition(
          kind: .cross, fence: fence.number,
          episode: EpisodeKey(fence: fence.number, entered: from.time), crossing: from,
          departure: to, insideMeters: meters, stay: to.time - from.time, sample: current.sample))
    }
  }

  // MARK: Transitions

  /// Ends the visit, or begins one.
  private mutating func change(_ state: inout Presence, _ crossing: Crossing) {
    if state.isInside { exit(&state, crossing) } else { enter(&state, crossing) }
  }

  private mutating func enter(_ state: inout Presence, _ crossing: Crossing) {
    let episode = EpisodeKey(fence: fence.number, entered: crossing.time)
    state = Presence(isInside: true, episode: episode)
    transitions.append(
      Transition(
        kind: .enter, fence: fence.number, episode: episode, crossing: crossing,
        sample: current.sample))
  }

  private mutating func exit(
    _ state: inout Presence, _ crossing: Crossing, because reason: GeofenceEvent.Reason? = nil
  ) {
    guard let episode = state.episode else { return }
    var crossing = crossing
    // A fence may be moved onto a device between two fixes; the episode then ends no earlier than
    // it began.
    crossing.time = max(crossing.time, episode.entered)
    dwell(&state, until: crossing.time)
    transitions.append(
      Transition(
        kind: .exit, fence: fence.number, episode: episode, crossing: crossing,
        stay: crossing.time - episode.entered, sample: current.sample, reason: reason))
    state = Presence(isInside: false)
  }

  private mutating func dwell(_ state: inout Presence, until time: Int64) {
    guard !state.hasEmittedDwell, let episode = state.episode, let dwell = fence.dwell,
      time >= episode.entered + dwell
    else { return }
    state.hasEmittedDwell = true
    let due = episode.entered + dwell
    let crossing = Crossing(
      time: due, position: current.position, earliest: due, latest: due, isObserved: true)
    transitions.append(
      Transition(
        kind: .dwell, fence: fence.number, episode: episode, crossing: crossing, stay: dwell,
        sample: current.sample))
  }
}
