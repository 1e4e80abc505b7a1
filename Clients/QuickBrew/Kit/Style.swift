/// Colour and width of printed text.
package struct Style: Sendable, Hashable {
  package enum Paint: String, Sendable, Hashable {
    case bold = "1"
    case faint = "2"
    case red = "31"
    case green = "32"
  }

  package let hasColor: Bool
  /// The columns of the terminal; `nil` where lines may have any length.
  package let width: Int?

  /// Without colour and line limit: for pipes and files.
  package static let plain = Style(hasColor: false, width: nil)

  func paint(_ text: String, _ paint: Paint?) -> String {
    guard hasColor, let paint, !text.isEmpty else { return text }
    return "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m"
  }

  /// The text with lines that fit the terminal: longer ones are broken at spaces, and go on below
  /// their first word, or below the text after a label such as `From   `.
  func wrapped(_ text: String) -> String {
    guard let width else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.map { line in
      if line.displayWidth <= width { return line }
      let label = String(line.prefixMatch(of: /[ ]*(?:\S{1,12} {2,})?/)?.output ?? "")
      let indent = label.displayWidth
      let parts = line.dropFirst(label.count).description.wrapped(to: width - indent)
      return label + parts.joined(separator: "\n" + String(repeating: " ", count: indent))
    }.joined(separator: "\n")
  }

  /// A line that begins with "Note:"; empty without a text.
  func note(_ text: String?) -> String {
    guard let text else { return "" }
    let label = Formats.phrase("note", ["text": ""])
    return paint(label, .bold) + text.printable + "\n"
  }
}

extension Style {
  /// The style for a stream.
  ///
  /// `FORCE_COLOR` other than 0 forces colour. Otherwise colour needs a terminal that is not dumb,
  /// and an unset `NO_COLOR`. Source: no-color.org, force-color.org.
  package init(isTerminal: Bool, width: Int?, environment: [String: String]) {
    let isSet = { (name: String) in !(environment[name] ?? "").isEmpty }
    let isForced = isSet("FORCE_COLOR") && environment["FORCE_COLOR"] != "0"
    let isAllowed = isTerminal && !isSet("NO_COLOR") && environment["TERM"] != "dumb"
    self.init(hasColor: isForced || isAllowed, width: isTerminal ? width : nil)
  }
}
