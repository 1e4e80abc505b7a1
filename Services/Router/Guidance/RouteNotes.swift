import Messages

/// Collects the notes of a route, which travellers want to read before they start.
struct RouteNotes {
  /// Up to this length unpaved roads get no note.
  static let unpavedCentimeters: UInt64 = 20_000

  private var flags: SegmentFlags = []
  private var unpavedCentimeters: UInt64 = 0
  private var startsPrivate: Bool?
  private var endsPrivate = false

  mutating func add(_ pieces: [PathPiece], _ network: RoadNetwork) {
    for piece in pieces where piece.centimeters > 0 {
      let flags = network.flags(of: piece.directedSegment.segment)
      self.flags.formUnion(flags)
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
    let startsPrivate = startsPrivate ?? false
    if startsPrivate || endsPrivate {
      notes.append(.privateRoad(atStart: startsPrivate, atEnd: endsPrivate))
    }
    if flags.contains(.conditional) { notes.append(.conditional) }
    return notes
  }

  /// The notes of a reply; `nil` where there are none.
  func messages(_ wording: some StepWording) -> [RouteWarning]? {
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
    case .privateRoad: .privateRoad
    case .conditional: .conditional
    }
  }
}
