import Messages

/// Formats the geocoder's replies as text.
enum GeocoderRendering {
  /// The confidence from which a place counts as certain, so that its confidence is not shown.
  static let certain = 0.9

  /// How a text was understood, for an uncertain match.
  static func guess(_ hit: PlaceHit, for text: String) -> String {
    Formats.phrase(
      "place.guess",
      [
        "text": text.printable, "place": hit.label.printable, "matched": hit.matched.printable,
        "sure": Formats.share(hit.confidence),
      ])
  }

  static func render(_ reply: GeocodeReply, style: Style) -> String {
    let hasRegions = reply.hits.contains { $0.region != nil }
    let table = TextTable(
      reply.hits,
      [
        .init(titled: "place") { $0.label },
        .init(titled: "coordinate") { Formats.coordinate($0.coordinate) },
        .init(titled: "what") { Formats.word("accuracy", $0.accuracy.rawValue) },
        .init(titled: "sure", .right) { Formats.share($0.confidence) },
        .init(titled: "distance", .right) { $0.distanceMeters.map(Formats.distance) },
        .init(titled: "region") { hasRegions ? $0.region?.rawValue ?? "–" : nil },
        .init(titled: "matched", .left, .faint, isDetail: true) { $0.matched },
      ])
    return table.render(style) + reply.hits.map { explanation(of: $0, style) }.joined()
  }

  static func render(_ reply: SuggestReply, style: Style) -> String {
    let hasRegions = reply.completions.contains { $0.region != nil }
    return TextTable(
      reply.completions,
      [
        .init(titled: "place") { $0.label },
        .init(titled: "coordinate") { Formats.coordinate($0.coordinate) },
        .init(titled: "what", .left, .faint) { $0.category ?? $0.accuracy.rawValue },
        .init(titled: "distance", .right) { $0.distanceMeters.map(Formats.distance) },
        .init(titled: "region") { hasRegions ? $0.region?.rawValue ?? "–" : nil },
      ]
    ).render(style)
  }

  /// The explanation of a match, with a row for each word; empty without one.
  private static func explanation(of hit: PlaceHit, _ style: Style) -> String {
    guard let explanation = hit.explanation else { return "" }
    let competing = Formats.count(explanation.competingHits, "other fits", "others fit")
    let table = TextTable(
      explanation.words,
      [
        .init("Typed") { $0.typed }, .init("Taken for") { $0.part.description },
        .init("Meant") { $0.meant },
        .init("Written otherwise", .left, .faint) { $0.description },
      ])
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
