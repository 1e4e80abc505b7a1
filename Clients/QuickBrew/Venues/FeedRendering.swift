import Messages
import Time

/// Formats feeds and their syncs as text.
enum FeedRendering {
  static func render(_ reply: FeedListReply, style: Style) -> String {
    let table = TextTable(
      reply.feeds,
      [
        .init(titled: "feed") { $0.feed.name.rawValue },
        .init(titled: "asOf") { $0.asOf.map(time) ?? "–" },
        .init(titled: "venues", .right) { "\($0.rows)" },
        .init(titled: "derived", .right, isDetail: true) { "\($0.derived)" },
        .init(titled: "noPlace", .right, isDetail: true) { "\($0.withoutCoordinate)" },
        .init(Formats.phrase("table.lastSync"), painted: { outcome($0.lastSync) }),
        .init(titled: "source", .left, .faint) { source($0.feed) },
      ])
    let failures = reply.feeds.compactMap { $0.lastSync?.failure.map { "\($0.printable)\n" } }
    return table.render(style) + failures.map { style.paint($0, .red) }.joined()
  }

  static func render(_ reply: FeedSyncReply, style: Style) -> String {
    reply.reports.map { render($0, style: style) }.joined(separator: "\n")
  }

  private static func render(_ report: SyncReport, style: Style) -> String {
    var text =
      Formats.phrase(
        "sync.\(report.outcome.rawValue).in",
        [
          "feed": style.paint(report.feed.rawValue.printable, .bold),
          "seconds": Formats.decimal(report.durationMilliseconds / 1000, places: 1),
        ]) + "\n"
    if let failure = report.failure {
      text += style.paint(failure.printable, .red) + "\n" + Formats.phrase("sync.kept") + "\n"
    }
    if report.outcome == .unchanged { return text }
    let counts = [
      ("rows", report.rows), ("new", report.new), ("changed", report.changed),
      ("gone", report.removed), ("merged", report.merged),
      ("withoutCoordinate", report.withoutCoordinate), ("notOffered", report.notOffered),
      ("duplicates", report.duplicates),
    ]
    text += HelpText.list(
      counts.filter { $0.1 > 0 }.map { (Formats.phrase("sync.\($0)"), "\($1)") })
    for rejected in (report.duplicateRows ?? []) + report.invalid {
      let shown = rejected.examples + (rejected.count > rejected.examples.count ? ["…"] : [])
      let examples = rejected.examples.isEmpty ? "" : " (\(shown.joined(separator: ", ")))"
      text += "  \(rejected.count) × \(rejected.reason)\(examples)".printable + "\n"
    }
    return text
  }

  /// The source of each field of a venue.
  static func render(_ reply: VenueSourcesReply, style: Style) -> String {
    TextTable(
      reply.fields,
      [
        .init(titled: "field") {
          VenueAttribute(rawValue: $0.field)?.detail(true).label
            ?? Formats.word("table", $0.field)
        },
        .init(titled: "source") { field in
          let sure = field.derivedConfidence.map(Formats.share)
          return Formats.phrase("feed.field", ["source": field.source.rawValue, "sure": sure])
        },
        .init(titled: "asOf") { $0.asOf.map(time) ?? "–" },
        .init(titled: "since") { time($0.since) },
      ]
    ).render(style)
  }

  private static func source(_ feed: Feed) -> String {
    let names = (feed.headers ?? [:]).keys.sorted().joined(separator: ", ")
    return Formats.phrase(
      feed.everySeconds == 0 ? "feed.source.asked" : "feed.source",
      ["source": "\(feed.format.rawValue) \(feed.location)", "headers": names])
  }

  private static func outcome(_ report: SyncReport?) -> (String, Style.Paint?) {
    guard let outcome = report?.outcome else { return ("–", .faint) }
    return (Formats.phrase("sync.\(outcome.rawValue)"), outcome == .failed ? .red : nil)
  }

  /// `2026-11-21 08:00`, in the time's own offset.
  private static func time(_ time: Timestamp) -> String {
    "\(Formats.dated(time)) \(Formats.minute(time))"
  }
}
