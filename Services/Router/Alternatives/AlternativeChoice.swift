/// Which of the candidates differ enough from the quickest drive and from each other, and detour
/// little enough: the conditions of `AlternativeQuery`.
struct AlternativeChoice {
  private let costs: PartialCosts
  private let best: PathLeg
  /// By drive, the quickest first: the milliseconds on each course.
  private var courses: [[Course: UInt32]]
  private(set) var chosen: [PathLeg] = []

  init(_ best: PathLeg, _ costs: PartialCosts) {
    self.costs = costs
    self.best = best
    courses = [Self.courses(of: best, costs) ?? [:]]
  }

  /// Takes the candidate if it meets the conditions.
  mutating func offer(_ candidate: PathLeg) {
    guard let own = Self.courses(of: candidate, costs) else { return }
    let most = Double(best.milliseconds) * AlternativeQuery.Limits.sharing
    let shared = courses.map { other in
      own.reduce(0.0) { $0 + Double(min($1.value, other[$1.key] ?? 0)) }
    }
    guard shared.allSatisfy({ $0 <= most }) else { return }
    let replaced = Double(best.milliseconds) - shared[0]
    let detour = Double(candidate.milliseconds) - shared[0]
    guard detour <= replaced * AlternativeQuery.Limits.stretch else { return }
    chosen.append(candidate)
    courses.append(own)
  }

  /// The milliseconds on each course; `nil` where a drive passes a segment twice.
  private static func courses(of leg: PathLeg, _ costs: PartialCosts) -> [Course: UInt32]? {
    var courses: [Course: UInt32] = [:]
    courses.reserveCapacity(leg.arcs.count)
    for piece in costs.pieces(of: leg) {
      guard courses[piece.course.reversed] == nil,
        courses.updateValue(piece.roadMilliseconds, forKey: piece.course) == nil
      else { return nil }
    }
    return courses
  }
}
