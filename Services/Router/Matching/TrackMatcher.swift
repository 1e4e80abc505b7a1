import Geography
import Messages

/// Finds the roads that a track was recorded on: the most likely states of a hidden Markov model,
/// whose states are positions on roads near the points.
///
/// A position is likely by its distance from the point, a transition by how little the way along
/// the roads differs from the straight line. Source: Newson and Krumm, "Hidden Markov Map Matching
/// Through Noise and Sparseness" (2009), with its pruning; ways are the shortest, found in the
/// hierarchy with lengths as weights. Costs about a millisecond a point in a city.
@Memberwise struct TrackMatcher {
  /// The limits of the search.
  enum Limits {
    /// Segments for each point.
    static let segments = 6
    /// The greatest distance of a candidate, in metres and in standard deviations.
    static let leastRadius: Meters = 50
    static let deviations = 6.0
    /// Points nearer to the last one used than this many standard deviations say nothing about the
    /// direction of travel, and are left to be placed on the road afterwards.
    static let spacing = 2.0
    /// A longer detour from the straight line is rejected.
    static let detour: Meters = 2_000
  }

  /// A connected part of the track.
  struct Part {
    /// The points that were used, and where they were.
    fileprivate(set) var points: [(index: Int, candidate: TrackCandidate)] = []
    /// The points that were left out since they are too near to one that was used.
    fileprivate(set) var skipped: [Int] = []
  }

  /// With the lengths of roads, in centimetres, as weights.
  private let query: HierarchyQuery
  /// The standard deviation of the positions, in metres.
  private let accuracy: Meters
  /// How far from its point a candidate may be.
  private var radius: Meters { max(Limits.leastRadius, Limits.deviations * accuracy) }

  /// The connected parts of a track, in order, each with at least two points.
  func parts(of track: [Coordinate]) -> [Part] {
    var parts: [Part] = []
    var chain = Chain()
    for (index, point) in track.enumerated() {
      if let last = chain.stages.last,
        track[last.index].distance(to: point) < Limits.spacing * accuracy
      {
        chain.skipped.append(index)
        continue
      }
      let candidates = candidates(near: point)
      guard !candidates.isEmpty, !extend(&chain, to: index, candidates, of: track) else { continue }
      parts.append(part(of: chain))
      chain = Chain()
      chain.stages = [
        Stage(index: index, candidates: candidates, likelihood: emissions(candidates))
      ]
    }
    // The last point says where the track ends, however near it is.
    if let last = chain.skipped.last, last > chain.stages.last?.index ?? last {
      _ = extend(&chain, to: last, candidates(near: track[last]), of: track)
    }
    parts.append(part(of: chain))
    return parts.filter { $0.points.count > 1 }
  }

  /// The points that are connected so far.
  private struct Chain {
    var stages: [Stage] = []
    var skipped: [Int] = []
  }

  private func candidates(near point: Coordinate) -> [TrackCandidate] {
    query.partial.candidates(near: point, within: radius, limit: Limits.segments)
  }

  /// Adds a point to the chain; where no way leads there from the last one, over the point that was
  /// skipped last.
  ///
  /// - Returns: `false` where none leads there either; the skipped point may have been added.
  private func extend(
    _ chain: inout Chain, to index: Int, _ candidates: [TrackCandidate], of track: [Coordinate]
  ) -> Bool {
    guard let last = chain.stages.last else { return false }
    if let stage = next(after: last, track[last.index], index, track[index], candidates) {
      chain.stages.append(stage)
      return true
    }
    guard let skipped = chain.skipped.last, skipped > last.index, skipped < index else {
      return false
    }
    return extend(&chain, to: skipped, self.candidates(near: track[skipped]), of: track)
      && extend(&chain, to: index, candidates, of: track)
  }

  /// A point and its candidates, with the likelihood of the best way to each.
  private struct Stage {
    let index: Int
    let candidates: [TrackCandidate]
    /// Logarithms.
    var likelihood: [Double]
    /// By candidate: the one before it on the best way.
    var previous: [Int] = []
  }

  private func emissions(_ candidates: [TrackCandidate]) -> [Double] {
    candidates.map { candidate in
      let deviations = candidate.distance / accuracy
      return -deviations * deviations / 2
    }
  }

  /// `nil` where no way leads on.
  private func next(
    after last: Stage, _ from: Coordinate, _ index: Int, _ point: Coordinate,
    _ candidates: [TrackCandidate]
  ) -> Stage? {
    let straight = from.distance(to: point)
    let ends = SegmentPositionGroups(each: candidates.map(\.position))
    var best = [Double](repeating: -.infinity, count: candidates.count)
    var previous = [Int](repeating: 0, count: candidates.count)
    for (number, start) in last.candidates.enumerated() where last.likelihood[number].isFinite {
      let costs = query.costs(from: [start.position], toEach: ends)
      for (end, cost) in costs.enumerated() {
        let way = way(cost, from: start.position, to: candidates[end].position)
        guard let way, abs(way - straight) <= Limits.detour else { continue }
        let likelihood = last.likelihood[number] - abs(way - straight) / accuracy
        if likelihood > best[end] { (best[end], previous[end]) = (likelihood, number) }
      }
    }
    guard best.contains(where: \.isFinite) else { return nil }
    return Stage(
      index: index, candidates: candidates,
      likelihood: zip(best, emissions(candidates)).map { $0 + $1 }, previous: previous)
  }

  /// Metres along the roads. Noise may put a point a little behind the one before it on the same
  /// road: then it has not moved.
  private func way(
    _ cost: UInt32?, from start: SegmentPosition, to end: SegmentPosition
  ) -> Meters? {
    let partial = query.partial
    if start.directedSegment == end.directedSegment {
      let before = partial.centimeters(along: start.directedSegment, to: start.offset)
      let after = partial.centimeters(along: start.directedSegment, to: end.offset)
      if after < before, Meters(before - after) / 100 <= 2 * accuracy { return 0 }
    }
    return cost.map { Meters($0) / 100 }
  }

  private func part(of chain: Chain) -> Part {
    var part = Part()
    guard let last = chain.stages.last,
      var state = last.likelihood.indices.max(by: { last.likelihood[$0] < last.likelihood[$1] })
    else { return part }
    for stage in chain.stages.reversed() {
      part.points.append((stage.index, stage.candidates[state]))
      if !stage.previous.isEmpty { state = stage.previous[state] }
    }
    part.points.reverse()
    let used = Set(part.points.map(\.index))
    part.skipped = chain.skipped.filter { !used.contains($0) }
    return part
  }
}
