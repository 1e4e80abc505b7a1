import Messages

/// Formats what is reported of a watched plan.
enum WatchRendering {
  static func render(_ verdict: WatchVerdict, style: Style) -> String {
    let time = Formats.clock(verdict.departure)
    let causes = Formats.list(verdict.causes.map { Formats.phrase("cause.\($0.rawValue)") })
    let why = causes.isEmpty ? "" : " (\(causes))"
    return "\(time)  \(sentence(verdict, style))\(why)\n"
  }

  private static func sentence(_ verdict: WatchVerdict, _ style: Style) -> String {
    let lost = verdict.lost.map { name in
      let late = verdict.lostLateSeconds.map(Formats.duration)
      return Formats.phrase(
        late == nil ? "watch.lost" : "watch.lostLate",
        ["name": Formats.name(name, verdict.lostNames), "time": late]) + " "
    }
    switch verdict.kind {
    case .stop, .replaced:
      guard let option = verdict.option else { return "" }
      let name = style.paint(option.venue.shownTitle, .green)
      return (lost ?? "")
        + Formats.phrase(
          "watch.stop",
          [
            "name": name, "slack": Formats.duration(option.slackSeconds),
            "time": Formats.clock(option.leaveBy), "id": option.venue.id.rawValue.printable,
          ])
    case .noStop:
      let direct = [
        "slack": Formats.duration(verdict.direct.slackSeconds),
        "time": Formats.clock(verdict.direct.leaveBy),
      ]
      return (lost ?? "") + style.paint(Formats.phrase("watch.noStop"), .red) + " "
        + Formats.phrase("watch.direct", direct)
    case .late:
      let late = ["time": Formats.duration(-verdict.direct.slackSeconds)]
      return (lost ?? "") + style.paint(Formats.phrase("watch.late", late), .red)
    }
  }
}
