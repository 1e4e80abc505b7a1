import CExpat

/// Builds the tree of a document from Expat's callbacks, which run inside `root(of:)`.
final class XMLTreeBuilder {
  private let maximumElements: Int
  private var elements = 0
  /// The open elements, the innermost last.
  private var open: [XMLElement] = []
  private var root: XMLElement?
  private var failure: XMLError?
  private var parser: XML_Parser?
  /// Lines before the document's first character.
  private var blankLines = 0

  init(maximumElements: Int) { self.maximumElements = maximumElements }

  /// - Throws: `XMLError`, as `XML.read`.
  func root(of text: String) throws(XMLError) -> XMLElement {
    // The text is UTF-8 by now, whatever encoding the document declares.
    guard let parser = XML_ParserCreate("UTF-8") else {
      throw XMLError(line: 1, reason: "no memory for a parser")
    }
    defer { XML_ParserFree(parser) }
    self.parser = parser
    defer { self.parser = nil }
    // Unretained: the builder outlives the parser, which is freed above before `root` returns.
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(parser, onStart, onEnd)
    XML_SetCharacterDataHandler(parser, onText)
    XML_SetStartDoctypeDeclHandler(parser, onDoctype)
    // Expat's lengths are `Int32`: chunks also let a failure end a long document early.
    let bytes = Array(Substring(content(of: text)).utf8)
    var first = 0
    repeat {
      let end = min(bytes.count, first + 65_536)
      let status = bytes[first..<end].withUnsafeBytes { chunk in
        XML_Parse(
          parser, chunk.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(chunk.count),
          end == bytes.count ? 1 : 0)
      }
      if let failure { throw failure }
      if status.rawValue == 0 { throw error(of: parser) }
      first = end
    } while first < bytes.count
    guard let root else { throw XMLError(line: line, reason: "no element found") }
    return root
  }

  /// The text without the byte order mark and the blank lines that files of other programs begin
  /// with, where a declaration must come first.
  private func content(of text: String) -> Substring.UnicodeScalarView {
    let blank = text.unicodeScalars.prefix {
      $0 == "\u{FEFF}" || $0.properties.isWhitespace
    }
    blankLines = blank.count { $0 == "\n" }
    return text.unicodeScalars[blank.endIndex...]
  }

  private func error(of parser: XML_Parser) -> XMLError {
    let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) }
    return XMLError(line: line, reason: reason ?? "not XML")
  }

  private var line: Int { blankLines + (parser.map { Int(XML_GetCurrentLineNumber($0)) } ?? 1) }

  private func fail(_ reason: String) {
    failure = failure ?? XMLError(line: line, reason: reason)
    if let parser { XML_StopParser(parser, 0) }
  }

  fileprivate func start(_ tag: String, _ attributes: [String: String]) {
    elements += 1
    if open.count >= XML.maximumDepth { return fail("elements too deep in each other") }
    if elements > maximumElements { return fail("more than \(maximumElements) elements") }
    let name = tag.split(separator: ":").last.map(String.init) ?? tag
    open.append(XMLElement(name: name, attributes: attributes, line: line))
  }

  fileprivate func end() {
    guard let closed = open.popLast() else { return }
    if open.isEmpty { root = closed } else { open[open.count - 1].children.append(closed) }
  }

  fileprivate func append(_ text: String) {
    if !open.isEmpty { open[open.count - 1].text += text }
  }

  fileprivate func refuseDoctype() { fail("document type declarations are not read") }
}

/// The builder of a callback.
private func builder(_ context: UnsafeMutableRawPointer?) -> XMLTreeBuilder? {
  // Set in `root(of:)`, whose caller holds the builder during all callbacks.
  context.map { Unmanaged<XMLTreeBuilder>.fromOpaque($0).takeUnretainedValue() }
}

/// Expat passes names and values in turn; a null pointer ends the list.
private func onStart(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?,
  _ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
) {
  var attributes: [String: String] = [:]
  var index = 0
  while let key = list?[index], let value = list?[index + 1] {
    attributes[String(cString: key)] = String(cString: value)
    index += 2
  }
  builder(context)?.start(name.map { String(cString: $0) } ?? "", attributes)
}

private func onEnd(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?) {
  builder(context)?.end()
}

private func onText(
  _ context: UnsafeMutableRawPointer?, _ text: UnsafePointer<XML_Char>?, _ count: Int32
) {
  guard let text else { return }
  let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
  builder(context)?.append(String(decoding: bytes, as: UTF8.self))
}

private func onDoctype(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?,
  _ system: UnsafePointer<XML_Char>?, _ id: UnsafePointer<XML_Char>?, _ hasSubset: Int32
) {
  builder(context)?.refuseDoctype()
}
