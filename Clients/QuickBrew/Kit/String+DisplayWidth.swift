extension String {
  /// The width of the text in terminal columns: 0 for combining marks, 2 for East Asian wide
  /// characters and emoji, 1 for everything else; sequences that only paint have none.
  var displayWidth: Int {
    var isPainting = false
    return reduce(0) { width, character in
      if character == "\u{1B}" { isPainting = true }
      defer { if character == "m" { isPainting = false } }
      return isPainting ? width : width + character.displayWidth
    }
  }

  /// The text made safe for one line of a terminal: control characters, which could move the cursor
  /// or hide text, are replaced by spaces.
  var printable: String {
    let isHarmless = unicodeScalars.allSatisfy { !$0.isControl }
    if isHarmless { return self }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: unicodeScalars.map { $0.isControl ? " " : $0 })
    return String(result)
  }

  /// The text as lines of at most `width` columns, broken at spaces and between its `lineParts`. A
  /// longer part is a separate line, uncut; an empty text is one empty line.
  func wrapped(to width: Int) -> [String] {
    var lines = [""]
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      for (index, part) in word.lineParts.enumerated() {
        let line = lines[lines.count - 1]
        let gap = index > 0 || line.isEmpty ? "" : " "
        if line.isEmpty || line.displayWidth + gap.count + part.displayWidth <= width {
          lines[lines.count - 1] += gap + part
        } else {
          lines.append(part)
        }
      }
    }
    return lines
  }

  /// The text cut to at most `width` columns, with "…" for the cut part.
  func shortened(to width: Int) -> String {
    if displayWidth <= width { return self }
    var result = ""
    var used = 1
    for character in self {
      used += character.displayWidth
      if used > width { break }
      result.append(character)
    }
    return width > 0 ? result + "…" : ""
  }
}

extension Substring {
  /// The parts of a word between which a line may be broken: only beside wide letters, as Japanese
  /// has no spaces, and there by the rules for marks and brackets.
  var lineParts: [String] {
    zip(self, dropFirst()).reduce(into: [String(prefix(1))]) { parts, pair in
      if pair.0.mayEndLine(before: pair.1) { parts.append("") }
      parts[parts.count - 1].append(pair.1)
    }
  }
}

extension Character {
  /// Whether a line may end with this character and go on with the next one. A number stays with
  /// its unit, and a sequence that paints with what it ends.
  ///
  /// Source: JIS X 4051 (kinsoku); Unicode Standard Annex 14, classes CL, CP, EX, IS, NS, OP, CJ.
  fileprivate func mayEndLine(before next: Character) -> Bool {
    max(displayWidth, next.displayWidth) == 2 && next != "\u{1B}" && !("0"..."9").contains(self)
      && !"（［｛〔〈《「『【〖‘“([{<«".contains(self)
      && !"、。，．・：；？！゛゜ヽヾゝゞ々〻ー～〜…‥％℃）］｝〕〉》」』】〗’”,.:;?!%)]}>»".contains(next)
      && !"ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ".contains(next)
  }

  /// 0, 1 or 2 columns.
  var displayWidth: Int {
    if unicodeScalars.contains("\u{FE0F}") { return 2 }
    return unicodeScalars.reduce(0) { max($0, $1.displayWidth) }
  }
}

extension Unicode.Scalar {
  /// Control characters, line breaks, and bidirectional formatting characters.
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    default: false
    }
  }

  fileprivate var displayWidth: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if properties.isEmojiPresentation { return 2 }
    return Self.wide.contains { $0.contains(value) } ? 2 : 1
  }

  /// The blocks of wide and full-width characters.
  ///
  /// Source: Unicode Standard Annex 11, "East Asian Width", classes W and F.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1B000...0x1B2FF, 0x20000...0x3FFFD,
  ]
}
