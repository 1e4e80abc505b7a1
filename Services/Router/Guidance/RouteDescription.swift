package import Geography
package import Messages

/// Makes replies from paths. Whole seconds and metres add up exactly: a leg is rounded once, its
/// steps share that sum, and the route is the sum of its legs.
package struct RouteDescription {
  private let costs: PartialCosts
  /// `nil` if every leg takes its own milliseconds.
  private let clock: LegClock?
  private let wording: StepWording
  private var network: RoadNetwork { costs.network }

  /// - Parameter costs: of the network and with the weights that the legs were found with.
  package init(_ costs: PartialCosts) { self.init(costs, nil) }

  /// - Parameters:
  ///   - clock: when the legs are driven.
  ///   - language: of the steps and notes, as `PhraseBook.phrases(for:)` reads it.
  init(_ costs: PartialCosts, _ clock: LegClock?, _ language: String? = nil) {
    self.costs = costs
    self.clock = clock
    wording = StepWording(language)
  }

  /// Whole seconds, rounded to the nearest.
  static func seconds(_ milliseconds: UInt64) -> Int { Int((milliseconds + 500) / 1000) }

  /// Whole metres, rounded to the nearest.
  static func meters(_ centimeters: UInt64) -> Int { Int((centimeters + 50) / 100) }

  /// - Parameters:
  ///   - asked: the coordinates of the request, one more than there are legs.
  ///   - snapped: the points that stand for them.
  ///   - through: the numbers of the waypoints that are passed without stopping.
  ///   - intersections: whether the steps have theirs.
  ///   - isTimed: whether the rules of a certain hour count.
  ///   - isShared: whether the legs share the whole seconds and metres of the route, instead of
  ///     being rounded on their own.
  package func reply(
    _ legs: [PathLeg], asked: [Coordinate], snapped: [SnappedPoint] = [], through: Set<Int> = [],
    geometry: Bool, steps: Bool, intersections: Bool = false, verified: Bool? = nil,
    isTimed: Bool = false, isShared: Bool = false
  ) -> RouteReply {
    var line: [Coordinate] = []
    var names = RouteNames(network)
    var notes = RouteNotes()
    var replyLegs: [RouteLeg] = []
    var sums = Sums()
    let all = JoinedLegs.joining(legs, at: through, costs)
    for (number, joined) in all.enumerated() {
      let pieces = joined.pieces
      var legNames = RouteNames(network)
      legNames.add(pieces)
      names.add(legNames)
      notes.add(pieces, costs, isTimed: isTimed)
      let legLine = geometry || steps ? self.line(of: legs[joined.legs], pieces) : []
      let pointsBefore = max(0, line.count - 1)
      line += line.isEmpty ? legLine[...] : legLine.dropFirst()
      let clock = JoinedClock(self, legs, joined.legs)
      let drafts = { [network] in
        StepBuilder(network, pieces).drafts(
          line: legLine, asked: asked[joined.legs.upperBound],
          stop: number == all.count - 1 ? nil : number + 1, intersections: intersections)
      }
      if !isShared { sums = Sums() }
      let begin = sums
      let replySteps =
        steps ? self.steps(drafts(), clock, from: begin, pointsBefore: pointsBefore) : nil
      sums.milliseconds += clock.whole
      sums.centimeters += pieces.reduce(0) { $0 + UInt64($1.centimeters) }
      let climb = network.climb(of: pieces)
      replyLegs.append(
        RouteLeg(
          durationSeconds: sums.seconds - begin.seconds,
          distanceMeters: sums.meters - begin.meters, name: wording.summary(legNames.longest),
          steps: replySteps,
          ascentMeters: climb?.ascent, descentMeters: climb?.descent))
    }
    notes.add(legs, requested: snapped, network)
    let positions = [legs[0].start] + legs.map(\.end)
    return RouteReply(
      durationSeconds: replyLegs.reduce(0) { $0 + $1.durationSeconds },
      distanceMeters: replyLegs.reduce(0) { $0 + $1.distanceMeters },
      name: wording.summary(names.longest),
      geometry: geometry ? EncodedPolyline(line) : nil, legs: replyLegs,
      waypoints: positions.map(network.roadPoint), notes: notes.messages(wording),
      verified: verified,
      ascentMeters: Self.sum(replyLegs.map(\.ascentMeters)),
      descentMeters: Self.sum(replyLegs.map(\.descentMeters)),
      drivesOnLeft: network.drivingSide == .left ? true : nil, mapVersion: network.version)
  }

  /// `nil` where any is.
  private static func sum(_ numbers: [Int?]) -> Int? {
    numbers.reduce(0) { sum, next in sum.flatMap { sum in next.map { sum + $0 } } }
  }

  /// How long the first milliseconds of a leg take.
  private func elapsed(_ milliseconds: UInt64, of leg: Int) -> UInt64 {
    clock?.elapsed(milliseconds, of: leg) ?? milliseconds
  }

  private func line(of legs: ArraySlice<PathLeg>, _ pieces: [PathPiece]) -> [Coordinate] {
    guard legs.count > 1 else { return legs.first.map { network.line(of: $0, pieces) } ?? [] }
    return legs.reduce(into: []) { line, leg in
      let next = network.line(of: leg, costs.pieces(of: leg))
      line += line.isEmpty ? next[...] : next.dropFirst()
    }
  }

  /// When a drive over joined legs has come how far.
  private struct JoinedClock {
    private let description: RouteDescription
    private let milliseconds: [UInt64]
    private let first: Int

    init(_ description: RouteDescription, _ legs: [PathLeg], _ joined: Range<Int>) {
      self.description = description
      first = joined.lowerBound
      milliseconds = legs[joined].map { UInt64($0.milliseconds) }
    }

    var whole: UInt64 { elapsed(milliseconds.reduce(0, +)) }

    /// How long the first milliseconds of the drive take.
    func elapsed(_ part: UInt64) -> UInt64 {
      var (left, elapsed) = (part, UInt64(0))
      for (index, leg) in milliseconds.enumerated() {
        let inLeg = index == milliseconds.count - 1 ? left : min(left, leg)
        elapsed += description.elapsed(inLeg, of: first + index)
        left -= inLeg
        if left == 0 { break }
      }
      return elapsed
    }
  }

  /// How far a drive has come, and what that is in whole units.
  private struct Sums {
    var milliseconds: UInt64 = 0
    var centimeters: UInt64 = 0
    var seconds: Int { RouteDescription.seconds(milliseconds) }
    var meters: Int { RouteDescription.meters(centimeters) }
  }

  private func steps(
    _ drafts: [StepBuilder.Draft], _ clock: JoinedClock, from begin: Sums, pointsBefore: Int
  ) -> [RouteStep] {
    let sentences = wording.sentences(drafts.map(\.content))
    var (milliseconds, centimeters, seconds) = (UInt64(0), begin.centimeters, begin.seconds)
    return zip(drafts, sentences).map { draft, sentence in
      let (secondsBefore, metersBefore) = (seconds, Self.meters(centimeters))
      milliseconds += draft.milliseconds
      centimeters += draft.centimeters
      seconds = max(seconds, Self.seconds(begin.milliseconds + clock.elapsed(milliseconds)))
      return RouteStep(
        maneuver: draft.content.maneuver, instruction: sentence,
        name: network.name(at: draft.street.name),
        ref: network.name(at: draft.street.ref),
        durationSeconds: seconds - secondsBefore,
        distanceMeters: Self.meters(centimeters) - metersBefore,
        intersections: draft.intersections.isEmpty
          ? nil
          : draft.intersections.map { place in
            var place = place
            place.geometryIndex += pointsBefore
            return place
          })
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
