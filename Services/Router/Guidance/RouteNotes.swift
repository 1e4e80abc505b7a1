import Geography
import Messages

/// Collects the notes of a route, which travellers want to read before they start.
struct RouteNotes {
  /// Up to this length unpaved roads get no note.
  static let unpavedCentimeters: UInt64 = 20_000

  /// Up to this length pushing a bicycle gets no note.
  static let pushedCentimeters: UInt64 = 5_000
  /// From this distance on a road is far from a waypoint: one walks there for more than a minute.
  static let farMeters: Meters = 100

  private var ends: [NoteContent] = []
  private var flags: SegmentFlags = []
  private var unpavedCentimeters: UInt64 = 0
  private var pushedCentimeters: UInt64 = 0
  private var startsPrivate: Bool?
  private var endsPrivate = false
  private var cutsThrough = false
  private var ignoresRules = false
  private var usesAvoided = false

  /// - Parameter requested: the snapped points, of which the first and the last are looked at.
  mutating func add(_ legs: [PathLeg], requested: [SnappedPoint], _ network: RoadNetwork) {
    guard let first = legs.first, let last = legs.last else { return }
    let far = [first.start, last.end].map { position in
      position.distance < Self.farMeters ? nil : Int(position.distance.rounded())
    }
    if far != [nil, nil] { ends.append(.farFromRoad(start: far[0], end: far[1])) }
    let isOther = [(requested.first, first.arcs.first), (requested.last, last.arcs.last)].map {
      point, arc in
      guard let side = point?.nearest.onlyDirectedSegment, let arc else { return false }
      return network.directedSegment(of: arc) == side.reversed
    }
    if isOther.contains(true) {
      ends.append(.otherSide(atStart: isOther[0], atEnd: isOther[1]))
    }
  }

  /// - Parameter isTimed: whether the rules of a certain hour count.
  mutating func add(_ pieces: [PathPiece], _ costs: PartialCosts, isTimed: Bool) {
    let network = costs.network
    for piece in pieces where piece.centimeters > 0 {
      let segment = piece.directedSegment.segment
      let flags = network.flags(of: segment)
      if flags.contains(.conditional), !isTimed || !network.rules.hasRules(on: segment) {
        ignoresRules = true
      }
      if costs.metric.changes.avoided.contains(segment) { usesAvoided = true }
      self.flags.formUnion(flags)
      if let turn = piece.turn.map(network.flags(ofTurn:)), turn.contains(.lastResort),
        !turn.contains(.uTurn)
      {
        cutsThrough = true
      }
      let pushed: SegmentFlags = piece.directedSegment.isBackward ? .pushedBackward : .pushedForward
      if flags.contains(pushed) { pushedCentimeters += UInt64(piece.centimeters) }
      if flags.contains(.unpaved) { unpavedCentimeters += UInt64(piece.centimeters) }
      endsPrivate = flags.contains(.destinationOnly)
      if startsPrivate == nil { startsPrivate = endsPrivate }
    }
  }

  var contents: [NoteContent] {
    var notes: [NoteContent] = []
    if flags.contains(.toll) { notes.append(.toll) }
    if flags.contains(.ferry) { notes.append(.ferry) }
    if unpavedCentimeters > Self.unpavedCentimeters {
      notes.append(.unpaved(meters: RouteDescription.meters(unpavedCentimeters)))
    }
    if pushedCentimeters > Self.pushedCentimeters {
      notes.append(.pushed(meters: RouteDescription.meters(pushedCentimeters)))
    }
    let startsPrivate = startsPrivate ?? false
    if cutsThrough {
      notes.append(.throughPrivateRoad)
    } else if startsPrivate || endsPrivate {
      notes.append(.privateRoad(atStart: startsPrivate, atEnd: endsPrivate))
    }
    if ignoresRules { notes.append(.conditional) }
    if usesAvoided { notes.append(.avoided) }
    return notes + ends
  }

  /// The notes of a reply; `nil` where there are none.
  func messages(_ wording: StepWording) -> [RouteWarning]? {
    let notes = contents.map { RouteWarning(kind: $0.kind, text: wording.sentence($0)) }
    return notes.isEmpty ? nil : notes
  }
}

extension NoteContent {
  var kind: RouteWarningKind {
    switch self {
    case .toll: .toll
    case .ferry: .ferry
    case .unpaved: .unpaved
    case .privateRoad, .throughPrivateRoad: .privateRoad
    case .conditional: .conditional
    case .avoided: .avoided
    case .pushed: .pushed
    case .farFromRoad: .farFromRoad
    case .otherSide: .otherSide
    }
  }
}
