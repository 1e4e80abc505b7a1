import Geography
import Messages

/// Makes replies from paths. Whole seconds and metres add up exactly: a leg is rounded once, its
/// steps share that sum, and the route is the sum of its legs.
package struct RouteDescription {
  private let costs: PartialCosts
  /// `nil` if every leg takes its own milliseconds.
  private let clock: LegClock?
  private let wording = EnglishWording()
  private var network: RoadNetwork { costs.network }

  /// - Parameter costs: of the network and with the weights that the legs were found with.
  package init(_ costs: PartialCosts) { self.init(costs, nil) }

  /// - Parameter clock: when the legs are driven.
  init(_ costs: PartialCosts, _ clock: LegClock?) {
    self.costs = costs
    self.clock = clock
  }

  /// Whole seconds, rounded to the nearest.
  static func seconds(_ milliseconds: UInt64) -> Int { Int((milliseconds + 500) / 1000) }

  /// Whole metres, rounded to the nearest.
  static func meters(_ centimeters: UInt64) -> Int { Int((centimeters + 50) / 100) }

  /// - Parameters:
  ///   - asked: the coordinates of the request, one more than there are legs.
  ///   - snapped: the points that stand for them.
  ///   - isTimed: whether the rules of a certain hour count.
  package func reply(
    _ legs: [PathLeg], asked: [Coordinate], snapped: [SnappedPoint] = [], geometry: Bool,
    steps: Bool, verified: Bool? = nil, spread: TravelSpread? = nil, isTimed: Bool = false
  ) -> RouteReply {
    var line: [Coordinate] = []
    var names = RouteNames(network)
    var notes = RouteNotes()
    var replyLegs: [RouteLeg] = []
    for (index, leg) in legs.enumerated() {
      let pieces = costs.pieces(of: leg)
      var legNames = RouteNames(network)
      legNames.add(pieces)
      names.add(legNames)
      notes.add(pieces, costs, isTimed: isTimed)
      let legLine = geometry || steps ? network.line(of: leg, pieces) : []
      if geometry { line += line.isEmpty ? legLine[...] : legLine.dropFirst() }
      let stop = index == legs.count - 1 ? nil : index + 1
      replyLegs.append(
        RouteLeg(
          durationSeconds: Self.seconds(elapsed(UInt64(leg.milliseconds), of: index)),
          distanceMeters: Self.meters(pieces.reduce(0) { $0 + UInt64($1.centimeters) }),
          name: legNames.text,
          steps: steps
            ? self.steps(pieces, legLine, of: index, asked: asked[index + 1], stop: stop) : nil))
    }
    notes.add(legs, requested: snapped, network)
    let positions = [legs[0].start] + legs.map(\.end)
    return RouteReply(
      durationSeconds: replyLegs.reduce(0) { $0 + $1.durationSeconds },
      distanceMeters: replyLegs.reduce(0) { $0 + $1.distanceMeters }, name: names.text,
      geometry: geometry ? EncodedPolyline(line) : nil, legs: replyLegs,
      waypoints: positions.map(network.roadPoint), notes: notes.messages(wording),
      verified: verified, spread: spread,
      drivesOnLeft: network.drivingSide == .left ? true : nil, mapVersion: network.version)
  }

  /// How long the first milliseconds of a leg take.
  private func elapsed(_ milliseconds: UInt64, of leg: Int) -> UInt64 {
    clock?.elapsed(milliseconds, of: leg) ?? milliseconds
  }

  private func steps(
    _ pieces: [PathPiece], _ line: [Coordinate], of leg: Int, asked: Coordinate, stop: Int?
  ) -> [RouteStep] {
    let drafts = StepBuilder(network, pieces).drafts(line: line, asked: asked, stop: stop)
    let sentences = wording.sentences(drafts.map(\.content))
    var (milliseconds, centimeters, seconds) = (UInt64(0), UInt64(0), 0)
    return zip(drafts, sentences).map { draft, sentence in
      let (secondsBefore, metersBefore) = (seconds, Self.meters(centimeters))
      milliseconds += draft.milliseconds
      centimeters += draft.centimeters
      seconds = max(seconds, Self.seconds(elapsed(milliseconds, of: leg)))
      return RouteStep(
        maneuver: draft.content.maneuver, instruction: sentence,
        name: network.name(at: draft.name),
        durationSeconds: seconds - secondsBefore,
        distanceMeters: Self.meters(centimeters) - metersBefore)
    }
  }
}

extension RoadNetwork {
  func roadPoint(_ position: RoadPosition) -> SnappedWaypoint {
    SnappedWaypoint(
      coordinate: position.coordinate, distanceMeters: position.distance,
      name: name(at: nameIndex(of: position.segment)), way: Int(way(of: position.segment)))
  }
}
