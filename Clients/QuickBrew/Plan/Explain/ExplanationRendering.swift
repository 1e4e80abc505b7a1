import Messages

/// Formats a plan's timeline over the services.
enum ExplanationRendering {
  private static let barWidth = 32

  static func render(_ explanation: PlanExplanation, style: Style) -> String {
    guard let whole = explanation.spans.first else { return "" }
    let table = TextTable(
      Array(explanation.spans.enumerated()),
      [
        .init(titled: "service") { index, span in
          let depth = depth(of: index, explanation)
          return String(repeating: "· ", count: depth) + "\(span.service).\(span.instance)"
        },
        .init(
          Formats.phrase("table.request"),
          painted: { ($0.element.span.operation, $0.element.span.isFailure ? .red : nil) }),
        .init(titled: "start", .right) { milliseconds($0.element.start - whole.start) },
        .init(titled: "took", .right) { milliseconds($0.element.span.durationMicroseconds) },
        .init(titled: "queued", .right, isKept: true) { index, span in
          index == 0 ? nil : milliseconds(span.span.queueMicroseconds)
        },
        .init(titled: "timeline") { bar($0.element, within: whole) },
      ])
    let missing =
      explanation.spans.count > 1 ? "" : Formats.phrase("explain.none") + "\n"
    let heading = Formats.phrase("explain.heading", ["trace": explanation.traceID])
    return style.paint(heading, .bold) + "\n" + table.render(style) + missing
  }

  private static func depth(of index: Int, _ explanation: PlanExplanation) -> Int {
    var (depth, current) = (0, explanation.parent(of: index))
    // A parent is before its parts, so there are no circles.
    while let parent = current {
      depth += 1
      current = explanation.parent(of: parent)
    }
    return depth
  }

  static func milliseconds(_ microseconds: Int) -> String {
    Formats.decimal(Double(microseconds) / 1000, places: 2)
  }

  /// Where a span lies in the whole; at least one block.
  private static func bar(
    _ span: PlanExplanation.Span, within whole: PlanExplanation.Span
  ) -> String {
    let total = Double(max(1, whole.span.durationMicroseconds))
    let column = { (instant: Int) in
      min(max(0, Int(Double(instant - whole.start) / total * Double(barWidth))), barWidth)
    }
    let start = min(column(span.start), barWidth - 1)
    let end = max(start + 1, column(span.end))
    // A cell's leading blanks would be lost where the table wraps.
    return String(repeating: "·", count: start) + String(repeating: "█", count: end - start)
  }
}
