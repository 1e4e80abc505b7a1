import Messages

/// Formats which options of a plan differ, and which are one choice.
struct ChoiceRendering {
  let plan: Plan
  let style: Style

  /// A line for each option that leads, with what it is best at; empty where only one does.
  var highlights: String {
    let lines = plan.highlights.filter { plan.options.indices.contains($0.option) }.map {
      highlight in
      let option = plan.options[highlight.option]
      let name = "\(highlight.option + 1) \(option.venue.shownTitle)"
      return (
        Formats.phrase("best.\(highlight.why.rawValue)"),
        Formats.list([name] + (detail(option, highlight.why).map { [$0] } ?? []))
      )
    }
    return lines.count < 2 ? "" : "\n" + HelpText.list(lines, style)
  }

  private func detail(_ option: PlanOption, _ why: OptionHighlight.Strength) -> String? {
    let phrase = { (key: String, seconds: Int) in
      Formats.phrase("best.\(key)", ["time": Formats.duration(seconds)])
    }
    return switch why {
    case .quickest: nil
    case .bestLoved:
      option.venue.rating.map(VenueRendering.text) ?? Formats.phrase("best.favourite")
    case .longestStay: option.longestStaySeconds.map { phrase("upTo", $0) }
    case .otherWay: phrase("after", option.toStop.durationSeconds)
    }
  }

  /// The options to list, by number from 0, each with what else it stands for.
  ///
  /// - Parameter isEveryListed: whether twins have their own rows.
  func rows(isEveryListed: Bool) -> [(number: Int, others: String)] {
    if isEveryListed { return plan.options.indices.map { ($0, "") } }
    return plan.groups.compactMap { group in
      guard let first = group.options.first, plan.options.indices.contains(first) else {
        return nil
      }
      let others = group.options.dropFirst().map { "\($0 + 1)" }
      if others.isEmpty { return (first, "") }
      let more = Formats.phrase(
        group.by == .chain ? "more.chain" : "more.block", count: others.count,
        ["list": Formats.list(others)])
      return (first, " (\(more))")
    }
  }
}
