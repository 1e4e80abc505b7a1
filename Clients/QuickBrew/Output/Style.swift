/// How text is dressed for where it goes.
package struct Style: Sendable, Hashable {
  package enum Paint: String, Sendable, Hashable {
    case bold = "1"
    case faint = "2"
    case red = "31"
    case green = "32"
  }

  package let hasColor: Bool
  /// The columns of the terminal; `nil` where lines may be of any length.
  package let width: Int?

  package init(hasColor: Bool, width: Int?) {
    self.hasColor = hasColor
    self.width = width
  }

  /// No colour, lines of any length: for pipes and files.
  package static let plain = Style(hasColor: false, width: nil)

  /// The style for a stream.
  ///
  /// `FORCE_COLOR` other than 0 forces colour; else colour needs a terminal that is not dumb, and
  /// no `NO_COLOR`. Source: no-color.org, force-color.org.
  package init(isTerminal: Bool, width: Int?, environment: [String: String]) {
    let isSet = { (name: String) in !(environment[name] ?? "").isEmpty }
    let isForced = isSet("FORCE_COLOR") && environment["FORCE_COLOR"] != "0"
    let isWanted = isTerminal && !isSet("NO_COLOR") && environment["TERM"] != "dumb"
    self.init(hasColor: isForced || isWanted, width: isTerminal ? width : nil)
  }

  func paint(_ text: String, _ paint: Paint?) -> String {
    guard hasColor, let paint, !text.isEmpty else { return text }
    return "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m"
  }
}
