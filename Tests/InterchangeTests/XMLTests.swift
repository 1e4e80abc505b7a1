import Interchange
import Testing

@Suite struct XMLTests {
  @Test("elements have local names, unescaped attributes and text, children and lines")
  func reads() throws {
    let document = try XML.read(
      """
      <?xml version="1.0" encoding="ISO-8859-1"?>
      <!-- a comment -->
      <g:a xmlns:g="urn:a" x='1 &amp; "2"'>é&#233;<![CDATA[<&>]]>
        <b> text </b><b/></g:a>
      """)
    #expect(document.name == "a")
    #expect(document.attributes["x"] == "1 & \"2\"")
    #expect(document.text.hasPrefix("éé<&>"))
    #expect(document.children.map(\.name) == ["b", "b"])
    #expect(document.children.map(\.line) == [4, 4])
    #expect(document.text(of: "b") == "text")
    #expect(document.children[1].text(of: "c") == nil)
  }

  @Test("a byte order mark and blank lines may precede the declaration")
  func blankStart() throws {
    let document = try XML.read("\u{FEFF}\n\n<?xml version=\"1.0\"?>\n<a/>")
    #expect(document.line == 4)
  }

  @Test("the number of a document's elements is limited")
  func countsElements() throws {
    let text = "<a><b/>\n<c/></a>"
    #expect(try XML.read(text, maximumElements: 3).children.count == 2)
    #expect {
      try XML.read(text, maximumElements: 2)
    } throws: { "\($0)" == "line 2: more than 2 elements" }
  }

  @Test(
    "what is not well-formed, or might expand, is refused with its line",
    arguments: [
      ("", 1), ("<", 1), ("<a>\n<b></a>", 2), ("<a/>\n<b/>", 2), ("<a b=c/>", 1),
      ("<a>&nbsp;</a>", 1), ("<a><![CDATA[", 1), ("<a b=\"1\" b=\"2\"/>", 1),
      ("<a \u{0}=\"\"/>", 1), ("text", 1),
      ("\n<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", 2),
      (String(repeating: "<a>", count: 100_000), 1),
    ])
  func refuses(text: String, line: Int) {
    #expect {
      try XML.read(text)
    } throws: { ($0 as? XMLError)?.line == line }
  }

  @Test("escaped text is read back, without characters that XML cannot represent")
  func escapes() throws {
    let text = "a & b < c > \"d\" 'e' é\u{1}\u{FFFE}"
    let document = try XML.read("<a b=\"\(XML.escaped(text))\">\(XML.escaped(text))</a>")
    #expect(document.text == "a & b < c > \"d\" 'e' é")
    #expect(document.attributes["b"] == document.text)
  }

  @Test("a document longer than a chunk keeps its text, also across characters")
  func longText() throws {
    let text = String(repeating: "aé🗺", count: 30_000)
    #expect(try XML.read("<a>\(text)</a>").text == text)
  }
}
