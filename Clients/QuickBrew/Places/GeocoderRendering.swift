import Messages

/// Formats the geocoder's replies as text.
enum GeocoderRendering {
  /// The confidence from which a place counts as certain, so that its confidence is not shown.
  static let certain = 0.9

  /// How a text was understood, for an uncertain match.
  static func guess(_ hit: PlaceHit, for text: String) -> String {
    """
    “\(text.printable)” is taken for \(hit.label.printable) (\(hit.matched.printable); \
    \(Formats.share(hit.confidence)) sure).
    """
  }

  static func render(_ reply: GeocodeReply, style: Style) -> String {
    let hasDistance = reply.hits.contains { $0.distanceMeters != nil }
    var columns: [TextTable.Column] = [
      .init("Place"), .init("Coordinate"), .init("What"), .init("Sure", .right),
    ]
    if hasDistance { columns.append(.init("Distance", .right)) }
    let hasRegion = reply.hits.contains { $0.region != nil }
    if hasRegion { columns.append(.init("Region")) }
    var table = TextTable(columns + [.init("Understood as")])
    for hit in reply.hits {
      var cells: [TextTable.Cell] = [
        .init(hit.label), .init(Formats.coordinate(hit.coordinate)),
        .init(hit.accuracy.rawValue),
        .init(Formats.share(hit.confidence)),
      ]
      if hasDistance { cells.append(.init(hit.distanceMeters.map(Formats.distance) ?? "")) }
      if hasRegion { cells.append(.init(hit.region?.rawValue ?? "–")) }
      table.add(cells + [.init(hit.matched, .faint)])
    }
    return table.render(style) + reply.hits.map { explanation(of: $0, style) }.joined()
  }

  static func render(_ reply: SuggestReply, style: Style) -> String {
    let hasDistance = reply.completions.contains { $0.distanceMeters != nil }
    var columns: [TextTable.Column] = [.init("Place"), .init("Coordinate"), .init("What")]
    if hasDistance { columns.append(.init("Distance", .right)) }
    let hasRegion = reply.completions.contains { $0.region != nil }
    if hasRegion { columns.append(.init("Region")) }
    var table = TextTable(columns)
    for place in reply.completions {
      var cells: [TextTable.Cell] = [
        .init(place.label), .init(Formats.coordinate(place.coordinate)),
        .init(place.category ?? place.accuracy.rawValue, .faint),
      ]
      if hasDistance { cells.append(.init(place.distanceMeters.map(Formats.distance) ?? "")) }
      if hasRegion { cells.append(.init(place.region?.rawValue ?? "–")) }
      table.add(cells)
    }
    return table.render(style)
  }

  /// The explanation of a match, with a row for each word; empty where there is none.
  private static func explanation(of hit: PlaceHit, _ style: Style) -> String {
    guard let explanation = hit.explanation else { return "" }
    let competing = Formats.count(explanation.competingHits, "other fits", "others fit")
    var table = TextTable([
      .init("Typed"), .init("Taken for"), .init("Meant"), .init("Written otherwise"),
    ])
    for word in explanation.words {
      table.add([
        .init(word.typed), .init(word.part.description), .init(word.meant ?? ""),
        .init(word.description, .faint),
      ])
    }
    let head = "\(hit.label.printable): the words fit by \(Formats.share(explanation.fit)), "
    return "\n" + style.paint(head + "\(competing) as well", .bold) + "\n" + table.render(style)
  }
}

extension WordExplanation.Part {
  fileprivate var description: String {
    switch self {
    case .name: "name"
    case .houseNumber: "house number"
    case .surroundings: "surroundings"
    case .setAside: "set aside"
    case .notUnderstood: "not understood"
    }
  }
}

extension WordExplanation {
  fileprivate var description: String {
    switch change {
    case nil: ""
    case .spelling: "other spelling"
    case .spacing: "other spacing"
    case .misspelt: Formats.count(edits ?? 1, "edit", "edits")
    }
  }
}
