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
      let name = "\(highlight.option + 1) \(option.venue.title.printable)"
      return (Self.label(highlight.why), "\(name)\(detail(option, highlight.why))")
    }
    return lines.count < 2 ? "" : "\n" + HelpText.list(lines, style)
  }

  private static func label(_ why: OptionHighlight.Strength) -> String {
    switch why {
    case .quickest: "Quickest"
    case .bestLoved: "Best loved"
    case .longestStay: "Longest stay"
    case .otherWay: "Elsewhere"
    }
  }

  private func detail(_ option: PlanOption, _ why: OptionHighlight.Strength) -> String {
    switch why {
    case .quickest: ""
    case .bestLoved:
      option.venue.rating.map { ", \(VenueRendering.text($0))" } ?? ", your favourite"
    case .longestStay:
      option.longestStaySeconds.map { ", up to \(Formats.duration($0))" } ?? ""
    case .otherWay: ", \(Formats.duration(option.toStop.durationSeconds)) after you leave"
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
      let what = group.by == .chain ? "this chain" : "this block"
      return (
        first,
        others.isEmpty
          ? "" : " (+\(others.count) more of \(what): \(others.joined(separator: ", ")))"
      )
    }
  }
}
