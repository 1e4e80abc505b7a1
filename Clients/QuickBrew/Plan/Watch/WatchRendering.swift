import Messages

/// Formats what is reported of a watched plan.
enum WatchRendering {
  static func render(_ verdict: WatchVerdict, style: Style) -> String {
    let time = Formats.clock(verdict.departure)
    let causes = verdict.causes.map(text).joined(separator: ", ")
    let why = causes.isEmpty ? "" : " (\(causes))"
    return "\(time)  \(sentence(verdict, style))\(why)\n"
  }

  private static func sentence(_ verdict: WatchVerdict, _ style: Style) -> String {
    let lost = verdict.lost.map { name in
      let late = verdict.lostLateSeconds.map { "would be \(Formats.duration($0)) late" }
      return "\(name.printable) \(late ?? "is closed or out of reach by then"). "
    }
    switch verdict.kind {
    case .stop, .replaced:
      guard let option = verdict.option else { return "" }
      let name = style.paint(option.venue.name.printable, .green)
      return (lost ?? "") + "Stop at \(name): \(Formats.duration(option.slackSeconds)) to spare, "
        + "leave by \(Formats.clock(option.leaveBy)), \(option.venue.id.rawValue.printable)."
    case .noStop:
      let slack = Formats.duration(verdict.direct.slackSeconds)
      return (lost ?? "") + style.paint("No stop is on time.", .red)
        + " The direct drive has \(slack) to spare, "
        + "leave by \(Formats.clock(verdict.direct.leaveBy))."
    case .late:
      let late = Formats.duration(-verdict.direct.slackSeconds)
      return (lost ?? "") + style.paint("Even the direct drive is \(late) late.", .red)
    }
  }

  private static func text(_ cause: WatchCause) -> String {
    switch cause {
    case .position: "the device moved"
    case .traffic: "traffic changed"
    case .venues: "a venue changed"
    case .clock: "time passed"
    }
  }
}
