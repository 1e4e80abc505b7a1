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
        .init(titled: "what", .left, .faint) {
          $0.category ?? Formats.word("accuracy", $0.accuracy.rawValue)
        },
        .init(titled: "distance", .right) { $0.distanceMeters.map(Formats.distance) },
        .init(titled: "region") { hasRegions ? $0.region?.rawValue ?? "–" : nil },
      ]
    ).render(style)
  }

  /// The explanation of a match, with a row for each word; empty without one.
  private static func explanation(of hit: PlaceHit, _ style: Style) -> String {
    guard let explanation = hit.explanation else { return "" }
    let heading = Formats.phrase(
      "match.words", count: explanation.competingHits,
      ["place": hit.label.printable, "share": Formats.share(explanation.fit)])
    let table = TextTable(
      explanation.words,
      [
        .init(titled: "typed") { $0.typed },
        .init(titled: "part") { Formats.phrase("part.\($0.part.rawValue)") },
        .init(titled: "meant") { $0.meant },
        .init(titled: "change", .left, .faint) { word in
          word.change.map { Formats.phrase("change.\($0.rawValue)", count: word.edits ?? 1) }
        },
      ])
    return "\n" + style.paint(heading, .bold) + "\n" + table.render(style)
  }
}
