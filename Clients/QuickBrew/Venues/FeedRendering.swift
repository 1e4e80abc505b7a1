import Messages
import Time

/// Formats feeds and their syncs as text.
enum FeedRendering {
  static func render(_ reply: FeedListReply, style: Style) -> String {
    let table = TextTable(
      reply.feeds,
      [
        .init("Feed") { $0.feed.name.rawValue }, .init("As of") { $0.asOf.map(time) ?? "never" },
        .init("Venues", .right) { "\($0.rows)" },
        .init("Derived", .right, isDetail: true) { "\($0.derived)" },
        .init("No place", .right, isDetail: true) { "\($0.withoutCoordinate)" },
        .init("Last sync", painted: { outcome($0.lastSync) }),
        .init("From", .left, .faint) { source($0.feed) },
      ])
    let failures = reply.feeds.compactMap { $0.lastSync?.failure.map { "\($0.printable)\n" } }
    return table.render(style) + failures.map { style.paint($0, .red) }.joined()
  }

  static func render(_ reply: FeedSyncReply, style: Style) -> String {
    reply.reports.map { render($0, style: style) }.joined(separator: "\n")
  }

  private static func render(_ report: SyncReport, style: Style) -> String {
    let seconds = Formats.decimal(report.durationMilliseconds / 1000, places: 1)
    var text =
      style.paint(report.feed.rawValue.printable, .bold)
      + " \(report.outcome.rawValue) in \(seconds) s\n"
    if let failure = report.failure {
      text += style.paint(failure.printable, .red) + "\nIts earlier rows stay.\n"
    }
    if report.outcome == .unchanged { return text }
    let counts = [
      ("rows", report.rows), ("new", report.new), ("changed", report.changed),
      ("gone", report.removed), ("known from another source", report.merged),
      ("without a coordinate", report.withoutCoordinate), ("closed or planned", report.notOffered),
      ("duplicates", report.duplicates),
    ]
    text += HelpText.list(counts.filter { $0.1 > 0 }.map { ($0.0, "\($0.1)") })
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
        .init("Field") { $0.field },
        .init("Source") { field in
          let derived = field.derivedConfidence.map { ", \(Formats.share($0)) sure of the address" }
          return field.source.rawValue + (derived ?? "")
        },
        .init("As of") { $0.asOf.map(time) ?? "–" }, .init("Since") { time($0.since) },
      ]
    ).render(style)
  }

  private static func source(_ feed: Feed) -> String {
    let names = (feed.headers ?? [:]).keys.sorted().joined(separator: ", ")
    return "\(feed.format.rawValue) \(feed.location)"
      + (names.isEmpty ? "" : " with \(names)")
      + (feed.everySeconds == 0 ? ", only when asked" : "")
  }

  private static func outcome(_ report: SyncReport?) -> (String, Style.Paint?) {
    guard let report else { return ("not yet", .faint) }
    return (report.outcome.rawValue, report.outcome == .failed ? .red : nil)
  }

  /// `2026-11-21 08:00`, in the time's own offset.
  private static func time(_ time: Timestamp) -> String {
    "\(Formats.dated(time)) \(Formats.minute(time))"
  }
}
