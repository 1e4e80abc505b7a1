/// Selects the alternatives that differ enough from the quickest path and each other, and whose
/// detour is small enough: the conditions of `AlternativeQuery`.
struct AlternativeChoice {
  private let costs: PartialCosts
  private let best: PathLeg
  /// By path, the quickest one first: the milliseconds on each directed segment.
  private var directedSegments: [[DirectedSegment: UInt32]]
  private(set) var chosen: [PathLeg] = []

  init(_ best: PathLeg, _ costs: PartialCosts) {
    self.costs = costs
    self.best = best
    directedSegments = [Self.directedSegments(of: best, costs) ?? [:]]
  }

  /// Adds the alternative if it meets the conditions.
  ///
  /// - Parameter plateau: the milliseconds of its plateau.
  mutating func offer(_ alternative: PathLeg, plateau: UInt32) {
    guard let own = Self.directedSegments(of: alternative, costs) else { return }
    let most = Double(best.milliseconds) * AlternativeQuery.Limits.sharing
    let shared = directedSegments.map { other in
      own.reduce(0.0) { $0 + Double(min($1.value, other[$1.key] ?? 0)) }
    }
    guard shared.allSatisfy({ $0 <= most }) else { return }
    let replaced = Double(best.milliseconds) - shared[0]
    let detour = Double(alternative.milliseconds) - shared[0]
    guard detour <= replaced * AlternativeQuery.Limits.stretch,
      Double(plateau) >= detour * AlternativeQuery.Limits.optimality
    else { return }
    chosen.append(alternative)
    directedSegments.append(own)
  }

  /// The milliseconds on each directed segment; `nil` where a path passes a segment twice.
  private static func directedSegments(of leg: PathLeg, _ costs: PartialCosts) -> [DirectedSegment:
    UInt32]?
  {
    var directedSegments: [DirectedSegment: UInt32] = [:]
    directedSegments.reserveCapacity(leg.arcs.count)
    for piece in costs.pieces(of: leg) {
      guard directedSegments[piece.directedSegment.reversed] == nil,
        directedSegments.updateValue(piece.roadMilliseconds, forKey: piece.directedSegment) == nil
      else { return nil }
    }
    return directedSegments
  }
}
