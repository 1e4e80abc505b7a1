import Geography
import Messages

/// Builds the steps of one leg.
struct StepBuilder {
  /// A shorter stretch at the start or end of a leg gets no step.
  static let leastCentimeters: UInt32 = 500
  /// A waypoint nearer to the road lies on neither side of it.
  static let besideFrom: Meters = 5

  private let network: RoadNetwork
  private let finder: ManeuverFinder
  private var views: [RoadView] { finder.views }
  /// The last piece at which a step may begin.
  private let last: Int

  /// A step before its duration and distance are rounded.
  struct Draft {
    let content: StepContent
    let street: Street
    var milliseconds: UInt64 = 0
    var centimeters: UInt64 = 0
    var intersections: [StepIntersection] = []

    /// Whether it says that a street goes straight on by a new name, which the next step repeats.
    var isShortNewName: Bool {
      content.maneuver.kind == .newName && content.maneuver.direction == .straight
        && centimeters < UInt64(ManeuverFinder.straightNameCentimeters)
    }
  }

  init(_ network: RoadNetwork, _ pieces: [PathPiece]) {
    self.network = network
    // A very short first piece, as at a junction, is skipped.
    let first = pieces.firstIndex { $0.centimeters >= Self.leastCentimeters } ?? pieces.count - 1
    var (last, left) = (pieces.count - 1, UInt32(0))
    while last > first, left + pieces[last].centimeters < Self.leastCentimeters {
      left += pieces[last].centimeters
      last -= 1
    }
    self.last = last
    finder = ManeuverFinder(
      network: network, views: pieces.map { RoadView($0, network) }, first: first)
  }

  /// - Parameters:
  ///   - asked: the requested coordinate at the end of the leg, which seldom lies on the road.
  ///   - stop: the number of the via point at the end of the leg; `nil` at the destination.
  ///   - intersections: whether the drafts have theirs.
  func drafts(
    line: [Coordinate], asked: Coordinate, stop: Int?, intersections: Bool = false
  ) -> [Draft] {
    let places =
      intersections
      ? IntersectionFinder(network: network, views: views).intersections(along: line) : []
    var index = finder.first
    let start = views[index].street
    var announced = street(from: index, below: Angles.straightBelow)
    var drafts = [departure(line, start.isNamed ? start : announced)]
    for skipped in 0..<index { add(skipped, places, to: &drafts[0]) }
    while index < views.count {
      if index > finder.first, index <= last,
        let span = finder.maneuver(at: index, announced: announced)
      {
        if span.isQuietlyRenamed { announced = street(from: span.last) }
        if let instruction = span.instruction {
          let named = span.named ?? span.last
          var instruction = instruction
          let street = street(from: named)
          let isKnown =
            network.isSame(street, announced) || network.isSame(street, views[index - 1].street)
          if instruction.context == .staying, !isKnown { instruction.context = .ordinary }
          announced = street
          if drafts[drafts.count - 1].isShortNewName { drafts.joinLast() }
          drafts.append(draft(instruction, at: index, through: named, announced))
        }
        for inner in index..<span.last { add(inner, places, to: &drafts[drafts.count - 1]) }
        index = span.last
      }
      if network.isSame(announced, views[index].street) {
        announced = announced.completed(by: views[index].street)
      }
      add(index, places, to: &drafts[drafts.count - 1])
      index += 1
    }
    drafts.append(arrival(line, asked, stop: stop))
    drafts[drafts.count - 1].intersections = Array(places.suffix(1))
    return drafts
  }

  private func add(_ index: Int, _ places: [StepIntersection], to draft: inout Draft) {
    let piece = views[index].piece
    if !places.isEmpty { draft.intersections.append(places[index]) }
    draft.milliseconds += UInt64(piece.turnMilliseconds) + UInt64(piece.roadMilliseconds)
    draft.centimeters += UInt64(piece.centimeters)
  }

  private func departure(_ line: [Coordinate], _ street: Street) -> Draft {
    let ahead = line.first { $0.distance(to: line[0]) > 1 } ?? line[line.count - 1]
    let startsAtEntry = finder.first > 0
    let content = StepContent(
      maneuver: Maneuver(kind: .depart, coordinate: line[0]), road: network.title(of: street),
      wayKind: .init(views[finder.first].roadClass),
      context: .heading(startsAtEntry ? views[finder.first].entry : line[0].bearing(to: ahead)),
      isPushed: views[finder.first].isPushed)
    return Draft(content: content, street: street)
  }

  private func arrival(_ line: [Coordinate], _ asked: Coordinate, stop: Int?) -> Draft {
    let end = line[line.count - 1]
    var direction: TurnDirection?
    if end.distance(to: asked) >= Self.besideFrom {
      let behind = line.last { $0.distance(to: end) > 1 } ?? line[0]
      let angle = Angles.turn(from: behind.bearing(to: end), to: end.bearing(to: asked))
      direction = abs(angle) < Angles.slightBelow ? .straight : angle > 0 ? .right : .left
    }
    let maneuver = Maneuver(kind: .arrive, direction: direction, coordinate: end)
    return Draft(
      content: StepContent(maneuver: maneuver, context: .stop(stop)),
      street: views[views.count - 1].street)
  }

  private func draft(
    _ instruction: ManeuverSpan.Instruction, at index: Int, through last: Int, _ street: Street
  ) -> Draft {
    let signs = SignReader(network: network, views: views)
    let isRamp = instruction.kind == .ramp
    let leadsAway =
      isRamp || instruction.kind == .fork || instruction.isAtRoundabout && views[last].isLink
    let maneuver = Maneuver(
      kind: instruction.kind, direction: instruction.direction,
      coordinate: network.start(of: views[index].piece.directedSegment).coordinate,
      exit: instruction.exit, exitNumber: isRamp ? signs.exitNumber(at: index) : nil,
      destinations: instruction.kind == .uTurn ? nil : signs.destinations(from: last),
      lanes: instruction.direction.flatMap { signs.lanes(before: index, toward: $0) })
    let road = network.title(of: street) ?? (leadsAway ? signs.roadAhead(from: last) : nil)
    let content = StepContent(
      maneuver: maneuver, road: road, wayKind: .init(views[last].roadClass),
      context: instruction.context, isOnFoot: network.profile == .foot,
      isPushed: views[last].isPushed)
    return Draft(content: content, street: street)
  }

  /// The street that a piece leads to: its own, or the one that follows straight on after the few
  /// metres within a junction.
  ///
  /// - Parameter limit: the least angle at which it no longer goes straight on; degrees.
  private func street(from index: Int, below limit: Double = ManeuverFinder.turnFrom) -> Street {
    var passed: UInt32 = 0
    var last = index
    while last + 1 < views.count {
      let (view, next) = (views[last], views[last + 1])
      passed += view.centimeters
      guard passed <= ManeuverFinder.shortCentimeters, !network.isSame(view.street, next.street),
        !view.isFerry, !next.isFerry, !next.isRoundabout,
        abs(view.angle(to: next)) < limit
      else { break }
      last += 1
    }
    return views[last].street.isNamed ? views[last].street : views[index].street
  }
}

extension [StepBuilder.Draft] {
  /// Makes the last step a part of the one before.
  fileprivate mutating func joinLast() {
    let last = removeLast()
    self[count - 1].milliseconds += last.milliseconds
    self[count - 1].centimeters += last.centimeters
    self[count - 1].intersections += last.intersections
  }
}
