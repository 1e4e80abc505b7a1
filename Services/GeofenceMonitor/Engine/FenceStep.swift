import Areas
import Geography
import Messages

/// One fix of a device against one fence: believes, doubts, tells.
///
/// A fix within the band around the edge proves nothing. What is believed changes once enough fixes
/// in a row beyond the band speak against it, over a long enough time; the change then counts from
/// where the way of the device came over the bare edge. Fixes that speak against it and then stop
/// were noise, unless they were too deep, and too many or too long, for that.
struct FenceStep {
  let settings: EngineSettings
  /// The fix before, and the way from there; `nil` of a device's first.
  let previous: Fix?
  let way: Arc?
  let current: Fix
  /// How far off fixes are just now, by their own word or by their scatter.
  let noiseBand: Meters

  /// Takes the fix in.
  ///
  /// - Parameters:
  ///   - presence: how the device stood, and stands, to the fence.
  ///   - facts: what it tells is appended.
  func take(_ fence: WatchedFence, _ presence: inout Presence?, facts: inout [Fact]) {
    var judge = Judge(step: self, fence: fence)
    judge.judge(&presence)
    facts += judge.facts
  }

  /// Believes what is left in doubt at the end of a track, `previous` being its last fix.
  func conclude(_ fence: WatchedFence, _ presence: inout Presence?, facts: inout [Fact]) {
    var judge = Judge(step: self, fence: fence)
    judge.conclude(&presence)
    facts += judge.facts
  }
}

/// The judgement of one fence; gathers its facts.
private struct Judge {
  let step: FenceStep
  let fence: WatchedFence
  var facts: [Fact] = []

  private var settings: EngineSettings { step.settings }
  private var current: Fix { step.current }

  /// The fix before where the fence was there already.
  private var previous: Fix? {
    guard let previous = step.previous, previous.sample.arrival >= fence.firstArrival,
      fence.isOpen(at: previous.sample)
    else { return nil }
    return previous
  }

  mutating func judge(_ presence: inout Presence?) {
    guard fence.isOpen(at: current.sample) else { return close(&presence) }
    let depth = fence.shape.depth(of: current.place)
    if presence == nil, previous == nil { return meet(&presence, depth) }
    var known = presence ?? Presence(isInside: false)
    if known.isInside != (depth >= 0) {
      doubt(&known, depth)
    } else {
      if let doubt = known.doubt { settle(doubt, &known) } else { cross(known) }
    }
    dwell(&known, until: known.doubt?.crossing.time ?? current.time)
    presence = known.isInside || known.doubt != nil ? known : nil
  }

  mutating func conclude(_ presence: inout Presence?) {
    guard var known = presence, let doubt = known.doubt, doubt.sureFixes > 0 else { return }
    if known.isInside { exit(&known, doubt.crossing) } else { enter(&known, doubt.crossing) }
    presence = known
  }

  // MARK: Bands

  private var believesTheBareEdge: Bool { fence.hysteresis(settings) == 0 }

  /// How far inside a fix must be to prove that the device is in.
  private var innerBand: Meters {
    believesTheBareEdge ? 0 : min(step.noiseBand, fence.greatestDepth / 2)
  }

  /// How far outside a fix must be to prove that the device is out.
  private var outerBand: Meters {
    believesTheBareEdge ? 0 : max(fence.hysteresis(settings), step.noiseBand)
  }

  // MARK: First sight

  /// A device is where it first shows up, without a second fix.
  private mutating func meet(_ presence: inout Presence?, _ depth: Meters) {
    guard depth >= 0 else { return }
    var known = Presence(isInside: false)
    if depth >= innerBand {
      enter(&known, here(since: step.previous))
      dwell(&known, until: current.time)
    } else {
      doubt(&known, depth)
    }
    presence = known
  }

  /// A crossing of which only this fix is known.
  private func here(since earlier: Fix?) -> Crossing {
    Crossing(
      time: current.time, place: current.place, earliest: earlier?.time ?? current.time,
      latest: current.time, isObserved: false)
  }

  /// The fence is away: who was inside has left when it went.
  private mutating func close(_ presence: inout Presence?) {
    guard var known = presence else { return }
    presence = nil
    guard known.isInside, let previous = step.previous else { return }
    let (time, reason) = fence.closing(from: previous.sample, to: current.sample)
    let crossing = Crossing(
      time: time, place: place(at: time), earliest: time, latest: time, isObserved: false)
    exit(&known, crossing, because: reason)
  }

  private func place(at time: Int64) -> SpaceVector {
    guard let previous = step.previous, let way = step.way, current.time > previous.time else {
      return current.place
    }
    return way.point(
      at: way.angle * Double(time - previous.time) / Double(current.time - previous.time))
  }

  // MARK: Doubt

  private mutating func doubt(_ known: inout Presence, _ depth: Meters) {
    var doubt =
      known.doubt
      ?? Doubt(
        crossing: known.isInside ? leaving() : entering(),
        before: (previous ?? current).place, farthest: current.place)
    if abs(depth) > doubt.depth {
      doubt.depth = abs(depth)
      doubt.farthest = current.place
    }
    if abs(depth) >= (known.isInside ? outerBand : innerBand) {
      if doubt.sureFixes == 0 { doubt.firstSure = current.time }
      doubt.sureFixes += 1
      let span = current.time - doubt.firstSure
      if doubt.sureFixes >= fence.fixes(settings), span >= Int64(fence.seconds(settings)) * 1_000 {
        known.doubt = nil
        if known.isInside {
          exit(&known, doubt.crossing)
        } else {
          enter(&known, doubt.crossing)
        }
        return
      }
    }
    known.doubt = doubt
  }

  /// The device is back on the side that is believed: the doubt was noise, or a short visit.
  private mutating func settle(_ doubt: Doubt, _ known: inout Presence) {
    known.doubt = nil
    let back = known.isInside ? entering() : leaving()
    guard isVisit(doubt, until: back.time, known.isInside) else { return }
    if known.isInside {
      exit(&known, doubt.crossing)
      enter(&known, back)
    } else {
      enter(&known, doubt.crossing)
      exit(&known, back)
    }
  }

  private func isVisit(_ doubt: Doubt, until end: Int64, _ isAway: Bool) -> Bool {
    guard doubt.sureFixes > 0 else { return false }
    let out = doubt.before.distance(to: doubt.farthest)
    let on = doubt.farthest.distance(to: current.place)
    // How much longer the way is than the straight one, of a way there and back all of it.
    let excess = (out + on - doubt.before.distance(to: current.place)) / 2
    if excess <= min(out, on) / 4, min(out, on) >= settings.strideMeters { return true }
    let band = max(fence.hysteresis(settings), step.noiseBand)
    let limit = isAway ? .infinity : fence.greatestDepth / 2
    guard doubt.depth >= min(band * settings.bandsOfShortVisit, limit) else { return false }
    return doubt.sureFixes >= settings.fixes
      || end - doubt.crossing.time >= Int64(settings.spikeSeconds) * 1_000
  }

  // MARK: Crossings

  /// The last time the way came over the edge inwards.
  private func entering() -> Crossing {
    guard let previous, let way = step.way else { return here(since: step.previous) }
    let last = fence.shape.visits(along: way).last
    return crossing(at: last?.lowerBound ?? way.angle, of: way, after: previous)
  }

  /// The last time the way came over the edge outwards.
  private func leaving() -> Crossing {
    guard let previous, let way = step.way else { return here(since: step.previous) }
    let last = fence.shape.visits(along: way).last
    // The fix before was inside, on the very edge where nothing of the way is.
    return crossing(at: last?.upperBound ?? 0, of: way, after: previous)
  }

  private func crossing(at angle: Double, of way: Arc, after previous: Fix) -> Crossing {
    let share = way.angle > 0 ? angle / way.angle : 1
    let span = current.time - previous.time
    return Crossing(
      time: previous.time + Int64((share * Double(span)).rounded()), place: way.point(at: angle),
      earliest: previous.time, latest: current.time,
      isObserved: span <= Int64(settings.observedSeconds) * 1_000)
  }

  /// Tells of every part of the way that was inside, where both its ends are outside.
  private mutating func cross(_ known: Presence) {
    guard !known.isInside, let previous, let way = step.way, way.angle > 0,
      current.time - previous.time <= Int64(settings.longestJumpSeconds) * 1_000,
      fence.shape.mayTouch(way)
    else { return }
    for part in fence.shape.visits(along: way) where part.upperBound < way.angle {
      let meters = (part.upperBound - part.lowerBound) * Coordinate.earthRadius
      let middle = way.point(at: (part.lowerBound + part.upperBound) / 2)
      let needed = min(
        settings.bandsOfShortVisit * step.noiseBand, fence.greatestDepth / 2)
      guard meters >= MonitorLimits.touchMeters, part.lowerBound > 0,
        believesTheBareEdge || fence.shape.depth(of: middle) >= needed
      else { continue }
      let (from, to) = (
        crossing(at: part.lowerBound, of: way, after: previous),
        crossing(at: part.upperBound, of: way, after: previous)
      )
      facts.append(
        Fact(
          kind: .cross, fence: fence.number,
          visit: Visit(fence: fence.number, entered: from.time), crossing: from, departure: to,
          insideMeters: meters, stay: to.time - from.time, sample: current.sample))
    }
  }

  // MARK: Telling

  private mutating func enter(_ known: inout Presence, _ crossing: Crossing) {
    let visit = Visit(fence: fence.number, entered: crossing.time)
    known = Presence(isInside: true, visit: visit)
    facts.append(
      Fact(
        kind: .enter, fence: fence.number, visit: visit, crossing: crossing,
        sample: current.sample))
  }

  private mutating func exit(
    _ known: inout Presence, _ crossing: Crossing, because reason: GeofenceEvent.Reason? = nil
  ) {
    guard let visit = known.visit else { return }
    var crossing = crossing
    // A visit that a fence's move began in the middle of a way ends no earlier than it began.
    crossing.time = max(crossing.time, visit.entered)
    dwell(&known, until: crossing.time)
    facts.append(
      Fact(
        kind: .exit, fence: fence.number, visit: visit, crossing: crossing,
        stay: crossing.time - visit.entered, sample: current.sample, reason: reason))
    known = Presence(isInside: false)
  }

  private mutating func dwell(_ known: inout Presence, until time: Int64) {
    guard !known.isDwellTold, let visit = known.visit, let dwell = fence.dwell,
      time >= visit.entered + dwell
    else { return }
    known.isDwellTold = true
    let crossing = Crossing(
      time: visit.entered + dwell, place: current.place, earliest: visit.entered + dwell,
      latest: visit.entered + dwell, isObserved: true)
    facts.append(
      Fact(
        kind: .dwell, fence: fence.number, visit: visit, crossing: crossing, stay: dwell,
        sample: current.sample))
  }
}
