/// An element of an XML document with its attributes, its text and its children.
package struct XMLElement: Sendable, Hashable {
  /// The local name, without a prefix such as `gpx:`.
  package let name: String
  /// By name, with any prefix.
  package let attributes: [String: String]
  /// The line of the start tag, counted from 1.
  package let line: Int
  /// The text directly in the element, outside its children.
  package internal(set) var text = ""
  /// In the order of the document.
  package internal(set) var children: [XMLElement] = []

  /// The trimmed text of the first child of that name, or `nil`, also if it is blank.
  package func text(of name: String) -> String? {
    guard let child = children.first(where: { $0.name == name }) else { return nil }
    let trimmed = child.text.drop(while: \.isWhitespace)
    let end = trimmed.lastIndex { !$0.isWhitespace }
    return end.map { String(trimmed[...$0]) }
  }
}

/// Why a text is not read as XML: the line, and what is wrong there.
package struct XMLError: Error, Hashable, CustomStringConvertible {
  /// Counted from 1.
  package let line: Int
  package let reason: String
  package var description: String { "line \(line): \(reason)" }
}

/// Reading and writing XML.
///
/// Source: Extensible Markup Language (XML) 1.0, fifth edition, W3C 2008.
package enum XML {
  /// The maximum nesting of elements.
  package static let maximumDepth = 100
  /// The default maximum of elements; each takes some 200 bytes beside its text.
  package static let maximumElements = 1_000_000

  /// The root element of a document. Linear in the length of the text.
  ///
  /// - Throws: `XMLError` for a text that is not well-formed, has a `<!DOCTYPE>`, or exceeds
  ///   `maximumDepth` or `maximumElements`.
  package static func read(
    _ text: String, maximumElements: Int = maximumElements
  ) throws(XMLError) -> XMLElement {
    let builder = XMLTreeBuilder(maximumElements: maximumElements)
    return try builder.root(of: text)
  }

  /// Escapes text for an element or attribute; drops characters that XML cannot represent.
  package static func escaped(_ text: String) -> String {
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
