import Algorithms

/// A text in man(7), the macros of manual pages. Source: man(7), groff_man(7).
struct RoffText: Sendable {
  private(set) var text = ""
  /// Whether a heading was written last, which ends a paragraph by itself.
  private var beginsSection = false

  /// The title line: name, section 1, date, source.
  mutating func title(_ name: String, date: String, source: String) {
    text += ".TH \(Self.literal(name.uppercased())) 1 \(date) \"\(source)\" QuickBrew\n"
  }

  mutating func section(_ title: String) { heading(".SH \(title)") }

  mutating func subsection(_ title: String) { heading(".SS \(title)") }

  private mutating func heading(_ line: String) {
    text += line + "\n"
    beginsSection = true
  }

  private mutating func beginParagraph() {
    if !beginsSection { text += ".PP\n" }
    beginsSection = false
  }

  /// A paragraph of escaped text, filled by the reader's width.
  mutating func paragraph(_ escaped: String) {
    beginParagraph()
    text += "\(escaped)\n"
  }

  /// Notes of a command: what the exit statuses mean is a separate paragraph.
  mutating func paragraphs(_ notes: String) {
    for part in notes.replacing("\nExit status", with: "\n\nExit status").split(separator: "\n\n") {
      paragraph(Self.prose(String(part)))
    }
  }

  /// A hanging paragraph: an escaped term, and prose about it.
  mutating func term(_ escaped: String, _ prose: String) {
    beginsSection = false
    text += ".TP\n\(escaped)\n\(Self.prose(prose))\n"
  }

  /// Lines that are shown as they are.
  mutating func literal(_ lines: [String]) {
    beginParagraph()
    text += ".nf\n"
    text += lines.map { Self.literal($0.trimmed) + "\n" }.joined()
    text += ".fi\n"
  }

  /// A list of flags, under a title if it has one.
  mutating func flags(_ title: String?, _ flags: [Flag]) {
    if flags.isEmpty { return }
    if let title { section(title) }
    for flag in flags {
      let names = (flag.short.map { ["-\($0)"] } ?? []) + ["--\(flag.name)"]
      let written = names.map { "\\fB\(Self.literal($0))\\fR" }.joined(separator: ", ")
      term(written + (flag.value.map { " \\fI\(Self.literal($0))\\fR" } ?? ""), flag.help)
    }
  }

  /// Text that is typed: a hyphen stays a hyphen, for who copies it. At most one line.
  static func literal(_ text: String) -> String {
    guarded(escaped(text).replacing("-", with: "\\-"))
  }

  /// Text that is read. Flags in it stay typed text; a line of it may not begin a request.
  static func prose(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guarded(escaped(String(line)).replacing("--", with: "\\-\\-"))
    }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("\t", with: " ")
  }

  /// A line that begins with a period or an apostrophe would be a request.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }
}
