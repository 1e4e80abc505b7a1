import Messages

/// How much driving times vary around those of the speed schedule, by road class and hour.
///
/// The standard deviation of a drive has two parts (`TravelSpread`). The common one grows with the
/// time on each road: a share by class, and `congestion` times the part of the speed that the
/// schedule's hour takes away. That the deviation grows in proportion to the mean time over the
/// same distance is what measurements of freeways and city networks show (H. Mahmassani, T. Hou,
/// J. Dong, "Characterizing Travel Time Variability in Vehicular Traffic Networks", Transportation
/// Research Record 2315, 2012). The drive's own part is a sum of many small independent delays, so
/// its variance grows with the time, turns included, at a rate by class.
/// So neither part depends on how the map cuts a road into segments.
///
/// The shares are estimates of ours, not measurements; `speeds.json` replaces them.
package struct SpreadModel: Sendable, Hashable {
  /// The range of every share.
  static let range = 0.0...1.0

  /// By class, in the order of `RoadClass.allCases`: the common deviation relative to the time.
  let common: [Double]
  /// By class: the own deviation of a minute, relative to it.
  let perMinute: [Double]
  /// The common deviation that a speed of zero would add.
  let congestion: Double

  init(
    common: (RoadClass) -> Double, perMinute: (RoadClass) -> Double, congestion: Double
  ) {
    self.common = RoadClass.allCases.map(common)
    self.perMinute = RoadClass.allCases.map(perMinute)
    self.congestion = congestion
  }

  /// For cars:
  ///
  /// | | motorway, trunk | primary … tertiary | other streets | ferry |
  /// |---|---|---|---|---|
  /// | common | 0.08 | 0.10 | 0.06 | 0.02 |
  /// | own, per minute | 0.10 | 0.25 | 0.30 | 0.05 |
  ///
  /// and 0.5 for congestion: twenty minutes over main streets deviate by 11 % on empty roads, by
  /// 20 % at the peak.
  package static let standard = SpreadModel(
    common: { $0.isFerry ? 0.02 : $0.isFast ? 0.08 : $0.isMainStreet ? 0.10 : 0.06 },
    perMinute: { $0.isFerry ? 0.05 : $0.isFast ? 0.10 : $0.isMainStreet ? 0.25 : 0.30 },
    congestion: 0.5)

  /// For bicycles and on foot: nobody is held up but at crossings.
  package static let unmotorized = SpreadModel(
    common: { $0.isFerry ? 0.02 : 0.04 }, perMinute: { $0.isFerry ? 0.05 : 0.10 },
    congestion: 0.5)
}

extension SpreadModel {
  /// The spread of a drive.
  ///
  /// - Parameters:
  ///   - pieces: all of it, with the durations of `factors`.
  ///   - factors: the speeds of its hour.
  func spread(
    of pieces: [PathPiece], _ factors: SpeedFactors, _ network: RoadNetwork
  ) -> TravelSpread {
    var (seconds, common, variance) = (0.0, 0.0, 0.0)
    for piece in pieces {
      let roadClass = Int(network.roadClass(of: piece.directedSegment.segment).rawValue)
      let time = Double(piece.roadMilliseconds + piece.turnMilliseconds) / 1000
      let slowing = max(0, 1 - Double(factors.permille[roadClass]) / 1000)
      seconds += time
      common += time * (self.common[roadClass] + congestion * slowing)
      variance += time * 60 * perMinute[roadClass] * perMinute[roadClass]
    }
    guard seconds > 0 else { return TravelSpread(common: 0, own: 0) }
    return TravelSpread(
      common: Self.rounded(common / seconds), own: Self.rounded(variance.squareRoot() / seconds))
  }

  private static func rounded(_ share: Double) -> Double { (share * 10_000).rounded() / 10_000 }
}

extension RoadClass {
  fileprivate var isFast: Bool {
    switch self {
    case .motorway, .motorwayLink, .trunk, .trunkLink: true
    default: false
    }
  }

  fileprivate var isMainStreet: Bool {
    switch self {
    case .primary, .primaryLink, .secondary, .secondaryLink, .tertiary, .tertiaryLink: true
    default: false
    }
  }
}
