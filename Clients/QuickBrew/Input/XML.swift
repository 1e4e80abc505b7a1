import ServiceRuntime

/// XML as GPX files have it: elements, attributes and text. A document with declarations of its
/// own (`<!DOCTYPE`) is refused, so that none can grow while it is read.
///
/// Source: Extensible Markup Language (XML) 1.0, fifth edition, W3C 2008.
enum XML {
  struct Element: Sendable, Hashable {
    /// Without a prefix such as `gpx:`.
    let name: String
    let attributes: [String: String]
    /// Where it begins; the first line is 1.
    let line: Int
    /// What stands in it outside its elements.
    fileprivate(set) var text = ""
    fileprivate(set) var children: [Element] = []

    /// The text of the first element of that name in this one, without blanks at its ends; `nil`
    /// where there is none, or nothing in it.
    func text(of name: String) -> String? {
      guard let child = children.first(where: { $0.name == name }) else { return nil }
      let trimmed = child.text.drop(while: \.isWhitespace)
      let end = trimmed.lastIndex { !$0.isWhitespace }
      return end.map { String(trimmed[...$0]) }
    }
  }

  /// How deep elements may stand in each other.
  static let maximumDepth = 100
  /// Elements of a document; each takes some 100 bytes beside its text.
  static let maximumElements = 1_000_000

  /// The document's outermost element.
  ///
  /// - Throws: `UsageError` that names the line and what is wrong with it.
  static func read(
    _ text: String, maximumElements: Int = maximumElements
  ) throws(UsageError) -> Element {
    var reader = XMLReader(text, maximumElements: maximumElements)
    return try reader.document()
  }

  /// Text as it stands in an element or attribute, without the characters that XML cannot say.
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

/// Reads a document from its beginning to its end.
private struct XMLReader {
  private let bytes: [UInt8]
  private let maximumElements: Int
  private var at = 0
  private var line = 1
  private var elements = 0
  /// The elements that have begun, the innermost last.
  private var open: [(element: XML.Element, tag: String)] = []

  init(_ text: String, maximumElements: Int) {
    bytes = Array(text.utf8)
    self.maximumElements = maximumElements
  }

  mutating func document() throws(UsageError) -> XML.Element {
    var root: XML.Element?
    while at < bytes.count {
      if bytes[at] != UInt8(ascii: "<") {
        try characters()
      } else if skips("<!--", "-->") || skips("<?", "?>") || begins("<![CDATA[") {
        if begins("<![CDATA[") { try literal() }
      } else if begins("<!") {
        throw failure("declarations are not read")
      } else if begins("</") {
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

  private func begins(_ word: String) -> Bool { bytes[at...].starts(with: word.utf8) }

  /// Passes over what begins and ends so; what has no end is left for others to complain of.
  private mutating func skips(_ start: String, _ end: String) -> Bool {
    guard begins(start), let last = index(of: end, from: at + start.utf8.count) else {
      return false
    }
    move(to: last + end.utf8.count)
    return true
  }

  private func index(of word: String, from start: Int) -> Int? {
    bytes[min(start, bytes.count)...].firstRange(of: Array(word.utf8))?.lowerBound
  }

  private mutating func move(to end: Int) {
    line += bytes[at..<end].count { $0 == UInt8(ascii: "\n") }
    at = end
  }

  private mutating func characters() throws(UsageError) {
    let end = bytes[at...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    let text = try unescaped(bytes[at..<end])
    if open.isEmpty, !text.allSatisfy({ $0.isWhitespace || $0 == "\u{FEFF}" }) {
      throw failure("text outside the document’s element")
    }
    if !open.isEmpty { open[open.count - 1].element.text += text }
    move(to: end)
  }

  private mutating func literal() throws(UsageError) {
    let start = at + "<![CDATA[".utf8.count
    guard let end = index(of: "]]>", from: start), !open.isEmpty else {
      throw failure("a CDATA section without an end")
    }
    open[open.count - 1].element.text += String(decoding: bytes[start..<end], as: UTF8.self)
    move(to: end + 3)
  }

  /// - Returns: the element, where it is the outermost and empty.
  private mutating func startTag() throws(UsageError) -> XML.Element? {
    let begin = line
    move(to: at + 1)
    let tag = try name()
    var attributes: [String: String] = [:]
    while true {
      blanks()
      if begins("/>") || begins(">") { break }
      let key = try name()
      blanks()
      guard begins("=") else { throw failure("an attribute without a value in <\(tag)>") }
      move(to: at + 1)
      blanks()
      guard attributes.updateValue(try value(in: tag), forKey: key) == nil else {
        throw failure("two attributes “\(key)” in <\(tag)>")
      }
    }
    let isEmpty = begins("/>")
    move(to: at + (isEmpty ? 2 : 1))
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
    move(to: at + 2)
    let tag = try name()
    blanks()
    guard begins(">") else { throw failure("</\(tag) does not end") }
    guard let last = open.last, last.tag == tag else {
      throw failure(
        "</\(tag)> ends "
          + (open.last.map { "<\($0.tag)> of line \($0.element.line)" } ?? "nothing"))
    }
    move(to: at + 1)
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
    let name = bytes[at...].prefix { !ends.contains($0) }
    if name.isEmpty {
      throw failure(at < bytes.count ? "a tag without a name" : "the file ends in a tag")
    }
    at += name.count
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func blanks() {
    move(to: at + bytes[at...].prefix { Array(" \t\r\n".utf8).contains($0) }.count)
  }

  private mutating func value(in tag: String) throws(UsageError) -> String {
    guard at < bytes.count, begins("\"") || begins("'"),
      let end = bytes[(at + 1)...].firstIndex(of: bytes[at])
    else { throw failure("an attribute of <\(tag)> without quotes") }
    let text = try unescaped(bytes[(at + 1)..<end])
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
