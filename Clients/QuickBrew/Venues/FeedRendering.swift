import Messages
import Time

/// Formats feeds and their syncs as text.
enum FeedRendering {
  static func render(_ reply: FeedListReply, style: Style) -> String {
    var table = TextTable([
      .init("Feed"), .init("As of"), .init("Venues", .right), .init("Derived", .right),
      .init("No place", .right), .init("Last sync"), .init("From"),
    ])
    for status in reply.feeds {
      table.add([
        .init(status.feed.name.rawValue), .init(status.asOf.map(time) ?? "never"),
        .init("\(status.rows)"), .init("\(status.derived)"), .init("\(status.withoutCoordinate)"),
        outcome(status.lastSync),
        .init(source(status.feed), .faint),
      ])
    }
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
    text += CommandHelp.list(counts.filter { $0.1 > 0 }.map { ($0.0, "\($0.1)") })
    for rejected in (report.duplicateRows ?? []) + report.invalid {
      let shown = rejected.examples + (rejected.count > rejected.examples.count ? ["…"] : [])
      let examples = rejected.examples.isEmpty ? "" : " (\(shown.joined(separator: ", ")))"
      text += "  \(rejected.count) × \(rejected.reason)\(examples)".printable + "\n"
    }
    return text
  }

  /// The source of each field of a venue.
  static func render(_ reply: VenueSourcesReply, style: Style) -> String {
    var table = TextTable([.init("Field"), .init("Source"), .init("As of"), .init("Since")])
    for field in reply.fields {
      let derived = field.derivedConfidence.map { ", \(Formats.share($0)) sure of the address" }
      table.add([
        .init(field.field), .init(field.source.rawValue + (derived ?? "")),
        .init(field.asOf.map(time) ?? "–"), .init(time(field.since)),
      ])
    }
    return table.render(style)
  }

  private static func source(_ feed: Feed) -> String {
    let names = (feed.headers ?? [:]).keys.sorted().joined(separator: ", ")
    return "\(feed.format.rawValue) \(feed.location)"
      + (names.isEmpty ? "" : " with \(names)")
      + (feed.everySeconds == 0 ? ", only when asked" : "")
  }

  private static func outcome(_ report: SyncReport?) -> TextTable.Cell {
    guard let report else { return .init("not yet", .faint) }
    return .init(report.outcome.rawValue, report.outcome == .failed ? .red : nil)
  }

  /// `2026-11-21 08:00`, in the time's own offset.
  private static func time(_ time: Timestamp) -> String {
    "\(Formats.day(time)) \(Formats.clock(time).prefix(5))"
  }
}
