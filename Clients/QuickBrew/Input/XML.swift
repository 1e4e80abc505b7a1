import CommandLineKit

/// A parser for XML as GPX files use it: elements, attributes and text. Documents with a
/// `<!DOCTYPE>` are refused, as entity declarations can expand without bound.
///
/// Source: Extensible Markup Language (XML) 1.0, fifth edition, W3C 2008.
enum XML {
  struct Element: Sendable, Hashable {
    /// The local name, without a prefix such as `gpx:`.
    let name: String
    let attributes: [String: String]
    /// The line of the start tag, counted from 1.
    let line: Int
    /// The text directly in the element, outside its children.
    fileprivate(set) var text = ""
    fileprivate(set) var children: [Element] = []

    /// The trimmed text of the first child of that name; `nil` where there is none, or it is blank.
    func text(of name: String) -> String? {
      guard let child = children.first(where: { $0.name == name }) else { return nil }
      let trimmed = child.text.drop(while: \.isWhitespace)
      let end = trimmed.lastIndex { !$0.isWhitespace }
      return end.map { String(trimmed[...$0]) }
    }
  }

  /// The maximum nesting of elements.
  static let maximumDepth = 100
  /// Elements of a document; each takes some 100 bytes beside its text.
  static let maximumElements = 1_000_000

  /// Parses a document and returns its root element.
  ///
  /// - Throws: `UsageError` with the line and the error.
  static func read(
    _ text: String, maximumElements: Int = maximumElements
  ) throws(UsageError) -> Element {
    var reader = XMLReader(text, maximumElements: maximumElements)
    return try reader.document()
  }

  /// Escapes text for an element or attribute; drops characters that XML cannot represent.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": continue
      default:
        if scalar.value >= 0x20 { escaped.unicodeScalars.append(scalar) }
      }
    }
    return escaped
  }
}

/// A parser over UTF-8 bytes, with an explicit stack of open elements.
private struct XMLReader {
  private let bytes: [UInt8]
  private let maximumElements: Int
  private var offset = 0
  private var line = 1
  private var elements = 0
  /// The open elements, the innermost last.
  private var open: [(element: XML.Element, tag: String)] = []

  init(_ text: String, maximumElements: Int) {
    bytes = Array(text.utf8)
    self.maximumElements = maximumElements
  }

  mutating func document() throws(UsageError) -> XML.Element {
    var root: XML.Element?
    while offset < bytes.count {
      if bytes[offset] != UInt8(ascii: "<") {
        try characters()
      } else if skip("<!--", "-->") || skip("<?", "?>") || isAt("<![CDATA[") {
        if isAt("<![CDATA[") { try literal() }
      } else if isAt("<!") {
        throw failure("declarations are not read")
      } else if isAt("</") {
        if let closed = try endTag() { root = closed }
      } else if root != nil {
        throw failure("an element after the end of the document")
      } else if let closed = try startTag() {
        root = closed
      }
    }
    if let last = open.last {
      throw failure("the file ends within <\(last.tag)> of line \(last.element.line)")
    }
    guard let root else { throw failure("the file has no element") }
    return root
  }

  private func isAt(_ word: String) -> Bool { bytes[offset...].starts(with: word.utf8) }

  /// Skips a section with these delimiters. `false` where it has no end; the caller reports that.
  private mutating func skip(_ start: String, _ end: String) -> Bool {
    guard isAt(start), let last = index(of: end, from: offset + start.utf8.count) else {
      return false
    }
    move(to: last + end.utf8.count)
    return true
  }

  private func index(of word: String, from start: Int) -> Int? {
    bytes[min(start, bytes.count)...].firstRange(of: Array(word.utf8))?.lowerBound
  }

  private mutating func move(to end: Int) {
    line += bytes[offset..<end].count { $0 == UInt8(ascii: "\n") }
    offset = end
  }

  private mutating func characters() throws(UsageError) {
    let end = bytes[offset...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    let text = try unescaped(bytes[offset..<end])
    if open.isEmpty, !text.allSatisfy({ $0.isWhitespace || $0 == "\u{FEFF}" }) {
      throw failure("text outside the document’s element")
    }
    if !open.isEmpty { open[open.count - 1].element.text += text }
    move(to: end)
  }

  private mutating func literal() throws(UsageError) {
    let start = offset + "<![CDATA[".utf8.count
    guard let end = index(of: "]]>", from: start), !open.isEmpty else {
      throw failure("a CDATA section without an end")
    }
    open[open.count - 1].element.text += String(decoding: bytes[start..<end], as: UTF8.self)
    move(to: end + 3)
  }

  /// - Returns: the root element where it is empty, else `nil`.
  private mutating func startTag() throws(UsageError) -> XML.Element? {
    let begin = line
    move(to: offset + 1)
    let tag = try name()
    var attributes: [String: String] = [:]
    while true {
      blanks()
      if isAt("/>") || isAt(">") { break }
      let key = try name()
      blanks()
      guard isAt("=") else { throw failure("an attribute without a value in <\(tag)>") }
      move(to: offset + 1)
      blanks()
      guard attributes.updateValue(try value(in: tag), forKey: key) == nil else {
        throw failure("two attributes “\(key)” in <\(tag)>")
      }
    }
    let isEmpty = isAt("/>")
    move(to: offset + (isEmpty ? 2 : 1))
    guard open.count < XML.maximumDepth else { throw failure("elements too deep in each other") }
    elements += 1
    guard elements <= maximumElements else {
      throw failure("more than \(maximumElements) elements")
    }
    let local = tag.split(separator: ":").last.map(String.init) ?? tag
    open.append((XML.Element(name: local, attributes: attributes, line: begin), tag))
    return isEmpty ? close() : nil
  }

  private mutating func endTag() throws(UsageError) -> XML.Element? {
    move(to: offset + 2)
    let tag = try name()
    blanks()
    guard isAt(">") else { throw failure("</\(tag) does not end") }
    guard let last = open.last, last.tag == tag else {
      throw failure(
        "</\(tag)> ends "
          + (open.last.map { "<\($0.tag)> of line \($0.element.line)" } ?? "nothing"))
    }
    move(to: offset + 1)
    return close()
  }

  private mutating func close() -> XML.Element? {
    let closed = open.removeLast().element
    if open.isEmpty { return closed }
    open[open.count - 1].element.children.append(closed)
    return nil
  }

  private mutating func name() throws(UsageError) -> String {
    let ends = Array(" \t\r\n=/><\"'&".utf8)
    let name = bytes[offset...].prefix { !ends.contains($0) }
    if name.isEmpty {
      throw failure(offset < bytes.count ? "a tag without a name" : "the file ends in a tag")
    }
    offset += name.count
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func blanks() {
    move(to: offset + bytes[offset...].prefix { Array(" \t\r\n".utf8).contains($0) }.count)
  }

  private mutating func value(in tag: String) throws(UsageError) -> String {
    guard offset < bytes.count, isAt("\"") || isAt("'"),
      let end = bytes[(offset + 1)...].firstIndex(of: bytes[offset])
    else { throw failure("an attribute of <\(tag)> without quotes") }
    let text = try unescaped(bytes[(offset + 1)..<end])
    move(to: end + 1)
    return text
  }

  private func unescaped(_ bytes: ArraySlice<UInt8>) throws(UsageError) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    var parts = text.split(separator: "&", omittingEmptySubsequences: false)[...]
    var result = String(parts.removeFirst())
    for part in parts {
      guard let end = part.firstIndex(of: ";"), let scalar = Self.entity(part[..<end]) else {
        throw failure("an & that stands for nothing: “&\(part.prefix(10))”")
      }
      result.unicodeScalars.append(scalar)
      result += part[part.index(after: end)...]
    }
    return result
  }

  private static func entity(_ name: Substring) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.first == "#" else { return nil }
      let digits = name.dropFirst()
      let number =
        digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
      return number.flatMap { Unicode.Scalar($0) }
    }
  }

  private func failure(_ what: String) -> UsageError { UsageError("line \(line): \(what)") }
}
