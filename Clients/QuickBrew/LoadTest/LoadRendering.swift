import MessageBus

/// Formats the report of a load test as text.
enum LoadRendering {
  static func render(_ report: LoadReport, style: Style) -> String {
    var text = style.paint(title(report), .bold) + "\n"
    text += "\(rate(report.requestsPerSecond)) answered a second over "
    text += "\(Formats.decimal(report.durationSeconds, places: 1)) s by "
    text += Formats.count(report.instances, "instance", "instances") + "\n"
    text += "sent \(report.sent), answered \(report.answered), failed \(report.failed), "
    text += "late \(report.late), unsent \(report.unsent)\n"
    for (code, count) in report.failures.sorted(by: { ($0.value, $1.key) > ($1.value, $0.key) }) {
      text += "  \(code.printable): \(count)\n"
    }
    if report.answered > 0 { text += latencies(report, style) + split(report) }
    for threshold in report.thresholds {
      let measured = threshold.measured.map { Formats.decimal($0, places: 3) } ?? "unknown"
      text += "\(threshold.threshold): \(threshold.isMet ? "met" : "NOT met") (\(measured))\n"
    }
    return text
  }

  /// The rates that were tried, in order, and their results.
  static func render(_ search: LoadSearchReport, style: Style) -> String {
    let table = TextTable(
      search.steps,
      [
        .init("Rate", .right) { rate($0.targetPerSecond ?? 0) },
        .init("Answered", .right) { rate($0.requestsPerSecond) },
        .init("p50", .right) { latency($0.p50Milliseconds) },
        .init("p99", .right) { latency($0.p99Milliseconds) },
        .init("Verdict") { $0.problems.first ?? "holds" },
      ])
    let found = search.maximumPerSecond.map { "\(rate($0)) a second hold" } ?? "No rate holds"
    return table.render(style) + "\n" + style.paint(found, .bold) + "\n"
  }

  /// The progress line of a run.
  static func live(_ tally: LoadTally) -> String {
    let p50 = latency(tally.latency.percentile(0.5).milliseconds)
    let p99 = latency(tally.latency.percentile(0.99).milliseconds)
    return "\(Formats.decimal(tally.elapsed.milliseconds / 1000, places: 0)) s  "
      + "\(rate(tally.requestsPerSecond))/s  answered \(tally.answered)  failed \(tally.failed)  "
      + "late \(tally.late)  p50 \(p50)  p99 \(p99)"
  }

  private static func title(_ report: LoadReport) -> String {
    let pace =
      report.closed.map { "\($0) under way" } ?? "\(rate(report.targetPerSecond ?? 0)) a second"
    return "\(report.service): \(report.queries), \(pace), seed \(report.seed)"
  }

  private static func latencies(_ report: LoadReport, _ style: Style) -> String {
    let from = report.closed == nil ? "from the planned time" : "from the sending"
    let rows = [
      ("p50", report.p50Milliseconds), ("p75", report.p75Milliseconds),
      ("p90", report.p90Milliseconds), ("p99", report.p99Milliseconds),
      ("p99.9", report.p999Milliseconds), ("p99.99", report.p9999Milliseconds),
      ("max", report.maximumMilliseconds), ("mean", report.meanMilliseconds),
    ]
    return TextTable(rows, [.init("Latency") { $0.0 }, .init(from, .right) { latency($0.1) }])
      .render(style)
  }

  private static func split(_ report: LoadReport) -> String {
    guard let split = report.split else { return "" }
    let parts = [
      ("bus", split.busMilliseconds), ("queue", split.queueMilliseconds),
      ("decoding", split.decodeMilliseconds), ("search", split.searchMilliseconds),
      ("encoding", split.encodeMilliseconds),
    ]
    return "mean by part: "
      + parts.map { "\($0) \(latency($1))" }.joined(separator: ", ") + "\n"
  }

  private static func latency(_ milliseconds: Double) -> String {
    Formats.decimal(milliseconds, places: 3) + " ms"
  }

  private static func rate(_ perSecond: Double) -> String {
    Formats.decimal(perSecond, places: perSecond < 100 ? 1 : 0)
  }
}
